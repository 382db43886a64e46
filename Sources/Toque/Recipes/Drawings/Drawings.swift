// Serves the drawings of recipes without a photo, drawn on request.

import Bytes
import Database
import Food
import HTTP

enum Drawings {
    static func show(_ context: Context) async throws -> Response {
        guard let name = context.parameters["revision"], let digits = name.dropping(suffix: ".svg"),
            let id = Int(digits),
            let found = try text(id, context)
        else { throw SiteError.notFound }
        let catalogue = try context.site.catalogue.current(context.reader)
        var response = Response(status: .ok, body: .bytes(Array(drawing(of: found.body, id, catalogue).svg().utf8)))
        response.headers["Content-Type"] = "image/svg+xml"
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        response.headers["Cache-Control"] = found.access == .everyone ? "public, max-age=86400" : "private, no-store"
        return response
    }

    /// A revision's text and who may see its drawing, if the viewer may.
    static func text(_ id: Int, _ context: Context) throws -> (body: RecipeBody, access: PictureAccess)? {
        let viewer = context.viewer?.id
        let isModerator = context.viewer?.isModerator ?? false
        let shared: SQL = context.textReader.map { SharingSQL.isShared("r.id", with: $0, now: context.now) } ?? "FALSE"
        return try context.reader.first(
            """
            SELECT v.body, EXISTS (SELECT 1 FROM public_recipe p WHERE p.revision_id = v.id), l.lines, l.edition
            FROM revision v JOIN recipe r ON r.id = v.recipe_id LEFT JOIN revision_lines l ON l.revision_id = v.id
            WHERE v.id = \(id) AND (
                EXISTS (SELECT 1 FROM public_recipe p WHERE p.revision_id = v.id) OR r.author_id = \(viewer)
                OR (\(isModerator) AND EXISTS (SELECT 1 FROM submission s WHERE s.revision_id = v.id)
                    AND \(sql: AccountSQL.isHere("r.author_id")))
                OR (v.id = r.head_revision_id AND NOT EXISTS (SELECT 1 FROM public_recipe p WHERE p.recipe_id = r.id)
                    AND \(sql: shared)))
            """
        ) { (try RecipeBody(encoded: $0[0], understood: $0[2], edition: $0[3]), ($0[1] as Bool) ? .everyone : .viewer) }
    }

    /// Draws the dish of its category or, without one, the dish that the title names.
    static func drawing(of body: RecipeBody, _ id: Int, _ catalogue: Catalogue) -> Drawing {
        let known = catalogue.understood(body).compactMap(\.entry)
        return Drawing(
            ingredients: known.prefix(8).map { ($0.key, $0.aisle, $0.colour ?? "") },
            category: body.category ?? catalogue.course(ofTitle: body.title) ?? "", seed: body.title)
    }
}
