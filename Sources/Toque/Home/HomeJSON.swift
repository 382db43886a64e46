// The home page as JSON: the shelves as its items, and two more lists.

struct HomeJSON: Encodable {
    private enum Key: String, CodingKey { case seen, newest }

    let shelves: ShelvesJSON
    /// The recipes that the member looked at last; empty for visitors.
    let seen: [CardJSON]
    let newest: [CardJSON]

    func encode(to encoder: any Encoder) throws {
        try shelves.encode(to: encoder)
        var more = encoder.container(keyedBy: Key.self)
        try more.encode(seen, forKey: .seen)
        try more.encode(newest, forKey: .newest)
    }
}
