// Sends the ends of timers to the devices of their members, on threads of its own, so that a slow push service delays
// nothing else.

import Database
import Dispatch
import Foundation
import Security
import Synchronization
import Texts
import Words

/// Waits for the next end of a timer and sends it. A timer is marked after its message was sent. If the process dies in
/// between, the message is sent again: it has the same tag, so the device shows it once.
final class TimerRinger: Sendable {
    /// The longest pause, in milliseconds, for timers that another process changed.
    private static let round = 60 * Milliseconds.second

    private let writer: Writer
    private let webPush: WebPush
    private let clock: @Sendable () -> Int
    private let wakeSignal = WakeSignal()
    private let stopped = Mutex(false)
    private let thread = DispatchGroup()
    private let queue = OperationQueue()
    /// Members whose timers are being sent.
    private let busy = Mutex<Set<Int>>([])

    /// `threads` is the number of members whose devices are sent messages at the same time.
    init(writer: Writer, webPush: WebPush, threads: Int = 4, clock: @escaping @Sendable () -> Int) {
        (self.writer, self.webPush, self.clock) = (writer, webPush, clock)
        queue.maxConcurrentOperationCount = threads
    }

    /// Starts the thread, which runs until `stop`.
    func start() {
        thread.enter()
        let thread = Thread { [self] in
            while !isStopping {
                var pause = Self.round
                do { pause = try beginDue() } catch { Log.error("timers: \(error)") }
                wakeSignal.wait(milliseconds: pause)
            }
            self.thread.leave()
        }
        thread.name = "timers"
        thread.start()
    }

    /// Returns when the current messages are sent; the rest waits for the next start.
    func stop() {
        stopped.withLock { $0 = true }
        wakeSignal.wake()
        thread.wait()
        queue.waitUntilAllOperationsAreFinished()
    }

    /// Looks for ended timers now.
    func wake() { wakeSignal.wake() }

    private var isStopping: Bool { stopped.withLock { $0 } }

    /// Sends every end that is due, and returns when all are sent.
    func ringDue() throws {
        _ = try beginDue()
        queue.waitUntilAllOperationsAreFinished()
    }

    /// Begins to send every end that is due. The messages of a member are sent one after another, and those of other
    /// members in between, so that nobody waits for all of another member's. Returns the milliseconds until the next end.
    private func beginDue() throws -> Int {
        let now = clock()
        while true {
            let others = busy.withLock { $0 }
            let (due, next) = try writer.writeNow { db in
                (try PushDeviceStore(db).due(now: now, except: others), try PushDeviceStore(db).nextEnd(after: now))
            }
            for (user, timers) in Dictionary(grouping: due, by: \.user)
            where busy.withLock({ $0.insert(user).inserted }) {
                queue.addOperation { [self] in begin(timers, of: user) }
            }
            guard due.count == CookingRules.ringsAtATime, !isStopping else {
                return min(Self.round, next.map { $0 - now } ?? Self.round)
            }
        }
    }

    /// The end of a timer that is being sent.
    private struct Ring: Sendable {
        let timer: DueTimer
        /// The devices that were not sent it yet.
        var devices: [PushDevice]
        /// When sending began, in UTC milliseconds.
        var since: Int?
        var acceptedBy: [Int] = []
    }

    private func begin(_ timers: [DueTimer], of user: Int) {
        do {
            // The devices of all timers are read first: one that accepts a message no longer counts as failed, so for
            // a later timer it would not be listed as a device to send that timer to again.
            let now = clock()
            let rings = try writer.writeNow { db in
                try timers.map { try Ring(timer: $0, devices: PushDeviceStore(db).devices(for: $0, now: now)) }
            }
            takeTurn(user, rings)
        } catch {
            end(user, error)
        }
    }

    /// Sends one message of a member, and puts the next one behind the messages of other members.
    private func takeTurn(_ user: Int, _ rings: [Ring]) {
        var rings = rings
        do {
            if !isStopping, !rings.isEmpty, try sendNext(&rings[0]) { rings.removeFirst() }
        } catch {
            return end(user, error)
        }
        if rings.isEmpty || isStopping { return end(user) }
        queue.addOperation { [self, rings] in takeTurn(user, rings) }
    }

    /// Lets the member's other timers be sent: immediately, or after an error of the database in the next round.
    private func end(_ user: Int, _ error: (any Error)? = nil) {
        if let error { Log.error("timers: \(error)") }
        _ = busy.withLock { $0.remove(user) }
        if error == nil { wakeSignal.wake() }
    }

    /// Sends the end of a timer to the next of its devices. A device that did not accept it, or rests because it did
    /// not accept another one, is sent it again after its rest. Returns whether no device is left.
    private func sendNext(_ ring: inout Ring) throws -> Bool {
        let (timer, now) = (ring.timer, clock())
        let since = ring.since ?? now
        ring.since = since
        if !ring.devices.isEmpty {
            let device = ring.devices.removeFirst()
            let ready = try writer.writeNow { db -> PushDevice? in
                let store = PushDeviceStore(db)
                return try store.isDue(timer) ? store.ready(device, now: now) : nil
            }
            if let ready, try send(timer, to: ready, now: now) { ring.acceptedBy.append(ready.id) }
        }
        guard ring.devices.isEmpty else { return false }
        let accepted = ring.acceptedBy
        try writer.writeNow { try PushDeviceStore($0).markRung(timer, acceptedBy: accepted, since: since) }
        return true
    }

    /// Sends one message, and notes what its push service answered. Returns whether it was accepted.
    private func send(_ timer: DueTimer, to device: PushDevice, now: Int) throws -> Bool {
        let message = try JSONAnswer.bytes(TimerMessage(timer, device.language))
        let outcome = webPush.send(
            message, to: device, topic: timer.topic, lifetime: CookingRules.latestRing / Milliseconds.second, now: now)
        let end = clock()
        if case .failed(let problem) = outcome { Log.error("push device \(device.id): \(problem)") }
        try writer.writeNow { db in
            let store = PushDeviceStore(db)
            switch outcome {
            case .gone: try store.forget(device.id)
            case .accepted: try store.note(isAccepted: true, device, now: end)
            case .failed: try store.note(isAccepted: false, device, now: end)
            }
        }
        return outcome == .accepted
    }
}

extension DueTimer {
    /// The same for each message about one timer, and says nothing about it to the push service: 32 letters, digits, `-`
    /// and `_`.
    fileprivate var topic: String {
        String(Base64URL.encode(SHA256.digest("timer \(user) \(recipe) \(key)")).prefix(32))
    }
}

/// What the service worker shows when a timer ended.
struct TimerMessage: Encodable {
    let title: String
    let body: String
    /// The page to open.
    let address: String
    /// The same for each message about one end of one timer.
    let tag: String

    init(_ timer: DueTimer, _ language: Language) {
        // The timer of a step is named in the language of the device, wherever it was started.
        let name = Int(timer.key).map { "\(Text.editorStepLabel(language)) \($0)" } ?? timer.name
        title = Text.timerPushTitle(language, name: name)
        body = timer.title
        address = Cooking.address(timer.recipe, step: Int(timer.key), servings: nil)
        tag = "timer \(timer.recipe) \(timer.key) \(timer.endsAt)"
    }
}

extension Site {
    var timerRinger: TimerRinger { part() }
}
