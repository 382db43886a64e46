// The work of the build tool: reads the input files and writes one Swift file.

import FoundationEssentials
import Glibc
import ViewCompiling

/// Executes the command in the arguments and returns the exit code.
func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 4 else {
        print("usage: ViewCompiler view|locales|words|migrations|starter|digest FOLDER OUTPUT NAME…")
        return 2
    }
    do {
        let files = try arguments[4...].map { try read($0, in: arguments[2]) }
        try save(try generate(arguments[1], files), as: arguments[3])
        return 0
    } catch {
        Array("\(error)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        return 1
    }
}

private func generate(_ kind: String, _ files: [InputFile]) throws -> String {
    switch kind {
    case "view": try compileView(files[0])
    case "locales": try compileLocales(files)
    case "words": try compileWordLists(files)
    case "migrations": try embedMigrations(files)
    case "digest": embedDigest(files)
    default: embedStarterFiles(files)
    }
}

private func read(_ name: String, in folder: String) throws -> InputFile {
    let path = "\(folder)/\(name)"
    let data = try Data(contentsOf: URL(filePath: path))
    guard let text = String(validating: data, as: UTF8.self) else {
        let message = "this file is not UTF-8"
        throw Refusal([Diagnostic(path: path, line: 1, column: 1, message: message)])
    }
    return InputFile(path: path, name: name, text: text)
}

/// Writes a file only if its content changes, so that nothing is compiled again without need.
private func save(_ text: String, as path: String) throws {
    let url = URL(filePath: path)
    let data = Data(text.utf8)
    if let old = try? Data(contentsOf: url), old == data { return }
    try data.write(to: url, options: .atomic)
}
