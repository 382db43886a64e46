// Tests of reading and converting videos, including hostile ones, made by ffmpeg during the tests.

import Foundation
import Testing

@testable import Video

@Suite(.enabled(if: VideoTools.installed != nil, "ffmpeg is not installed"))
struct VideoTests {
    private let tools: VideoTools
    private let folder: String

    init() throws {
        tools = try #require(VideoTools.installed)
        folder = NSTemporaryDirectory() + "video-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// A file that ffmpeg makes.
    private func file(_ name: String, _ arguments: String...) throws -> String { try file(name, arguments) }

    private func file(_ name: String, _ arguments: [String]) throws -> String {
        let words = ["-nostdin", "-v", "error", "-y"] + arguments + ["\(folder)/\(name)"]
        _ = try Command(program: tools.ffmpeg, arguments: words).run()
        return "\(folder)/\(name)"
    }

    private func clip(_ name: String, seconds: Double, _ more: String...) throws -> String {
        try clip(name, seconds: seconds, more)
    }

    private func clip(_ name: String, seconds: Double, _ more: [String]) throws -> String {
        let input = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=\(seconds)"]
        return try file(name, input + more)
    }

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    private func format(_ path: String) throws -> VideoFormat? {
        VideoFormat(of: Array(try bytes(path).prefix(VideoFormat.head)))
    }

    /// The problem found in the file; nil if there is none.
    private func problem(_ path: String, _ format: VideoFormat = .mp4) -> VideoProblem? {
        do {
            _ = try tools.probe(path, as: format)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("a.mp4", VideoFormat.mp4, ["-pix_fmt", "yuv420p"]), ("a.mov", .mp4, ["-pix_fmt", "yuv420p"]),
        ("a.webm", .webm, ["-c:v", "libvpx"]), ("a.gif", .gif, []), ("a.png", .apng, ["-f", "apng"]),
    ])
    func `a video is recognised by its first bytes, measured and converted`(
        name: String, format: VideoFormat, arguments: [String]
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try clip(name, seconds: 1, arguments)
        #expect(try self.format(path) == format)
        let video = try tools.probe(path, as: format)
        #expect(video.frames == 25 && (900...1_100).contains(video.milliseconds))
        var told: [Double] = []
        try tools.make(of: path, video, to: "\(folder)/made.mp4") { share in
            told.append(share)
            return true
        }
        #expect(told == told.sorted() && told.last ?? 0 > 0.5)
        let made = try tools.probe("\(folder)/made.mp4", as: .mp4)
        #expect((900...1_100).contains(made.milliseconds))
        try tools.firstFrame(of: "\(folder)/made.mp4", as: .mp4, to: "\(folder)/first.png")
        #expect(try bytes("\(folder)/first.png").starts(with: [0x89, 0x50]))
    }

    @Test func `a video of ten seconds is accepted, a longer one refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(problem(try clip("ten.mp4", seconds: 10)) == nil)
        #expect(problem(try clip("more.mp4", seconds: 10.1)) == .tooLong)
        #expect(problem(try clip("fast.mp4", seconds: 10, "-r", "300")) == .tooLong)
    }

    /// The header says one second, the frames last twelve.
    @Test func `the stated duration of a video is not trusted`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var bytes = try bytes(clip("long.mp4", seconds: 12))
        for (box, place) in [("mvhd", 20), ("mdhd", 20), ("tkhd", 24)] {
            let start = try #require(bytes.firstRange(of: Array(box.utf8))?.lowerBound) - 4
            bytes.replaceSubrange(start + place + 4..<start + place + 8, with: [0, 0, 3, 0xE8])
        }
        #expect(problem(try write(bytes, "lying.mp4")) == .tooLong)
    }

    @Test func `an edit list is respected in the converted video`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let long = try clip("long.mp4", seconds: 8, "-g", "250")
        // Copied from the fourth second on, with an edit list that hides the frames before it back to the key frame.
        let part = try file("part.mp4", "-ss", "4", "-i", long, "-c", "copy")
        let video = try tools.probe(part, as: .mp4)
        try tools.make(of: part, video, to: "\(folder)/made.mp4")
        let made = try tools.probe("\(folder)/made.mp4", as: .mp4)
        #expect(made.milliseconds <= 8_100 && made.milliseconds >= 3_800)
    }

    @Test func `sound, subtitles, chapters and metadata are removed`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try clip(
            "loud.mp4", seconds: 1, "-f", "lavfi", "-i", "sine=d=1", "-metadata", "artist=Canary Bird", "-metadata",
            "location=+52.5000+013.4000/")
        #expect(try bytes(path).firstRange(of: Array("Canary Bird".utf8)) != nil)
        try tools.make(of: path, try tools.probe(path, as: .mp4), to: "\(folder)/made.mp4")
        let made = try bytes("\(folder)/made.mp4")
        for word in ["Canary Bird", "+52.5", "mp4a", "soun"] {
            #expect(made.firstRange(of: Array(word.utf8)) == nil, "\(word)")
        }
    }

    @Test func `broken or truncated videos and other files are refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let good = try bytes(clip("good.mp4", seconds: 1))
        #expect(problem(try write(Array(good.prefix(good.count / 2)), "half.mp4")) == .unreadable)
        #expect(problem(try write(Array(good.prefix(200)), "head.mp4")) == .unreadable)
        #expect(problem(try write(Array("<html><script>alert(1)</script>".utf8), "page.mp4")) == .unreadable)
        // Only the demuxer for the format of the first bytes reads the file.
        #expect(problem(try clip("a.webm", seconds: 1, "-c:v", "libvpx"), .mp4) == .unreadable)
        let list = "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"
        #expect(problem(try write(Array(list.utf8), "list.mp4")) == .unreadable)
        #expect(problem(try file("sound.mp4", "-f", "lavfi", "-i", "sine=d=1")) == .unreadable)
        #expect(problem(try clip("odd.mp4", seconds: 1, "-c:v", "mjpeg")) == .unreadable)
    }

    @Test func `a video with too many pixels is refused before decoding`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let wide = try file(
            "wide.mp4", "-f", "lavfi", "-i", "color=s=4098x16:r=2:d=1", "-c:v", "mpeg4")
        #expect(problem(wide) == .tooLarge)
        #expect(VideoTools.side * VideoTools.side > VideoTools.pixels)
    }

    /// The file with an external data reference, and the sizes of the boxes around it adjusted.
    private func referring(to target: String, _ bytes: [UInt8]) throws -> [UInt8] {
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        var (boxes, start, end) = ([Int](), 0, bytes.count)
        for name in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
            var place = start
            while place < end, bytes[place + 4..<place + 8] != Array(name.utf8)[...] { place += number(place) }
            boxes.append(place)
            (start, end) = (place + 8, place + number(place))
        }
        let (entry, name) = (try #require(boxes.last) + 16, Array(target.utf8) + [0])
        let new = big(12 + name.count) + Array("url ".utf8) + [0, 0, 0, 0] + name
        var bent = bytes
        let growth = new.count - number(entry)
        for box in boxes { bent.replaceSubrange(box..<box + 4, with: big(number(box) + growth)) }
        bent.replaceSubrange(entry..<entry + number(entry), with: new)
        return bent
    }

    @Test(arguments: ["file:///etc/hostname", "http://127.0.0.1:9/x"])
    func `a file that a video refers to is not opened`(target: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bent = try referring(to: target, bytes(clip("good.mp4", seconds: 1)))
        #expect(bent.firstRange(of: Array(target.utf8)) != nil)
        // The video shows its own content, as if there were no reference.
        let path = try write(bent, "away.mp4")
        let video = try tools.probe(path, as: .mp4)
        try tools.make(of: path, video, to: "\(folder)/made.mp4")
        #expect(try tools.probe("\(folder)/made.mp4", as: .mp4).frames == 25)
        let list = "ffconcat version 1.0\nfile '\(target)'\n"
        #expect(problem(try write(Array(list.utf8), "list.mp4")) == .unreadable)
    }

    @Test func `a conversion stops when asked to and at its time limit`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try clip("ten.mp4", seconds: 10)
        let video = try tools.probe(path, as: .mp4)
        #expect(throws: VideoProblem.stopped) {
            try tools.make(of: path, video, to: "\(folder)/made.mp4") { _ in false }
        }
        let slow = Command(program: "/bin/sleep", arguments: ["30"], bounds: .init(seconds: 1))
        let began = Date()
        #expect(throws: VideoProblem.unreadable) { _ = try slow.run() }
        #expect(Date().timeIntervalSince(began) < 5)
        let quiet = Command(program: "/bin/sh", arguments: ["-c", "exec >&-; sleep 20"], bounds: .init(seconds: 1))
        #expect(throws: VideoProblem.unreadable) { _ = try quiet.run() }
    }

    @Test func `a program is limited in memory, time and disk space`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hungry = Command(
            program: "/usr/bin/tail", arguments: ["-c", "400000000", "/dev/zero"], bounds: .init(memory: 64 << 20))
        #expect(throws: VideoProblem.unreadable) { _ = try hungry.run() }
        let busy = Command(
            program: "/bin/sh", arguments: ["-c", "while :; do :; done"], bounds: .init(processorSeconds: 1))
        #expect(throws: VideoProblem.unreadable) { _ = try busy.run() }
        let chatty = Command(program: "/usr/bin/yes", arguments: [])
        #expect(throws: VideoProblem.unreadable) { _ = try chatty.run() }
        let secret = Command(program: "/usr/bin/env", arguments: [])
        #expect(String(decoding: try secret.run(), as: UTF8.self) == "LC_ALL=C\n")
    }

    /// A MP4 of 600 bytes that states any number of samples with one size. ffprobe keeps 24 bytes for each.
    private func stating(samples: UInt32) -> [UInt8] {
        func big(_ numbers: UInt32...) -> [UInt8] {
            numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        }
        func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
            big(UInt32(8 + content.joined().count)) + Array(name.utf8) + content.joined()
        }
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        let matrix = big(1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
        let entry = box(
            "vp09", zeros(7), [1], zeros(16), [0, 64, 0, 64], big(0x48_0000, 0x48_0000, 0), [0, 1], zeros(32),
            [0, 24, 0xFF, 0xFF])
        let table = box(
            "stbl", box("stsd", big(0, 1), entry), box("stts", big(0, 1, samples, 1)),
            box("stsc", big(0, 1, 1, samples, 1)), box("stsz", big(0, 1, samples)), box("stco", big(0, 1, 40)))
        let links = box("dinf", box("dref", big(0, 1), box("url ", big(1))))
        let media = box(
            "mdia", box("mdhd", big(0, 0, 0, 1_000, 1_000, 0x55C4_0000)),
            box("hdlr", big(0, 0), Array("vide".utf8), zeros(12), [0x76, 0]),
            box("minf", box("vmhd", big(1), zeros(8)), links, table))
        let track = box(
            "trak", box("tkhd", big(3, 0, 0, 1, 0, 1_000), zeros(16), matrix, big(64 << 16, 64 << 16)), media)
        let head = box(
            "mvhd", big(0, 0, 0, 1_000, 1_000, 1 << 16, 1 << 24, 0, 0), matrix, zeros(24), big(2))
        return box("ftyp", Array("isom".utf8), big(0), Array("isom".utf8)) + box("moov", head, track)
            + box("mdat", zeros(64))
    }

    @Test func `a small file that states millions of frames uses up the memory of ffprobe only`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(problem(try write(stating(samples: 16), "few.mp4")) == nil)
        let many = stating(samples: 20_000_000)
        #expect(many.count < 1_000)
        #expect(problem(try write(many, "many.mp4")) == .unreadable)
    }

    /// Scripts in place of ffmpeg write the limit that they run with, in KiB.
    @Test func `ffmpeg has a memory limit for each task`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = "#!/bin/sh\nfor last; do :; done\nulimit -v > \"${last#file:}\"\n"
        let path = try write(Array(script.utf8), "ffmpeg")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let tools = try #require(VideoTools(path: "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"))
        func limit(_ name: String) throws -> Int? {
            Int(String(decoding: try bytes("\(folder)/\(name)"), as: UTF8.self).trimmingCharacters(in: .newlines))
        }
        try tools.firstFrame(of: "none", as: .mp4, to: "\(folder)/first")
        #expect(try limit("first") == 768 << 10)
        let video = ProbedVideo(format: .mp4, milliseconds: 1_000, frames: 25)
        #expect(throws: VideoProblem.unreadable) { try tools.make(of: "none", video, to: "\(folder)/made") }
        #expect(try limit("made") == 1 << 20)
    }

    @Test func `the first frame of a 4K video fits into its memory limit`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let input = ["-f", "lavfi", "-i", "testsrc2=s=4096x2304:r=25:d=0.04"]
        let path = try file("still.mp4", input + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"])
        #expect(try tools.probe(path, as: .mp4).frames == 1)
        try tools.firstFrame(of: path, as: .mp4, to: "\(folder)/first.png")
        #expect(try bytes("\(folder)/first.png").starts(with: [0x89, 0x50]))
    }

    @Test func `without ffmpeg there is no video support`() {
        #expect(VideoTools(path: "/nowhere:/dev") == nil)
    }

    @Test func `AVIF and HEIC pictures and animated WebP are not videos`() {
        for brand in ["avif", "heic", "mif1"] {
            #expect(VideoFormat(of: Array("\0\0\0\u{1C}ftyp\(brand)".utf8)) == nil)
        }
        let webp = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0]
        #expect(VideoFormat.isAnimatedWebP(webp + [2, 0, 0, 0]))
        #expect(!VideoFormat.isAnimatedWebP(webp + [0, 0, 0, 0]))
    }
}
