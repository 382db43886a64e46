// Limits the work of one import on the site, so that nobody waits long for another member's import; commands have no
// limit.

import HTTP
import Synchronization

/// The remaining work of an import, counted by its content and never by time, so that the same import always ends the
/// same way.
final class ImportBudget {
    /// Bytes unpacked from archives: documents, pictures and inner archives.
    private var unpacked = ImportLimits.budgetUnpacked
    /// Bytes of documents that are parsed.
    private var read: Int
    /// Ingredient lines and steps that are processed.
    private var lines: Int
    /// Lines of plain text that are read, whatever they turn out to be.
    private var plainLines: Int
    /// Pictures that the import keeps in memory.
    private var pictures = ImportPages.pictures
    /// The markup that is removed from texts.
    private let markup: MarkupAllowance
    private let isGivenUp: @Sendable () -> Bool

    init(
        read: Int = ImportLimits.budgetRead, lines: Int = ImportLimits.budgetLines,
        plainLines: Int = ImportLimits.budgetPlainLines, markup: Int = ImportLimits.budgetMarkup,
        isGivenUp: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.read, self.lines, self.plainLines) = (read, lines, plainLines)
        self.markup = MarkupAllowance(markup)
        self.isGivenUp = isGivenUp
    }

    func unpack(_ bytes: Int) throws(ImportRefusal) { try take(bytes, \.unpacked) }

    func read(_ bytes: Int) throws(ImportRefusal) { try take(bytes, \.read) }

    func readPlain(lines: Int) throws(ImportRefusal) { try take(lines, \.plainLines) }

    func take(_ recipe: ImportedRecipe) throws(ImportRefusal) {
        try take(recipe.lines.count + recipe.steps.count, \.lines)
    }

    /// Reads a document, and refuses it if removing its markup costs more than what is left.
    func limitingMarkup<Read>(
        _ read: () throws(ImportRefusal) -> Read
    ) throws(ImportRefusal) -> Read {
        let result = MarkupAllowance.$current.withValue(markup) { Result { () throws(ImportRefusal) in try read() } }
        if markup.isUsedUp { throw .tooMuch }
        return try result.get()
    }

    /// Whether one more picture may be kept.
    func takesPicture() -> Bool {
        pictures -= 1
        return pictures >= 0
    }

    private func take(_ amount: Int, _ kind: ReferenceWritableKeyPath<ImportBudget, Int>) throws(ImportRefusal) {
        if isGivenUp() { throw .givenUp }
        self[keyPath: kind] -= amount
        guard self[keyPath: kind] >= 0 else { throw .tooMuch }
    }
}

/// The remaining cost of removing markup: the bytes of each text that is parsed, and 64 for each parser, which a text of
/// two bytes needs too.
final class MarkupAllowance: Sendable {
    /// That of the document that this thread reads; `nil` without a limit.
    @TaskLocal static var current: MarkupAllowance?

    private let left: Atomic<Int>

    init(_ left: Int) { self.left = Atomic(left) }

    var isUsedUp: Bool { left.load(ordering: .relaxed) < 0 }

    /// Whether a text of this many bytes may be parsed.
    func takes(_ bytes: Int) -> Bool { left.subtract(64 + bytes, ordering: .relaxed).newValue >= 0 }
}

/// The members whose import is running, or whose pictures and videos are being read: one each, so that nobody uses all
/// threads.
final class ImportTurns: Sendable {
    private let holders = Mutex<Set<Int>>([])

    /// Whether the member may begin an import; if so, the caller must call `end`.
    func begin(_ user: Int) -> Bool { holders.withLock { $0.insert(user).inserted } }

    /// The same as `begin`, after waiting up to ten seconds for it.
    func wait(_ user: Int) async -> Bool {
        for _ in 0..<100 {
            if begin(user) { return true }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return begin(user)
    }

    func end(_ user: Int) { holders.withLock { _ = $0.remove(user) } }
}

extension Site {
    var importTurns: ImportTurns { part() }
}
