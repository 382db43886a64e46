// The settings as given in the environment, the file and on the command line, and the check for unknown ones.

import Bytes
import Foundation

/// Values by key. It remembers every key that is read, so that a key nobody reads is reported as a mistake.
final class Settings {
    /// Variables that scripts and tests of the project read from the environment themselves.
    private static let foreign: Set<String> = ["TOQUE_TEST_DATA", "TOQUE_PROGRAM", "TOQUE_FUZZ"]

    private let values: [String: String]
    private var asked: Set<String> = []

    /// `overrides` win over the environment, which wins over the file.
    init(environment: [String: String], file: String?, overrides: [String: String] = [:]) throws {
        var values = try file.map(Self.read) ?? [:]
        for (key, value) in environment where key.hasPrefix(bytes: "TOQUE_") && !Self.foreign.contains(key) {
            values[key] = value
        }
        self.values = values.merging(overrides) { _, new in new }
    }

    subscript(key: String) -> String? {
        asked.insert(key)
        return values[key]
    }

    /// All settings that begin with a prefix, for names that the operator chooses.
    func all(beginning prefixes: [String]) -> [String: String] {
        let found = values.filter { pair in prefixes.contains { pair.key.hasPrefix(bytes: $0) } }
        asked.formUnion(found.keys)
        return found
    }

    /// Throws for the first key that was never read. A mistyped setting would otherwise be ignored silently, and some
    /// protect the site. Does not print its value, which may be a secret.
    func refuseUnknown() throws {
        guard let unknown = values.keys.filter({ !asked.contains($0) }).min() else { return }
        let near = asked.compactMap { key in EditDistance.within(3, key, unknown).map { (distance: $0, key: key) } }
        let hint = near.min { $0 < $1 }.map { "; \($0.key) is one" } ?? ""
        throw Configuration.Invalid(description: "\(unknown) is not a setting of Toque\(hint)")
    }

    private static func read(_ path: String) throws -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Configuration.Invalid(description: "cannot read the settings in \(path)")
        }
        var values: [String: String] = [:]
        for line in String(decoding: data, as: UTF8.self).lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix(bytes: "#") { continue }
            guard let equals = text.firstIndex(ofBytes: "="), text.hasPrefix(bytes: "TOQUE_") else {
                throw Configuration.Invalid(description: "\(path): “\(text)” is not TOQUE_KEY=value")
            }
            values[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
        }
        return values
    }
}
