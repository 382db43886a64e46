// Why signing in elsewhere came to nothing, in words for the person it happened to.

import HTTP
import Texts

enum ProviderProblem: String, Error {
    /// They said no there.
    case cancelled
    /// Too late, used already, begun in another browser, or never begun.
    case expired
    case refused, unreachable
    /// The account there belongs to somebody else's account here.
    case taken
    /// An account there that is not linked to this one.
    case stranger
    /// The provider does not say that they proved it just now.
    case stale

    var status: Status {
        switch self {
        case .expired: .badRequest
        case .cancelled, .refused, .stranger, .stale: .forbidden
        case .taken: .conflict
        case .unreachable: .unavailable
        }
    }

    /// What happened goes to the log; what was in tokens and answers goes nowhere.
    static func page(_ failure: ProviderFailure, _ provider: Provider, _ context: Context) -> Response {
        Log.notice("request \(context.requestID): signing in by \(provider.key): \(failure)")
        if case .unreachable = failure { return page(.unreachable, provider, context) }
        return page(.refused, provider, context)
    }

    static func page(_ problem: ProviderProblem, _ provider: Provider, _ context: Context) -> Response {
        let (language, isMember) = (context.language, context.viewer != nil)
        ProviderSecret.forget(context)
        return context.page(
            ProviderProblemPage(
                layout: context.layout(
                    title: Text.providersProblemTitle(language, name: provider.label), section: "login",
                    isListed: false), name: provider.label,
                text: Text.dynamic("providers.problem.\(problem.rawValue)", language) ?? "",
                back: isMember ? Address.providers() : Address.login(),
                backLabel: isMember ? Text.providersTitle(language) : Text.menuLogin(language),
                offersPassword: problem == .stale), status: problem.status)
    }
}

struct ProviderProblemPage {
    let layout: Layout
    let name: String
    let text: String
    let back: String
    let backLabel: String
    /// Whether a password, set by mail, would help.
    let offersPassword: Bool
}

extension ErrorReason {
    static let lastWayIn = ErrorReason("last-way-in")
}
