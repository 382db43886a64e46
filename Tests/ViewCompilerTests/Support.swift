// Compiles views for the tests of the view compiler.

import Testing
import ViewCompiling

func view(_ text: String, name: String = "Recipes/show.html") -> InputFile {
    InputFile(path: "/Views/\(name)", name: name, text: text)
}

/// The generated Swift without its `#sourceLocation` lines, as one line for each statement.
func compiled(_ text: String, name: String = "Recipes/show.html") throws -> [String] {
    let swift = try compileView(view("{{page P}}\n" + text, name: name))
    return swift.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#sourceLocation") }
}

/// The Swift statements for a view's markup.
func statements(_ text: String) throws -> [String] {
    let lines = try compiled(text)
    let start = try #require(lines.firstIndex { $0.hasPrefix("func ") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("extension ") })
    return Array(lines[(start + 1)..<(end - 1)])
}

/// `LINE:COLUMN message` of a view's only error, or the generated Swift if there is none.
func refusal(_ text: String, name: String = "Recipes/show.html") -> String {
    do {
        return try compileView(view(text, name: name))
    } catch {
        return error.diagnostics.map { "\($0.line):\($0.column) \($0.message)" }.joined(separator: "\n")
    }
}
