// The work that one import may cost on the page, so that nobody's import is waited for; commands have no such bound.

import HTTP
import Synchronization

/// What is left of an import's work. It is counted in what was sent, never in time: the same import always ends the same.
final class ImportBudget {
    /// Bytes taken out of archives: documents, pictures, archives within.
    private var unpacked = ImportLimits.budgetUnpacked
    /// Bytes of documents that are read.
    private var read: Int
    /// Ingredient lines and steps that are looked at.
    private var lines: Int
    /// Pictures that the import keeps in memory.
    private var pictures = ImportPages.pictures
    private let isGivenUp: @Sendable () -> Bool

    init(
        read: Int = ImportLimits.budgetRead, lines: Int = ImportLimits.budgetLines,
        isGivenUp: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.read, self.lines) = (read, lines)
        self.isGivenUp = isGivenUp
    }

    func unpack(_ bytes: Int) throws(ImportRefusal) { try take(bytes, \.unpacked) }

    func read(_ bytes: Int) throws(ImportRefusal) { try take(bytes, \.read) }

    func take(_ recipe: ImportedRecipe) throws(ImportRefusal) {
        try take(recipe.lines.count + recipe.steps.count, \.lines)
    }

    /// Whether one more picture is kept.
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

/// The members whose import is being read: each has one at a time, so that no one holds all threads.
final class ImportTurns: Sendable {
    private let holders = Mutex<Set<Int>>([])

    /// Whether the member may begin; who may has to end it.
    func begin(_ user: Int) -> Bool { holders.withLock { $0.insert(user).inserted } }

    func end(_ user: Int) { holders.withLock { _ = $0.remove(user) } }
}

extension Site {
    var importTurns: ImportTurns { part() }
}
