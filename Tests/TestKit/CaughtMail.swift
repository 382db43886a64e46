// The mail server of the tests, which keeps emails in memory and can be set to fail.

import Foundation
import Mail
import Synchronization

@testable import Toque

final class CaughtMail: Delivery {
    private let caught = Mutex<[Message]>([])
    private let trouble = Mutex<DeliveryFailure?>(nil)

    /// Makes each following email fail with an error; nil accepts emails again.
    func fail(with failure: DeliveryFailure?) { trouble.withLock { $0 = failure } }

    func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String {
        if let failure = trouble.withLock({ $0 }) { throw failure }
        caught.withLock { $0.append(message) }
        return "caught"
    }

    /// Returns the emails since the last call and forgets them.
    func take() -> [Message] {
        caught.withLock { caught in
            defer { caught = [] }
            return caught
        }
    }
}

extension TestSite {
    /// Lets the mail sender run one round, and returns the emails it sent.
    func mails() throws -> [Message] {
        try site.mailSender.deliverDue()
        return mail.take()
    }

    /// The path of the link in the only email; throws if there is not exactly one.
    func link() throws -> String {
        let mails = try mails()
        guard mails.count == 1, let link = mails[0].link else { throw NoMail(count: mails.count) }
        return String(link.dropFirst(site.configuration.baseURL.count))
    }

    /// The address to which mail programs of a person post to turn emails off.
    func unsubscribePath(_ topic: MailTopic, _ person: Person) -> String {
        String(site.mailer.unsubscribeLink(topic, user: person.id).dropFirst(site.configuration.baseURL.count))
    }

    struct NoMail: Error { let count: Int }
}

extension Message {
    /// The first address in the text that has a path.
    var link: String? { text.firstMatch(of: /https?:\/\/[^\s\/]+\/[^\s]+/).map { String($0.0) } }
}
