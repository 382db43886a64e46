// Compares which requests Toque and llhttp refuse, with the strict cases of llhttp's own tests.

import Foundation
import Testing

@testable import HTTP

/// Files of public conformance suites, from the folder `TOQUE_TEST_DATA`; they may be absent.
enum Conformance {
    static func data(_ path: String) -> Data? {
        let folder = ProcessInfo.processInfo.environment["TOQUE_TEST_DATA"] ?? "../shared/data"
        return FileManager.default.contents(atPath: "\(folder)/conformance/\(path)")
    }
}

@Suite struct `llhttp's requests` {
    /// One case of the suite.
    struct Case: Decodable {
        struct Meta: Decodable { var type: String? }
        var title: String
        var meta: Meta
        var input: Data
        var outcome: String
        var reason: String?

        enum CodingKeys: String, CodingKey {
            case title, meta
            case input = "input_b64"
            case outcome, reason
        }
    }

    /// Why Toque's answer differs from llhttp's, by the title of the case; shared with script/conformance.
    struct Exceptions: Decodable {
        var stricter: [String: String]
        var laxer: [String: String]
    }

    static let exceptions = FileManager.default.contents(atPath: "Tests/Conformance/exceptions.json").flatMap {
        try? JSONDecoder().decode(Exceptions.self, from: $0)
    }

    static let suite: [Case]? = Conformance.data("http1/llhttp.json").flatMap {
        try? JSONDecoder().decode([Case].self, from: $0)
    }

    @Test(.enabled(if: suite != nil, "conformance data is missing: set TOQUE_TEST_DATA"))
    func `requests are accepted or refused as by llhttp, or more strictly for a named reason`() throws {
        let exceptions = try #require(Self.exceptions)
        for test in `llhttp's requests`.suite ?? [] where test.meta.type == "request" {
            // llhttp pauses at an upgrade for its caller, which does not make a request valid or invalid.
            // Toque drops bytes after the last request of a connection unread.
            let reason = test.reason ?? ""
            if reason.hasPrefix("Pause on") || reason.hasPrefix("Data after") || exceptions.laxer[test.title] != nil {
                continue
            }
            let refused = Self.isRefused(Self.completed(Array(test.input)))
            let expected = test.outcome == "error" || exceptions.stricter[test.title] != nil
            #expect(refused == expected, "\(test.title): \(test.reason ?? "accepted by llhttp")")
        }
    }

    /// Adds the Host field and the final empty line that many requests of the suite lack.
    static func completed(_ input: [UInt8]) -> [UInt8] {
        var text = input
        let lineEnd = Array("\r\n".utf8)
        let versions = [Array(" HTTP/1.1\r\n".utf8), Array(" HTTP/1.0\r\n".utf8)]
        if !String(decoding: input, as: UTF8.self).lowercased().contains("\nhost:") {
            text = []
            for byte in input {
                text.append(byte)
                if versions.contains(where: text.ends) { text += Array("Host: example.org\r\n".utf8) }
            }
        }
        let hasEmptyLine = text.indices.contains { text[$0...].starts(with: lineEnd + lineEnd) }
        if !hasEmptyLine && !text.ends(with: lineEnd) { text += lineEnd }
        let needsLineEnd = !hasEmptyLine || String(decoding: input, as: UTF8.self).contains("chunked")
        return needsLineEnd ? text + lineEnd : text
    }

    /// Whether the parser refuses the bytes or waits for more.
    static func isRefused(_ bytes: [UInt8]) -> Bool {
        var parser = RequestParser()
        parser.feed(bytes)
        do throws(ParseFailure) {
            while let request = try parser.next() {
                if !request.keepsAlive { break }
            }
            return false
        } catch {
            return true
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
