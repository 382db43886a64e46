// Notes the recipes that members look at, in memory, and writes them every few seconds: the recipe page waits for
// nothing.

import Bytes
import Database
import HTTP

/// A recipe that a member looked at.
struct SeenRecipe: Hashable {
    /// The most that wait to be written; beyond that, views are not recorded.
    static let most = 10_000

    let user: Int
    let recipe: Int
}

/// The last time of each, in UTC milliseconds. A crash loses at most the views of three seconds.
typealias SeenRecipes = BufferedCounter<SeenRecipe, Int>

extension BufferedCounter where Kind == SeenRecipe, Count == Int {
    convenience init() { self.init(most: SeenRecipe.most, sum: max) }

    func keep(in writer: Writer) {
        keep(in: writer, every: .seconds(3)) { try HistoryStore($1).add($0) }
    }

    /// Writes what waits if the member has seen something since, so that their pages show it.
    func flush(for user: Int) async {
        if isWaiting(where: { $0.user == user }) { await flush() }
    }
}

extension Context {
    /// Whether somebody opens this page: a browser that only fetches it ahead, or a program that reads JSON, does not
    /// count.
    var isOpened: Bool { request.method == .get && !wantsJSON && !isPrefetch }

    /// Notes that the viewer looks at the page of a recipe.
    func noteSeen(_ recipe: Int) {
        guard let viewer, isOpened else { return }
        site.seenRecipes.add(now, to: SeenRecipe(user: viewer.id, recipe: recipe))
    }
}

extension Site {
    var seenRecipes: SeenRecipes { part() }
}
