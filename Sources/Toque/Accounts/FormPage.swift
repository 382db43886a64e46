// The page that a form was sent from, to return to after the change or after logging in.

import Bytes
import HTTP

extension Context {
    /// The path and query of that page, if the browser names it and it is a page of this site; `nil` otherwise. After a
    /// mistake, a form is at an address that only receives forms: that is not a page.
    var formPage: String? {
        guard let referrer = request.headers["Referer"],
            let path = referrer.split(bytes: "://" + host, maxSplits: 1, omittingEmptySubsequences: false)
                .dropFirst().first
        else { return nil }
        let page = AccountRules.localPath(String(path))
        guard let request = try? Request(method: .get, target: page),
            case .found = site.router.lookup(.get, request.segments)
        else { return nil }
        return page
    }
}
