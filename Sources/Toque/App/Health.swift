// What machines ask: is the process alive, and can it do its work.

import Database
import Foundation
import HTTP

enum Health {
    /// As many writes as may wait before the site counts as overloaded: half of what the writer takes.
    static let queueLimit = 512

    static func show(_ context: Context) async throws -> Response { Response.text("ok\n") }

    /// 200 when the database can be written, the disk has room and the writer keeps up; else 503 with what cannot.
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

    /// A change that changes nothing still takes the lock that a change needs.
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
