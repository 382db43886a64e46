// What a backup contains: a ZIP archive with the database, the media, the secret, and a list of them with their hashes.

import Bytes
import Foundation
import Security

/// A mistake that stops a backup or a restore, described in one line that says what to do.
struct BackupProblem: Error, CustomStringConvertible {
    let description: String
}

/// The list of files in a backup, stored in it as `backup.json`.
struct BackupList: Codable, Sendable {
    struct File: Codable, Sendable, Equatable {
        /// Relative to the data folder: `toque.sqlite`, `secret`, `media/…`.
        let name: String
        let size: Int
        let sha256: String
    }

    static let name = "backup.json"
    static let format = 1

    let format: Int
    /// UTC milliseconds at which the snapshot was taken.
    let madeAt: Int
    /// The number of the newest migration of the database.
    let migration: Int
    let files: [File]

    static let database = "toque.sqlite"
    static let secret = "secret"
    static let media = "media"

    /// Whether a name is one that a backup may have, so that nothing is written elsewhere.
    static func allows(_ name: String) -> Bool {
        if name == database || name == secret { return true }
        let parts = name.split(bytes: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == media && parts.dropFirst().allSatisfy(isPlain)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.first != UInt8(ascii: ".") && part.utf8.count <= 200
            && part.utf8.allSatisfy {
                (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
            }
    }
}

/// The key that encrypts backups, from the file that the operator names.
enum BackupKey {
    /// A file with fewer bytes can be guessed.
    private static let least = 32

    static func load(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw BackupProblem(description: "cannot read the key in \(path)")
        }
        guard content.count >= least else {
            throw BackupProblem(
                description:
                    "the key in \(path) has fewer than \(least) bytes; make one with: openssl rand 32 > \(path)")
        }
        return HMAC.sha256(key: Array(content), Array("toque backup".utf8))
    }
}
