// The latest text of a recipe that its author shares with named members, or with everyone who has a link.

import Bytes
import Database
import HTTP

struct SharedText: Sendable {
    let revision: Revision
    let author: Author

    var id: Int { revision.recipeID }
    var segment: String { Slug.segment(revision.recipeID, revision.slug) }
}

extension RecipeStore {
    /// `nil` if the recipe is not shared with this reader.
    func shared(_ id: Int, with reader: TextReader, now: Int) throws -> SharedText? {
        try db.first(
            """
            SELECT v.id, v.recipe_id, v.n, v.slug, v.sha256, v.created_at, v.body, l.lines, l.edition,
                u.id, u.username, \(sql: AccountSQL.isLicensed("u.id", now: now)), u.display_name
            FROM recipe r JOIN revision v ON v.id = r.head_revision_id JOIN user u ON u.id = r.author_id
            LEFT JOIN revision_lines l ON l.revision_id = v.id
            WHERE r.id = \(id) AND \(sql: SharingSQL.isShared("r.id", with: reader, now: now))
            """
        ) { row in
            SharedText(
                revision: try Self.revision(row),
                author: Author(id: row[9], username: row[10], isLicensed: row[11], displayName: row[12]))
        }
    }
}

extension Context {
    /// The text of a recipe that is not public, if its author named the viewer.
    func sharedText(_ id: Int) throws -> SharedText? {
        try viewer.flatMap { try RecipeStore(reader).shared(id, with: .member($0.id), now: now) }
    }
}

extension RecipeArticle {
    /// The article for everyone who has a link: the addresses of its pictures contain the token that opens them.
    func opened(with token: String) -> RecipeArticle {
        let query = "?" + Parameters([(name: "link", value: token)]).encoded()
        var article = self
        article.picture = picture.with(query)
        article.steps = steps.map { step in
            var step = step
            step.picture = step.picture?.with(query)
            step.video = step.video?.with(query)
            return step
        }
        return article
    }
}

extension ResponsiveImage {
    fileprivate func with(_ query: String) -> ResponsiveImage {
        func sources(_ list: [PictureSource]) -> [PictureSource] {
            list.map { PictureSource(address: $0.address + query, width: $0.width) }
        }
        return ResponsiveImage(
            address: address + query, webp: sources(webp), jpeg: sources(jpeg), width: width, height: height, alt: alt,
            isDrawn: isDrawn)
    }
}

extension VideoView {
    fileprivate func with(_ query: String) -> VideoView {
        var video = self
        (video.address, video.poster) = (address + query, poster + query)
        video.tracks = tracks.map {
            Track(address: $0.address + query, language: $0.language, label: $0.label, isDefault: $0.isDefault)
        }
        return video
    }
}
