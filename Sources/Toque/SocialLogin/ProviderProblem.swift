// The pages that explain why a login with a provider failed.

import HTTP
import Texts

enum ProviderProblem: String, Error {
    /// The user cancelled at the provider.
    case cancelled
    /// The request has expired, was used already, was begun in another browser, or never existed.
    case expired
    case refused, unreachable
    /// The provider account is linked to another account here.
    case taken
    /// The provider account is not linked to this account.
    case stranger
    /// The provider does not say that the user has just logged in there.
    case stale

    var status: Status {
        switch self {
        case .expired: .badRequest
        case .cancelled, .refused, .stranger, .stale: .forbidden
        case .taken: .conflict
        case .unreachable: .unavailable
        }
    }

    /// The page for a failure. Logs its kind, but never the content of tokens and answers.
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
    /// Whether setting a password with an emailed link would help.
    let offersPassword: Bool
}

extension ErrorReason {
    static let lastWayIn = ErrorReason("last-way-in")
}
