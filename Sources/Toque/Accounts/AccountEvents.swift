// What the owner of an account should hear of, because somebody else may have done it.

/// One thing that happened to an account.
enum AccountEvent: String, Sendable {
    case passwordChanged = "password changed"
    case twoStepOn = "two-step sign-in turned on"
    case twoStepOff = "two-step sign-in turned off"
    case recoveryCodesRenewed = "new recovery codes"
    case sessionsEnded = "sessions ended by an admin"
    case resetLinkMade = "reset link made by an admin"
}

extension Context {
    /// Notes the event in the log; the one place from which its owner is told.
    func tellOwner(_ event: AccountEvent, user: Int) {
        Log.notice("request \(requestID): account \(user): \(event.rawValue)")
    }
}
