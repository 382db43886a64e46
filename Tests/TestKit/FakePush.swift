// The push service of the tests: records messages, and answers with the status that an address ends with.

import Fetching
import Security
import Synchronization

@testable import Toque

final class FakePush: PushService {
    struct Message: Equatable, Sendable {
        let address: String
        let body: [UInt8]
        let headers: [String: String]
    }

    private let received = Mutex<[Message]>([])
    private let delay: @Sendable (String) -> Void
    var messages: [Message] { received.withLock { $0 } }

    /// `delay` is called with the address before each answer.
    init(delay: @escaping @Sendable (String) -> Void = { _ in }) { self.delay = delay }

    /// `https://push.example.org/phone/410` answers with 410, other addresses with 201.
    func send(
        _ message: [UInt8], to endpoint: PushEndpoint, headers: [(name: String, value: String)]
    ) throws(WebFailure) -> Int {
        let fields = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
        received.withLock { $0.append(Message(address: endpoint.url, body: message, headers: fields)) }
        delay(endpoint.url)
        return endpoint.url.split(separator: "/").last.flatMap { Int($0) } ?? 201
    }

    /// The form that a browser's script sends for a device.
    static func device(_ name: String = "phone") -> [(String, String)] {
        [
            ("endpoint", "https://push.example.org/\(name)"), ("p256dh", Base64URL.encode(PrivateKey().publicPoint)),
            ("auth", Base64URL.encode(Random.bytes(16))),
        ]
    }
}
