// The event loop of the server: one per core, which does all the work of its connections.

import CLinux
import Foundation
import HTTP
import Synchronization

/// Why a connection ends early.
enum ConnectionFailure: Error {
    /// The client has disconnected.
    case closed
    /// The client read too slowly.
    case timedOut
    /// The request cannot be read; the client gets an error response.
    case refused(ParseFailure)
}

/// An event loop: accepts clients and runs their connections as ordinary async functions, all on its own thread.
actor Loop {
    let configuration: ServerConfiguration
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Figures that other threads may read, as of the last turn.
    nonisolated let figures = Mutex(ServerFigures())

    private let index: Int
    private let maxConnections: Int
    private let maxTurnedAway: Int
    let maxRequests: Int
    private var listener: Listener?
    /// When to accept again after room or descriptors ran out.
    private var listensAgainAt: UInt64?
    private var sockets: [Int32: Socket] = [:]
    /// The maximum number of sockets since memory was last returned to the system.
    private var mostSockets = 0
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    /// The number of `sockets` that arrived when there was no room and get 503.
    private var turnedAway = 0
    /// Since when there has been no room for a waiting client.
    private var fullSince: UInt64?
    /// When the loop last woke up, in seconds of the monotonic clock.
    private var wokeAt: Double?
    private var nextSweep: UInt64 = 0
    private var paused: [CheckedContinuation<Void, Never>] = []
    private var drained: (continuation: CheckedContinuation<Void, Never>, deadline: UInt64)?

    /// The handler, which is created, called and released on this loop.
    private(set) var handler: LoopHandler?
    private(set) var isDraining = false
    /// Whether the deadline for draining has passed and only handlers that take too long are left.
    private var isCutOff = false
    /// The bytes read last, until they are parsed.
    var readBuffer = [UInt8](repeating: 0, count: 64 * 1024)
    var date = CachedDate()

    /// Requests that the handler works on.
    var requestsInFlight = 0

    /// How often deadlines are checked, in milliseconds.
    private static let tick: UInt64 = 100
    /// How long clients wait for room before they are turned away, in milliseconds.
    private static let patience: UInt64 = 1_000
    /// The number of closed connections after which memory is returned to the system.
    private static let crowd = 256

    init(index: Int, listener: Listener, configuration: ServerConfiguration) throws(ServerError) {
        self.index = index
        self.listener = listener
        self.configuration = configuration
        maxConnections = max(1, configuration.maxConnections / configuration.loops)
        maxTurnedAway = ServerConfiguration.turnedAway(beside: maxConnections)
        maxRequests = max(1, configuration.maxRequests / configuration.loops)
        executor = try LoopExecutor()
    }

    /// The main function of the loop's thread: creates the handler, reports the result, then works until stopped.
    nonisolated func run(
        _ makeHandler: @Sendable (Int) throws -> LoopHandler, started: (Result<Void, any Error>) -> Void
    ) {
        executor.adoptThread()
        let outcome = Result { try assumeIsolated { try $0.begin(makeHandler) } }
        started(outcome)
        if case .success = outcome {
            repeat { assumeIsolated { $0.turn() } } while executor.runJobs()
        }
        assumeIsolated { $0.tearDown() }
    }

    /// Stops accepting, lets requests finish until `deadline`, then closes the remaining connections.
    func drain(until deadline: UInt64) async {
        isDraining = true
        // Clients in the queue of the listening socket would be disconnected when it closes.
        acceptClients()
        closeListener()
        for socket in sockets.values where socket.isIdle { socket.expire() }
        await withCheckedContinuation { continuation in
            // Checked inside the closure, because other jobs may run before `withCheckedContinuation` calls it.
            if sockets.isEmpty { return continuation.resume() }
            drained = (continuation, deadline)
        }
        for socket in sockets.values { socket.abort() }
        isCutOff = true
        if sockets.isEmpty { tearDown() }
    }

    /// Lets other connections run, then continues.
    func pause() async {
        await withCheckedContinuation { paused.append($0) }
    }

    private func begin(_ makeHandler: @Sendable (Int) throws -> LoopHandler) throws {
        handler = try makeHandler(index)
        if let listener { executor.watch(listener.descriptor, for: EPOLLIN.rawValue) }
    }

    private func tearDown() {
        closeListener()
        handler = nil
        executor.stop()
    }

    private func closeListener() {
        if let listener { close(listener.descriptor) }
        listener = nil
        listensAgainAt = nil
    }

    /// Waits for events and resumes the connections that wait for them; their jobs run afterwards.
    private func turn() {
        let isQuiet = sockets.isEmpty && listensAgainAt == nil
        let timeout = !paused.isEmpty ? 0 : isQuiet ? -1 : Int32(Loop.tick)
        noteTurn()
        let count = executor.wait(&events, timeout: timeout)
        wokeAt = Clock.seconds()
        for event in events[..<count] {
            let descriptor = event.data.fd
            if executor.isWakeUp(descriptor) { continue }
            if descriptor == listener?.descriptor {
                acceptClients()
            } else {
                sockets[descriptor]?.note(event.events)
            }
        }
        for continuation in paused { continuation.resume() }
        paused.removeAll(keepingCapacity: true)
        let now = Clock.now()
        if now >= nextSweep { sweep(now) }
    }

    private func noteTurn() {
        figures.withLock { figures in
            figures.connections = sockets.count
            figures.requests = requestsInFlight
            if let wokeAt { figures.turns.add(Clock.seconds() - wokeAt) }
        }
    }

    /// Ends waits whose deadline has passed.
    private func sweep(_ now: UInt64) {
        nextSweep = now + Loop.tick
        for socket in sockets.values where socket.deadline <= now { socket.expire() }
        if let drained, drained.deadline <= now { resumeDrain() }
        if let time = listensAgainAt, time <= now, let listener {
            listensAgainAt = nil
            executor.watch(listener.descriptor, for: EPOLLIN.rawValue)
        }
    }

    /// Accepts waiting clients, at most 64 at a time so that other connections do not wait.
    private func acceptClients() {
        guard let listener, listensAgainAt == nil else { return }
        for _ in 0..<64 {
            let hasRoom = sockets.count - turnedAway < maxConnections
            guard hasRoom || mayTurnAway() else { return stopListening() }
            guard let socket = listener.accept(configuration.tls) else {
                switch errno {
                case EAGAIN: return
                case EINTR, ECONNABORTED, EPROTO: continue
                // Out of descriptors or memory (EMFILE, ENFILE, ENOBUFS, ENOMEM): trying again immediately would only
                // use the processor.
                default: return stopListening()
                }
            }
            guard executor.watch(socket.descriptor, for: Socket.events) else {
                close(socket.descriptor)
                return stopListening()
            }
            let descriptor = socket.descriptor
            sockets[descriptor] = socket
            mostSockets = max(mostSockets, sockets.count)
            if !hasRoom { turnedAway += 1 }
            figures.withLock { figures in
                figures.accepted += 1
                if !hasRoom { figures.turnedAway += 1 }
            }
            Task(executorPreference: executor) { await self.serve(descriptor, isWelcome: hasRoom) }
        }
    }

    /// Makes room by closing connections between two requests. If that does not help for some time, returns true:
    /// waiting clients may be turned away.
    private func mayTurnAway() -> Bool {
        let now = Clock.now()
        let since = fullSince ?? now
        fullSince = since
        for socket in sockets.values where socket.isIdle && socket.wasServed { socket.expire() }
        return now - since >= Loop.patience && turnedAway < maxTurnedAway
    }

    private func stopListening() {
        guard let listener else { return }
        executor.unwatch(listener.descriptor)
        listensAgainAt = Clock.now() + Loop.tick
    }

    private func serve(_ descriptor: Int32, isWelcome: Bool) async {
        guard let socket = sockets[descriptor] else { return }
        if isWelcome {
            await serve(socket)
        } else {
            await refuse(socket, ParseFailure(.unavailable, "too many connections"))
            turnedAway -= 1
        }
        sockets[descriptor] = nil
        if sockets.count - turnedAway < maxConnections { fullSince = nil }
        close(descriptor)
        returnMemory()
        guard isDraining, sockets.isEmpty else { return }
        // Before the cut-off `drain` itself ends the loop; after it, the last handler that finishes does.
        if drained != nil { resumeDrain() } else if isCutOff { tearDown() }
    }

    /// Returns memory to the system after most of a large number of connections has closed; the allocator would keep
    /// it.
    private func returnMemory() {
        guard mostSockets - sockets.count >= Loop.crowd, sockets.count <= mostSockets / 2 else { return }
        mostSockets = sockets.count
        malloc_trim(0)
    }

    private func resumeDrain() {
        drained?.continuation.resume()
        drained = nil
    }
}
