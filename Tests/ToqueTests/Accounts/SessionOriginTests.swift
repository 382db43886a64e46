// Tests of what a session stores of browser and address: enough for its owner to recognise it, nothing as it was sent.

import Testing

@testable import Toque

@Suite struct SessionOriginTests {
    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36",
            "Chrome, Windows"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0",
            "Edge, Windows"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
            "Safari, macOS"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/141.0 Mobile Safari/604.1",
            "Chrome, iPhone"
        ),
        (
            "Mozilla/5.0 (Linux; Android 15; SM-S911B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
            "Samsung Internet, Android"
        ),
        ("Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36", "Chrome, ChromeOS"),
        ("curl/7.88.1", "curl"), ("", ""), ("<script>alert(1)</script>", ""), ("Linux\r\nX: y", "Linux"),
    ])
    func `browsers are stored as one or two known words`(userAgent: String, told: String) {
        #expect(SessionOrigin.browser(userAgent) == told)
    }

    @Test(arguments: [
        ("192.0.2.77", "192.0.2.0/24"), ("127.0.0.1", "127.0.0.0/24"),
        ("2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::/48"),
        ("2001:db8::1", "2001:db8:0::/48"), ("::1", "0:0:0::/48"), ("fe80::1%eth0", "fe80:0:0::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"), ("2001:DB8:ABCD::", "2001:db8:abcd::/48"),
    ])
    func `only the network of an address is stored`(address: String, network: String) {
        #expect(SessionOrigin.network(address) == network)
    }

    @Test(arguments: [
        "", "unix", "1.2.3", "1.2.3.4.5", "1.2.3.400", "1:2:3", "1::2::3", "12345::1", "::", "g::1",
        "1:2:3:4:5:6:7:8:9",
    ])
    func `a text that is not an address has no network`(address: String) {
        #expect(["", "0:0:0::/48"].contains(SessionOrigin.network(address)))
        #expect(address == "::" || SessionOrigin.network(address) == "")
    }
}
