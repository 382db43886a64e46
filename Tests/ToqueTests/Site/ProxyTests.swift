// Tests of client addresses, and of trusted proxies and their headers.

import Foundation
import HTTP
import HTTPServer
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ClientAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0", "0.0.0.0"), ("::1", "::1", "::/64"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1", "2001:db8::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::1", "fe80::/64"),
    ])
    func `an address has one spelling and counts by its network`(given: String, text: String, key: String) throws {
        let address = try #require(ClientAddress(given))
        #expect(address.text == text)
        #expect(address.key == key)
        #expect(ClientAddress(address.text) == address)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "x", "::g", "1::2::3", "[::1]", "1.2.3.4:80", " 1.2.3.4",
    ])
    func `a text that is not an address is refused`(text: String) { #expect(ClientAddress(text) == nil) }

    @Test func `addresses of one IPv6 network count as one client, others do not`() {
        #expect(ClientAddress("2001:db8:1:2::1")?.key == ClientAddress("2001:db8:1:2:ffff::9")?.key)
        #expect(ClientAddress("2001:db8:1:2::1")?.key != ClientAddress("2001:db8:1:3::1")?.key)
        #expect(ClientAddress("192.0.2.1")?.key != ClientAddress("192.0.2.2")?.key)
    }

    @Test func `a list of networks contains their addresses`() throws {
        let proxies = try TrustedProxies("10.1.2.3/8, 192.0.2.7 2001:db8:ff00::/40,loopback,203.0.113.128/25")
        for text in [
            "10.0.0.1", "10.255.255.255", "::ffff:10.0.0.1", "192.0.2.7", "2001:db8:ff12::1", "127.0.0.1", "127.9.9.9",
            "::1", "203.0.113.128", "203.0.113.255",
        ] {
            #expect(proxies.contains(try #require(ClientAddress(text))), "\(text)")
        }
        for text in ["11.0.0.1", "192.0.2.8", "2001:db8:fe00::1", "::2", "203.0.113.127", "128.0.0.1", "::10.0.0.1"] {
            #expect(!proxies.contains(try #require(ClientAddress(text))), "\(text)")
        }
        #expect(!TrustedProxies().contains(.unknown))
        #expect(try TrustedProxies("2001:db8::/65").contains(try #require(ClientAddress("2001:db8::7fff:0:0:1"))))
        #expect(!(try TrustedProxies("2001:db8::/65").contains(try #require(ClientAddress("2001:db8::8000:0:0:1")))))
    }

    @Test(arguments: [
        "x", "10.0.0.0/33", "10.0.0.0/0", "::/0", "::/129", "10.0.0.0/", "1.2.3.4/8/8", "10.0.0.0/-1", "fe80::1%eth0",
    ])
    func `the error for an invalid proxy names it`(word: String) {
        #expect {
            try Configuration.load(environment: ["TOQUE_TRUSTED_PROXIES": "loopback, \(word)"])
        } throws: {
            "\($0)".contains("TOQUE_TRUSTED_PROXIES: “\(word)”")
        }
    }
}

@Suite struct ClientOriginTests {
    /// The origin of a request that a proxy in 10.0.0.0/8 or on this machine passes on.
    private func origin(_ headers: Headers, from peer: String = "10.0.0.1") throws -> ClientOrigin {
        let request = try Request(method: .get, target: "/", headers: headers, peer: peer)
        return ClientOrigin(request, trusted: try TrustedProxies("10.0.0.0/8, 2001:db8:ff::/48"))
    }

    @Test func `headers of an untrusted peer do not count`() throws {
        let headers: Headers = [
            "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.test",
            "Forwarded": "for=192.0.2.1;proto=http;host=evil.test",
        ]
        for peer in ["192.0.2.99", "11.0.0.1", "2001:db8:fe::1", "", "nonsense"] {
            let origin = try origin(headers, from: peer)
            #expect(origin.address == ClientAddress(peer) ?? .unknown)
            #expect(origin.isEncrypted == nil && origin.host == nil)
        }
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("6.6.6.6, 192.0.2.1", "192.0.2.1"), ("192.0.2.1, 10.0.0.2", "192.0.2.1"),
        ("6.6.6.6,192.0.2.1,10.0.0.3,10.0.0.2", "192.0.2.1"), ("10.0.0.5, 10.0.0.6", "10.0.0.5"),
        ("192.0.2.1:4711", "192.0.2.1"), ("[2001:db8::1]:4711", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
        ("6.6.6.6, unknown", "10.0.0.1"), ("6.6.6.6, garbage, 10.0.0.2", "10.0.0.2"), ("", "10.0.0.1"),
        (",", "10.0.0.1"), ("6.6.6.6,", "10.0.0.1"), ("192.0.2.1:99999", "10.0.0.1"), ("[192.0.2.1", "10.0.0.1"),
        ("2001:db8:ff::7, 2001:db8:ff::8", "2001:db8:ff::7"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func `the last untrusted address in X-Forwarded-For counts`(field: String, address: String) throws {
        #expect(try origin(["X-Forwarded-For": field]).address.text == address)
    }

    @Test(arguments: [
        ("for=192.0.2.1", "192.0.2.1"), ("For=\"192.0.2.1:80\";by=10.0.0.1", "192.0.2.1"),
        ("for=6.6.6.6, for=192.0.2.1", "192.0.2.1"), ("for=192.0.2.1;proto=https, for=10.0.0.9", "192.0.2.1"),
        ("for=\"[2001:db8::1]:4711\"", "2001:db8::1"), ("for=\"[2001:db8::1]\"", "2001:db8::1"),
        ("for=6.6.6.6, for=unknown", "10.0.0.1"), ("for=6.6.6.6, for=_hidden, for=10.0.0.2", "10.0.0.2"),
        ("for=6.6.6.6, proto=https", "10.0.0.1"), ("garbage", "10.0.0.1"), ("for=\"192.0.2.1", "10.0.0.1"),
        ("for=1\"92.0.2.1\"", "10.0.0.1"), ("", "10.0.0.1"),
        ("secret=\"a,for=6.6.6.6;\\\"x\";for=192.0.2.1", "192.0.2.1"),
        ("secret=\"\\\",for=6.6.6.6\", for=192.0.2.1", "192.0.2.1"),
    ])
    func `the last untrusted address in Forwarded counts`(field: String, address: String) throws {
        #expect(try origin(["Forwarded": field]).address.text == address)
    }

    @Test func `several fields of one name form one list`() throws {
        var headers: Headers = ["X-Forwarded-For": "6.6.6.6"]
        headers.add("X-Forwarded-For", "192.0.2.1")
        headers.add("x-forwarded-for", "10.0.0.2")
        #expect(try origin(headers).address.text == "192.0.2.1")
    }

    @Test func `only the end of a very long list is read`() throws {
        let long = String(repeating: "6.6.6.6,", count: 8_000)
        #expect(try origin(["X-Forwarded-For": long + "192.0.2.1"]).address.text == "192.0.2.1")
        #expect(try origin(["X-Forwarded-For": long + "10.0.0.2"]).address.text == "6.6.6.6")
        let proxies = String(repeating: ",10.0.0.2", count: 1_000)
        #expect(try origin(["X-Forwarded-For": "192.0.2.1" + proxies]).address.text == "10.0.0.2")
        #expect(try origin(["X-Forwarded-For": String(repeating: "6", count: 9_000)]).address.text == "10.0.0.1")
        #expect(
            try origin(["Forwarded": "for=192.0.2.1" + String(repeating: " ", count: 3_000)]).address.text == "10.0.0.1"
        )
    }

    @Test func `contradictory Forwarded and X-Forwarded-For fields do not count`() throws {
        let both: Headers = ["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=6.6.6.6;proto=http"]
        #expect(try origin(both).address.text == "10.0.0.1")
        #expect(try origin(both).isEncrypted == nil)
        #expect(
            try origin(["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.1;proto=https"]).isEncrypted == true)
        #expect(
            try origin(["X-Forwarded-For": "192.0.2.1", "Forwarded": "nonsense"]).address.text == "192.0.2.1")
    }

    @Test(arguments: [
        ("192.0.2.1", "https", true), ("192.0.2.1", "HTTP", false), ("192.0.2.1", "gopher", nil),
        ("192.0.2.1", "", nil),
        ("", "http", false), ("192.0.2.1, 10.0.0.2", "https, http", true), ("6.6.6.6, 192.0.2.1", "http, https", true),
        ("192.0.2.1, 10.0.0.2", "https", true),
    ])
    func `the scheme is the one at the client’s proxy`(addresses: String, schemes: String, isEncrypted: Bool?) throws {
        #expect(
            try origin(["X-Forwarded-For": addresses, "X-Forwarded-Proto": schemes]).isEncrypted == isEncrypted)
    }

    @Test func `a valid forwarded host is used, an invalid one ignored`() throws {
        #expect(try origin(["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "a.test:8443"]).host == "a.test:8443")
        #expect(try origin(["Forwarded": "for=192.0.2.1;host=\"[::1]:80\""]).host == "[::1]:80")
        for host in ["", "a b", "a/b", "a@b", "é"] { #expect(try origin(["X-Forwarded-Host": host]).host == nil) }
    }

    /// The answer of an HTTPS site behind a proxy at 10.0.0.1.
    private func ask(
        _ method: HTTP.Method, _ headers: Headers, peer: String = "10.0.0.1", log: String? = nil
    ) async throws -> (answer: Response, site: TestSite) {
        let proxies = try TrustedProxies("10.0.0.0/8")
        let site = try TestSite(folder: .filled(), clock: TestClock()) {
            $0.baseURL = "https://toque.test"
            $0.trustedProxies = proxies
            $0.accessLog = log
        }
        var all: Headers = ["Host": "toque.test", "Content-Type": "application/x-www-form-urlencoded"]
        for (name, value) in headers { all[name] = value }
        let request = try Request(method: method, target: "/login", headers: all, body: Array("a=b".utf8), peer: peer)
        return (await site.site.respond(to: request, reader: try site.site.openReader()), site)
    }

    @Test func `an unencrypted request to a trusted proxy is redirected to HTTPS or refused`() async throws {
        let told: Headers = ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"]
        let page = try await ask(.get, told).answer
        #expect(page.status == .permanentRedirect && page.location == "https://toque.test/login")
        #expect(!page.headers.contains("Strict-Transport-Security"))
        #expect(try await ask(.post, told).answer.status == .forbidden)
        // From any other peer the header changes nothing.
        let direct = try await ask(.get, told, peer: "192.0.2.9").answer
        #expect(direct.status == .ok && direct.headers.contains("Strict-Transport-Security"))
    }

    @Test func `a form is from the same site when its origin is the host from the trusted proxy`() async throws {
        func status(_ headers: Headers, peer: String = "10.0.0.1") async throws -> String {
            let answer = try await ask(.post, headers, peer: peer).answer
            return answer.text.contains(try #require(Text.dynamic("error.reason.cross-site", .en))) ? "other" : "same"
        }
        let told: Headers = ["Origin": "https://a.test", "X-Forwarded-Host": "a.test", "X-Forwarded-Proto": "https"]
        #expect(try await status(told) == "same")
        #expect(try await status(told, peer: "192.0.2.9") == "other")
        #expect(try await status(["Origin": "https://a.test", "X-Forwarded-Host": "b.test"]) == "other")
    }

    @Test func `the access log has the client address, behind a trusted proxy or not`() async throws {
        let folder = try TestFolder()
        for (peer, field, logged) in [
            ("10.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"), ("192.0.2.9", "6.6.6.6", "192.0.2.9"),
        ] {
            let log = folder.path + "/\(logged).log"
            let site = try await ask(.get, ["X-Forwarded-For": field], peer: peer, log: log).site
            site.site.accessLog?.flush()
            #expect(try WatchTests.read(log).first?.peer == logged)
        }
    }
}
