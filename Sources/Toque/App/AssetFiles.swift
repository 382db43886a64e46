// Serves the files of `Public/` before any other work.

import HTTP

/// The handlers for files of `Public/`.
enum AssetFiles {
    private static let route = Routes.all.first { $0.address == .asset }

    static func show(_ context: Context) async throws -> Response {
        guard let response = context.site.assets.response(context.parameters["file"] ?? "", to: context.request)
        else {
            throw SiteError.notFound
        }
        return response
    }

    /// The response for a GET of a file of `Public/`, or `nil`. It is the same for every viewer, so it skips what pages
    /// need.
    static func answer(_ context: Context) -> Response? {
        let request = context.request
        guard request.method == .get, request.segments.count == 2, request.segments[0] == "static",
            let response = context.site.assets.response(request.segments[1], to: request)
        else { return nil }
        context.route = route
        return response.fitted(to: request)
    }

    static func favicon(_ context: Context) async throws -> Response {
        Response.redirect(.movedPermanently, to: context.site.assets.address("favicon.svg"))
    }
}
