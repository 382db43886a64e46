// Runs another program on uploaded files: with limited memory and time, and without access to the site's open files.

import CLinux
import Foundation

/// A system program with its arguments. It gets no input, and its error output is discarded.
struct Command {
    /// The limits of the program. The real time is longer than the processor time, because other programs use the
    /// machine too.
    struct Bounds {
        /// Bytes of address space, of which the program and its libraries use 250 MB.
        var memory = 1 << 30
        var processorSeconds = 120
        var seconds = 240.0
        /// The maximum bytes of a file that it may write.
        var file = 64 << 20
    }

    /// The maximum bytes of output; a program that writes more is ended.
    static let longestOutput = 1 << 20

    let program: String
    let arguments: [String]
    var bounds = Bounds()

    /// The program's output if it ended successfully. Calls `hears` with each piece as it arrives, which returns
    /// whether to continue.
    func run(_ hears: ([UInt8]) -> Bool = { _ in true }) throws(VideoProblem) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard toque_pipe(&ends) == 0 else { throw .failed("no pipe: error \(errno)") }
        defer { close(ends[0]) }
        let process = start(output: ends[1])
        close(ends[1])
        guard let process else { throw .failed("\(program) does not start") }
        var output: [UInt8] = []
        let deadline = Date().addingTimeInterval(bounds.seconds)
        let why = read(from: ends[0], until: deadline, into: &output, hears)
        if why == nil, let isWell = Self.end(of: process, until: deadline) {
            guard isWell else { throw .unreadable }
            return output
        }
        // Ends the whole process group, in case the program started others.
        kill(-process, SIGKILL)
        _ = Self.end(of: process, until: .distantFuture)
        throw why ?? .unreadable
    }

    /// Reads until the program closes its output; returns the reason to end it early, if any.
    private func read(
        from end: Int32, until deadline: Date, into output: inout [UInt8], _ hears: ([UInt8]) -> Bool
    ) -> VideoProblem? {
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, 200)
            if Date() > deadline { return .unreadable }
            if ready < 0 && errno != EINTR { return .failed("no answer: error \(errno)") }
            guard ready > 0 else {
                if !hears([]) { return .stopped }
                continue
            }
            let count = Foundation.read(end, &piece, piece.count)
            if count == 0 { return nil }
            guard count > 0 else { continue }
            output += piece[..<count]
            if output.count > Self.longestOutput { return .unreadable }
            if !hears(Array(piece[..<count])) { return .stopped }
        }
    }

    /// Starts the program in its own process group, with an empty environment and none of the site's files open.
    /// Returns its process id.
    private func start(output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        _ = toque_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = (limits + [program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C"), nil]
        defer { for word in environment { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, VideoTools.yielding, &actions, &attributes, &words, &environment) == 0 else {
            return nil
        }
        return process
    }

    /// The arguments of the programs that set the limits before the actual program starts, so that they apply from its
    /// first moment.
    private var limits: [String] {
        [
            VideoTools.yielding, "-n", "10", VideoTools.bounding, "--as=\(bounds.memory)",
            "--cpu=\(bounds.processorSeconds)",
            "--fsize=\(bounds.file)", "--core=0", "--nofile=64", "--",
        ]
    }

    /// Whether the program ended successfully; `nil` if it is still running, because it may close its output first.
    private static func end(of process: pid_t, until deadline: Date) -> Bool? {
        var status: Int32 = 0
        while Date() < deadline {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            if ended < 0 && errno != EINTR { return false }
            usleep(1_000)
        }
        return nil
    }
}
