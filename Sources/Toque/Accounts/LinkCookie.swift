// Handles emailed links: moves the token out of the address, so that no history, log or Referer keeps it.

import HTTP
import Texts

/// The cookie in which a browser keeps the token of a link while its page is open.
enum LinkCookie {
    /// Moves the token from the address into a cookie and redirects to a page with the same address for everyone. This
    /// does not use the link up, so mail scanners that open links first do no harm.
    static func carry(_ purpose: LinkPurpose, to page: Address, _ context: Context) throws -> Response {
        let token = context.parameters["token"] ?? ""
        guard try AccountLinkStore(context.reader).find(purpose, token: token, now: context.now) != nil else {
            return gone(context)
        }
        context.setCookie(name(purpose), token, maxAge: AccountLinkStore.lifetime / 1000)
        return context.redirect(to: page())
    }

    static func token(_ purpose: LinkPurpose, _ context: Context) -> String {
        context.parameters["token"] ?? context.cookie(name(purpose)) ?? ""
    }

    static func forget(_ purpose: LinkPurpose, _ context: Context) {
        context.setCookie(name(purpose), "", maxAge: 0)
    }

    /// The page for a link that was used, has expired, or never existed.
    static func gone(_ context: Context) -> Response {
        context.page(
            LinkGonePage(
                layout: context.layout(title: Text.linkGone(context.language), section: "login", isListed: false)),
            status: .notFound)
    }

    private static func name(_ purpose: LinkPurpose) -> String { purpose.rawValue + "-link" }
}

struct LinkGonePage {
    let layout: Layout
}
