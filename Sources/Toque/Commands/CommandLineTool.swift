// The command line: `toque COMMAND …`. Errors are one line on standard error and a non-zero exit status.

import Bytes
import Foundation

/// Reads the arguments and runs one command.
public enum CommandLineTool {
    /// A mistake on the command line, described in one line that says what to do.
    struct Usage: Error, CustomStringConvertible {
        let description: String
    }

    /// A command: its name, its help text, and its code.
    struct Command: Sendable {
        let name: String
        let usage: String
        let help: String
        let run: @Sendable (inout Arguments) async throws -> Void
    }

    static let commands: [Command] = [
        ServeCommand.command, MigrateCommand.command, CheckCommand.command, UserCommand.command, ImportCommand.command,
        ReindexCommand.command, ParseLinesCommand.command, RecipeDietsCommand.command, LookUpCommand.command,
        BackupCommand.command, RestoreCommand.command, ExportCommand.command, SeedCommand.command,
        ReadCommand.command,
    ]

    /// Runs the command that the arguments name; returns the exit status.
    public static func run(_ words: [String], environment: [String: String]) async -> Int32 {
        do {
            var arguments = Arguments(words, environment: environment)
            guard let name = arguments.next(), name != "--help", name != "help" else {
                Terminal.print(overview)
                return words.isEmpty ? 2 : 0
            }
            guard let command = commands.first(where: { $0.name == name }) else {
                throw Usage(description: "no command “\(name)”; toque --help lists them")
            }
            if arguments.take(flag: "--help") {
                Terminal.print(
                    "usage: toque \(command.name) \(command.usage)\n\n\(command.help)\n\n\(Arguments.common)")
                return 0
            }
            try await command.run(&arguments)
            return 0
        } catch {
            Terminal.error("toque: \(error)")
            return error is Usage || error is DataFolder.Missing ? 2 : 1
        }
    }

    private static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  " + command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                + (command.help.split(bytes: "\n").first ?? "")
        }
        return "usage: toque COMMAND\n\n\(lines.joined(separator: "\n"))\n\n\(Arguments.common)"
    }
}

/// The words after the command's name, read one by one; unused words are an error.
struct Arguments {
    static let common = """
        Every command takes --data DIR and --config FILE. Settings are environment variables TOQUE_… or lines of that
        file; docs/settings.md lists them.
        """

    private var words: [String]
    let environment: [String: String]

    init(_ words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment
    }

    /// The next word that is not an option.
    mutating func next() -> String? {
        guard let first = words.first else { return nil }
        if first.hasPrefix(bytes: "--"), first != "--help" { return nil }
        return words.removeFirst()
    }

    mutating func take(flag: String) -> Bool {
        guard let place = words.firstIndex(of: flag) else { return false }
        words.remove(at: place)
        return true
    }

    mutating func take(option: String) throws -> String? {
        guard let place = words.firstIndex(of: option) else { return nil }
        guard place + 1 < words.count else { throw CommandLineTool.Usage(description: "\(option) needs a value") }
        let value = words[place + 1]
        words.removeSubrange(place...place + 1)
        return value
    }

    /// The remaining words, such as file names.
    mutating func rest() throws -> [String] {
        if let option = words.first(where: { $0.hasPrefix(bytes: "--") }) {
            throw CommandLineTool.Usage(description: "no option “\(option)”; see toque --help")
        }
        defer { words = [] }
        return words
    }

    mutating func finish() throws {
        let rest = try rest()
        if let word = rest.first { throw CommandLineTool.Usage(description: "“\(word)” is one word too many") }
    }

    /// The settings from options, environment and file.
    mutating func configuration(overrides: [String: String] = [:]) throws -> Configuration {
        var overrides = overrides
        if let data = try take(option: "--data") { overrides["TOQUE_DATA"] = data }
        return try Configuration.load(
            environment: environment, file: take(option: "--config"), overrides: overrides)
    }
}

/// A progress bar on a terminal, or a line for every 5,000 items elsewhere.
struct Progress {
    let total: Int
    let start = Date()

    func show(_ done: Int) {
        let seconds = Date().timeIntervalSince(start)
        let rate = seconds > 0.05 ? Int(Double(done) / seconds) : 0
        let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
        guard Terminal.showsProgress else {
            if done % 5_000 == 0 { Terminal.error("\(done) of \(total), \(rate)/s") }
            return
        }
        let filled = Int(share * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        let end = done >= total ? "\n" : ""
        Terminal.write("\r\(bar) \(Int(share * 100)) %  \(done) of \(total), \(rate)/s \(end)", to: .standardError)
    }
}
