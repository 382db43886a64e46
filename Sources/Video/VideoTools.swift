// Short videos of what people upload, by ffmpeg, whose programs run beside the site and may do little.

import Bytes
import Foundation

/// What a file turned out to be.
public struct ProbedVideo: Equatable, Sendable {
    public let format: VideoFormat
    /// From its first frame to the end of its last, by the frames and not by what the file says of itself.
    public let milliseconds: Int
    public let frames: Int

    public init(format: VideoFormat, milliseconds: Int, frames: Int) {
        self.format = format
        self.milliseconds = milliseconds
        self.frames = frames
    }
}

/// The programs, where they are installed.
public struct VideoTools: Sendable {
    /// The longest video.
    public static let milliseconds = 10_000
    /// A camera's clock and ours may differ by less than a frame.
    private static let slack = 40
    /// Frames of ten seconds at the highest speed of a phone.
    static let frames = 2_500
    /// 4K in both directions that people hold a phone in.
    static let (side, pixels) = (4_096, 4_096 * 2_304)
    /// Sets bounds before it becomes the program.
    static let bounding = "/usr/bin/prlimit"
    /// Lets the site go first.
    static let yielding = "/usr/bin/nice"

    let ffmpeg: String
    let ffprobe: String

    /// Nil where a program is missing.
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

    /// As the machine has them.
    public static let installed = VideoTools(path: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")

    /// Looks at every frame's place without decoding any, and refuses what is not wanted.
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
            ], bounds: .init(processorSeconds: 20, seconds: 40, file: 0))
        let output = try command.run()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let list = try? decoder.decode(FrameList.self, from: Data(output)) else { throw .unreadable }
        return list
    }

    /// One reader, files only: nothing that a file names elsewhere is opened.
    private func opening(_ format: VideoFormat) -> [String] {
        ["-protocol_whitelist", "file", "-f", format.reader]
    }

    /// Makes a video that every browser plays, upright, at most 720 lines, without sound and without a word of where and
    /// by whom it was taken. `hears` is told how much is done, from 0 to 1, and says whether to go on.
    public func make(
        of path: String, _ video: ProbedVideo, to result: String, _ hears: @escaping (Double) -> Bool = { _ in true }
    ) throws(VideoProblem) {
        let command = Command(
            program: ffmpeg,
            arguments: ["-nostdin", "-v", "error", "-y", "-threads", "2"] + opening(video.format) + [
                "-i", "file:" + path, "-map", "0:v:0", "-an", "-sn", "-dn", "-map_metadata", "-1",
                "-map_chapters", "-1", "-t", "11", "-vf", Self.size, "-fpsmax", "30", "-c:v", "libx264",
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
        // What was decoded counts, whatever the places of the frames said.
        guard try probe(result, as: .mp4).frames > 0 else { throw .unreadable }
    }

    /// Even sides, which H.264 asks for here, and square pixels.
    private static let size =
        "scale=w='if(gt(iw,ih),min(1280,iw),min(720,iw))':h='if(gt(iw,ih),min(720,ih),min(1280,ih))'"
        + ":force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1,format=yuv420p"

    /// The first frame as a PNG.
    public func firstFrame(of path: String, as format: VideoFormat, to result: String) throws(VideoProblem) {
        let command = Command(
            program: ffmpeg,
            arguments: ["-nostdin", "-v", "error", "-y"] + opening(format) + [
                "-i", "file:" + path, "-map", "0:v:0", "-frames:v", "1", "-c:v", "png", "-f", "image2",
                "-update", "1", "file:" + result,
            ], bounds: .init(processorSeconds: 20, seconds: 40))
        _ = try command.run()
    }
}

/// What ffprobe writes.
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
