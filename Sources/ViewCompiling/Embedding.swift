// Embeds files unchanged into the program: migrations and starter content.

import Bytes

/// Generates `EmbeddedMigrations.all` from `Migrations/NNNN-name.sql`, in the order of the numbers.
public func embedMigrations(_ files: [InputFile]) throws(Refusal) -> String {
    var migrations: [(number: Int, name: String, sql: String)] = []
    for file in files.sorted(by: { $0.name < $1.name }) {
        let parts = file.stem.split(bytes: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count == 4, let number = Int(parts[0]), number > 0, isViewName(parts[1]),
            file.name.hasSuffix(bytes: ".sql")
        else { throw Refusal(file, "a migration is named NNNN-name.sql, such as 0001-accounts.sql") }
        guard migrations.last?.number != number else { throw Refusal(file, "this number is taken twice") }
        migrations.append((number, String(parts[1]), file.text))
    }
    let entries = migrations.map {
        "MigrationFile(number: \($0.number), name: \(literal($0.name)), sql: file\($0.number))"
    }
    let texts = migrations.map { ("file\($0.number)", $0.sql) }
    return embed("EmbeddedMigrations", comment: "The migrations in their order.", "[MigrationFile]", entries, texts)
}

/// Generates `StarterFiles.all` from all starter content, in the order of the paths.
public func embedStarterFiles(_ files: [InputFile]) -> String {
    let files = files.sorted { $0.name < $1.name }
    let entries = files.enumerated().map { "StarterFile(path: \(literal($0.element.name)), text: file\($0.offset))" }
    let texts = files.enumerated().map { ("file\($0.offset)", $0.element.text) }
    let comment = "The content that a new site starts with."
    return embed("StarterFiles", comment: comment, "[StarterFile]", entries, texts)
}

/// Generates `RuleSources.digest`, one number for all files (FNV-1a over paths and contents). It changes if the rules
/// change.
public func embedDigest(_ files: [InputFile]) -> String {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for file in files.sorted(by: { $0.name < $1.name }) {
        for part in [file.name, file.text] {
            for byte in part.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
            digest = (digest ^ 0xff) &* 0x100_0000_01b3
        }
    }
    return """
        // What diets and allergens are derived by: do not edit.

        /// The sources of the rules that public recipes are derived by.
        enum RuleSources {
            static let digest = \(Int64(bitPattern: digest))
        }

        """
}

/// Generates one declaration for each text and one statement for each entry, because large literals are slow to
/// type-check.
private func embed(
    _ name: String, comment: String, _ type: String, _ entries: [String], _ texts: [(name: String, text: String)]
) -> String {
    var lines = ["// Embedded files: do not edit.", "", "/// \(comment)", "public enum \(name) {"]
    lines += ["    public static let all: \(type) = list()", "", "    private static func list() -> \(type) {"]
    lines.append("        \(entries.isEmpty ? "let" : "var") list: \(type) = []")
    lines += entries.map { "        list.append(\($0))" }
    lines += ["        return list", "    }", "}", ""]
    for text in texts { lines.append("private let \(text.name): String = \(rawLiteral(text.text))") }
    return lines.joined(separator: "\n") + "\n"
}
