// Photos: received, made small and clean on the worker pool, served to those who may see the recipe.

import Database
import Foundation
import HTTP
import HTTPServer
import Images
import Security

/// What came of the file field of a form.
struct PhotoUpload: Sendable {
    /// The stored photo's id.
    var photo: String?
    /// What is wrong with the file, to be shown at the field.
    var error: String?
    /// Whether the form names a photo that is not the member's.
    var namesOther = false

    /// Stores the form's photo, if one was sent. It is stored before the rest is checked, so that no mistake loses it.
    static func receive(_ context: Context, cut: Cut = .whole) async throws -> PhotoUpload {
        guard let file = context.form.file("photo"), !file.content.isEmpty else { return try checkNamed(context) }
        do {
            return PhotoUpload(photo: try await PhotoStore.add(file.content, cut: cut, context), error: nil)
        } catch let error as ImageError {
            let text = Text.dynamic("photo.error.\(error.key)", context.language)
            // A square that is wrong loses nobody the picture.
            let photo = error == .outside ? try await PhotoStore.add(file.content, cut: .middle, context) : nil
            return PhotoUpload(photo: photo, error: text)
        }
    }

    /// The photo that the form names from before has to be the member's own: its recipe may become public.
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

/// A folder of pictures that was made of an upload.
struct StoredPicture: Sendable {
    let id: String
    let width: Int
    let height: Int
    let widths: [Int]
}

enum PhotoStore {
    /// Makes the renditions of a photo and remembers them. Of one that is cut, nothing else is kept.
    static func add(_ content: RequestBody, cut: Cut, _ context: Context) async throws -> String {
        let picture = try await makeFiles(of: content, cut: cut, keepsOriginal: cut == .whole, context.site)
        let (owner, now) = (try context.member().id, context.now)
        try await context.site.writer.write { try insert(picture, owner: owner, now: now, $0) }
        return picture.id
    }

    /// Remembers a photo whose files are there.
    static func insert(_ picture: StoredPicture, owner: Int, now: Int, _ db: Connection) throws {
        try db.run(
            """
            INSERT INTO photo (id, owner_id, width, height, widths, created_at)
            VALUES (\(picture.id), \(owner), \(picture.width), \(picture.height),
                \(picture.widths.map(String.init).joined(separator: " ")), \(now))
            """)
    }

    /// Makes the renditions on the worker pool and puts them into the media folder.
    static func makeFiles(
        of content: RequestBody, cut: Cut = .whole, keepsOriginal: Bool, _ site: Site
    ) async throws -> StoredPicture {
        let media = site.configuration.mediaPath
        return try await site.workers.run {
            try makeFiles(of: content.bytes(), cut: cut, keepsOriginal: keepsOriginal, in: media)
        }
    }

    /// The same on the caller's own thread, which takes a while.
    static func makeFiles(
        of bytes: [UInt8], cut: Cut = .whole, keepsOriginal: Bool, in media: String
    ) throws -> StoredPicture {
        let id = Random.token(bytes: 16)
        let renditions = try Images.renditions(of: bytes, cut: cut)
        try write(renditions, original: keepsOriginal ? bytes : nil, to: media + "/" + id)
        return StoredPicture(
            id: id, width: renditions.width, height: renditions.height, widths: renditions.sizes.map(\.width))
    }

    /// The original stays beside the renditions for later formats, under a name that no address leads to.
    /// All or nothing, and on disk when this returns: the row that names them is written after.
    private static func write(_ renditions: Renditions, original: [UInt8]?, to folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if let original { try write(original, to: folder + "/original") }
            let sizes = renditions.sizes
            for width in Photos.widths {
                guard let size = sizes.first(where: { $0.width >= width }) ?? sizes.last else { continue }
                try write(size.webp, to: "\(folder)/\(width).webp")
                try write(size.jpeg, to: "\(folder)/\(width).jpg")
            }
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.synchronize()
        try file.close()
    }
}

enum Photos {
    /// The widths that pages offer, in pixels; a smaller original fills the wider ones with its own size.
    static let widths = [320, 640, 960, 1280]

    static func show(_ context: Context) async throws -> Response {
        let (id, file) = (context.parameters["photo"] ?? "", context.parameters["file"] ?? "")
        let names = widths.flatMap { ["\($0).webp", "\($0).jpg"] }
        guard names.contains(file), id.utf8.allSatisfy(isTokenByte),
            let access = try PhotoAccess(context.reader).find(id, viewer: context.viewer)
        else { throw SiteError.notFound }
        var response = try self.file(file, of: id, context)
        response.headers["Cache-Control"] = access == .everyone ? "public, max-age=86400" : "private, no-store"
        return response
    }

    /// The answer with a picture of the media folder.
    static func file(_ file: String, of id: String, _ context: Context) throws -> Response {
        let path = "\(context.site.configuration.mediaPath)/\(id)/\(file)"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int else { throw SiteError.notFound }
        var response = Response(status: .ok, body: .file(path: path, size: size))
        response.headers["Content-Type"] = file.hasSuffix("webp") ? "image/webp" : "image/jpeg"
        // What lies under a photo's id never changes.
        response.headers["ETag"] = "\"\(id)-\(file)\""
        response.headers["Accept-Ranges"] = "bytes"
        // Whatever a browser might take it for, it does nothing.
        response.headers["Content-Security-Policy"] = SecureHeaders.inert
        return response
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

    /// Everyone when a public recipe or a profile shows it; else its owner, and moderators once it was submitted.
    func find(_ photo: String, viewer: Viewer?) throws -> PictureAccess? {
        if try db.exists(
            """
            SELECT 1 FROM revision v JOIN public_recipe p ON p.revision_id = v.id WHERE v.photo_id = \(photo)
            UNION ALL SELECT 1 FROM profile f WHERE f.photo_id = \(photo)
                AND \(sql: AccountSQL.isHere("f.user_id"))
            """)
        {
            return .everyone
        }
        guard let viewer else { return nil }
        let isAllowed = try db.exists(
            """
            SELECT 1 FROM photo WHERE id = \(photo) AND (owner_id = \(viewer.id) OR (\(viewer.isModerator) AND EXISTS (
                SELECT 1 FROM revision v JOIN submission s ON s.revision_id = v.id
                WHERE v.photo_id = \(photo) AND \(sql: AccountSQL.isHere("v.author_id")))))
            """)
        return isAllowed ? .viewer : nil
    }
}
