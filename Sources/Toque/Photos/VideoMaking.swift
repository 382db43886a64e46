// Transcodes an uploaded video and makes its poster, in the background worker. If the process ends, the work starts
// again.

import Database
import Foundation
import Images
import Video

struct VideoMaking {
    let tools: VideoTools
    let writer: Writer
    let mediaPath: String
    let isStopping: () -> Bool

    func run(_ video: WaitingVideo) throws {
        guard video.tries < VideoStore.tries, let format = VideoFormat(rawValue: video.format) else {
            return try refuse(video, problem: "not-made")
        }
        try writer.writeNow { try VideoStore($0).begin(video.id) }
        do {
            let frame = try make(video, format)
            let bytes = MediaFolder.bytes(folder(video), but: StepMedia.upload)
            try writer.writeNow {
                try VideoStore($0).finish(
                    video.id, width: frame.width, height: frame.height, widths: frame.sizes.map(\.width), bytes: bytes)
            }
            try MediaSweep.remove("\(video.id)/\(StepMedia.upload)", from: mediaPath)
        } catch VideoProblem.stopped {
            try writer.writeNow { try VideoStore($0).postpone(video.id, isOwnFault: false) }
        } catch let error {
            if let key = MediaRefusal.key(error) { return try refuse(video, problem: key) }
            try writer.writeNow { try VideoStore($0).postpone(video.id, isOwnFault: true) }
            throw error
        }
    }

    private func folder(_ video: WaitingVideo) -> String { "\(mediaPath)/\(video.id)" }

    /// Makes the video and its poster. The upload is kept until the database has the result, so that all of it can be
    /// repeated.
    private func make(_ video: WaitingVideo, _ format: VideoFormat) throws -> Renditions {
        let folder = folder(video)
        let (film, first) = ("\(folder)/\(StepMedia.video)", "\(folder)/\(StepMedia.firstFrame)")
        // In a media folder copied after its database, the video may be made already.
        let isMade = FileManager.default.fileExists(atPath: film)
        if !isMade { try transcode(video, format, to: film) }
        try tools.firstFrame(of: film, as: .mp4, to: first)
        let frame = try Images.renditions(of: Array(Data(contentsOf: URL(fileURLWithPath: first))))
        try PhotoStore.write(frame, to: folder)
        try FileManager.default.removeItem(atPath: first)
        return frame
    }

    private func transcode(_ video: WaitingVideo, _ format: VideoFormat, to film: String) throws {
        let (upload, made) = ("\(folder(video))/\(StepMedia.upload)", "\(folder(video))/\(StepMedia.made)")
        let probed = try tools.probe(upload, as: format)
        var told = 0
        try tools.make(of: upload, probed, to: made) { share in
            let percent = min(99, Int(share * 100))
            if percent >= told + 5 {
                told = percent
                // The progress is only informative, so an error in writing it does not stop the work.
                try? writer.writeNow { try VideoStore($0).note(percent, of: video.id) }
            }
            return !isStopping()
        }
        try PhotoStore.settle(made, as: film)
    }

    private func refuse(_ video: WaitingVideo, problem: String) throws {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder(video))) ?? [] {
            try MediaSweep.remove("\(video.id)/\(file)", from: mediaPath)
        }
        try writer.writeNow { try VideoStore($0).refuse(video.id, problem: problem) }
    }
}
