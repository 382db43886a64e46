// Starts and stops the server; the interface for other targets.

import CLinux
import Foundation
public import HTTP
import Synchronization

/// Answers the requests of one loop. It is created and called only on that loop, so it may contain values that are not
/// Sendable.
public typealias LoopHandler = (Request) async -> Response

/// An HTTP/1.1 server.
public final class Server: Sendable {
    /// The state of the server, with its loops while it runs.
    private enum State {
        case new
        case running([Loop])
        case stopped
    }

    private let configuration: ServerConfiguration
    private let makeHandler: @Sendable (Int) throws -> LoopHandler
    private let state = Mutex(State.new)

    /// `makeHandler` is called once on every loop, with the number of the loop.
    public init(
        configuration: ServerConfiguration, makeHandler: @escaping @Sendable (Int) throws -> LoopHandler
    ) {
        self.configuration = configuration
        self.makeHandler = makeHandler
    }

    /// Starts listening and returns the port; throws if the address is in use or a handler cannot be created. Also
    /// ignores SIGPIPE and raises the process's limit of open files to what `maxConnections` needs; if that is not
    /// allowed, accepts fewer connections.
    public func start() throws -> Int {
        try state.withLock { state in
            guard case .new = state else { throw ServerError(message: "a server starts once") }
            // `sendfile` and OpenSSL have no flag against this signal, which by default ends the process.
            signal(SIGPIPE, SIG_IGN)
            var configuration = configuration
            let files = raiseOpenFiles(to: configuration.wantedFiles)
            configuration.maxConnections = configuration.connections(amongFiles: files)
            let (listeners, port) = try Listener.open(
                host: configuration.host, port: configuration.port, count: configuration.loops)
            state = .running(try startLoops(listeners, configuration))
            return port
        }
    }

    /// Stops accepting, finishes requests in progress within `seconds`, and closes every connection.
    public func stop(within seconds: Double) async {
        let loops = state.withLock { state in
            defer { state = .stopped }
            if case .running(let loops) = state { return loops }
            return []
        }
        let deadline = Clock.now() + Clock.milliseconds(seconds)
        await withTaskGroup { group in
            for loop in loops { group.addTask { await loop.drain(until: deadline) } }
        }
    }

    /// The load of the server; all zero before the start and after the end.
    public var figures: ServerFigures {
        let loops = state.withLock { state in
            if case .running(let loops) = state { return loops }
            return []
        }
        var figures = ServerFigures()
        for loop in loops { figures.add(loop.figures.withLock { $0 }) }
        return figures
    }

    /// Raises the limit of open files as far as allowed and returns it.
    private func raiseOpenFiles(to wanted: Int) -> Int {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return wanted }
        if limit.rlim_cur < UInt(wanted) {
            var more = limit
            more.rlim_cur = min(limit.rlim_max, UInt(wanted))
            if setrlimit(files, &more) == 0 { limit = more }
        }
        return Int(min(limit.rlim_cur, UInt(Int.max)))
    }

    private func startLoops(_ listeners: [Listener], _ configuration: ServerConfiguration) throws -> [Loop] {
        var loops: [Loop] = []
        var failure: (any Error)?
        for (index, listener) in listeners.enumerated() {
            do {
                if let failure { throw failure }
                let loop = try Loop(index: index, listener: listener, configuration: configuration)
                try startThread(of: loop, index)
                loops.append(loop)
            } catch {
                // A loop that has started closes its own listener.
                if failure != nil || error is ServerError { close(listener.descriptor) }
                failure = error
            }
        }
        guard let failure else { return loops }
        for loop in loops { loop.executor.stop() }
        throw failure
    }

    /// Starts a loop's thread, and waits until its handler is created.
    private func startThread(of loop: Loop, _ index: Int) throws {
        let signal = StartSignal()
        Thread.detachNewThread { [makeHandler] in
            toque_name_thread("loop \(index)")
            loop.run(makeHandler) { signal.set($0) }
        }
        try signal.wait().get()
    }
}

/// Passes the result of a thread's start to the thread that waits for it.
private final class StartSignal: Sendable {
    private let outcome = Mutex<Result<Void, any Error>>(.success(()))
    private let semaphore = DispatchSemaphore(value: 0)

    func set(_ result: Result<Void, any Error>) {
        outcome.withLock { $0 = result }
        semaphore.signal()
    }

    func wait() -> Result<Void, any Error> {
        semaphore.wait()
        return outcome.withLock { $0 }
    }
}
