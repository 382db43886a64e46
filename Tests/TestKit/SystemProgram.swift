// Programs of the system that tests use.

@testable import Video

enum SystemProgram {
    /// What a program wrote to its output; throws where it failed. As the site itself starts programs, and not by
    /// Foundation's `Process`: that one reads beyond what the system told of open files, and with over a thousand
    /// connections open in other tests it ended the process now and then.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        try Command(program: program, arguments: arguments).run()
    }
}
