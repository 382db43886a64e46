// The browsers that an account was used from: there the owner's password works, whoever else is guessing at it.

import Bytes
import HTTP
import Security

/// The cookie "user.number.seal". It signs nobody in; it only says whose wrong tries are counted, and has tries of its own.
struct KnownDevice: Sendable {
    let user: Int
    let number: String

    /// A year, in seconds.
    private static let maxAge = 365 * 86_400

    /// The device of a cookie that this site has given.
    init?(cookie: String?, _ site: Site) {
        let parts = (cookie ?? "").split(bytes: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let user = Int(parts[0]) else { return nil }
        let seal = site.seal("device", parts[0], parts[1])
        guard constantTimeEqual(Array(parts[2].utf8), Array(seal.utf8)) else { return nil }
        self.user = user
        number = parts[1]
    }

    /// Gives the browser of a signed-in person the cookie, unless it has one of theirs.
    static func remember(_ user: Int, _ context: Context) {
        let site = context.site
        guard KnownDevice(cookie: context.cookie("device"), site)?.user != user else {
            return
        }
        let number = Random.token(bytes: 16)
        context.setCookie("device", "\(user).\(number).\(site.seal("device", String(user), number))", maxAge: maxAge)
    }
}

extension Context {
    /// Whose tries a log-in counts against: this device's where the account was used before, else those of the name
    /// that was typed. The name, not the account: else one could learn whose e-mail address it is by making it wait.
    func loginPayer(name: String, account: Int?) -> Limiter.Payer {
        let device = KnownDevice(cookie: cookie("device"), site)
        if let device, device.user == account { return .device(device.number) }
        return .name(name)
    }

    /// Takes one of what the limit allows to this address and, of those who are signed in, to this account; the seconds
    /// to wait where nothing is left.
    func take(_ limit: RateLimit) -> Int? {
        let address = Limiter.Payer.address(clientAddress.key)
        let payers = [address] + (viewer.map { [.account($0.id)] } ?? [])
        return site.limiter.take(limit, payers, now: now).map(Limiter.seconds)
    }
}

extension Limiter {
    /// What `Retry-After` says: whole seconds, never too few.
    static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1_000 }
}
