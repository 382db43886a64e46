// Serves pictures of public recipes for other sites: a preview of the drawing for shared links, and a square with the
// title to save.

import Bytes
import Food
import Foundation
import HTTP
import HTTPServer
import Images

enum SharedPictures {
    /// The drawing as a JPEG, for sites that show no SVG.
    static func preview(_ context: Context) async throws -> Response {
        let (id, body) = try publicText(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let key = SharedPictureKey(revision: id, isSquare: false)
        return try await respond(key, catalogue, context) {
            try Images.preview(of: Drawings.drawing(of: body, id, catalogue).svg())
        }
    }

    /// The photo or drawing, with the title and the host of the site below it.
    static func square(_ context: Context) async throws -> Response {
        let (id, body) = try publicText(context)
        let catalogue = try context.site.catalogue.current(context.reader)
        let settings = context.site.settings
        let host = settings.baseURL.split(bytes: "://").last.map { String($0) } ?? ""
        let key = SharedPictureKey(revision: id, isSquare: true)
        return try await respond(key, catalogue, context) {
            var source = PreviewSource.drawing("")
            if let photo = body.photo {
                let path = "\(settings.mediaPath)/\(photo)/\(Photos.widths[Photos.widths.count - 1]).jpg"
                guard let bytes = FileManager.default.contents(atPath: path) else { throw SiteError.notFound }
                source = .photo(Array(bytes))
            } else {
                source = .drawing(Drawings.drawing(of: body, id, catalogue).svg())
            }
            return try Images.square(source, title: body.title, line: host)
        }
    }

    /// The revision in the address, if it is the public text of a recipe.
    private static func publicText(_ context: Context) throws -> (id: Int, body: RecipeBody) {
        guard let id = context.parameters["revision"].flatMap({ Int($0) }), id > 0,
            let found = try Drawings.text(id, context), found.access == .everyone
        else { throw SiteError.notFound }
        return (id, found.body)
    }

    /// Makes the picture on a worker unless it is cached; with too many waiting, the answer is 503.
    private static func respond(
        _ key: SharedPictureKey, _ catalogue: Catalogue, _ context: Context,
        make: @escaping @Sendable () throws -> [UInt8]
    ) async throws -> Response {
        let (cache, edition) = (context.site.sharedPictures, catalogue.edition)
        let bytes: [UInt8]
        if let known = cache.known(key, edition) {
            bytes = known
        } else {
            bytes = try await context.site.pictureWorkers.run { try cache.value(key, edition, make: make) }
        }
        var response = Response(status: .ok, body: .bytes(bytes))
        response.headers["Content-Type"] = "image/jpeg"
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response
    }
}

struct SharedPictureKey: Hashable {
    let revision: Int
    let isSquare: Bool
}

/// Pictures for other sites, about 100 KB each, by the edition of the catalogue.
typealias SharedPictureCache = VersionCache<SharedPictureKey, Int, [UInt8]>

extension Site {
    var sharedPictures: SharedPictureCache { part() }
}
