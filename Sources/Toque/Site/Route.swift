// A row of the route table: method, address, access, and the handler.

import Bytes
import Food
import HTTP

typealias Handler = @Sendable (Context) async throws -> Response

/// One route. Access has no default, so it cannot be forgotten.
struct Route: Sendable {
    let method: Method
    let address: Address
    let access: Access
    /// Whether the user must have confirmed who they are within the last `SessionRules.recent`.
    let isRecent: Bool
    /// Whether the page is one form: refused as the change would be, before somebody fills it in.
    let isForm: Bool
    /// The form fields that are filled in again after that confirmation; never a secret.
    let keeps: [String]
    let limit: RateLimit?
    /// The number of fields that its form may have beyond the general limit.
    let moreFields: Int
    /// Whether mail programs post to it (RFC 8058): without session, token of the form or origin. Its address contains
    /// what replaces them.
    let isOneClick: Bool
    let handler: Handler

    init(
        _ method: Method, _ address: Address, _ access: Access, recent: Bool = false, form isForm: Bool = false,
        keeps: [String] = [], limit: RateLimit? = nil, moreFields: Int = 0, isOneClick: Bool = false,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.address = address
        self.access = access
        self.limit = limit
        self.moreFields = moreFields
        self.isOneClick = isOneClick
        isRecent = recent
        self.isForm = isForm
        self.keeps = keeps
        self.handler = handler
    }

    /// Whether the address or its query contains a secret that lets somebody in: it is left out of logs and reports.
    var holdsSecret: Bool { address.pattern.contains(bytes: ":token") || address == .providerCallback }
}

/// Who may use a route.
enum Access: Sendable {
    /// `account` is for account security and a member's own traces: open to every member, also while suspended.
    case anyone, account, member, licensed, moderator, admin

    /// Throws if the viewer may not use the route: a login for visitors, 403 for a role that is too low. `isChange`
    /// blocks suspended members.
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
