// Receives pictures and videos of steps, recognises them by their first bytes, and stores them next to the photos.

import Database
import Foundation
import HTTP
import HTTPServer
import Images
import Security
import Video

/// The stored picture or video of an upload.
struct StoredMedia: Equatable, Sendable {
    let id: String
    let isVideo: Bool
}

/// Reasons to refuse an upload, besides errors in the picture or video itself.
enum MediaRefusal: Error {
    /// ffmpeg is not installed.
    case noVideo
    /// ffmpeg cannot read animated WebP.
    case animatedWebP
    case tooMany

    /// The suffix of the message's key; `nil` for an error that the upload did not cause.
    static func key(_ error: any Error) -> String? {
        switch error {
        case let error as ImageError: error.key
        case is QuotaReached: "quota"
        case VideoProblem.unreadable: "not-a-video"
        case VideoProblem.tooLong: "too-long"
        case VideoProblem.tooLarge: "video-too-large"
        case MediaRefusal.noVideo: "no-video"
        case MediaRefusal.animatedWebP: "animated-webp"
        case MediaRefusal.tooMany: "too-many"
        default: nil
        }
    }
}

enum StepMedia {
    /// The file name of an uploaded video until it is transcoded; no address leads to it.
    static let upload = "upload"
    static let video = "video.mp4"
    /// The video while it is made, and its first frame before it is shrunk.
    static let (made, firstFrame) = ("made.mp4", "first.png")
    /// The files that are not needed once the video is ready.
    static let intermediate = [upload, made, firstFrame]

    /// Files in the media folder that have no row yet.
    enum Prepared: Sendable {
        case picture(StoredPicture)
        case video(id: String, ProbedVideo, bytes: Int)

        var stored: StoredMedia {
            switch self {
            case .picture(let picture): StoredMedia(id: picture.id, isVideo: false)
            case .video(let id, _, _): StoredMedia(id: id, isVideo: true)
            }
        }

        func insert(owner: Int, now: Int, _ db: Connection) throws {
            switch self {
            case .picture(let picture): try PhotoStore.insert(picture, owner: owner, now: now, db)
            case .video(let id, let video, let bytes):
                try VideoStore(db).insert(id, video, bytes: bytes, owner: owner, now: now)
            }
        }
    }

    /// Stores a file uploaded for a step.
    static func add(_ content: RequestBody, _ context: Context) async throws -> StoredMedia {
        let (site, owner, now) = (context.site, try context.member().id, context.now)
        let (media, tools) = (site.settings.mediaPath, site.settings.video)
        let prepared = try await site.pictureWorkers.run { try prepare(content, tools, in: media) }
        try await PhotoStore.remember(prepared.stored.id, site, owner: owner) {
            try prepared.insert(owner: owner, now: now, $0)
        }
        if prepared.stored.isVideo { site.wakeSignal.wake() }
        return prepared.stored
    }

    static func prepare(_ bytes: [UInt8], _ tools: VideoTools?, in media: String) throws -> Prepared {
        try prepare(RequestBody(bytes), tools, in: media)
    }

    /// Checks a file and writes what is kept of it to the media folder; takes a while.
    private static func prepare(_ content: RequestBody, _ tools: VideoTools?, in media: String) throws -> Prepared {
        let head = try content.first(VideoFormat.head)
        if VideoFormat.isAnimatedWebP(head) { throw MediaRefusal.animatedWebP }
        guard let format = VideoFormat(of: head) else { return try picture(content, in: media) }
        guard let tools else { throw MediaRefusal.noVideo }
        let id = Random.token(bytes: 16)
        let (folder, file) = ("\(media)/\(id)", "\(media)/\(id)/\(upload)")
        var isKept = false
        defer { if !isKept { try? MediaSweep.remove(id, from: media) } }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try content.write(to: file)
        let video = try tools.probe(file, as: format)
        if video.frames == 1 {
            // A video of a single frame is stored as a picture.
            let first = "\(folder)/\(firstFrame)"
            try tools.firstFrame(of: file, as: format, to: first)
            return try picture(RequestBody(Data(contentsOf: URL(fileURLWithPath: first))), in: media)
        }
        try PhotoStore.settle(file, as: file)
        isKept = true
        return .video(id: id, video, bytes: content.count)
    }

    private static func picture(_ content: RequestBody, in media: String) throws -> Prepared {
        guard content.count <= PhotoStore.longest else { throw ImageError.tooLarge }
        return .picture(try PhotoStore.makeFiles(of: content.bytes(), keepsOriginal: true, in: media))
    }

    /// The progress of the viewer's own video; not found for anyone else.
    static func state(_ context: Context) async throws -> Response {
        let owner = try context.member().id
        guard let state = try VideoStore(context.reader).state(of: context.parameters["photo"] ?? "", owner: owner)
        else {
            throw SiteError.notFound
        }
        return try context.json(
            VideoStateJSON(
                state: state.name.rawValue, progress: state.progress, message: state.text(context.language)))
    }
}

struct VideoStateJSON: Encodable {
    let state: String
    let progress: Int
    let message: String?
}
