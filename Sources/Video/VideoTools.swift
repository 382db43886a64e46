// Checks and converts short videos with ffmpeg, whose programs run as separate processes with strict limits.

import Bytes
import Foundation

/// The result of probing a file.
public struct ProbedVideo: Equatable, Sendable {
    public let format: VideoFormat
    /// From the start of the first frame to the end of the last, by the frames' times and not by the stated duration.
    public let milliseconds: Int
    public let frames: Int

    public init(format: VideoFormat, milliseconds: Int, frames: Int) {
        self.format = format
        self.milliseconds = milliseconds
        self.frames = frames
    }
}

/// The installed ffmpeg programs.
public struct VideoTools: Sendable {
    /// The maximum length of a video in milliseconds.
    public static let milliseconds = 10_000
    /// The tolerance in milliseconds, less than a frame, for a camera's clock.
    private static let slack = 40
    /// The maximum number of frames: ten seconds at the highest frame rate of a phone.
    static let frames = 2_500
    /// The maximum side and number of pixels: 4K in portrait or landscape.
    static let (side, pixels) = (4_096, 4_096 * 2_304)
    /// Bytes of address space. Listing the frames of any video of 4K needs 267 MB, whatever its length. 24 bytes for each
    /// frame that a file states may use up the rest.
    static let listMemory = 400 << 20
    /// Bytes of address space for decoding one frame on one thread: 4K needs 388 to 594 MB, most in HEVC with 10 bits.
    static let frameMemory = 768 << 20
    /// The program that sets resource limits and then starts another program.
    static let bounding = "/usr/bin/prlimit"
    /// The program that lowers the priority, so that the site is served first.
    static let yielding = "/usr/bin/nice"

    let ffmpeg: String
    let ffprobe: String

    /// `nil` if a program is missing.
    public init?(path: String) {
        func find(_ name: String) -> String? {
            path.split(bytes: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
        }
        guard let ffmpeg = find("ffmpeg"), let ffprobe = find("ffprobe"),
            access(Self.bounding, X_OK) == 0, access(Self.yielding, X_OK) == 0
        else {
            return nil
        }
        (self.ffmpeg, self.ffprobe) = (ffmpeg, ffprobe)
    }

    /// The tools of this machine; `nil` if they are not installed.
    public static let installed = VideoTools(path: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")

    /// Reads the time of every frame without decoding, and refuses unsuitable files.
    public func probe(_ path: String, as format: VideoFormat) throws(VideoProblem) -> ProbedVideo {
        let list = try list(path, as: format)
        let streams = list.streams.filter { $0.disposition?.attachedPic != 1 }
        guard streams.count == 1, let stream = streams.first, let width = stream.width, let height = stream.height,
            width > 0, height > 0, format.codecs.contains(stream.codecName ?? "")
        else { throw .unreadable }
        guard width <= Self.side, height <= Self.side, width * height <= Self.pixels else { throw .tooLarge }
        let frames = list.packets.filter { $0.streamIndex == stream.index }
        guard frames.count < Self.frames else { throw .tooLong }
        let times = frames.compactMap { frame in Double(frame.ptsTime ?? "").map { ($0, frame) } }
        guard let start = times.map(\.0).min(), times.count == frames.count else { throw .unreadable }
        let end = times.map { $0 + (Double($1.durationTime ?? "") ?? 0) }.max() ?? start
        let milliseconds = ((end - start) * 1000).rounded()
        guard milliseconds <= Double(Self.milliseconds + Self.slack) else { throw .tooLong }
        return ProbedVideo(format: format, milliseconds: Int(milliseconds), frames: frames.count)
    }

    private func list(_ path: String, as format: VideoFormat) throws(VideoProblem) -> FrameList {
        let command = Command(
            program: ffprobe,
            arguments: ["-v", "error"] + opening(format) + [
                "-select_streams", "v", "-read_intervals", "%+#\(Self.frames)", "-show_entries",
                "stream=index,codec_name,width,height:stream_disposition=attached_pic"
                    + ":packet=stream_index,pts_time,duration_time", "-of", "json", "file:" + path,
            ], bounds: .init(memory: Self.listMemory, processorSeconds: 20, seconds: 40, file: 0))
        let output = try command.run()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let list = try? decoder.decode(FrameList.self, from: Data(output)) else { throw .unreadable }
        return list
    }

    /// ffmpeg options for one demuxer and local files only, so that no reference in a file is opened.
    private func opening(_ format: VideoFormat) -> [String] {
        ["-protocol_whitelist", "file", "-f", format.reader]
    }

    /// Makes a video that every browser can play: upright, at most 720 lines, without sound and without metadata about
    /// place and author. Calls `hears` with the share done, from 0 to 1, which returns whether to continue.
    public func make(
        of path: String, _ video: ProbedVideo, to result: String, _ hears: @escaping (Double) -> Bool = { _ in true }
    ) throws(VideoProblem) {
        let command = Command(
            program: ffmpeg,
            arguments: ["-nostdin", "-v", "error", "-y", "-threads", "2"] + opening(video.format) + [
                "-i", "file:" + path, "-map", "0:v:0", "-an", "-sn", "-dn", "-map_metadata", "-1",
                "-map_chapters", "-1", "-t", "11", "-vf", Self.size, "-fpsmax", "30", "-c:v", "libx264", "-threads",
                "2",
                "-preset", "veryfast", "-crf", "26", "-fflags", "+bitexact", "-flags:v", "+bitexact",
                "-movflags", "+faststart", "-progress", "pipe:1", "-f", "mp4", "file:" + result,
            ])
        let whole = Double(max(1, video.milliseconds)) * 1000
        var done = 0.0
        _ = try command.run { piece in
            for line in String(decoding: piece, as: UTF8.self).lines {
                guard let time = line.dropping(prefix: "out_time_us=") else { continue }
                done = max(done, min(1, (Double(time) ?? 0) / whole))
            }
            return hears(done)
        }
        // Checks the decoded frames, because the times in the upload may be wrong.
        guard try probe(result, as: .mp4).frames > 0 else { throw .unreadable }
    }

    /// Even dimensions, which H.264 requires here, and square pixels.
    private static let size =
        "scale=w='if(gt(iw,ih),min(1280,iw),min(720,iw))':h='if(gt(iw,ih),min(720,ih),min(1280,ih))'"
        + ":force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1,format=yuv420p"

    /// The first frame as a PNG.
    public func firstFrame(of path: String, as format: VideoFormat, to result: String) throws(VideoProblem) {
        let command = Command(
            program: ffmpeg,
            arguments: ["-nostdin", "-v", "error", "-y", "-threads", "1"] + opening(format) + [
                "-i", "file:" + path, "-map", "0:v:0", "-frames:v", "1", "-c:v", "png", "-f", "image2",
                "-update", "1", "file:" + result,
            ], bounds: .init(memory: Self.frameMemory, processorSeconds: 20, seconds: 40))
        _ = try command.run()
    }
}

/// The JSON output of ffprobe.
private struct FrameList: Decodable {
    struct Stream: Decodable {
        struct Disposition: Decodable { let attachedPic: Int? }

        let index: Int
        let codecName: String?
        let width: Int?
        let height: Int?
        let disposition: Disposition?
    }

    struct Packet: Decodable {
        let streamIndex: Int?
        let ptsTime: String?
        let durationTime: String?
    }

    let streams: [Stream]
    let packets: [Packet]
}
