// Tests of the addresses that visitors may make the site fetch: the first and last address of each special network.

import Foundation
import Testing

@testable import Fetching

@Suite struct PublicAddressTests {
    /// Parses `1.2.3.4`, or eight groups of IPv6 with `::` for zeros.
    private static func bytes(_ text: String) -> [UInt8] {
        if !text.contains(":") { return text.split(separator: ".").compactMap { UInt8($0) } }
        let halves = text.components(separatedBy: "::").map { half in
            half.split(separator: ":").compactMap { UInt16($0, radix: 16) }.flatMap {
                [UInt8($0 >> 8), UInt8($0 & 255)]
            }
        }
        guard halves.count == 2 else { return halves[0] }
        return halves[0] + Array(repeating: 0, count: 16 - halves[0].count - halves[1].count) + halves[1]
    }

    @Test(arguments: [
        "1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.216.34", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0",
        "168.63.129.15", "168.63.129.17", "223.255.255.255", "2600::1", "2a00:1450:4001:800::200e",
        "2606:2800:220:1:248:1893:25c8:1946", "2001:200::1", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::",
        "2003::1", "3ffe:ffff::1",
    ])
    func `an address of the public internet may be fetched`(address: String) {
        let bytes = Self.bytes(address)
        #expect([4, 16].contains(bytes.count))
        #expect(isPublicAddress(bytes))
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255",
        "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
        "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1",
        "192.168.0.0", "192.168.255.255", "192.175.48.1", "198.18.0.0", "198.19.255.255", "198.51.100.1",
        "203.0.113.255", "168.63.129.16", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
        "::", "::1", "::7f00:1", "::ffff:7f00:1", "::ffff:808:808", "64:ff9b::7f00:1", "64:ff9b::808:808",
        "64:ff9b:1::1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1ff:ffff::1",
        "2001:db8::1", "2002:7f00:1::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "4000::1",
        "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ffff::1",
    ])
    func `an address of any other network may not be fetched, however it is written`(address: String) {
        let bytes = Self.bytes(address)
        #expect([4, 16].contains(bytes.count))
        #expect(!isPublicAddress(bytes))
    }

    @Test func `bytes of another length are not a public address`() {
        for count in [0, 1, 3, 5, 15, 17, 32] { #expect(!isPublicAddress(Array(repeating: 8, count: count))) }
    }

    @Test(arguments: [
        ("example.org", "https://example.org"), ("example.org:80/a", "https://example.org:80/a"),
        ("HTTP://Example.org/b?c=d#e", "HTTP://Example.org/b?c=d"),
        ("https://example.org:443/", "https://example.org:443/"),
        ("https://[2600::1]/", "https://[2600::1]/"),
    ])
    func `web addresses are accepted, also without http or https`(typed: String, url: String) throws {
        #expect(try WebAddress(typed).url == url)
    }

    @Test(arguments: [
        ("", WebAddress.Problem.form), ("https://", .form), ("file:///etc/passwd", .form),
        ("ftp://example.org/", .form),
        ("gopher://example.org/", .form), ("dict://example.org/", .form), ("javascript:alert(1)", .form),
        ("mailto:a@example.org", .form), ("https://example.org/ x", .form), ("https://example.org\\@127.0.0.1/", .form),
        ("https://example.org/\r\nHost: b", .form), ("//example.org", .form),
        ("https://a@example.org/", .credentials), ("https://a:b@example.org/", .credentials),
        ("https://:b@example.org/", .credentials), ("a:b@example.org", .form),
        ("https://example.org:22/", .port), ("http://example.org:25", .port), ("http://example.org:6379/", .port),
        ("http://example.org:0/", .port), ("http://127.0.0.1:8080/", .port), ("example.org:8443", .port),
    ])
    func `all other addresses are refused before a DNS lookup`(typed: String, problem: WebAddress.Problem) {
        #expect(throws: problem) { try WebAddress(typed) }
    }

    @Test func `an address at the length limit is accepted, a longer one refused`() {
        let start = "https://example.org/"
        let fits = start + String(repeating: "x", count: WebAddress.longest - start.utf8.count)
        #expect(throws: Never.self) { try WebAddress(fits) }
        #expect(throws: WebAddress.Problem.form) { try WebAddress(fits + "x") }
    }

    @Test func `the test setting allows one port of this machine and no other`() {
        let test = "http://127.0.0.1:4711"
        #expect(throws: Never.self) { try WebAddress(test + "/page", test: test) }
        for other in [
            "http://127.0.0.1:4712/", "https://127.0.0.1:4711/", "http://localhost:4711/", "http://127.0.0.2:4711/",
        ] {
            #expect(throws: WebAddress.Problem.port) { try WebAddress(other, test: test) }
        }
    }
}
