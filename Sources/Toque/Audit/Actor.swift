// The author of an action, as the audit log records it.

/// A user, by id and current name, or the system.
public struct Actor: Sendable {
    let id: Int?
    let name: String
    /// The network of the request, for example `192.0.2.0/24`. It has no default, so that no action omits it; it is
    /// empty only for commands and jobs.
    let network: String

    public static let system = Actor(id: nil, name: "system", network: "")
}

extension Viewer {
    var actor: Actor { Actor(id: id, name: username, network: address.network) }
}
