// Requests to other sites with libcurl: over HTTPS with a checked certificate, with limits of time and size, without
// redirects.

import Bytes
import CCurl
import Foundation

/// A request to another site.
public struct FetchRequest: Sendable {
    public var url: String
    /// The form fields to send with POST; `nil` for GET.
    public var form: String?
    public var headers: [(name: String, value: String)]

    public init(_ url: String, form: String? = nil, headers: [(name: String, value: String)] = []) {
        self.url = url
        self.form = form
        self.headers = headers
    }
}

/// The response with any status and its whole content.
public struct FetchAnswer: Sendable {
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Why there was no response.
public enum FetchFailure: Error, Equatable {
    /// The address is neither HTTPS nor on this machine.
    case address
    /// No response in time, no connection, a wrong certificate, or more bytes than the limit.
    case unreachable(String)
}

/// Sends requests to other sites. It blocks up to its time limit, so never call it on an event loop.
public protocol Fetcher: Sendable {
    func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer
}

/// Whether an address may be requested: over HTTPS, or without encryption on this machine only.
public func isFetchable(_ url: String) -> Bool {
    guard url.utf8.count <= 8_000, let parts = URLComponents(string: url), parts.user == nil, parts.password == nil,
        let host = parts.encodedHost, !host.isEmpty
    else { return false }
    return parts.scheme == "https" || parts.scheme == "http" && isThisMachine(host)
}

private func isThisMachine(_ host: String) -> Bool { ["127.0.0.1", "[::1]", "localhost"].contains(host) }

/// The fetcher that uses the network.
public struct HTTPSClient: Fetcher {
    /// The maximum size of a response in bytes.
    public static let most = 1 << 20

    private let seconds: Int

    public init(seconds: Int = 10) { self.seconds = seconds }

    public func fetch(_ request: FetchRequest) throws(FetchFailure) -> FetchAnswer {
        guard isFetchable(request.url), request.headers.allSatisfy({ Self.isField($0.name) && Self.isField($0.value) })
        else { throw .address }
        guard Self.isStarted, let handle = curl_easy_init() else { throw .unreachable("libcurl does not start") }
        defer { curl_easy_cleanup(handle) }
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for (name, value) in request.headers { headers = curl_slist_append(headers, "\(name): \(value)") }
        let content = Content(most: Self.most)
        configure(handle, request, headers)
        let result = withExtendedLifetime(content) {
            content.serve(handle)
            return curl_easy_perform(handle)
        }
        guard result == CURLE_OK else {
            throw .unreachable(content.isTooLong ? "too long" : String(cString: curl_easy_strerror(result)))
        }
        return FetchAnswer(status: toque_curl_status(handle), body: content.bytes)
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ request: FetchRequest, _ headers: UnsafeMutablePointer<curl_slist>?
    ) {
        toque_curl_text(handle, CURLOPT_URL, request.url)
        toque_curl_text(handle, CURLOPT_PROTOCOLS_STR, request.url.hasPrefix(bytes: "https:") ? "https" : "http")
        // Addresses on this machine must not be requested through a proxy.
        toque_curl_text(handle, CURLOPT_NOPROXY, "127.0.0.1,localhost,::1")
        toque_curl_text(handle, CURLOPT_USERAGENT, "Toque")
        toque_curl_list(handle, CURLOPT_HTTPHEADER, headers)
        if let form = request.form { toque_curl_text(handle, CURLOPT_COPYPOSTFIELDS, form) }
        toque_curl_number(handle, CURLOPT_TIMEOUT, seconds)
        toque_curl_number(handle, CURLOPT_CONNECTTIMEOUT, seconds)
        // Without this, libcurl waits for the thread that looks up a name, beyond the time limit.
        toque_curl_number(handle, CURLOPT_QUICK_EXIT, 1)
        // Signals affect the whole process, but this is only one of its threads.
        toque_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    }

    /// Whether a text contains no byte that could end a header line.
    private static func isField(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }

    /// Initialises libcurl once in a process, before its first use.
    static let isStarted = toque_curl_start() == CURLE_OK
}

/// Collects a response up to a limit, on the calling thread.
final class Content {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLong = false
    private let most: Int

    init(most: Int) { self.most = most }

    /// Sets this object as the handle's callback; it has to live until the transfer ends.
    func serve(_ handle: UnsafeMutableRawPointer) {
        toque_curl_content(handle, Unmanaged.passUnretained(self).toOpaque()) { piece, size, count, context in
            guard let context else { return 0 }
            let content = Unmanaged<Content>.fromOpaque(context).takeUnretainedValue()
            return content.add(UnsafeRawBufferPointer(start: piece, count: size * count)) ? size * count : 0
        }
    }

    private func add(_ piece: UnsafeRawBufferPointer) -> Bool {
        isTooLong = isTooLong || bytes.count + piece.count > most
        if !isTooLong { bytes.append(contentsOf: piece) }
        return !isTooLong
    }
}
