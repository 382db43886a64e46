// What the owner of an account should hear of, because somebody else may have done it.

/// One thing that happened to an account.
enum AccountEvent: String, Sendable {
    case twoStepOn = "two-step sign-in turned on"
    case twoStepOff = "two-step sign-in turned off"
    case recoveryCodesRenewed = "new recovery codes"
    case sessionsEnded = "sessions ended by an admin"
    case resetLinkMade = "reset link made by an admin"
}

extension Context {
    /// Notes the event in the log. A changed password and a changed address are told by mail.
    func tellOwner(_ event: AccountEvent, user: Int) {
        Log.notice("request \(requestID): account \(user): \(event.rawValue)")
    }
}
