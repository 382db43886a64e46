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
    /// The members whose devices are sent messages at the same time.
    private static let threads = 4

    private let writer: Writer
    private let webPush: WebPush
    private let clock: @Sendable () -> Int
    private let wakeSignal = WakeSignal()
    private let stopped = Mutex(false)
    private let thread = DispatchGroup()
    private let queue = OperationQueue()
    /// Members whose timers are being sent.
    private let busy = Mutex<Set<Int>>([])

    init(writer: Writer, webPush: WebPush, clock: @escaping @Sendable () -> Int) {
        (self.writer, self.webPush, self.clock) = (writer, webPush, clock)
        queue.maxConcurrentOperationCount = Self.threads
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

    /// Begins to send every end that is due, member by member. Returns the milliseconds until the next one.
    private func beginDue() throws -> Int {
        let now = clock()
        let (due, next) = try writer.writeNow { db in
            (try PushDeviceStore(db).due(now: now), try PushDeviceStore(db).nextEnd(after: now))
        }
        for (user, timers) in Dictionary(grouping: due, by: \.user)
        where busy.withLock({ $0.insert(user).inserted }) {
            queue.addOperation { [self] in
                let isDone = ring(timers)
                _ = busy.withLock { $0.remove(user) }
                // After an error the next round is early enough.
                if isDone { wakeSignal.wake() }
            }
        }
        return min(Self.round, next.map { $0 - now } ?? Self.round)
    }

    /// Sends the ends of one member's timers. A device whose push service did not accept one is sent it again after
    /// a rest. Returns `false` if the database failed.
    private func ring(_ timers: [DueTimer]) -> Bool {
        do {
            // Which devices failed is read for all timers first: the first message that one accepts ends that.
            let now = clock()
            let devices = try writer.writeNow { db in
                try timers.map { try PushDeviceStore(db).devices(for: $0, now: now) }
            }
            for (timer, devices) in zip(timers, devices) where !isStopping {
                try ring(timer, devices, now: clock())
            }
            return true
        } catch {
            Log.error("timers: \(error)")
            return false
        }
    }

    private func ring(_ timer: DueTimer, _ devices: [PushDevice], now: Int) throws {
        for device in devices where try writer.writeNow({ try PushDeviceStore($0).isDue(timer) }) {
            try note(try send(timer, to: device, now: now), device, now: now)
        }
        try writer.writeNow { try PushDeviceStore($0).markRung(timer, now: now) }
    }

    private func send(_ timer: DueTimer, to device: PushDevice, now: Int) throws -> WebPush.Outcome {
        let message = try JSONAnswer.bytes(TimerMessage(timer, device.language))
        return webPush.send(
            message, to: device, topic: timer.topic, lifetime: CookingRules.latestRing / Milliseconds.second, now: now)
    }

    private func note(_ outcome: WebPush.Outcome, _ device: PushDevice, now: Int) throws {
        if case .failed(let problem) = outcome { Log.error("push device \(device.id): \(problem)") }
        try writer.writeNow { db in
            let store = PushDeviceStore(db)
            switch outcome {
            case .gone: try store.forget(device.id)
            case .accepted: try store.note(isAccepted: true, device, now: now)
            case .failed: try store.note(isAccepted: false, device, now: now)
            }
        }
    }
}

extension DueTimer {
    /// The same for each message about one timer, and hides what it is about: 32 letters, digits, `-` and `_`.
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
