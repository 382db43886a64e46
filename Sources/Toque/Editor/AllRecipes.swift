// Serves all recipes of a member as one archive, which the import can read back without loss.

import Archive
import Database
import Food
import Foundation
import HTTP
import HTTPServer
import Security
import Texts

enum AllRecipes {
    /// Sends the archive, written by a thread of its own to a file that is already unlinked. Writing takes the member's turn,
    /// as imports do, so that nobody uses all threads.
    static func download(_ context: Context) async throws -> Response {
        let (viewer, site) = (try context.member(), context.site)
        let readme = Text.archiveReadme(context.language, site: site.settings.baseURL)
        guard site.importTurns.begin(viewer.id) else { throw SiteError.tooMany(.tooOften, seconds: 10) }
        defer { site.importTurns.end(viewer.id) }
        let file = try await site.part(ArchiveWorker.self).pool.run { try make(of: viewer, readme: readme, site) }
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

    /// Writes the archive. Its texts are first written to a folder, so that only one recipe at a time is in memory.
    private static func make(of viewer: Viewer, readme: String, _ site: Site) throws -> FileHandle {
        let (files, path) = (FileManager.default, "\(site.settings.spoolPath)/\(Random.token(bytes: 16))")
        let (parts, archive) = (path + ".parts", path + ".zip")
        try files.createDirectory(
            atPath: parts, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { for path in [parts, archive] { try? files.removeItem(atPath: path) } }
        var entries: [ZipEntry] = [.bytes(name: RecipeArchive.readme, Array((readme + "\n").utf8))]
        var media = ArchivedMedia()
        try site.openReader().readNow { db in
            let catalogue = try site.catalogue.current(db)
            try RecipeStore(db).each(viewer: viewer.id) { recipe in
                entries += try Self.entries(recipe, viewer, catalogue, site.settings, in: parts, &media)
            }
        }
        try ZipFile.write(entries, to: archive)
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: archive))
    }

    /// The files of a recipe, all with the same name: JSON-LD, Cooklang and its picture.
    private static func entries(
        _ revision: Revision, _ viewer: Viewer, _ catalogue: Catalogue, _ settings: SiteConfiguration,
        in folder: String, _ media: inout ArchivedMedia
    ) throws -> [ZipEntry] {
        let name = "recipes/" + Slug.segment(revision.recipeID, revision.slug)
        let data = RecipeData(
            revision, author: viewer.author, diets: catalogue.diets(of: revision.body), publishedAt: nil,
            catalogue: catalogue, site: settings.baseURL)
        let cooklang = CooklangText(
            revision.body, author: viewer.author.name, catalogue: catalogue, site: settings.baseURL
        ).text
        var entries = try [(".jsonld", data.file), (".cook", cooklang)].map { ending, text in
            let path = "\(folder)/\(revision.recipeID)\(ending)"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return ZipEntry.text(name: name + ending, path: path)
        }
        if let photo = revision.body.photo, let picture = picture("\(settings.mediaPath)/\(photo)"),
            media.takes(picture.path)
        {
            entries.append(.file(name: "\(name).\(picture.ending)", path: picture.path))
        }
        return entries + steps(revision.body, name: name, in: settings.mediaPath, &media)
    }

    /// The media of its steps, without videos that are not ready yet.
    private static func steps(
        _ body: RecipeBody, name: String, in folder: String, _ media: inout ArchivedMedia
    ) -> [ZipEntry] {
        body.steps.enumerated().compactMap { index, step in
            guard step.hasMedia else { return nil }
            let video = "\(folder)/\(step.media)/\(StepMedia.video)"
            let isThere = step.isVideo && FileManager.default.fileExists(atPath: video)
            let file =
                step.isVideo ? (isThere ? (path: video, ending: "mp4") : nil) : picture("\(folder)/\(step.media)")
            guard let file, media.takes(file.path) else { return nil }
            return .file(name: RecipeArchive.stepFile(name, index + 1) + ".\(file.ending)", path: file.path)
        }
    }

    /// The original picture, or else the largest rendition. Its first byte shows its format.
    private static func picture(_ folder: String) -> (path: String, ending: String)? {
        let widest = Photos.widths.last.map { "\($0).jpg" } ?? ""
        for path in ["original", widest].map({ "\(folder)/\($0)" }) {
            guard let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 1) else { continue }
            return (path, start.first == 0x89 ? "png" : start.first == 0x52 ? "webp" : "jpg")
        }
        return nil
    }
}

/// One thread for archives, because searches and exports of one recipe must not wait for them.
struct ArchiveWorker: Sendable {
    let pool = WorkerPool(threads: 1, queueLimit: 16)
}

/// Limits the size of an archive: each picture and video once, and again until the repeated ones reach the quota of a
/// member. Otherwise, one picture in every step of every recipe would fill the disk.
struct ArchivedMedia {
    private var taken: Set<String> = []
    /// The bytes of repeated files that may still be added.
    private var repeated: Int

    init(repeated: Int = Quota.bytes) { self.repeated = repeated }

    mutating func takes(_ path: String) -> Bool {
        if taken.insert(path).inserted { return true }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        repeated -= attributes?[.size] as? Int ?? 0
        return repeated >= 0
    }
}
