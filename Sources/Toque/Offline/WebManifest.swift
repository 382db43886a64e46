// The description of the site as an app that can be installed (Web Application Manifest).

import HTTP
import Texts
import Words

struct WebManifest: Encodable {
    struct Icon: Encodable {
        let src: String
        let sizes: String
        let type: String
        var purpose = "any"
    }

    struct Shortcut: Encodable {
        let name: String
        let url: String
        let icons: [Icon]
    }

    let id = Address.home()
    let name: String
    let shortName: String
    let description: String
    let lang: String
    let dir = "ltr"
    let startUrl = Address.home()
    let scope = Address.home()
    let display = "standalone"
    let backgroundColor = "#faf6ee"
    let themeColor = "#b23519"
    let categories = ["food", "lifestyle"]
    let icons: [Icon]
    let shortcuts: [Shortcut]

    init(_ assets: Assets, _ language: Language) {
        func png(_ name: String, _ side: Int, _ purpose: String = "any") -> Icon {
            Icon(src: assets.address(name), sizes: "\(side)x\(side)", type: "image/png", purpose: purpose)
        }
        (name, shortName) = (Text.siteName(language), Text.siteName(language))
        (description, lang) = (Text.layoutFooter(language), language.rawValue)
        icons = [
            png("icon-192.png", 192), png("icon-512.png", 512), png("icon-maskable-512.png", 512, "maskable"),
            Icon(src: assets.address("favicon.svg"), sizes: "any", type: "image/svg+xml"),
        ]
        shortcuts = [
            (Text.shoppingTitle(language), Address.shopping), (Text.planTitle(language), .plan),
            (Text.favouritesTitle(language), .favourites), (Text.menuSearch(language), .search),
        ].map { Shortcut(name: $0.0, url: $0.1(), icons: [png("icon-192.png", 192)]) }
    }

    /// `GET /manifest.webmanifest`, in the reader's language.
    static func show(_ context: Context) async throws -> Response {
        Response(
            headers: [
                "Content-Type": "application/manifest+json", "Cache-Control": "public, no-cache",
                "Vary": "Accept-Language, Cookie",
            ], body: .bytes(try JSONAnswer.bytes(WebManifest(context.site.assets, context.language))))
    }
}
