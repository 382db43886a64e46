// Health checks for monitors: whether the process is alive, and whether it can do its work.

import Database
import Foundation
import HTTP

enum Health {
    /// With this many waiting writes the site counts as overloaded: half of the writer's queue.
    static let queueLimit = 512

    static func show(_ context: Context) async throws -> Response { Response.text("ok\n") }

    /// 200 if the database accepts writes, the disk has room and the writer keeps up; otherwise 503 with the failing
    /// check.
    static func ready(_ context: Context) async throws -> Response {
        let site = context.site
        let checks = [
            "database": await canWrite(site), "disk": hasRoom(site.configuration),
            "queue": site.writer.waiting < queueLimit,
        ]
        let isReady = !checks.values.contains(false)
        let words = checks.map { "\"\($0.key)\":\"\($0.value ? "ok" : "failing")\"" }.sorted().joined(separator: ",")
        return Response.json(Array("{\(words)}\n".utf8), status: isReady ? .ok : .unavailable)
    }

    /// A statement that changes nothing still takes the write lock.
    private static func canWrite(_ site: Site) async -> Bool {
        let written: Void? = try? await site.writer.write { try $0.run("DELETE FROM session WHERE id = ''") }
        return written != nil
    }

    private static func hasRoom(_ configuration: Configuration) -> Bool {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: configuration.data)
        guard let free = attributes?[.systemFreeSize] as? NSNumber else { return false }
        return free.intValue >= configuration.leastFreeMegabytes * 1_000_000
    }
}
