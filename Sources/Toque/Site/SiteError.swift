// The errors of the site: thrown anywhere, rendered by one middleware.

import HTTP
import Texts
import Words

/// The reason why a request is refused; the page says what happened, what was kept and where to go.
enum SiteError: Error {
    case loginRequired
    /// The user must enter the password or a code again.
    case confirmationRequired
    /// The site requires two-step login of moderators and admins.
    case twoStepRequired
    /// The user's role requires a longer password.
    case longerPasswordRequired
    /// The account will be deleted; only cancelling that is open.
    case leaving
    case forbidden(ErrorReason)
    case notFound
    case conflict(ErrorReason)
    case tooLarge
    /// Too many requests; `seconds` is the time until the next one is allowed.
    case tooMany(ErrorReason, seconds: Int)
    case unavailable

    var status: Status {
        switch self {
        case .loginRequired, .confirmationRequired, .twoStepRequired, .longerPasswordRequired, .leaving:
            .seeOther
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .tooMany: .tooManyRequests
        case .unavailable: .unavailable
        }
    }

    var reason: ErrorReason? {
        switch self {
        case .forbidden(let reason), .conflict(let reason), .tooMany(let reason, _): reason
        default: nil
        }
    }
}

/// Why a request is refused: a key of the locale files (`error.reason.KEY`). Each feature adds its own.
struct ErrorReason: Equatable, Sendable {
    let key: String

    init(_ key: String) { self.key = key }

    func text(_ language: Language) -> String? { Text.dynamic("error.reason.\(key)", language) }

    static let role = ErrorReason("role")
    static let licence = ErrorReason("licence")
    static let suspended = ErrorReason("suspended")
    static let crossSite = ErrorReason("cross-site")
    static let changedMeanwhile = ErrorReason("changed-meanwhile")
    static let tooOften = ErrorReason("too-often")
}

extension SiteError {
    /// When to try again, in words.
    static func wait(_ seconds: Int, _ language: Language) -> String {
        seconds <= 120
            ? Text.errorWaitSeconds(language, count: seconds)
            : Text.errorWaitMinutes(language, count: (seconds + 59) / 60)
    }
}
