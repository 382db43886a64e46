// The types of the files that are compiled into the program; the lists are generated from `Migrations` and `Starter`.

/// A step of the database schema, in SQL.
public struct MigrationFile: Sendable {
    /// The number of the step, from 1 without gaps.
    public let number: Int
    public let name: String
    public let sql: String
}

/// A file with content for a new site.
public struct StarterFile: Sendable {
    /// The path within `Starter`, such as `Ingredients/baking.txt`.
    public let path: String
    public let text: String
}
