// The page that shows members whether they may publish, and how to get a publishing licence.

import HTTP
import Texts

enum Licences {
    static func show(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let until = try LicenceStore(context.reader).activeUntil(user: viewer.id, now: context.now)
        return context.page(
            LicencePage(
                layout: context.layout(title: Text.licenceTitle(context.language), section: "licence", isListed: false),
                until: until.map { Dates.day($0, context.language) }))
    }
}

struct LicencePage {
    let layout: Layout
    let until: String?
}
