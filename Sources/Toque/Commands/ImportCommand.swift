// `toque import`: imports recipes from files, or the starter recipes.

import Bytes
import Content
import Database
import Food
import Foundation

enum ImportCommand {
    static let command = CommandLineTool.Command(
        name: "import", usage: "FILE… [--author NAME] [--publish] [--json] | --starter",
        help: """
            imports recipes from JSON, JSON lines, pages, Cooklang, text and archives, also .gz; reports what it leaves out and why
            JSON may be schema.org/Recipe, or recipes of Mealie, Tandoor and Paprika.
            What was taken before is not taken again, so that an import can be repeated or go on after a stop.
            """
    ) { arguments in
        let isStarter = arguments.take(flag: "--starter")
        let publishes = arguments.take(flag: "--publish") || isStarter
        let isJSON = arguments.take(flag: "--json")
        let author = try arguments.take(option: "--author")
        let configuration = try arguments.configuration()
        let files = try arguments.rest()
        guard isStarter != !files.isEmpty else {
            throw CommandLineTool.Usage(description: "name the files to import, or --starter")
        }
        _ = try DataFolder.prepare(configuration, now: Site.systemClock())
        if author == nil { try DataFolder.makeHouseAccount(configuration, now: Site.systemClock()) }
        let report = try await run(
            files, configuration, author: author ?? AccountRules.houseAccount, publishes: publishes)
        if isJSON {
            let data = try JSONSerialization.data(
                withJSONObject: report.json, options: [.sortedKeys, .withoutEscapingSlashes])
            Terminal.print(String(decoding: data, as: UTF8.self))
        } else {
            Terminal.print(report.description)
        }
    }

    /// Imports the files, or the starter recipes if there are none.
    static func run(
        _ files: [String], _ configuration: Configuration, author: String, publishes: Bool
    ) async throws -> ImportReport {
        let writer = try Writer(path: configuration.databasePath)
        defer { writer.close() }
        let reader = try Connection(path: configuration.databasePath, mode: .readOnly)
        guard let author = try AccountStore(reader).id(username: author) else {
            throw CommandLineTool.Usage(
                description: "there is no user \(author); add one with toque user add, or leave out --author")
        }
        let edition = try UnderstandingStore(reader).edition()
        let catalogue = try CatalogueStore(reader).load()
        let importer = Importer(
            writer: writer, reader: reader, catalogue: catalogue, edition: edition, author: author,
            publishes: publishes,
            mediaPath: configuration.site.mediaPath, now: Site.systemClock())
        var report = ImportReport()
        if files.isEmpty {
            try await importer.take(try starter(catalogue), report: &report) { _ in }
        }
        for path in files {
            let file = try ImportFile(path: path, catalogue: catalogue)
            let progress = Progress(total: file.count)
            try await importer.take(file, report: &report) { progress.show($0) }
        }
        return report
    }

    private static func starter(_ catalogue: Catalogue) throws -> [Result<ConvertedRecipe, ImportFailure>] {
        try StarterFiles.all.filter { $0.path.hasPrefix(bytes: "Recipes/") }.map { file in
            let body = try StarterRecipe.parse(file.text, file: "Starter/" + file.path, catalogue)
            return .success(ConvertedRecipe(body: body, origin: "starter:" + file.path))
        }
    }
}
