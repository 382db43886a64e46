// Marks the browsers in which an account was used: there its owner can log in even while others guess the password.

import Bytes
import HTTP
import Security

/// The cookie "user.number.seal". It does not log anyone in; it gives a device its own count of failed logins.
struct KnownDevice: Sendable {
    let user: Int
    let number: String

    /// A year, in seconds.
    private static let maxAge = 365 * 86_400

    /// The device of a cookie, or `nil` if this site did not make it.
    init?(cookie: String?, _ site: Site) {
        let parts = (cookie ?? "").split(bytes: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let user = Int(parts[0]) else { return nil }
        let seal = site.seal("device", parts[0], parts[1])
        guard constantTimeEqual(Array(parts[2].utf8), Array(seal.utf8)) else { return nil }
        self.user = user
        number = parts[1]
    }

    /// Sets the cookie in a logged-in user's browser, unless it has one for this user.
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
    /// The count that a login attempt uses: the device's, where the account was used before, or else the typed name's.
    /// It is the name and not the account, because otherwise the waiting time would reveal which account has an email
    /// address.
    func loginPayer(name: String, account: Int?) -> Limiter.Payer {
        let device = KnownDevice(cookie: cookie("device"), site)
        if let device, device.user == account { return .device(device.number) }
        return .name(name)
    }

    /// Takes a token from the limits of this address and of the logged-in account. Returns `nil`, or the seconds to
    /// wait if none is left.
    func take(_ limit: RateLimit) -> Int? {
        let address = Limiter.Payer.address(clientAddress.key)
        let payers = [address] + (viewer.map { [.account($0.id)] } ?? [])
        return site.limiter.take(limit, payers, now: now).map(Limiter.seconds)
    }
}

extension Limiter {
    /// The value of `Retry-After`: whole seconds, rounded up.
    static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1_000 }
}
