// A line of the route table: method, address, who may come, and the handler.

import Bytes
import Food
import HTTP

typealias Handler = @Sendable (Context) async throws -> Response

/// One route. Access has no default, so it cannot be forgotten.
struct Route: Sendable {
    let method: Method
    let address: Address
    let access: Access
    /// Whether the password or a code has to have been given within the last minutes.
    let isRecent: Bool
    /// What was chosen or typed in its form that is shown again after that was asked for; never a secret.
    let keeps: [String]
    let limit: RateLimit?
    /// Fields that its form may have beyond what any form may.
    let moreFields: Int
    let handler: Handler

    init(
        _ method: Method, _ address: Address, _ access: Access, recent: Bool = false, keeps: [String] = [],
        limit: RateLimit? = nil, moreFields: Int = 0, _ handler: @escaping Handler
    ) {
        self.method = method
        self.address = address
        self.access = access
        self.limit = limit
        self.moreFields = moreFields
        isRecent = recent
        self.keeps = keeps
        self.handler = handler
    }

    /// Whether the address itself, or its query, lets somebody in: it goes into no log and no report.
    var holdsSecret: Bool { address.pattern.contains(bytes: ":token") || address == .providerCallback }
}

/// Who may use a route.
enum Access: Sendable {
    /// `account` is for what keeps an account safe: every member, the suspended ones too.
    case anyone, account, member, licensed, moderator, admin

    /// Throws what keeps a viewer out: a log-in for visitors, 403 for those whose role is too low.
    func check(_ viewer: Viewer?, now: Int, isChange: Bool) throws(SiteError) {
        if self == .anyone { return }
        guard let viewer else { throw .loginRequired }
        if self == .account { return }
        if isChange, viewer.isSuspended(at: now) { throw .forbidden(.suspended) }
        switch self {
        case .anyone, .account, .member: return
        case .licensed: if !viewer.isLicensed { throw .forbidden(.licence) }
        case .moderator: if !viewer.isModerator || viewer.isSuspended(at: now) { throw .forbidden(.role) }
        case .admin: if !viewer.isAdmin || viewer.isSuspended(at: now) { throw .forbidden(.role) }
        }
    }
}
