// Writes one line of JSON per request to the access log, for the operator.

import Bytes
import Foundation
import HTTP
import HTTPServer
import Synchronization

/// The access log. Lines are collected in memory and written within a second, so that no request waits for the disk.
final class AccessLog: Sendable {
    /// One answered request. Queries and addresses with a token are left out, so that readers of the log cannot log in
    /// with it.
    struct Entry: Codable {
        let time: String
        let id: String
        /// `nil` if the request could not be parsed.
        var method: String?
        var path: String?
        let status: Int
        /// `nil` if the content is generated while it is sent.
        let bytes: Int?
        var milliseconds: Double?
        let peer: String
        var user: Int?
        /// Why the request reached no handler.
        var refused: String?

        init(_ context: Context, _ response: Response, _ duration: Duration) {
            self.init(response, id: context.requestID, peer: context.clientAddress.text, now: context.now)
            method = context.request.method.rawValue
            path = context.loggedPath
            milliseconds = (duration / .microseconds(1)).rounded() / 1000
            user = context.viewer?.id
        }

        init(_ refusal: Refusal, _ response: Response, id: String, now: Int) {
            self.init(response, id: id, peer: refusal.peer, now: now)
            refused = refusal.reason
        }

        private init(_ response: Response, id: String, peer: String, now: Int) {
            time = Date(timeIntervalSince1970: Double(now) / 1000).ISO8601Format(
                .init(includingFractionalSeconds: true))
            self.id = id
            status = response.status.code
            bytes = response.contentLength
            self.peer = peer
        }
    }

    private struct File {
        var descriptor: Int32
        var waiting: [UInt8] = []
    }

    struct Unwritable: Error, CustomStringConvertible {
        let description: String
    }

    /// In bytes; more than this is written immediately.
    private static let gathered = 64 * 1024

    private let path: String
    private let file: Mutex<File>
    private let flusher = Mutex<Task<Void, Never>?>(nil)

    init(path: String) throws {
        self.path = path
        file = Mutex(File(descriptor: try Self.open(path)))
        let task = Task.detached { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                self?.flush()
            }
        }
        flusher.withLock { $0 = task }
    }

    func add(_ entry: Entry) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let line = try? encoder.encode(entry) else { return }
        // A path may have controls that terminals obey.
        let safe =
            line.allSatisfy { $0 < 0x7F }
            ? line : Data(JSONText.withoutControls(String(decoding: line, as: UTF8.self)).utf8)
        file.withLock { file in
            file.waiting += safe
            file.waiting.append(0x0A)
            if file.waiting.count > Self.gathered { Self.write(&file) }
        }
    }

    /// Writes the waiting lines.
    func flush() { file.withLock { Self.write(&$0) } }

    /// Continues in a new file of the same name, after the old one was renamed.
    func reopen() {
        file.withLock { file in
            Self.write(&file)
            guard let fresh = try? Self.open(path) else {
                return Log.error("cannot open the access log \(path) again; the old file goes on")
            }
            Foundation.close(file.descriptor)
            file.descriptor = fresh
        }
    }

    func close() {
        flusher.withLock { $0?.cancel() }
        flush()
    }

    deinit {
        flusher.withLock { $0?.cancel() }
        file.withLock { _ = Foundation.close($0.descriptor) }
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = Foundation.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw Unwritable(description: "cannot write the access log \(path)") }
        return descriptor
    }

    private static func write(_ file: inout File) {
        var rest = file.waiting[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file.descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // On a full disk, lines are lost but the site keeps running.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        file.waiting.removeAll(keepingCapacity: true)
    }
}
