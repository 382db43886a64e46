// Who did something, as the audit log keeps it.

/// Who is written into the audit log: a person by id and the name of that day, or the system.
public struct Actor: Sendable {
    let id: Int?
    let name: String
    /// Where the request came from, such as `192.0.2.0/24`. It has no default, so that no deed forgets it: empty is right
    /// for commands and jobs alone.
    let network: String

    public static let system = Actor(id: nil, name: "system", network: "")
}

extension Viewer {
    var actor: Actor { Actor(id: id, name: username, network: address.network) }
}
