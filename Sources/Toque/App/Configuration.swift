// What an operator can set: environment variables `TOQUE_*`, or the same keys in a file; the environment wins.

import Foundation
public import Security

/// Every setting with its default: a complete site on one machine, all in one folder.
public struct Configuration: Sendable {
    /// The data folder: database, media, outbox, secret.
    public var data = "var"
    public var host = "127.0.0.1"
    public var port = 8080
    /// The address that links in mails and on the terminal start with.
    public var baseURL = "http://127.0.0.1:8080"
    /// The folder that holds `Public/`.
    public var root = "."
    public var secretFile = "var/secret"
    /// Event loops; 0 means one per core.
    public var loops = 0
    /// Where requests are logged; nil for nowhere.
    public var accessLog: String?
    /// Below so much room on the disk the site says that it is not ready.
    public var leastFreeMegabytes = 100
    public var passwordCost = PasswordCost()

    public init() {}

    public var databasePath: String { data + "/toque.sqlite" }
    public var mediaPath: String { data + "/media" }
    public var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// A setting that cannot be used, told in one line.
    public struct Invalid: Error, CustomStringConvertible {
        public let description: String
    }

    /// Reads the settings; `overrides` are command-line options and win over both.
    public static func load(
        environment: [String: String], file: String? = nil, overrides: [String: String] = [:]
    ) throws -> Configuration {
        var values = try file.map(readFile) ?? [:]
        for (key, value) in environment where key.hasPrefix("TOQUE_") { values[key] = value }
        values.merge(overrides) { _, new in new }
        return try Configuration(values: values)
    }

    private init(values: [String: String]) throws {
        if let data = values["TOQUE_DATA"] { self.data = data }
        if let host = values["TOQUE_HOST"] { self.host = host }
        port = try Self.number("TOQUE_PORT", in: values, 0...65_535) ?? port
        loops = try Self.number("TOQUE_LOOPS", in: values, 0...256) ?? loops
        root = values["TOQUE_ROOT"] ?? root
        secretFile = values["TOQUE_SECRET_FILE"] ?? data + "/secret"
        accessLog = values["TOQUE_ACCESS_LOG"].flatMap { $0.isEmpty ? nil : $0 }
        leastFreeMegabytes = try Self.number("TOQUE_LEAST_FREE_MB", in: values, 0...1_000_000) ?? leastFreeMegabytes
        baseURL = values["TOQUE_BASE_URL"] ?? "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        guard baseURL.hasPrefix("http://") || baseURL.hasPrefix("https://"), !baseURL.hasSuffix("/") else {
            throw Invalid(description: "TOQUE_BASE_URL has to start with http:// or https:// and end without a slash")
        }
        if let memory = try Self.number("TOQUE_ARGON2_MEMORY_KIB", in: values, 64...4_194_304) {
            passwordCost.memory = UInt32(memory)
        }
        if let passes = try Self.number("TOQUE_ARGON2_PASSES", in: values, 1...100) {
            passwordCost.passes = UInt32(passes)
        }
    }

    private static func number(
        _ key: String, in values: [String: String], _ range: ClosedRange<Int>
    ) throws -> Int? {
        guard let text = values[key] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Invalid(
                description: "\(key) has to be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    private static func readFile(_ path: String) throws -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Invalid(description: "cannot read the settings in \(path)")
        }
        var values: [String: String] = [:]
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix("#") { continue }
            guard let equals = text.firstIndex(of: "="), text.hasPrefix("TOQUE_") else {
                throw Invalid(description: "\(path): “\(text)” is not TOQUE_KEY=value")
            }
            values[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return values
    }
}
