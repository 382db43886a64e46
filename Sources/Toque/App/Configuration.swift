// The settings that an operator can change: environment variables `TOQUE_*`, or the same keys in a file; the
// environment wins.

import Bytes
import Fetching
import Foundation
public import HTTP
public import HTTPServer
import Mail
public import Security
import Video

/// Every setting with its default: a complete site on one machine, all in one folder.
public struct Configuration: Sendable {
    /// The data folder: database, media, outbox, secret.
    public var data = "var"
    public var host = "127.0.0.1"
    public var port = 8080
    /// The start of links in emails and on the terminal.
    public var baseURL = "http://127.0.0.1:8080"
    /// The folder that contains `Public/`.
    public var root = "."
    public var secretFile = "var/secret"
    /// Event loops; 0 means one per core.
    public var loops = 0
    /// The path of the access log; `nil` for none.
    public var accessLog: String?
    /// With less free disk space than this, `/readyz` reports that the site is not ready.
    public var leastFreeMegabytes = 100
    public var passwordCost = PasswordCost()
    public var limits = Limits()
    public var deadlines = Deadlines()
    public var maxConnections = 10_000
    /// The most requests that handlers work on at the same time.
    public var maxRequests = 2_048
    /// Total memory for requests that have not arrived completely.
    public var inputMegabytes = 256
    /// Total disk space for long bodies.
    public var spoolMegabytes = 1_024
    /// Whether the limits of `RateLimit` apply; off only for tests and benchmarks on this machine.
    public var rateLimits = true
    /// Requests with this token may read `/metrics` from anywhere; `nil` allows only this machine.
    public var metricsToken: String?
    /// A list of words that are refused as passwords, one per line; ignored if the file is missing.
    public var passwordWords = "/usr/share/dict/cracklib-small"
    /// Whether small changes of trusted authors are approved without a moderator.
    public var approvesAutomatically = false
    /// Whether moderators and admins must use two-step login.
    public var requiresTwoStep = false
    /// The server that sends emails; `nil` writes them as files to the outbox.
    var smtp: SMTPServer?
    /// The sender of emails; `nil` for `toque` at the host of the base URL.
    private var mailFrom: Mailbox?

    /// An address on this machine that recipe imports may read, for tests: `http://127.0.0.1:PORT`.
    var importTestHost: String?
    /// The origin of a push service on this machine, for tests: `http://127.0.0.1:PORT`.
    var pushTestHost: String?
    /// The providers with which users may log in.
    var providers: [Provider] = []

    /// The certificate and its key, as PEM files; with them the site itself speaks HTTPS.
    public var certificate: String?
    public var certificateKey: String?
    /// The port that redirects unencrypted clients to HTTPS.
    public var httpPort: Int?
    /// How long browsers must use HTTPS only.
    public var hstsSeconds = 31_536_000
    /// Whether that includes every subdomain of the site's name.
    public var hstsSubdomains = false
    /// Where to report security problems, as `mailto:` or `https:`.
    var securityContact: String?
    var backups = BackupSettings()
    /// Where bug reports and errors are forwarded.
    var webhook: WebhookSettings?
    var trustedProxies = TrustedProxies()
    /// ffmpeg, if the machine has it; without it steps have only photos.
    var video = VideoTools.installed

    public init() {}

    /// Every setting that is a whole number: its key, its range, and the property that it sets.
    private static let numbers:
        [(key: String, range: ClosedRange<Int>, set: @Sendable (inout Configuration, Int) -> Void)] = [
            ("TOQUE_PORT", 0...65_535, { $0.port = $1 }),
            ("TOQUE_HTTP_PORT", 0...65_535, { $0.httpPort = $1 }),
            ("TOQUE_HSTS_SECONDS", 0...315_360_000, { $0.hstsSeconds = $1 }),
            ("TOQUE_LOOPS", 0...256, { $0.loops = $1 }),
            ("TOQUE_BACKUP_HOURS", 0...8_760, { $0.backups.hours = $1 }),
            ("TOQUE_BACKUP_KEEP", 1...1_000, { $0.backups.keep = $1 }),
            ("TOQUE_LEAST_FREE_MB", 0...1_000_000, { $0.leastFreeMegabytes = $1 }),
            ("TOQUE_ARGON2_MEMORY_KIB", 64...4_194_304, { $0.passwordCost.memory = UInt32($1) }),
            ("TOQUE_ARGON2_PASSES", 1...100, { $0.passwordCost.passes = UInt32($1) }),
            ("TOQUE_MAX_REQUEST_LINE", 64...1_048_576, { $0.limits.requestLine = $1 }),
            ("TOQUE_MAX_HEADER_BYTES", 1_024...1_048_576, { $0.limits.headerBlock = $1 }),
            ("TOQUE_MAX_HEADER_FIELDS", 10...10_000, { $0.limits.headerFields = $1 }),
            ("TOQUE_MAX_FORM_BYTES", 1_024...104_857_600, { $0.limits.form = $1 }),
            ("TOQUE_MAX_FORM_FIELDS", 10...100_000, { $0.limits.formFields = $1 }),
            ("TOQUE_MAX_FORM_FILES", 1...10_000, { $0.limits.formFiles = $1 }),
            ("TOQUE_MAX_UPLOAD_BYTES", 1_024...1_073_741_824, { $0.limits.upload = $1 }),
            ("TOQUE_MAX_CONNECTIONS", 1...1_000_000, { $0.maxConnections = $1 }),
            ("TOQUE_MAX_REQUESTS", 1...100_000, { $0.maxRequests = $1 }),
            ("TOQUE_MAX_INPUT_MB", 1...1_000_000, { $0.inputMegabytes = $1 }),
            ("TOQUE_MAX_SPOOL_MB", 1...1_000_000, { $0.spoolMegabytes = $1 }),
            ("TOQUE_HEADER_SECONDS", 1...3_600, { $0.deadlines.header = Double($1) }),
            ("TOQUE_BODY_SECONDS", 1...3_600, { $0.deadlines.body = Double($1) }),
            ("TOQUE_IDLE_SECONDS", 1...3_600, { $0.deadlines.idle = Double($1) }),
            ("TOQUE_WRITE_SECONDS", 1...3_600, { $0.deadlines.write = Double($1) }),
        ]

    public var databasePath: String { site.databasePath }

    /// The part that features may use.
    var site: SiteConfiguration {
        SiteConfiguration(
            data: data, baseURL: baseURL, trustedProxies: trustedProxies, hasMailServer: smtp != nil,
            requiresTwoStep: requiresTwoStep, approvesAutomatically: approvesAutomatically,
            securityContact: securityContact, video: video, backups: backups,
            secretFile: secretFile, webhook: webhook)
    }

    /// The address of the server that listens on a port.
    func address(port: Int) -> String {
        "\(certificate == nil ? "http" : "https")://\(host.contains(bytes: ":") ? "[\(host)]" : host):\(port)"
    }
    public var isSecure: Bool { site.isSecure }

    /// A setting that cannot be used, described in one line.
    public struct Invalid: Error, CustomStringConvertible {
        public let description: String
    }

    /// Reads the settings; `overrides` are command-line options and win over both.
    public static func load(
        environment: [String: String], file: String? = nil, overrides: [String: String] = [:]
    ) throws -> Configuration {
        let values = try Settings(environment: environment, file: file, overrides: overrides)
        let configuration = try Configuration(values: values)
        try values.refuseUnknown()
        return configuration
    }

    private init(values: Settings) throws {
        if let data = values["TOQUE_DATA"] { self.data = data }
        if let host = values["TOQUE_HOST"] { self.host = host }
        for setting in Self.numbers {
            if let number = try Self.number(setting.key, in: values, setting.range) { setting.set(&self, number) }
        }
        root = values["TOQUE_ROOT"] ?? root
        secretFile = values["TOQUE_SECRET_FILE"] ?? data + "/secret"
        accessLog = values["TOQUE_ACCESS_LOG"].flatMap { $0.isEmpty ? nil : $0 }
        metricsToken = values["TOQUE_METRICS_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        passwordWords = values["TOQUE_PASSWORD_WORDS"] ?? passwordWords
        approvesAutomatically = try Self.flag("TOQUE_AUTO_APPROVE", in: values) ?? approvesAutomatically
        requiresTwoStep = try Self.flag("TOQUE_REQUIRE_TWO_STEP", in: values) ?? requiresTwoStep
        hstsSubdomains = try Self.flag("TOQUE_HSTS_SUBDOMAINS", in: values) ?? hstsSubdomains
        try readEncryption(values)
        baseURL = values["TOQUE_BASE_URL"] ?? address(port: port)
        rateLimits = try Self.rateLimits(values["TOQUE_RATE_LIMITS"], host: host)
        guard baseURL.hasPrefix(bytes: "http://") || baseURL.hasPrefix(bytes: "https://"),
            !baseURL.hasSuffix(bytes: "/")
        else {
            throw Invalid(description: "TOQUE_BASE_URL has to start with http:// or https:// and end without a slash")
        }
        guard isSecure || certificate == nil else {
            throw Invalid(description: "TOQUE_BASE_URL has to start with https:// where TOQUE_TLS_CERT is set")
        }
        backups.folder = values["TOQUE_BACKUP_FOLDER"].flatMap { $0.isEmpty ? nil : $0 }
        backups.keyFile = values["TOQUE_BACKUP_KEY_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        securityContact = try Self.contact(values["TOQUE_SECURITY_CONTACT"])
        try readMail(values)
        providers = try ProviderSettings.read(values)
        importTestHost = try Self.testHost("TOQUE_IMPORT_TEST_HOST", in: values)
        pushTestHost = try Self.testHost("TOQUE_PUSH_TEST_HOST", in: values)
        webhook = try readWebhook(values)
    }

    /// Accepts an email address, or an address that begins with `mailto:` or `https://`.
    private static func contact(_ text: String?) throws -> String? {
        guard let text, !text.isEmpty else { return nil }
        if let address = MailAddress(text.dropping(prefix: "mailto:").map { String($0) } ?? text) {
            return "mailto:\(address.text)"
        }
        let isPlain = text.utf8.allSatisfy { (33...126).contains($0) }
        guard isPlain, text.hasPrefix(bytes: "https://"), text.utf8.count > "https://".utf8.count else {
            throw Invalid(description: "TOQUE_SECURITY_CONTACT has to be an email address, or start with https://")
        }
        return text
    }

    /// Accepts only `http://127.0.0.1:PORT`, without a path.
    private static func testHost(_ key: String, in values: Settings) throws -> String? {
        guard let text = values[key], !text.isEmpty else { return nil }
        guard let port = text.dropping(prefix: "http://127.0.0.1:"), !port.hasPrefix(bytes: "+"), UInt16(port) != nil
        else {
            throw Invalid(description: "\(key) has to be http://127.0.0.1:PORT; it is for tests only")
        }
        return text
    }

    /// Accepts an `https://` address without a user name, on port 443, with a secret. Shows neither, since the address
    /// may contain a secret too.
    private func readWebhook(_ values: Settings) throws -> WebhookSettings? {
        func text(_ key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }
        let (url, secret) = (text("TOQUE_WEBHOOK_URL"), text("TOQUE_WEBHOOK_SECRET"))
        if url == nil, secret == nil { return nil }
        guard let url, let secret else {
            throw Invalid(description: "TOQUE_WEBHOOK_URL and TOQUE_WEBHOOK_SECRET need each other")
        }
        let isForTests = importTestHost.map { url.hasPrefix(bytes: $0 + "/") } ?? false
        let isAllowed = url.hasPrefix(bytes: "https://") && (try? WebAddress(url)) != nil
        guard isForTests || isAllowed else {
            throw Invalid(
                description: "TOQUE_WEBHOOK_URL has to start with https://, without a user name and on port 443")
        }
        guard secret.utf8.count >= WebhookSettings.shortest else {
            throw Invalid(description: "TOQUE_WEBHOOK_SECRET has to have at least \(WebhookSettings.shortest) bytes")
        }
        return WebhookSettings(url: url, secret: secret)
    }

    private mutating func readMail(_ values: Settings) throws {
        func text(_ key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }
        if let from = text("TOQUE_MAIL_FROM") {
            guard let mailbox = Mailbox(from) else {
                throw Invalid(description: "TOQUE_MAIL_FROM has to be an address, or Name <address>")
            }
            mailFrom = mailbox
        }
        let seconds = try Self.number("TOQUE_SMTP_SECONDS", in: values, 1...600) ?? 60
        let certificates = text("TOQUE_SMTP_CA_FILE")
        guard let url = text("TOQUE_SMTP_URL") else { return }
        do {
            smtp = try SMTPServer(url: url, certificates: certificates, seconds: seconds)
        } catch {
            // Does not print the setting itself, which may contain a password.
            throw Invalid(description: "TOQUE_SMTP_URL cannot be read: \(error)")
        }
    }

    /// The sender of all emails.
    var sender: Mailbox {
        let host = URLComponents(string: baseURL)?.encodedHost ?? ""
        if let sender = mailFrom ?? Mailbox("Toque <toque@\(host)>") ?? Mailbox("toque@localhost") { return sender }
        preconditionFailure("toque@localhost is an address")
    }

    private mutating func readEncryption(_ values: Settings) throws {
        certificate = values["TOQUE_TLS_CERT"].flatMap { $0.isEmpty ? nil : $0 }
        certificateKey = values["TOQUE_TLS_KEY"].flatMap { $0.isEmpty ? nil : $0 }
        guard (certificate == nil) == (certificateKey == nil) else {
            throw Invalid(description: "TOQUE_TLS_CERT and TOQUE_TLS_KEY need each other")
        }
        guard httpPort == nil || certificate != nil else {
            throw Invalid(description: "TOQUE_HTTP_PORT is for a site with TOQUE_TLS_CERT; TOQUE_PORT is its own port")
        }
        do {
            trustedProxies = try TrustedProxies(values["TOQUE_TRUSTED_PROXIES"] ?? "")
        } catch {
            throw Invalid(
                description: "TOQUE_TRUSTED_PROXIES: “\(error.word)” is no address, no network, and not “loopback”")
        }
    }

    private static func flag(_ key: String, in values: Settings) throws -> Bool? {
        switch values[key] {
        case nil: nil
        case "on": true
        case "off": false
        case let text?: throw Invalid(description: "\(key) has to be on or off, not “\(text)”")
        }
    }

    private static func number(
        _ key: String, in values: Settings, _ range: ClosedRange<Int>
    ) throws -> Int? {
        guard let text = values[key] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Invalid(
                description: "\(key) has to be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    private static func rateLimits(_ text: String?, host: String) throws -> Bool {
        switch text {
        case nil, "", "on": return true
        case "off":
            let isLoopback = host == "localhost" || ClientAddress(host)?.isLoopback == true
            guard isLoopback else {
                throw Invalid(description: "TOQUE_RATE_LIMITS=off is for tests on this machine, not for \(host)")
            }
            return false
        default: throw Invalid(description: "TOQUE_RATE_LIMITS has to be on or off")
        }
    }
}
