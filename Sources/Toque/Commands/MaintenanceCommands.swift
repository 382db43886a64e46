// `toque migrate`, `toque check`, `toque reindex`.

import Database
import Foundation

enum MigrateCommand {
    static let command = CommandLineTool.Command(
        name: "migrate", usage: "", help: "brings the database up to date"
    ) { arguments in
        let configuration = try arguments.configuration()
        try arguments.finish()
        let count = try DataFolder.migrate(configuration)
        Terminal.print(count == 0 ? "The database is up to date." : "\(count) migrations ran.")
    }
}

enum CheckCommand {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    static let command = CommandLineTool.Command(
        name: "check", usage: "[--json]",
        help:
            "verifies the database: integrity, foreign keys, derived diets, pantry needs, names, search index, audit chain, media"
    ) { arguments in
        let isJSON = arguments.take(flag: "--json")
        let configuration = try arguments.configuration()
        try arguments.finish()
        try DataFolder.requireDatabase(configuration)
        let connection = try Connection(path: configuration.databasePath, mode: .readWrite)
        let settings = configuration.site
        let failures = try Check(
            db: connection, mediaPath: settings.mediaPath, heads: AuditHeads(path: settings.auditHeadsPath),
            searchIndexPath: settings.searchIndexPath
        ).run()
        if isJSON {
            let data = try JSONSerialization.data(
                withJSONObject: ["findings": failures.map { ["check": $0.check, "finding": $0.finding] }],
                options: [.sortedKeys, .withoutEscapingSlashes])
            Terminal.print(String(decoding: data, as: UTF8.self))
        } else {
            for finding in failures { Terminal.print("\(finding.check): \(finding.finding)") }
        }
        guard failures.isEmpty else {
            throw Failed(description: failures.count == 1 ? "1 finding" : "\(failures.count) findings")
        }
        if !isJSON { Terminal.print("Nothing found.") }
    }
}

enum ReindexCommand {
    static let command = CommandLineTool.Command(
        name: "reindex", usage: "",
        help:
            "rebuilds all derived data: the meaning of lines, diets, search rows, ingredients and pantry needs of recipes, skeletons of names"
    ) { arguments in
        let configuration = try arguments.configuration()
        try arguments.finish()
        try DataFolder.requireDatabase(configuration)
        let writer = try Writer(path: configuration.databasePath)
        let count = try writer.writeNow { try Reindex(db: $0).run() }
        writer.close()
        Terminal.print("\(count) public recipes indexed.")
    }
}

/// Deletes the derived rows and builds them again.
struct Reindex {
    let db: Connection

    func run() throws -> Int {
        try NameLikenessStore(db).deriveAll()
        let catalogue = try CatalogueStore(db).load()
        try UnderstandingStore(db).readAll(catalogue)
        let store = PublicRecipeStore(db)
        try db.run("DELETE FROM public_recipe_ingredient")
        try db.run("DELETE FROM public_recipe_unknown_word")
        try db.run("DELETE FROM public_recipe_tag")
        try db.run("DELETE FROM public_recipe_likeness")
        try db.run("DELETE FROM recipe_needs")
        try db.run("DELETE FROM public_recipe")
        try db.run("DELETE FROM recipe_text")
        var count = 0
        try store.eachRevision { recipe, revision, author in
            try store.insert(
                store.entry(revision, catalogue), recipe: recipe, revision: revision.id, author: author)
            count += 1
        }
        try DerivationStore(db).set(rules: RuleSources.digest)
        return count
    }
}
