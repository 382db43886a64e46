// The files that are inside the program; the lists of them are made from `Migrations` and `Starter`.

/// A step of the database's form, in SQL.
public struct MigrationFile: Sendable {
    /// Counted from 1, without gaps.
    public let number: Int
    public let name: String
    public let sql: String
}

/// Content that a new site starts with.
public struct StarterFile: Sendable {
    /// Within `Starter`, such as `Ingredients/baking.txt`.
    public let path: String
    public let text: String
}
