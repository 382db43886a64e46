// Where mails go: a server, or a folder where there is none.

import Foundation

/// Takes mails out of the site's hands.
public protocol Delivery: Sendable {
    /// Returns when the mail is in others' hands, with what they said; `isStopping` is asked meanwhile.
    func send(_ message: Message, isStopping: @escaping @Sendable () -> Bool) throws(DeliveryFailure) -> String
}

/// Why a mail did not go.
public enum DeliveryFailure: Error, Equatable {
    /// The server will not have this mail, now or later.
    case refused(String)
    /// The server will not have this mail now.
    case later(String)
    /// No mail can be sent at the moment.
    case unreachable(String)

    public var reason: String {
        switch self {
        case .refused(let reason), .later(let reason), .unreachable(let reason): reason
        }
    }
}

/// A folder that gets each mail as a file, for sites without a mail server. The files hold links that sign people in,
/// so only their owner may read them.
public struct MailFolder: Delivery {
    public let path: String

    public init(path: String) { self.path = path }

    /// Writes `ID.eml`, whole or not at all, and gives its path.
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
                rename(unfinished, file) == 0
            else { throw CocoaError(.fileWriteUnknown) }
            return file
        } catch {
            throw .unreachable("cannot write \(file)")
        }
    }
}
