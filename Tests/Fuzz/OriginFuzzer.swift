// Fuzzes texts that proxies and browsers send: client addresses, forwarding fields, user agents, return paths.

import HTTP

private let proxies = Result { try TrustedProxies("loopback 10.0.0.0/8 2001:db8::/32") }

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    forwarded(text)
    if let address = ClientAddress(text) {
        precondition(ClientAddress(address.text) == address && address.key.utf8.count < 64)
    }
    _ = try? TrustedProxies(text)
    let known = SessionOrigin(userAgent: text, address: text)
    precondition(known.browser.utf8.count < 40 && known.network.utf8.count < 40)
    precondition(known.browser.utf8.allSatisfy { $0 == 0x20 || $0 == 0x2C || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    let path = AccountRules.localPath(text)
    precondition(path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\") && !path.contains("\n"))
    return 0
}

/// Sends the text in each forwarding field, alone and next to a valid one, from a trusted and from an untrusted proxy.
private func forwarded(_ text: String) {
    guard let proxies = try? proxies.get() else { preconditionFailure("no proxies") }
    for name in ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"] {
        var headers: Headers = ["X-Forwarded-For": "192.0.2.1"]
        headers[name] = text
        for peer in ["127.0.0.1", "198.51.100.7"] {
            guard let request = try? Request(method: .get, target: "/", headers: headers, peer: peer) else { continue }
            let origin = ClientOrigin(request, trusted: proxies)
            precondition(peer == "127.0.0.1" || origin.address.text == peer && origin.host == nil)
            precondition(origin.host?.contains { $0.isWhitespace || $0 == "/" || $0 == "@" } != true)
        }
    }
}
