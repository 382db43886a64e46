// The refusals of the site: thrown anywhere, rendered by one middleware.

import HTTP

/// What a request is refused with; the page says what happened, what was kept and where to go.
enum SiteError: Error {
    case loginRequired
    /// The password or a code, once more.
    case confirmationRequired
    /// This site asks it of moderators and admins.
    case twoStepRequired
    /// The role asks for a longer one.
    case longerPasswordRequired
    /// The account is to be deleted; only the way back is open.
    case leaving
    case forbidden(Reason)
    case notFound
    case conflict(Reason)
    case tooLarge
    /// Too much in too short a time; after so many seconds there is room again.
    case tooMany(Reason, seconds: Int)
    case unavailable

    /// Why, as a key of the locale files (`error.reason.KEY`).
    enum Reason: String, CaseIterable {
        case role
        case licence
        case suspended
        case crossSite = "cross-site"
        case ownRecipe = "own-recipe"
        case lastAdmin = "last-admin"
        case suspendedRole = "suspended-role"
        case nothingNew = "nothing-new"
        case inQueue = "in-queue"
        case notInQueue = "not-in-queue"
        case blockedWords = "blocked-words"
        case dailyLimit = "daily-limit"
        case claimLimit = "claim-limit"
        case claimed
        case changedMeanwhile = "changed-meanwhile"
        case incomplete
        case videoUnready = "video-unready"
        case tooOften = "too-often"
        case codeTries = "code-tries"
        case twoStepKept = "two-step-kept"
        case mailLimit = "mail-limit"
        case lastWayIn = "last-way-in"
        case lastAdminStays = "last-admin-stays"
        case statement
        case manyDrafts = "many-drafts"
        case deletedByAdmin = "deleted-by-admin"
        case manyProposals = "many-proposals"
    }

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

    var reason: Reason? {
        switch self {
        case .forbidden(let reason), .conflict(let reason), .tooMany(let reason, _): reason
        default: nil
        }
    }
}
