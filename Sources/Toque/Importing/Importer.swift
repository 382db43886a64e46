// Imports many recipes by command: one core reads and converts while another writes. Repeated runs import each recipe
// once.

import Bytes
import Database
import Food
import Foundation
import Synchronization
import Video

/// A recipe ready to be written.
struct PreparedRecipe: Sendable {
    let text: RevisionText
    let origin: String
    let entry: PublicEntry?
    let picture: StoredPicture?
    let media: [StepMedia.Prepared]
}

/// The result of an import.
public struct ImportReport: Sendable {
    public var taken = 0
    /// Recipes that an earlier run already imported.
    public var known = 0
    public var refused = 0
    public var lines = 0
    public var matchedLines = 0
    var notes: [ImportNote: (count: Int, examples: [String])] = [:]

    mutating func add(_ kind: ImportNote, _ example: String) {
        notes[kind, default: (0, [])].count += 1
        if notes[kind, default: (0, [])].examples.count < 5, !example.isEmpty {
            notes[kind]?.examples.append(example.cut(to: 100))
        }
    }

    /// The report as lines for the terminal.
    public var description: String {
        var text = "taken: \(taken), known already: \(known), not taken: \(refused)\n"
        if lines > 0 {
            let share = Double(matchedLines) / Double(lines) * 100
            text +=
                "ingredient lines: \(lines), in the catalogue: \(matchedLines) (\(String(format: "%.1f", share)) %)\n"
        }
        for kind in ImportNote.allCases {
            guard let note = notes[kind] else { continue }
            text += "\(kind.rawValue): \(note.count)\n"
            for example in note.examples { text += "    \(Terminal.plain(example))\n" }
        }
        return text
    }

    /// The report for `--json`.
    public var json: [String: Any] {
        [
            "taken": taken, "known": known, "not_taken": refused, "lines": lines, "matched_lines": matchedLines,
            "not_understood": notes.map {
                ["what": $0.key.rawValue, "count": $0.value.count, "examples": $0.value.examples]
            },
        ]
    }
}

/// Writes recipes in batches, and prepares the next batch while the previous one is being written.
struct Importer {
    static let batch = 1_000
    /// The recipes of a batch that were written, and those that were there already.
    typealias Written = (taken: Int, known: Int)

    let writer: Writer
    let reader: Connection
    let catalogue: Catalogue
    /// The edition with which lines are read (`UnderstandingStore`).
    let edition: Int
    let author: Int
    let publishes: Bool
    let mediaPath: String
    let now: Int
    /// The video tools; if `nil`, the videos of archives are left out.
    var video = VideoTools.installed

    /// Imports every recipe of a sequence and calls `progress` with the number read.
    func take(
        _ recipes: some Sequence<Result<ConvertedRecipe, ImportFailure>>, report: inout ImportReport,
        progress: (Int) -> Void
    ) async throws {
        try await writer.write { try $0.prepareForBulk() }
        var prepared: [PreparedRecipe] = []
        var writing: Task<Written, any Error>?
        var read = 0
        for result in recipes {
            read += 1
            switch result {
            case .success(let recipe) where try isKnown(recipe.origin): report.known += 1
            case .success(let recipe): prepared.append(prepare(recipe, &report))
            case .failure(let failure):
                report.refused += 1
                report.add(failure.kind, failure.example)
            }
            if prepared.count == Self.batch {
                try await finish(&writing, &report)
                writing = write(prepared)
                prepared = []
                progress(read)
            }
        }
        try await finish(&writing, &report)
        writing = write(prepared)
        try await finish(&writing, &report)
        progress(read)
    }

    private func isKnown(_ origin: String) throws -> Bool {
        try reader.exists("SELECT 1 FROM recipe WHERE origin = \(origin)")
    }

    private func prepare(_ recipe: ConvertedRecipe, _ report: inout ImportReport) -> PreparedRecipe {
        for note in recipe.notes { report.add(note.kind, note.example) }
        let understanding = catalogue.read(recipe.body)
        report.lines += understanding.lines.count
        for (line, understood) in zip(recipe.body.lines, understanding.lines) {
            if understood.entry == nil {
                report.add(.unknownIngredient, line.ingredient)
            } else {
                report.matchedLines += 1
                if !understood.likely.isEmpty { report.add(.likelyIngredient, line.ingredient) }
            }
        }
        var body = recipe.body
        let picture = recipe.picture.flatMap {
            try? PhotoStore.makeFiles(of: $0, keepsOriginal: true, in: mediaPath)
        }
        if recipe.picture != nil, picture == nil { report.add(.pictures, body.title) }
        body.photo = picture?.id
        var (steps, media) = (recipe, [StepMedia.Prepared]())
        for (number, file) in recipe.media where recipe.shown[number] != nil {
            guard let prepared = try? StepMedia.prepare(file, video, in: mediaPath) else { continue }
            media.append(prepared)
            steps.attach(prepared.stored, to: number)
        }
        if !steps.shown.isEmpty { report.add(.pictures, body.title) }
        body.steps = steps.body.steps
        return PreparedRecipe(
            text: RevisionText(body, UnderstoodText(understanding, edition: edition)), origin: recipe.origin,
            entry: publishes ? PublicEntry(body, understanding, catalogue) : nil, picture: picture, media: media)
    }

    private func write(_ recipes: [PreparedRecipe]) -> Task<Written, any Error> {
        let (author, now, writer) = (author, now, writer)
        return Task {
            try await writer.write { db in
                var taken = 0
                for recipe in recipes where try Self.write(recipe, db, author: author, now: now) { taken += 1 }
                return (taken, recipes.count - taken)
            }
        }
    }

    private func finish(_ writing: inout Task<Written, any Error>?, _ report: inout ImportReport) async throws {
        guard let written = try await writing?.value else { return }
        report.taken += written.taken
        report.known += written.known
        writing = nil
    }

    /// Writes one recipe unless its origin exists already.
    private static func write(_ recipe: PreparedRecipe, _ db: Connection, author: Int, now: Int) throws -> Bool {
        if try db.exists("SELECT 1 FROM recipe WHERE origin = \(recipe.origin)") { return false }
        if let picture = recipe.picture { try PhotoStore.insert(picture, owner: author, now: now, db) }
        for media in recipe.media { try media.insert(owner: author, now: now, db) }
        let created = try RecipeStore(db).create(recipe.text, author: author, origin: recipe.origin, now: now)
        // An operator who publishes by command is responsible for the rights. Anyone else must state them before
        // submitting the text.
        if recipe.entry == nil {
            try ImportedTextStore(db).add(recipe: created.id, origin: recipe.origin, now: now)
        }
        if let entry = recipe.entry {
            try DecisionStore(db).publishImported(created, author: author, entry, now: now)
        }
        return true
    }
}
