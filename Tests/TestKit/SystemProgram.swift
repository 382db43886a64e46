// Runs programs of the system in tests.

@testable import Video

enum SystemProgram {
    /// Returns the output of a program; throws if the program failed.
    /// Not with Foundation's `Process`, which reads past its list of open files: with over a thousand connections open
    /// in
    /// other tests it sometimes ended the process.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        try Command(program: program, arguments: arguments).run()
    }
}
