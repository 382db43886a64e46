// Sends what is in the outbox: one thread beside the site, since a slow mail server may hold up nobody.

import Bytes
import Database
import Dispatch
import Foundation
import Mail
import Security
import Synchronization

/// The one who takes mails to the server. Each is taken in a transaction before it is sent; when the process dies in
/// between, it is sent again later, so that a mail may come twice and never not at all.
final class Postman: Sendable {
    /// Beside the bell it looks so often, for mails whose time has come and those that a command queued.
    private static let round = 60
    /// A mail on its way has so long when the site stops.
    private static let grace = Duration.seconds(3)

    private let writer: Writer
    private let delivery: any Delivery
    private let from: Mailbox
    private let mailer: Mailer
    private let bell: DispatchSemaphore
    private let clock: @Sendable () -> Int
    /// What is to be done before a mail is taken, such as answering requests that lead to mails.
    private let errands: @Sendable (Connection, Mailer, Int) throws -> Void
    private let stopped = Mutex<ContinuousClock.Instant?>(nil)
    private let thread = DispatchGroup()

    init(
        writer: Writer, delivery: any Delivery, from: Mailbox, mailer: Mailer, bell: DispatchSemaphore,
        clock: @escaping @Sendable () -> Int,
        errands: @escaping @Sendable (Connection, Mailer, Int) throws -> Void
    ) {
        self.writer = writer
        self.delivery = delivery
        self.from = from
        self.mailer = mailer
        self.bell = bell
        self.clock = clock
        self.errands = errands
    }

    /// Begins to send, until `stop`.
    func start() {
        thread.enter()
        let thread = Thread { [self] in
            while !isStopping {
                do { try deliverDue() } catch { Log.error("the outbox: \(error)") }
                // A bell that rang often needs one look only.
                _ = bell.wait(timeout: .now() + .seconds(Self.round))
                while bell.wait(timeout: .now()) == .success {}
            }
            self.thread.leave()
        }
        thread.name = "postman"
        thread.start()
    }

    /// Sends no more, and returns when the mail on its way is gone or given back.
    func stop() {
        stopped.withLock { $0 = $0 ?? .now }
        bell.signal()
        thread.wait()
    }

    private var isStopping: Bool { stopped.withLock { $0 != nil } }
    private var isOutOfTime: Bool { stopped.withLock { $0.map { $0 + Self.grace < .now } ?? false } }

    /// Sends every mail that is due, until the server cannot be reached.
    func deliverDue() throws {
        let now = clock()
        try writer.writeNow { try Outbox($0).tidy(now: now) }
        while !isStopping, let mail = try takeNext() {
            guard try deliver(mail) else { return }
        }
    }

    private func takeNext() throws -> TakenMail? {
        let now = clock()
        return try writer.writeNow { [errands, mailer] db in
            try errands(db, mailer, now)
            return try Outbox(db).take(now: now)
        }
    }

    /// Sends one mail and writes down what came of it; `false` when it is no use to try others now.
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

    /// The mail with its link in place of the seal; nil where nothing can be sent to the address.
    private func message(_ mail: TakenMail) -> Message? {
        func opened(_ content: String) -> String {
            mail.seal.map { content.replacing(bytes: $0, with: mailer.token(of: $0)) } ?? content
        }
        guard let to = MailAddress(mail.recipient), let subject = HeaderText(mail.subject),
            let language = HeaderText(mail.language),
            let id = MailAddress("\(mail.createdAt).\(mail.id)@\(from.address.domain)")
        else { return nil }
        let canBeOff = mail.user != nil && MailKind(rawValue: mail.kind)?.canBeTurnedOff == true
        return Message(
            id: id, from: from, to: to, date: mail.createdAt, subject: subject, language: language,
            text: opened(mail.text), html: opened(mail.html),
            unsubscribe: canBeOff ? HeaderText(mailer.baseURL + Address.preferences()) : nil)
    }
}
