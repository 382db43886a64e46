// Sends messages to the push services of browsers, whose addresses members send: only over HTTPS, and never to a
// private address.

import Bytes
import CCurl

/// Where a browser's push service accepts messages for it.
public struct PushEndpoint: Equatable, Sendable {
    /// The maximum length in bytes.
    public static let longest = WebAddress.longest

    public let url: String
    /// The scheme and host, which the site's signature names.
    public let origin: String
    fileprivate let address: WebAddress

    /// `nil` unless it is an HTTPS address on port 443. `testOrigin` is the only other origin, `http://127.0.0.1:PORT`.
    public init?(_ url: String, testOrigin: String? = nil) {
        guard let address = try? WebAddress(url, test: testOrigin, ports: [443]),
            url.hasPrefix(bytes: "https://") || address.origin == testOrigin
        else { return nil }
        (self.url, origin, self.address) = (address.url, address.origin, address)
    }
}

/// Delivers messages to push services. It blocks up to its time limit, so never call it on an event loop.
public protocol PushService: Sendable {
    /// Sends one message, and returns the status of the answer.
    func send(
        _ message: [UInt8], to endpoint: PushEndpoint, headers: [(name: String, value: String)]
    ) throws(WebFailure) -> Int
}

/// Delivers messages with libcurl. It checks each connection when it is opened, and follows no redirect.
public struct PushClient: PushService {
    /// The maximum size of an answer in bytes; only its status counts.
    private static let most = 64 << 10
    private static let seconds = 5

    private let testOrigin: String?

    public init(testOrigin: String? = nil) { self.testOrigin = testOrigin }

    public func send(
        _ message: [UInt8], to endpoint: PushEndpoint, headers: [(name: String, value: String)]
    ) throws(WebFailure) -> Int {
        guard HTTPSClient.isStarted, let handle = curl_easy_init() else { throw .unreachable }
        defer { curl_easy_cleanup(handle) }
        let fields = headers.reduce(nil) { curl_slist_append($0, "\($1.name): \($1.value)") }
        defer { curl_slist_free_all(fields) }
        configure(handle, endpoint, fields)
        toque_curl_body(handle, message, message.count)
        let isTest = endpoint.origin == testOrigin
        let door = Door(ports: [443], testPort: isTest ? endpoint.address.port : nil)
        try door.perform(handle, into: Content(most: Self.most))
        return Int(toque_curl_status(handle))
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ endpoint: PushEndpoint, _ fields: UnsafeMutablePointer<curl_slist>?
    ) {
        toque_curl_text(handle, CURLOPT_URL, endpoint.url)
        toque_curl_text(handle, CURLOPT_PROTOCOLS_STR, endpoint.origin == testOrigin ? "http" : "https")
        toque_curl_number(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        // With a proxy from the environment, the proxy would be contacted and not the checked address.
        toque_curl_text(handle, CURLOPT_PROXY, "")
        toque_curl_text(handle, CURLOPT_USERAGENT, "Toque")
        toque_curl_list(handle, CURLOPT_HTTPHEADER, fields)
        toque_curl_number(handle, CURLOPT_TIMEOUT, Self.seconds)
        // Without this, libcurl waits for the thread that looks up a name, beyond the time limit.
        toque_curl_number(handle, CURLOPT_QUICK_EXIT, 1)
        // Signals affect the whole process, but this is only one of its threads.
        toque_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    }
}
