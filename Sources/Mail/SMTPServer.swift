// A mail server, spoken to by libcurl over SMTP: encrypted, the certificate checked, within a time limit.

import CCurl
import Foundation

/// The server that takes the site's mails: `smtps://` is encrypted from the start, `smtp://` by STARTTLS.
///
/// Without encryption only a server on this machine is spoken to, and only if it offers none.
public struct SMTPServer: Delivery {
    public struct Invalid: Error, CustomStringConvertible {
        public let description: String
    }

    private let address: String
    private let user: String?
    private let password: String?
    private let certificates: String?
    private let seconds: Int
    private let isHere: Bool

    /// `smtp://user:password@host:port`, user and password percent-encoded; `certificates` is a file of those that are
    /// trusted instead of the system's; a mail takes `seconds` at most.
    public init(url: String, certificates: String?, seconds: Int) throws(Invalid) {
        guard let parts = URLComponents(string: url), ["smtp", "smtps"].contains(parts.scheme ?? ""),
            let host = parts.encodedHost, !host.isEmpty, ["", "/"].contains(parts.path), parts.query == nil,
            parts.fragment == nil, (parts.user == nil) == (parts.password == nil)
        else {
            throw Invalid(description: "smtp://user:password@host:port or smtps://… is what a mail server is named by")
        }
        address = "\(parts.scheme ?? "smtp")://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        user = parts.user
        password = parts.password
        self.certificates = certificates
        self.seconds = seconds
        isHere = ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    public func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String {
        guard Self.isStarted, let handle = curl_easy_init() else { throw .unreachable("libcurl does not start") }
        defer { curl_easy_cleanup(handle) }
        var errors = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let recipients = curl_slist_append(nil, "<\(message.to.text)>")
        defer { curl_slist_free_all(recipients) }
        let transfer = Transfer(message.bytes, isStopping: isStopping)
        let result = errors.withUnsafeMutableBufferPointer { errors in
            toque_curl_errors(handle, errors.baseAddress)
            configure(handle, message, recipients)
            return withExtendedLifetime(transfer) {
                transfer.serve(handle)
                return curl_easy_perform(handle)
            }
        }
        if result == CURLE_OK { return transfer.lastLine }
        // Else curl would say goodbye to a server that is silent, and wait two minutes for its answer.
        toque_curl_hang_up(handle)
        let status = toque_curl_status(handle)
        let said = errors.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let reason = status >= 400 || said.isEmpty ? transfer.lastLine : String(decoding: said, as: UTF8.self)
        throw Self.failure(
            result, status, hasContent: transfer.sent > 0,
            reason.isEmpty ? String(cString: curl_easy_strerror(result)) : reason)
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ message: Message, _ recipients: UnsafeMutablePointer<curl_slist>?
    ) {
        // The path is the name that the site gives itself in its greeting.
        toque_curl_text(handle, CURLOPT_URL, "\(address)/\(message.from.address.domain)")
        toque_curl_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        toque_curl_number(handle, CURLOPT_USE_SSL, isHere ? toque_curl_tls_if_offered : toque_curl_tls_always)
        if let certificates { toque_curl_text(handle, CURLOPT_CAINFO, certificates) }
        if let user, let password {
            toque_curl_text(handle, CURLOPT_USERNAME, user)
            toque_curl_text(handle, CURLOPT_PASSWORD, password)
        }
        toque_curl_text(handle, CURLOPT_MAIL_FROM, "<\(message.from.address.text)>")
        toque_curl_list(handle, CURLOPT_MAIL_RCPT, recipients)
        toque_curl_number(handle, CURLOPT_UPLOAD, 1)
        toque_curl_number(handle, CURLOPT_TIMEOUT, seconds)
        toque_curl_number(handle, CURLOPT_CONNECTTIMEOUT, seconds)
        // Else the time would not hold while a name is looked up: that thread would be waited for.
        toque_curl_number(handle, CURLOPT_QUICK_EXIT, 1)
        // Signals belong to the process, and this is one thread of it.
        toque_curl_number(handle, CURLOPT_NOSIGNAL, 1)
    }

    /// The server's own no to this mail comes after MAIL, RCPT or the content; a no to the greeting, to STARTTLS or to
    /// the password is the operator's to mend, and says nothing of the mail.
    private static func failure(
        _ result: CURLcode, _ status: Int, hasContent: Bool, _ reason: String
    ) -> DeliveryFailure {
        let reason = String(reason.prefix(300))
        // libcurl tells a no to the greeting and one to the content by the same word.
        guard result == CURLE_SEND_ERROR || result == CURLE_WEIRD_SERVER_REPLY && hasContent else {
            return .unreachable(reason)
        }
        return switch status {
        case 400..<500: .later(reason)
        case 500..<600: .refused(reason)
        default: .unreachable(reason)
        }
    }

    /// libcurl is started once in a process, before it is used.
    private static let isStarted = toque_curl_start() == CURLE_OK
}

/// One mail on its way: what curl's callbacks read and write, all on the thread that sends.
private final class Transfer {
    private let bytes: [UInt8]
    private(set) var sent = 0
    private let isStopping: @Sendable () -> Bool
    /// The last line that the server said.
    private(set) var lastLine = ""

    init(_ bytes: [UInt8], isStopping: @escaping @Sendable () -> Bool) {
        self.bytes = bytes
        self.isStopping = isStopping
    }

    /// Lets the handle call this object, which has to live until the transfer ends.
    func serve(_ handle: UnsafeMutableRawPointer) {
        toque_curl_callbacks(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { buffer, size, count, context in Transfer.of(context)?.read(into: buffer, size * count) ?? 0 },
            { line, size, count, context in
                Transfer.of(context)?.hear(UnsafeRawBufferPointer(start: line, count: size * count))
                return size * count
            },
            { context, _, _, _, _ in Transfer.of(context)?.isStopping() == true ? 1 : 0 })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
        let count = min(size, bytes.count - sent)
        bytes[sent...].withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(
                from: .init(rebasing: source[..<count]))
        }
        sent += count
        return count
    }

    private func hear(_ line: UnsafeRawBufferPointer) {
        lastLine = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
