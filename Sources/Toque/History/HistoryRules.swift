// The limits of the history.

enum HistoryRules {
    /// The most recipes that are kept of a member; older ones are dropped.
    static let kept = 500
    /// The most searches that are kept of a member; older ones are dropped.
    static let searches = 30
    /// The recipes on the home page.
    static let strip = 6
}
