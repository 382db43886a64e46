// Tests of long bodies on disk: they are limited per request, per client and in total.

import Foundation
import Testing

@testable import HTTP

@Suite struct `Long bodies` {
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"
    private let allowance = Allowance(100_000)

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func parser(spool: Spool? = nil) -> RequestParser {
        RequestParser(spool: spool ?? Spool(folder: folder, allowance: allowance))
    }

    private func post(_ content: [UInt8], type: String = "image/png") -> [UInt8] {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(content.count)\r\n\r\n"
        return Array(head.utf8) + content
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) } }

    @Test(arguments: [1, 1_000, 100_000])
    func `a long body is in a file without a name and reads back as sent`(piece: Int) throws {
        var parser = parser()
        let content = bytes(40_000)
        var rest = post(content)[...]
        var request: Request?
        while request == nil && !rest.isEmpty {
            parser.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            request = try parser.next()
            #expect(parser.held <= Limits().bodyInMemory + 2 * piece + 1_000)
        }
        let body = try #require(request?.body)
        #expect(body.isOnDisk && allowance.used == 40_000)
        #expect(try body.bytes() == content)
        #expect(try body[10..<20].bytes() == Array(content[10..<20]))
        #expect(try body[7..<7].bytes().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `a short body stays in memory`() throws {
        var parser = parser()
        parser.feed(post(bytes(Limits().bodyInMemory)))
        #expect(try parser.next()?.body.isOnDisk == false)
        #expect(allowance.used == 0)
    }

    @Test func `disk space is released with the last part of the body`() throws {
        var file: UploadedFile?
        do {
            var parser = parser()
            let content =
                Array("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n".utf8)
                + bytes(50_000) + Array("\r\n--x--".utf8)
            parser.feed(post(content, type: "multipart/form-data; boundary=x"))
            file = try parser.next()?.form().file("f")
        }
        #expect(allowance.used > 50_000)
        #expect(file?.content.isOnDisk == true)
        #expect(try file?.content.bytes() == bytes(50_000))
        file = nil
        #expect(allowance.used == 0)
    }

    @Test func `a body beyond the disk space of all bodies gets a 503 and uses none`() throws {
        var first = parser()
        first.feed(post(bytes(90_000)))
        let request = try first.next()
        var second = parser()
        second.feed(post(bytes(20_000)))
        #expect { try second.next() } throws: { ($0 as? ParseFailure)?.status == .unavailable }
        #expect(allowance.used == 90_000)
        #expect(request?.body.count == 90_000)
    }

    @Test func `a client has a share of the disk space, a trusted proxy has all of it`() throws {
        let spool = Spool(folder: folder, allowance: allowance, part: 50_000) { $0 == "proxy" ? nil : $0 }
        func read(_ count: Int, from peer: String) throws -> Request? {
            var parser = RequestParser(spool: spool, peer: peer)
            parser.feed(post(bytes(count)))
            return try parser.next()
        }
        var held = [try read(30_000, from: "a")]
        #expect { try read(20_001, from: "a") } throws: { ($0 as? ParseFailure)?.status == .unavailable }
        #expect(allowance.used == 30_000)
        held.append(try read(20_000, from: "a"))
        held.append(try read(20_000, from: "b"))
        held = []
        #expect(allowance.used == 0)
        held = [try read(50_000, from: "a"), try read(50_000, from: "proxy")]
        #expect(held.count == 2 && allowance.used == 100_000)
        held = []
        held = [try read(100_000, from: "proxy")]
    }

    @Test func `long bodies get a 503 when the folder cannot be written`() throws {
        var parser = parser(spool: Spool(folder: folder + "/not", allowance: allowance))
        parser.feed(post(bytes(20_000)))
        #expect { try parser.next() } throws: { ($0 as? ParseFailure)?.status == .unavailable }
        #expect(allowance.used == 0)
    }

    @Test func `a chunked body is stored on disk`() throws {
        var parser = parser()
        let chunk = Array("2710\r\n".utf8) + bytes(10_000) + Array("\r\n".utf8)
        parser.feed("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        parser.feed(chunk + chunk + Array("0\r\n\r\n".utf8))
        let body = try #require(try parser.next()?.body)
        #expect(body.isOnDisk)
        #expect(try body.bytes() == bytes(10_000) + bytes(10_000))
    }

    @Test func `small chunks that arrive together are written together`() throws {
        var parser = parser()
        parser.feed("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        parser.feed(Array(repeating: Array("1\r\nx\r\n".utf8), count: 30_000).joined())
        let before = try Self.writes()
        let none = try parser.next()
        #expect(none == nil && parser.bodyReceived == 30_000)
        #expect(try Self.writes() - before < 100)
        parser.feed("2\r\nyz\r\n0\r\n\r\n".utf8)
        #expect(try parser.next()?.body.bytes() == Array(repeating: 0x78, count: 30_000) + [0x79, 0x7A])
    }

    /// The number of write system calls of this thread.
    private static func writes() throws -> Int {
        let figures = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
        let line = try #require(figures.split(separator: "\n").first { $0.hasPrefix("syscw: ") })
        return try #require(Int(line.dropFirst(7)))
    }

    @Test func `a file in a form may be as long as the upload limit`() throws {
        var limits = Limits()
        limits.upload = 100
        func form(_ length: Int) throws -> Form {
            let part = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
            let body = Array(part.utf8) + bytes(length) + Array("\r\n--x--".utf8)
            return try Form(body: RequestBody(body), contentType: "multipart/form-data; boundary=x", limits: limits)
        }
        #expect(try form(100).files.count == 1)
        #expect(throws: FormError.tooLarge) { try form(101) }
    }
}

@Suite struct `Allowances` {
    @Test func `a share reserves at most what is left, and releases it`() {
        let allowance = Allowance(100)
        do {
            var first = Share(of: allowance)
            var second = Share(of: allowance)
            let isTaken = [first.resize(to: 60), second.resize(to: 41), second.resize(to: 40)]
            #expect(isTaken == [true, false, true])
            #expect(allowance.used == 100)
            let isSmaller = first.resize(to: 10)
            #expect(isSmaller && allowance.used == 50)
        }
        #expect(allowance.used == 0)
    }
}
