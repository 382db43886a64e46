// Feature D6: all recipes of a member in one archive, which an import here takes back without loss.

import Archive
import Database
import Foundation
import HTTP
import HTTPServer
import Security

enum AllRecipes {
    /// The archive, made on the worker pool and sent while its file has no name any more.
    static func download(_ context: Context) async throws -> Response {
        let (viewer, site) = (try context.member(), context.site)
        let readme = Text.archiveReadme(context.language, site: site.configuration.baseURL)
        let file = try await site.workers.run { try make(of: viewer, readme: readme, site) }
        let stream = ContentStream {
            let piece = try await site.workers.run { try file.read(upToCount: 1 << 18) }
            return piece.flatMap { $0.isEmpty ? nil : Array($0) }
        }
        var response = Response(body: .stream(stream))
        response.headers["Content-Type"] = "application/zip"
        response.headers["Content-Disposition"] = "attachment; filename=\"recipes-\(Dates.iso(context.now)).zip\""
        response.headers["Cache-Control"] = "private, no-store"
        return response
    }

    private static func make(of viewer: Viewer, readme: String, _ site: Site) throws -> FileHandle {
        let reader = try site.openReader()
        let entries = try reader.readNow { db in
            let catalogue = try site.catalogue.current(db)
            return try RecipeStore(db).all(viewer: viewer.id).flatMap {
                Self.entries($0, viewer, catalogue, site.configuration)
            }
        }
        let path = "\(site.configuration.spoolPath)/\(Random.token(bytes: 16)).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ZipFile.write([.bytes(name: RecipeArchive.readme, Array((readme + "\n").utf8))] + entries, to: path)
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }

    /// A recipe's files: as data, as Cooklang, and its picture, all of one name.
    private static func entries(
        _ revision: Revision, _ viewer: Viewer, _ catalogue: Catalogue, _ configuration: Configuration
    ) -> [ZipEntry] {
        let name = "recipes/" + Slug.segment(revision.recipeID, revision.slug)
        let author = Author(
            id: viewer.id, username: viewer.username, isLicensed: viewer.isLicensed, displayName: viewer.displayName)
        let data = RecipeData(
            revision, author: author, diets: catalogue.diets(of: revision.body), publishedAt: nil,
            catalogue: catalogue, site: configuration.baseURL)
        let cooklang = CooklangText(revision.body, author: author.name, catalogue: catalogue).text
        var entries: [ZipEntry] = [
            .bytes(name: name + ".jsonld", Array(data.file.utf8)), .bytes(name: name + ".cook", Array(cooklang.utf8)),
        ]
        if let photo = revision.body.photo, let picture = picture("\(configuration.mediaPath)/\(photo)") {
            entries.append(.file(name: "\(name).\(picture.ending)", path: picture.path))
        }
        return entries
    }

    /// The picture as it was sent, or else the largest that was made of it; its first bytes say of which kind it is.
    private static func picture(_ folder: String) -> (path: String, ending: String)? {
        let widest = Photos.widths.last.map { "\($0).jpg" } ?? ""
        for path in ["original", widest].map({ "\(folder)/\($0)" }) {
            guard let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 1) else { continue }
            return (path, start.first == 0x89 ? "png" : start.first == 0x52 ? "webp" : "jpg")
        }
        return nil
    }
}
