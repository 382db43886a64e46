// Pictures and videos of steps: received, told apart by their first bytes, and kept where photos are.

import Database
import Foundation
import HTTP
import HTTPServer
import Images
import Security
import Video

/// What an upload became.
struct StoredMedia: Equatable, Sendable {
    let id: String
    let isVideo: Bool
}

/// Why an upload became nothing, beside what the picture or video itself is to blame for.
enum MediaRefusal: Error {
    /// The machine has no ffmpeg.
    case noVideo
    /// ffmpeg does not read it.
    case animatedWebP
    case tooMany

    /// The end of the key of what the member is told; nil for what is nobody's upload's fault.
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
    /// The name under which a video lies in its folder until it is made anew; no address leads to it.
    static let upload = "upload"
    static let video = "video.mp4"

    /// What lies in the media folder and has no row yet.
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

    /// Stores what came for a step.
    static func add(_ content: RequestBody, _ context: Context) async throws -> StoredMedia {
        let (site, owner, now) = (context.site, try context.member().id, context.now)
        let (media, tools) = (site.settings.mediaPath, site.settings.video)
        let prepared = try await site.workers.run { try prepare(content, tools, in: media) }
        try await PhotoStore.remember(prepared.stored.id, site, owner: owner) {
            try prepared.insert(owner: owner, now: now, $0)
        }
        if prepared.stored.isVideo { site.wakeSignal.wake() }
        return prepared.stored
    }

    static func prepare(_ bytes: [UInt8], _ tools: VideoTools?, in media: String) throws -> Prepared {
        try prepare(RequestBody(bytes), tools, in: media)
    }

    /// Looks at a file and lays into the media folder what is to be kept of it; takes a while.
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
            // A single frame is a picture.
            let first = "\(folder)/first.png"
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

    /// How one's own video comes along; for who uploads it and nobody else.
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
