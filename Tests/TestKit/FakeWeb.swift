// The web of the tests: pages by address, and no others.

import Fetching

struct FakeWeb: WebReader {
    var pages: [String: [UInt8]] = [:]

    func read(_ address: String, since asked: ContinuousClock.Instant) throws(WebFailure) -> WebPage {
        do { _ = try WebAddress(address) } catch { throw .address(error) }
        guard let bytes = pages[address] else { throw .unreachable }
        return WebPage(url: address, bytes: bytes)
    }
}
