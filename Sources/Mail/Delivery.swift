// Ways to deliver email: a mail server, or a folder if there is none.

import Foundation

/// Delivers emails.
public protocol Delivery: Sendable {
    /// Returns when the email has been accepted, with the server's reply; calls `isStopping` while it waits.
    func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String
}

/// Why an email was not delivered.
public enum DeliveryFailure: Error, Equatable {
    /// The server refuses this email permanently.
    case refused(String)
    /// The server refuses this email for now.
    case later(String)
    /// No email can be sent at the moment.
    case unreachable(String)

    public var reason: String {
        switch self {
        case .refused(let reason), .later(let reason), .unreachable(let reason): reason
        }
    }
}

/// A folder in which each email becomes a file, for sites without a mail server. The files contain login links, so only
/// their owner can read them.
public struct MailFolder: Delivery {
    public let path: String
    /// Waits until a file or folder is on the disk; returns whether it is.
    var sync: @Sendable (_ path: String) -> Bool = Self.sync

    public init(path: String) { self.path = path }

    /// Writes `ID.eml` completely or not at all, and returns its path when it is on the disk: its text is deleted from
    /// the database afterwards.
    public func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String {
        let file = "\(path)/\(message.id.name).eml"
        do {
            let files = FileManager.default
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let unfinished = file + ".unfinished"
            guard
                files.createFile(
                    atPath: unfinished, contents: Data(message.bytes), attributes: [.posixPermissions: 0o600]),
                sync(unfinished), rename(unfinished, file) == 0
            else { throw CocoaError(.fileWriteUnknown) }
            // Not every file system can do this with a folder.
            _ = sync(path)
            return file
        } catch {
            throw .unreachable("cannot write \(file)")
        }
    }

    @Sendable
    private static func sync(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }
}
