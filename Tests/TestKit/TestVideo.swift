// Short videos for uploads, made by ffmpeg during the tests.

import Foundation

@testable import Toque
@testable import Video

/// Videos of ffmpeg's moving test picture.
enum TestVideo {
    static let isPossible = VideoTools.installed != nil
    static let whyNot = "ffmpeg is not installed"

    static func mp4(seconds: Double = 1, _ more: [String] = []) throws -> [UInt8] {
        try bytes("mp4", seconds: seconds, ["-pix_fmt", "yuv420p"] + more)
    }

    static func gif(seconds: Double = 1) throws -> [UInt8] { try bytes("gif", seconds: seconds, []) }

    private static func bytes(_ kind: String, seconds: Double, _ more: [String]) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + UUID().uuidString + "." + kind
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = "testsrc2=s=320x240:r=25:d=\(seconds)"
        let ffmpeg = try found(VideoTools.installed).ffmpeg
        try SystemProgram.run(ffmpeg, ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source] + more + [path])
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

extension TestSite {
    /// Adds a video of Alice's to the database, with empty files.
    func plantVideo(_ id: String) throws {
        let now = now
        let folder = "\(site.settings.mediaPath)/\(id)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in Photos.widths.flatMap({ ["\($0).webp", "\($0).jpg"] }) + [StepMedia.video] {
            try Data().write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        try write { db in
            try VideoStore(db).insert(
                id, ProbedVideo(format: .mp4, milliseconds: 1_000, frames: 25), bytes: 1, owner: Person.alice.id,
                now: now)
            try VideoStore(db).finish(id, width: 320, height: 240, widths: [320], bytes: 1)
        }
    }
}

extension RecipeFields {
    /// The form with a planted video at the first step, and subtitles.
    func showing(_ video: String) -> RecipeFields {
        adding(
            ("step_media-1", video + ".mp4"), ("subtitles_en-1", "WEBVTT\n\n00:00.000 --> 00:00.900\nStir."))
    }
}
