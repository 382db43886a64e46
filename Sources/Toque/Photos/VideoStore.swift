// Stores the state of videos from upload to publication.

import Database
import Texts
import Video
import Words

/// The state of a video as its owner sees it.
struct VideoState: Equatable, Sendable {
    enum Name: String, Sendable { case waiting, working, ready, refused }

    let name: Name
    let progress: Int
    let problem: String

    var isReady: Bool { name == .ready }
    var isRefused: Bool { name == .refused }

    /// The state in words; `nil` if the video is ready.
    func text(_ language: Language) -> String? {
        switch name {
        case .ready: nil
        case .refused: Text.dynamic("photo.error.\(problem)", language) ?? problem
        case .waiting, .working: Text.videoProgress(language, percent: String(progress))
        }
    }
}

/// A video that still has to be transcoded.
struct WaitingVideo: Sendable {
    let id: String
    let format: String
    let tries: Int
}

struct VideoStore {
    /// How often the process may end while working on a video before the video is refused.
    static let tries = 3

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Inserts a video whose file exists.
    func insert(_ id: String, _ video: ProbedVideo, bytes: Int, owner: Int, now: Int) throws {
        try db.run(
            """
            INSERT INTO photo (id, owner_id, width, height, widths, bytes, created_at)
            VALUES (\(id), \(owner), 0, 0, '', \(bytes), \(now))
            """)
        try db.run(
            """
            INSERT INTO video (photo_id, format, milliseconds, state)
            VALUES (\(id), \(video.format.rawValue), \(video.milliseconds), 'waiting')
            """)
    }

    /// The oldest waiting video of the owner with the fewest videos made in the last day, so that nobody waits for all
    /// videos of another member.
    func next(now: Int) throws -> WaitingVideo? {
        try db.first(
            """
            SELECT v.photo_id, v.format, v.tries, (
                SELECT count(*) FROM photo q JOIN video d ON d.photo_id = q.id
                WHERE q.owner_id = p.owner_id AND d.state <> 'waiting' AND q.created_at > \(now - Milliseconds.day)
            ) AS made
            FROM video v JOIN photo p ON p.id = v.photo_id
            WHERE v.state = 'waiting' ORDER BY made, p.created_at, p.id LIMIT 1
            """
        ) { WaitingVideo(id: $0[0], format: $0[1], tries: $0[2]) }
    }

    func begin(_ id: String) throws {
        try db.run(
            "UPDATE video SET state = 'working', progress = 0, tries = tries + 1 WHERE photo_id = \(id)")
    }

    func note(_ percent: Int, of id: String) throws {
        try db.run("UPDATE video SET progress = \(percent) WHERE photo_id = \(id) AND state = 'working'")
    }

    /// Lets a video wait for another try, because the site stopped or something else than the file failed.
    func postpone(_ id: String, isOwnFault: Bool) throws {
        try db.run(
            """
            UPDATE video SET state = 'waiting', progress = 0, tries = tries - \(isOwnFault ? 0 : 1)
            WHERE photo_id = \(id)
            """)
    }

    func finish(_ id: String, width: Int, height: Int, widths: [Int], bytes: Int) throws {
        try db.run(
            """
            UPDATE photo SET width = \(width), height = \(height), bytes = \(bytes),
                widths = \(widths.map(String.init).joined(separator: " "))
            WHERE id = \(id)
            """)
        try db.run("UPDATE video SET state = 'ready', progress = 100 WHERE photo_id = \(id)")
    }

    /// Refuses a video whose file is deleted; the row keeps the reason until nothing uses it.
    func refuse(_ id: String, problem: String) throws {
        try db.run("UPDATE photo SET bytes = 0 WHERE id = \(id)")
        try db.run("UPDATE video SET state = 'refused', problem = \(problem) WHERE photo_id = \(id)")
    }

    /// Lets videos wait again that were being made when the process ended.
    func resume() throws { try db.run("UPDATE video SET state = 'waiting', progress = 0 WHERE state = 'working'") }

    /// The states of videos by id.
    func states(_ ids: [String]) throws -> [String: VideoState] {
        if ids.isEmpty { return [:] }
        let rows = try db.all(
            "SELECT photo_id, state, progress, problem FROM video WHERE photo_id IN \(list: ids)"
        ) { row in
            let state = VideoState(name: .init(rawValue: row[1]) ?? .refused, progress: row[2], problem: row[3])
            return (row[0] as String, state)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The lengths of videos in milliseconds, by id.
    func lengths(_ ids: [String]) throws -> [String: Int] {
        if ids.isEmpty { return [:] }
        let rows = try db.all("SELECT photo_id, milliseconds FROM video WHERE photo_id IN \(list: ids)") {
            ($0[0] as String, $0[1] as Int)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The member's own among these pictures and videos, with the length of each video in milliseconds; `nil` for a
    /// picture.
    func own(_ ids: [String], owner: Int) throws -> [String: Int?] {
        if ids.isEmpty { return [:] }
        let rows = try db.all(
            """
            SELECT p.id, v.milliseconds FROM photo p LEFT JOIN video v ON v.photo_id = p.id
            WHERE p.id IN \(list: ids) AND p.owner_id = \(owner)
            """
        ) { ($0[0] as String, $0[1] as Int?) }
        return Dictionary(rows) { first, _ in first }
    }

    func state(of id: String, owner: Int) throws -> VideoState? {
        try own([id], owner: owner)[id] == nil ? nil : states([id])[id]
    }

    /// Whether a text uses a video that is not ready.
    func isUnready(revision: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM revision_media m JOIN video v ON v.photo_id = m.photo_id
            WHERE m.revision_id = \(revision) AND v.state <> 'ready'
            """)
    }
}
