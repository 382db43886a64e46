// Notes the searches that members send, in memory, and writes them every few seconds: the search page waits for nothing.

import Bytes
import Database
import HTTP
import Words

/// A search that a member sent.
struct EarlierSearch: Hashable {
    /// The most that wait to be written; beyond that, searches are not recorded.
    static let most = 10_000

    let user: Int
    /// As typed.
    let words: String

    /// The words as they are compared with others. Capitals, accents and the number of spaces make no difference, but
    /// signs do: `soup -egg` is another search than `soup egg`.
    static func key(_ words: String) -> String { Words.fold(words.inOneLine) }
}

/// The last time of each, in UTC milliseconds. A crash loses at most the searches of three seconds.
typealias EarlierSearches = BufferedCounter<EarlierSearch, Int>

extension BufferedCounter where Kind == EarlierSearch, Count == Int {
    convenience init() { self.init(most: EarlierSearch.most, sum: max) }

    func keep(in writer: Writer) {
        keep(in: writer, every: .seconds(3)) { try EarlierSearchStore($1).add($0) }
    }
}

extension Context {
    /// Notes a search of the viewer. Only its first page counts: further pages of the results are the same search. A link
    /// on another site is no search of the viewer, and neither is text that nobody can see.
    func noteSearch(_ words: String, page: Int) {
        let isOwn = request.headers["Sec-Fetch-Site"].map { $0.isSame(as: "same-origin") || $0.isSame(as: "none") }
        guard let viewer, isOpened, isOwn ?? true, page == 1, !EarlierSearch.key(words).isEmpty,
            !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return }
        site.earlierSearches.add(now, to: EarlierSearch(user: viewer.id, words: words))
    }
}

extension Site {
    var earlierSearches: EarlierSearches { part() }

    /// Writes the views and searches of a member that wait in memory, so that the history shows them, and so that they
    /// do not appear after it was cleared.
    func flushHistory(of user: Int) async {
        await seenRecipes.flush(for: user)
        if earlierSearches.isWaiting(where: { $0.user == user }) { await earlierSearches.flush() }
    }
}
