// Tests of writing emails: headers, addresses, bodies, folders and SMTP answers.

import Foundation
import Testing

@testable import Mail

@Suite struct HeaderTextTests {
    @Test(arguments: [
        "a\r\nBcc: eve@example.org", "a\nb", "a\rb", "a\0b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "\u{7f}",
    ])
    func `a header text with a line break is refused`(text: String) {
        #expect(HeaderText(text) == nil)
    }

    @Test(arguments: [
        "Plain words", "", "Ваш новый пароль", String(repeating: "щ", count: 200), "=?utf-8?B?QQ==?=",
        String(repeating: "long words ", count: 30), "😀 café",
    ])
    func `long or non-ASCII header texts become encoded words that fit their lines`(text: String) throws {
        let encoded = try #require(HeaderText(text)).encoded
        #expect(encoded.utf8.allSatisfy { $0 < 127 })
        let lines = "Subject: \(encoded)".components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" =?") })
        #expect(Self.decoded(encoded) == text)
    }

    /// Decodes encoded words, each of which must be valid UTF-8.
    private static func decoded(_ text: String) -> String? {
        guard text.hasPrefix("=?") else { return text }
        return text.components(separatedBy: "\r\n ").reduce("") { decoded, word in
            let base64 = word.dropFirst("=?utf-8?B?".count).dropLast(2)
            guard let decoded, let bytes = Data(base64Encoded: String(base64)) else { return nil }
            return String(data: bytes, encoding: .utf8).map { decoded + $0 }
        }
    }
}

@Suite struct MailAddressTests {
    @Test(arguments: [
        ("dora@example.org", "dora@example.org"), ("dora+mail@EXAMPLE.org", "dora+mail@example.org"),
        ("o'brien@example.org", "o'brien@example.org"), ("dora@bücher.example", "dora@xn--bcher-kva.example"),
        ("дора@почта.рф", "дора@xn--80a1acny.xn--p1ai"), ("chef@localhost", "chef@localhost"),
    ])
    func `an accepted address has an ASCII domain`(typed: String, written: String) {
        #expect(MailAddress(typed)?.text.lowercased() == written)
    }

    @Test(arguments: [
        "", "@", "dora", "dora@", "@example.org", "a@b@c", "a\r\nRCPT TO:<eve@example.org>@example.org", "a@b\r\nc",
        "a\n@b",
        "a b@example.org", "\"a b\"@example.org", "\"a\"@example.org", "<a>@example.org", "a@example.org>",
        "a,b@example.org",
        "a@example..org", "a@example.org.", "a@[127.0.0.1]", "a@exa mple.org", "a\u{85}@example.org",
        "a\u{2028}@example.org",
        "a\u{202e}@example.org", "a\u{200b}@example.org", "a@exam/ple", "a@１／２.com", "x8@١.com", "a@b:25",
        "a\0@example.org",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b", count: 260),
    ])
    func `a text that could end a command or a header is not an address`(typed: String) {
        #expect(MailAddress(typed) == nil)
    }

    @Test func `an address has at most 254 bytes, which is checked first`() {
        func address(_ length: Int) -> String {
            String(repeating: "a", count: 60) + "@" + String(repeating: "b.", count: length) + "example"
        }
        #expect(MailAddress(address(93)) != nil)
        #expect(MailAddress(address(94)) == nil)
        #expect(MailAddress(String(repeating: "@", count: 1_000_000)) == nil)
    }

    @Test func `a sender may have a name`() throws {
        #expect(try #require(Mailbox("Toque <toque@example.org>")).encoded == "Toque <toque@example.org>")
        #expect(try #require(Mailbox("toque@example.org")).encoded == "<toque@example.org>")
        let named = try #require(Mailbox("Кухня, \"Toque\" <toque@example.org>")).encoded
        #expect(named.hasPrefix("=?utf-8?B?") && named.hasSuffix("?= <toque@example.org>"))
        let comma = try #require(Mailbox("Toque, Inc. <toque@example.org>")).encoded
        #expect(comma.hasPrefix("=?utf-8?B?") && !comma.contains(","))
        for wrong in ["", "Toque", "Toque <toque>", "Toque <a@b> <c@d>", "To\r\nque <a@example.org>", "<a@example.org"]
        {
            #expect(Mailbox(wrong) == nil)
        }
    }
}

@Suite struct MessageTests {
    private func message(text: String, html: String = "<p>Hello</p>\n", subject: String = "Hello") throws -> Message {
        Message(
            id: try #require(MailAddress("1794996000000.7@example.org")),
            from: try #require(Mailbox("Toque <a@example.org>")),
            to: try #require(MailAddress("dora@example.org")), date: 1_794_996_000_000,
            subject: try #require(HeaderText(subject)), language: try #require(HeaderText("en")), text: text, html: html
        )
    }

    @Test func `a plain email is written as in RFC 5322`() throws {
        let written = String(decoding: try message(text: "Hello\n\n-- \nToque\n").bytes, as: UTF8.self)
        let boundary = "=_1794996000000.7_part"
        #expect(
            written.components(separatedBy: "\r\n") == [
                "Date: Wed, 18 Nov 2026 10:00:00 +0000", "From: Toque <a@example.org>", "To: <dora@example.org>",
                "Message-ID: <1794996000000.7@example.org>", "Subject: Hello", "Content-Language: en",
                "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "", "--\(boundary)",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 7bit", "", "Hello", "", "-- ",
                "Toque",
                "", "--\(boundary)", "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 7bit", "",
                "<p>Hello</p>", "", "--\(boundary)--", "",
            ])
    }

    @Test(arguments: [
        "Привет", String(repeating: "x", count: 2_000), "--=_1794996000000.7_part--", "a\rb", "a\0b",
    ])
    func `a text that a mail server could change is sent as Base64`(text: String) throws {
        let written = String(decoding: try message(text: text).bytes, as: UTF8.self)
        #expect(written.components(separatedBy: "Content-Transfer-Encoding: base64").count == 2)
        #expect(written.utf8.allSatisfy { $0 < 127 })
        #expect(written.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 && !$0.contains("\n") })
        #expect(written.components(separatedBy: "--=_1794996000000.7_part").count == 4)
    }
}

@Suite struct MailFolderTests {
    private let path = FileManager.default.temporaryDirectory.path + "/toque-mail-\(UInt64.random(in: 0 ... .max))"

    private func message() throws -> Message {
        Message(
            id: try #require(MailAddress("1.1@localhost")), from: try #require(Mailbox("a@localhost")),
            to: try #require(MailAddress("b@localhost")), date: 0, subject: try #require(HeaderText("x")),
            language: try #require(HeaderText("en")), text: "x", html: "x")
    }

    @Test func `an email that is not on the disk is not sent`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let message = try message()
        var folder = MailFolder(path: path)
        folder.sync = { !$0.hasSuffix(".eml.unfinished") }
        #expect(throws: DeliveryFailure.self) { try folder.send(message) { false } }
        #expect(!FileManager.default.fileExists(atPath: path + "/1.1.eml"))
    }

    @Test func `an email in the folder is complete and readable only by its owner`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let message = try message()
        for _ in 0..<2 {
            let file = try MailFolder(path: path).send(message) { false }
            #expect(file == path + "/1.1.eml")
            #expect(FileManager.default.contents(atPath: file) == Data(message.bytes))
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["1.1.eml"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        #expect(throws: DeliveryFailure.self) { try MailFolder(path: path + "/1.1.eml").send(message) { false } }
    }
}

@Suite struct SMTPServerTests {
    @Test(arguments: [
        "", "example.org", "http://example.org", "smtp://", "smtp://example.org/inbox", "smtp://example.org?x",
        "smtp://user@example.org",
    ])
    func `a text that does not name a mail server is refused`(url: String) {
        #expect(throws: SMTPServer.Invalid.self) { try SMTPServer(url: url, certificates: nil, seconds: 1) }
    }
}

/// A mail server for one connection, with scripted answers.
private enum ScriptedServer {
    /// Starts the server and returns its port; the keys of `answers` are SMTP commands, `greeting` and `content`.
    static func start(_ answers: [String: String]) throws -> Int {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isOpen)
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            close(listener)
            speak(connection, answers)
            close(connection)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func speak(_ connection: Int32, _ answers: [String: String]) {
        func say(_ line: String) {
            let bytes = Array("\(line)\r\n".utf8)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        say(answers["greeting"] ?? "220 hello")
        var (line, isContent) = ("", false)
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            line.unicodeScalars.append(UnicodeScalar(byte))
            guard byte == 10 else { continue }
            let word = String(line.prefix { $0.isLetter })
            if word == "QUIT" { return }
            if isContent {
                isContent = line != ".\r\n"
                if !isContent { say(answers["content"] ?? "250 taken") }
            } else {
                isContent = word == "DATA"
                say(answers[word] ?? (isContent ? "354 go on" : "250 well"))
            }
            line = ""
        }
    }
}

@Suite struct RefusedMailTests {
    private func send(_ answers: [String: String]) throws -> String {
        let message = Message(
            id: try #require(MailAddress("1.1@localhost")), from: try #require(Mailbox("a@localhost")),
            to: try #require(MailAddress("b@localhost")), date: 0, subject: try #require(HeaderText("x")),
            language: try #require(HeaderText("en")), text: "x", html: "x")
        let url = "smtp://127.0.0.1:\(try ScriptedServer.start(answers))"
        return try SMTPServer(url: url, certificates: nil, seconds: 20).send(message) { false }
    }

    @Test func `the answer to an accepted email is returned`() throws { #expect(try send([:]) == "250 taken") }

    @Test(arguments: ["MAIL", "RCPT", "DATA", "content"])
    func `a server may refuse an email permanently or for now`(place: String) {
        #expect(throws: DeliveryFailure.refused("554 5.7.1 not this")) { try send([place: "554 5.7.1 not this"]) }
        #expect(throws: DeliveryFailure.later("451 4.3.0 not now")) { try send([place: "451 4.3.0 not now"]) }
    }

    @Test(arguments: ["554 5.7.1 no service here", "421 4.3.2 too busy"])
    func `a server that refuses the connection is unreachable, the email is not refused`(greeting: String) {
        #expect(throws: DeliveryFailure.unreachable(greeting)) { try send(["greeting": greeting]) }
    }
}
