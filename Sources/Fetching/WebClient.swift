// Fetches web pages from addresses that users type. It never connects to a private address and limits time, size and
// redirects.

import CCurl
import Foundation

/// A fetched page.
public struct WebPage: Sendable {
    /// The final address after redirects.
    public let url: String
    public let bytes: [UInt8]

    public init(url: String, bytes: [UInt8]) {
        self.url = url
        self.bytes = bytes
    }
}

/// Why an address was not read.
public enum WebFailure: Error, Equatable, Sendable {
    case address(WebAddress.Problem)
    /// It leads to this machine, its network, or another address that is not public.
    case inside
    case redirects
    case tooLong
    case tooSlow
    case status(Int)
    case unreachable
}

/// Fetches pages. It blocks up to its time limit, so never call it on an event loop.
public protocol WebReader: Sendable {
    /// Fetches a page. The time limit counts from `asked`, including the wait for a thread.
    func read(_ address: String, since asked: ContinuousClock.Instant) throws(WebFailure) -> WebPage
}

/// Sends texts to other sites. It blocks up to its time limit, so never call it on an event loop.
public protocol WebPoster: Sendable {
    /// Sends a body with POST, follows no redirect, and returns the status. The headers must not contain line breaks.
    func post(_ body: String, to address: String, headers: [(name: String, value: String)]) throws(WebFailure) -> Int
}

/// Fetches pages with libcurl. It checks each connection when it is opened, so that neither a redirect nor a name whose
/// address changes after the check leads to a private address.
public struct WebClient: WebReader, WebPoster {
    /// The maximum size of an unpacked page in bytes.
    public static let most = 5 << 20
    public static let redirects = 5

    private let seconds: Double
    /// The origin on this machine that tests may request: `http://127.0.0.1:PORT`.
    private let testOrigin: String?
    private let ports: Set<Int>
    /// The addresses of names in tests, as `NAME:PORT:ADDRESS,ADDRESS`.
    private let names: [String]

    public init(testOrigin: String? = nil) { self.init(testOrigin: testOrigin, seconds: 10) }

    init(testOrigin: String? = nil, seconds: Double, ports: Set<Int> = WebAddress.ports, names: [String] = []) {
        self.testOrigin = testOrigin
        self.seconds = seconds
        self.ports = ports
        self.names = names
    }

    public func read(_ address: String, since asked: ContinuousClock.Instant) throws(WebFailure) -> WebPage {
        let end = asked + .seconds(seconds)
        var next = address
        for _ in 0...Self.redirects {
            let here: WebAddress
            do { here = try WebAddress(next, test: testOrigin, ports: ports) } catch { throw .address(error) }
            let left = Double((end - .now) / .seconds(1))
            guard left > 0.001 else { throw .tooSlow }
            switch try ask(here, seconds: left) {
            case .page(let page): return page
            case .redirect(let target): next = target
            }
        }
        throw .redirects
    }

    public func post(
        _ body: String, to address: String, headers: [(name: String, value: String)]
    ) throws(WebFailure) -> Int {
        let place: WebAddress
        do { place = try WebAddress(address, test: testOrigin, ports: ports) } catch { throw .address(error) }
        return try perform(place, headers, body: body, seconds: seconds).status
    }

    private enum Answer {
        case page(WebPage)
        case redirect(String)
    }

    /// One request to one address.
    private func ask(_ address: WebAddress, seconds: Double) throws(WebFailure) -> Answer {
        let fields = [("Accept", "text/html,application/ld+json;q=0.9,*/*;q=0.5")]
        let (status, redirect, bytes) = try perform(address, fields, seconds: seconds)
        if let redirect { return .redirect(redirect) }
        guard status == 200 else { throw .status(status) }
        return .page(WebPage(url: address.url, bytes: bytes))
    }

    /// Sends a request and returns its status, the address of a redirect, and the content. With a `body` it is a POST.
    private func perform(
        _ address: WebAddress, _ headers: [(name: String, value: String)], body: String? = nil, seconds: Double
    ) throws(WebFailure) -> (status: Int, redirect: String?, bytes: [UInt8]) {
        guard HTTPSClient.isStarted, let handle = curl_easy_init() else { throw .unreachable }
        defer { curl_easy_cleanup(handle) }
        let fields = headers.reduce(nil) { curl_slist_append($0, "\($1.name): \($1.value)") }
        defer { curl_slist_free_all(fields) }
        configure(handle, address, fields, seconds: seconds)
        if let body { toque_curl_text(handle, CURLOPT_COPYPOSTFIELDS, body) }
        let known = names.reduce(nil) { curl_slist_append($0, $1) }
        defer { curl_slist_free_all(known) }
        toque_curl_list(handle, CURLOPT_RESOLVE, known)
        let content = Content(most: Self.most)
        let door = Door(ports: ports, testPort: address.origin == testOrigin ? address.port : nil)
        try door.perform(handle, into: content)
        let redirect = toque_curl_redirect(handle).map { String(cString: $0) }
        return (Int(toque_curl_status(handle)), redirect, content.bytes)
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ address: WebAddress, _ fields: UnsafeMutablePointer<curl_slist>?,
        seconds: Double
    ) {
        toque_curl_text(handle, CURLOPT_URL, address.url)
        toque_curl_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        toque_curl_number(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        // With a proxy from the environment, the proxy would be contacted and not the checked address.
        toque_curl_text(handle, CURLOPT_PROXY, "")
        // All encodings that libcurl supports; the limit counts the decoded bytes.
        toque_curl_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        toque_curl_text(handle, CURLOPT_USERAGENT, "Toque (recipe import)")
        toque_curl_list(handle, CURLOPT_HTTPHEADER, fields)
        toque_curl_number(handle, CURLOPT_TIMEOUT_MS, max(1, Int(seconds * 1_000)))
        // Without this, libcurl waits for the thread that looks up a name, beyond the time limit.
        toque_curl_number(handle, CURLOPT_QUICK_EXIT, 1)
        // Signals affect the whole process, but this is only one of its threads.
        toque_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    }
}

/// Decides for each connection whether it may be opened, on the calling thread.
final class Door {
    private let ports: Set<Int>
    private let testPort: Int?
    private var wasShut = false

    init(ports: Set<Int>, testPort: Int?) {
        self.ports = ports
        self.testPort = testPort
    }

    /// Sends the prepared request and collects its response. Each connection is checked when it is opened.
    func perform(_ handle: UnsafeMutableRawPointer, into content: Content) throws(WebFailure) {
        var guardian = self.guardian
        let result = withExtendedLifetime((content, self)) {
            content.serve(handle)
            return withUnsafeMutablePointer(to: &guardian) {
                toque_curl_guarded(handle, $0)
                return curl_easy_perform(handle)
            }
        }
        guard result == CURLE_OK else {
            if wasShut { throw .inside }
            if content.isTooLong { throw .tooLong }
            throw result == CURLE_OPERATION_TIMEDOUT ? .tooSlow : .unreachable
        }
    }

    /// The callback for libcurl; this object has to outlive the transfer.
    private var guardian: toque_curl_guard {
        toque_curl_guard(
            opens: { context, address, count, port in
                guard let context, let address else { return false }
                let door = Unmanaged<Door>.fromOpaque(context).takeUnretainedValue()
                return door.opens(Array(UnsafeBufferPointer(start: address, count: count)), port: Int(port))
            }, context: Unmanaged.passUnretained(self).toOpaque())
    }

    private func opens(_ address: [UInt8], port: Int) -> Bool {
        let isTest = port == testPort && (address.first == 127 && address.count == 4)
        if isTest || isPublicAddress(address) && ports.contains(port) { return true }
        wasShut = true
        return false
    }
}
