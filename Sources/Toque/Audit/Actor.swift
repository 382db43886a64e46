// Who did something, as the audit log keeps it.

/// Who is written into the audit log: a person by id and the name of that day, or the system.
public struct Actor: Sendable {
    let id: Int?
    let name: String

    public static let system = Actor(id: nil, name: "system")
}
