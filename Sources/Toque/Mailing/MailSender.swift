// Sends the emails in the outbox, on a thread of its own so that a slow mail server delays nothing else.

import Bytes
import Database
import Dispatch
import Foundation
import Mail
import Security
import Synchronization

/// Sends queued emails, on a thread of its own. It marks each as taken in a transaction before it sends it. If the
/// process dies in between, the email is sent again later: it may arrive twice, but it is never lost.
final class MailSender: Sendable {
    /// Seconds between rounds when nothing wakes it: for emails that are due later, and those that a command queued.
    private static let round = 60
    /// The longest time for an email that is being sent while the site stops.
    private static let grace = Duration.seconds(3)

    private let writer: Writer
    private let delivery: any Delivery
    private let from: Mailbox
    private let mailer: Mailer
    private let wakeSignal: WakeSignal
    private let clock: @Sendable () -> Int
    /// Runs in the transaction that takes an email: it answers requests that lead to emails, and deletes expired links.
    private let beforeEach: @Sendable (Connection, Mailer, Int) throws -> Void
    private let stopped = Mutex<ContinuousClock.Instant?>(nil)
    private let thread = DispatchGroup()

    init(
        writer: Writer, delivery: any Delivery, from: Mailbox, mailer: Mailer, wakeSignal: WakeSignal,
        clock: @escaping @Sendable () -> Int,
        beforeEach: @escaping @Sendable (Connection, Mailer, Int) throws -> Void
    ) {
        self.writer = writer
        self.delivery = delivery
        self.from = from
        self.mailer = mailer
        self.wakeSignal = wakeSignal
        self.clock = clock
        self.beforeEach = beforeEach
    }

    /// Starts the thread, which runs until `stop`.
    func start() {
        thread.enter()
        let thread = Thread { [self] in
            while !isStopping {
                do { try deliverDue() } catch { Log.error("the outbox: \(error)") }
                wakeSignal.wait(seconds: Self.round)
            }
            self.thread.leave()
        }
        thread.name = "mail-sender"
        thread.start()
    }

    /// Stops sending; returns when the current email is sent or back in the outbox.
    func stop() {
        stopped.withLock { $0 = $0 ?? .now }
        wakeSignal.wake()
        thread.wait()
    }

    private var isStopping: Bool { stopped.withLock { $0 != nil } }
    private var isOutOfTime: Bool { stopped.withLock { $0.map { $0 + Self.grace < .now } ?? false } }

    /// Sends every email that is due, until the server cannot be reached.
    func deliverDue() throws {
        let now = clock()
        try writer.writeNow { try Outbox($0).tidy(now: now) }
        while !isStopping, let mail = try takeNext() {
            guard try deliver(mail) else { return }
        }
    }

    private func takeNext() throws -> TakenMail? {
        let now = clock()
        return try writer.writeNow { [beforeEach, mailer] db in
            try beforeEach(db, mailer, now)
            return try Outbox(db).take(now: now)
        }
    }

    /// Sends one email and records the result; `false` if the server cannot be reached, so that others need not be
    /// tried now.
    private func deliver(_ mail: TakenMail) throws -> Bool {
        let now = clock()
        guard mail.giveUpAt > now, let message = message(mail) else {
            let reason = mail.giveUpAt > now ? "nothing can be sent to such an address" : nil
            _ = try writer.writeNow { try Outbox($0).giveUp(mail.id, reason: reason) }
            return true
        }
        do {
            let answer = try delivery.send(message) { self.isOutOfTime }
            Log.notice("mail \(mail.id) (\(mail.kind)): \(answer)")
            try writer.writeNow { try Outbox($0).markSent(mail.id, now: now) }
            return true
        } catch let failure as DeliveryFailure {
            Log.error("mail \(mail.id) (\(mail.kind)), try \(mail.tries): \(failure.reason)")
            try writeDown(failure, mail)
            if case .unreachable = failure { return false }
            return true
        }
    }

    private func writeDown(_ failure: DeliveryFailure, _ mail: TakenMail) throws {
        var isFinal = mail.nextTryAt >= mail.giveUpAt
        if case .refused = failure { isFinal = true }
        try writer.writeNow { [isFinal] db in
            if isFinal {
                _ = try Outbox(db).giveUp(mail.id, reason: failure.reason)
            } else {
                try Outbox(db).note(failure.reason, id: mail.id)
            }
        }
    }

    /// The email with its link's token in place of the seal; `nil` if its address cannot be used.
    private func message(_ mail: TakenMail) -> Message? {
        func opened(_ content: String) -> String {
            mail.seal.map { content.replacing(bytes: $0, with: mailer.token(of: $0)) } ?? content
        }
        guard let to = MailAddress(mail.recipient), let subject = HeaderText(mail.subject),
            let language = HeaderText(mail.language),
            let id = MailAddress("\(mail.createdAt).\(mail.id)@\(from.address.domain)")
        else { return nil }
        let unsubscribe = mail.user.flatMap { user in
            MailKind(rawValue: mail.kind)?.topic.map { mailer.unsubscribeLink($0, user: user) }
        }
        return Message(
            id: id, from: from, to: to, date: mail.createdAt, subject: subject, language: language,
            text: opened(mail.text), html: opened(mail.html),
            unsubscribe: unsubscribe.flatMap(HeaderText.init))
    }
}

extension Site {
    var mailSender: MailSender { part() }
}
