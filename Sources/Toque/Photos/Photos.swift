// Receives photos, makes small and clean renditions on the worker pool, and serves them to readers who may see the
// recipe.

import Bytes
import Database
import Foundation
import HTTP
import HTTPServer
import Images
import Security
import Texts

/// Threads for pictures and videos only, because searches and exports must not wait for them.
struct PictureWorkers: Sendable {
    let pool = WorkerPool(threads: 2, queueLimit: 64)
}

extension Site {
    var pictureWorkers: WorkerPool { part(PictureWorkers.self).pool }
}

/// The result of a form's file field.
struct PhotoUpload: Sendable {
    /// The stored photo's id.
    var photo: String?
    /// The error to show at the field.
    var error: String?
    /// Whether the form refers to a photo of another member.
    var namesOther = false

    /// Stores the form's photo, if there is one, before the rest is checked, so that an error elsewhere does not lose
    /// it. It takes the member's turn, so that nobody uses all threads for pictures; an autosave with the same photo is
    /// waited for.
    static func receive(_ context: Context, cut: Cut = .whole) async throws -> PhotoUpload {
        guard let file = context.form.file("photo"), !file.content.isEmpty else { return try checkNamed(context) }
        let (owner, turns) = (try context.member().id, context.site.importTurns)
        guard await turns.wait(owner) else { return PhotoUpload(error: Text.importBusy(context.language)) }
        defer { turns.end(owner) }
        do {
            return PhotoUpload(photo: try await PhotoStore.add(file.content, cut: cut, context), error: nil)
        } catch {
            guard let key = MediaRefusal.key(error) else { throw error }
            let text = Text.dynamic("photo.error.\(key)", context.language)
            // A wrong crop area does not lose the picture: the middle is used.
            let photo =
                error as? ImageError == .outside ? try await PhotoStore.add(file.content, cut: .middle, context) : nil
            return PhotoUpload(photo: photo, error: text)
        }
    }

    /// Checks that the earlier photo in the form belongs to the member, because its recipe may become public.
    private static func checkNamed(_ context: Context) throws -> PhotoUpload {
        guard context.form["remove_photo"] == nil, let id = context.form["photo_id"], !id.isEmpty else {
            return PhotoUpload()
        }
        let owner = try context.member().id
        if try context.reader.exists("SELECT 1 FROM photo WHERE id = \(id) AND owner_id = \(owner)") {
            return PhotoUpload()
        }
        return PhotoUpload(error: Text.dynamic("photo.error.not-yours", context.language), namesOther: true)
    }
}

extension ImageError {
    /// The key of its message in the locale files.
    var key: String {
        switch self {
        case .tooLarge: "too-large"
        case .outside: "outside"
        default: "not-a-picture"
        }
    }
}

/// A folder of renditions made from an upload.
struct StoredPicture: Sendable {
    let id: String
    let width: Int
    let height: Int
    let widths: [Int]
    /// The size of its files on disk.
    let bytes: Int
}

enum PhotoStore {
    /// The maximum size of a picture file in bytes; videos may be as large as any upload.
    static let longest = 25 << 20

    /// Makes the renditions of a photo and stores its row. Of a cropped photo the original is not kept.
    static func add(_ content: RequestBody, cut: Cut, _ context: Context) async throws -> String {
        let picture = try await makeFiles(of: content, cut: cut, keepsOriginal: cut == .whole, context.site)
        let (owner, now) = (try context.member().id, context.now)
        try await remember(picture.id, context.site, owner: owner) { try insert(picture, owner: owner, now: now, $0) }
        return picture.id
    }

    /// Writes the row of files that are already in the media folder. If the owner's quota is exceeded, deletes the
    /// files and throws.
    static func remember(
        _ id: String, _ site: Site, owner: Int, _ insert: @escaping @Sendable (Connection) throws -> Void
    ) async throws {
        do {
            try await site.writer.write { db in
                try insert(db)
                try Quota.check(owner, db)
            }
        } catch let error as QuotaReached {
            try MediaSweep.remove(id, from: site.settings.mediaPath)
            throw error
        }
    }

    /// Inserts the row of a photo whose files exist.
    static func insert(_ picture: StoredPicture, owner: Int, now: Int, _ db: Connection) throws {
        try db.run(
            """
            INSERT INTO photo (id, owner_id, width, height, widths, bytes, created_at)
            VALUES (\(picture.id), \(owner), \(picture.width), \(picture.height),
                \(picture.widths.map(String.init).joined(separator: " ")), \(picture.bytes), \(now))
            """)
    }

    /// Makes the renditions on the worker pool and writes them to the media folder.
    static func makeFiles(
        of content: RequestBody, cut: Cut = .whole, keepsOriginal: Bool, _ site: Site
    ) async throws -> StoredPicture {
        let media = site.settings.mediaPath
        guard content.count <= longest else { throw ImageError.tooLarge }
        return try await site.pictureWorkers.run {
            try makeFiles(of: content.bytes(), cut: cut, keepsOriginal: keepsOriginal, in: media)
        }
    }

    /// The same on the caller's thread, which takes a while.
    static func makeFiles(
        of bytes: [UInt8], cut: Cut = .whole, keepsOriginal: Bool, in media: String
    ) throws -> StoredPicture {
        let id = Random.token(bytes: 16)
        let renditions = try Images.renditions(of: bytes, cut: cut)
        let folder = media + "/" + id
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // The original is kept for future formats, under a name that no address leads to.
            if keepsOriginal { try write(bytes, to: folder + "/original") }
            try write(renditions, to: folder)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        return StoredPicture(
            id: id, width: renditions.width, height: renditions.height, widths: renditions.sizes.map(\.width),
            bytes: MediaFolder.bytes(folder))
    }

    /// Writes the renditions and waits until they are on disk, because their row is written next.
    static func write(_ renditions: Renditions, to folder: String) throws {
        let sizes = renditions.sizes
        for width in Photos.widths {
            guard let size = sizes.first(where: { $0.width >= width }) ?? sizes.last else { continue }
            try write(size.webp, to: "\(folder)/\(width).webp")
            try write(size.jpeg, to: "\(folder)/\(width).jpg")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try settle(path, as: path)
    }

    /// Renames a complete file and waits until it is on disk.
    static func settle(_ file: String, as name: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.synchronize()
        try handle.close()
        guard file == name || rename(file, name) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

enum Photos {
    /// The widths that pages offer, in pixels; a smaller original is used unchanged for the larger widths.
    static let widths = [320, 640, 960, 1280]

    static func show(_ context: Context) async throws -> Response {
        let (id, file) = (context.parameters["photo"] ?? "", context.parameters["file"] ?? "")
        let names = widths.flatMap { ["\($0).webp", "\($0).jpg"] } + [StepMedia.video]
        guard names.contains(file), id.utf8.allSatisfy(isTokenByte),
            let access = try PhotoAccess(context.reader).find(id, context)
        else { throw SiteError.notFound }
        var response = try self.file(file, of: id, context)
        response.headers["Cache-Control"] = access == .everyone ? "public, max-age=86400" : "private, no-store"
        return response
    }

    /// The response with a file of the media folder.
    static func file(_ file: String, of id: String, _ context: Context) throws -> Response {
        let path = "\(context.site.settings.mediaPath)/\(id)/\(file)"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int else { throw SiteError.notFound }
        var response = Response(status: .ok, body: .file(path: path, size: size))
        response.headers["Content-Type"] = type(of: file)
        // Files under a photo's id never change.
        response.headers["ETag"] = "\"\(id)-\(file)\""
        response.headers["Accept-Ranges"] = "bytes"
        // Prevents the browser from running anything in the file, whatever type it assumes.
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        return response
    }

    private static func type(of file: String) -> String {
        if file == StepMedia.video { return "video/mp4" }
        return file.hasSuffix(bytes: "webp") ? "image/webp" : "image/jpeg"
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Who may see a photo or drawing.
enum PictureAccess {
    case everyone, viewer
}

struct PhotoAccess {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Everyone if a public recipe, its review, a profile or a published tutorial uses it; otherwise its owner, moderators
    /// if it was submitted or belongs to a review, admins if it belongs to a tutorial, and those with whom the author
    /// shares a text that shows it.
    func find(_ photo: String, _ context: Context) throws -> PictureAccess? {
        if try db.exists(
            """
            SELECT 1 FROM revision v JOIN public_recipe p ON p.revision_id = v.id WHERE v.photo_id = \(photo)
            UNION ALL SELECT 1 FROM revision_media m JOIN public_recipe p ON p.revision_id = m.revision_id
                WHERE m.photo_id = \(photo)
            UNION ALL SELECT 1 FROM profile f WHERE f.photo_id = \(photo)
                AND \(sql: AccountSQL.isHere("f.user_id"))
            UNION ALL SELECT 1 FROM tutorial t WHERE t.video_id = \(photo)
                AND t.is_published AND t.deleted_at IS NULL
            UNION ALL SELECT 1 FROM review w JOIN public_recipe p ON p.recipe_id = w.recipe_id
                WHERE w.photo_id = \(photo) AND w.deleted_at IS NULL
            """)
        {
            return .everyone
        }
        if let reader = context.textReader, try isShared(photo, with: reader, now: context.now) { return .viewer }
        guard let viewer = context.viewer else { return nil }
        let isAllowed = try db.exists(
            """
            SELECT 1 FROM photo WHERE id = \(photo) AND (owner_id = \(viewer.id) OR (\(viewer.isAdmin)
                AND EXISTS (SELECT 1 FROM tutorial t WHERE t.video_id = \(photo))) OR (\(viewer.isModerator)
                AND EXISTS (SELECT 1 FROM review w WHERE w.photo_id = \(photo))) OR (\(viewer.isModerator) AND EXISTS (
                SELECT 1 FROM revision v JOIN submission s ON s.revision_id = v.id
                WHERE (v.photo_id = \(photo) OR v.id IN (
                    SELECT revision_id FROM revision_media WHERE photo_id = \(photo))) AND \(sql: AccountSQL.isHere("v.author_id")))))
            """)
        return isAllowed ? .viewer : nil
    }

    private func isShared(_ photo: String, with reader: TextReader, now: Int) throws -> Bool {
        // While an older text is public, nobody else reads the newer one.
        let shared: SQL = """
            NOT EXISTS (SELECT 1 FROM public_recipe p WHERE p.recipe_id = r.id)
                AND \(sql: SharingSQL.isShared("r.id", with: reader, now: now))
            """
        return try db.exists(
            """
            SELECT 1 FROM revision v JOIN recipe r ON r.id = v.recipe_id AND r.head_revision_id = v.id
                WHERE v.photo_id = \(photo) AND \(sql: shared)
            UNION ALL SELECT 1 FROM revision_media m JOIN revision v ON v.id = m.revision_id
                JOIN recipe r ON r.id = v.recipe_id AND r.head_revision_id = v.id
                WHERE m.photo_id = \(photo) AND \(sql: shared)
            """)
    }
}

extension Context {
    /// The photo uploaded with the form.
    var upload: PhotoUpload {
        get { self[default: PhotoUpload()] }
        set { self[default: PhotoUpload()] = newValue }
    }
}
