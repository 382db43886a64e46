// Who may do what: the written table.

/// A line a route: what it answers to each kind of person, everything in the address being Alice's (the owner's).
/// `login` is the way to the log-in page. Where a form is sent, it is filled in rightly.
enum RightsTable {
    /// Recipe and photo are private, waiting in the queue.
    static let all = """
        """

    /// The same addresses with a public recipe.
    static let publicRecipe = """
        """
}
