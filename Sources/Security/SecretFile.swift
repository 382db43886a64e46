// The site's secret: created once and stored in the data folder, readable only by its owner.

import Foundation

/// Loads the secret at a path, or creates one of 32 random bytes there with mode 600.
public enum SecretFile {
    public struct Unreadable: Error, CustomStringConvertible {
        public let description: String
    }

    public static func load(path: String) throws -> [UInt8] {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard data.count >= 32 else {
                throw Unreadable(
                    description: "the secret in \(path) is shorter than 32 bytes; remove the file to make a new one")
            }
            return Array(data)
        } catch CocoaError.fileReadNoSuchFile {
            return try make(path: path)
        } catch let error as CocoaError {
            // A secret that exists but cannot be read is never replaced: all sessions and forms would become invalid.
            throw Unreadable(description: "cannot read the secret in \(path): \(error.localizedDescription)")
        }
    }

    private static func make(path: String) throws -> [UInt8] {
        let secret = Random.bytes(32)
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(secret), attributes: [.posixPermissions: 0o600])
        else { throw Unreadable(description: "cannot write the secret to \(path)") }
        return secret
    }
}
