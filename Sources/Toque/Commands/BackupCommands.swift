// `toque backup`, `toque restore` and `toque export`.

import Database
import Food
import Foundation

enum BackupCommand {
    static let command = CommandLineTool.Command(
        name: "backup", usage: "FILE [--json]",
        help: """
            writes the database, the media and the secret to one file, while the site runs, and checks it
            With TOQUE_BACKUP_KEY_FILE the file is encrypted.
            """
    ) { arguments in
        let isJSON = arguments.take(flag: "--json")
        guard let path = arguments.next() else {
            throw CommandLineTool.Usage(description: "name the file to write: toque backup FILE")
        }
        let configuration = try arguments.configuration()
        try arguments.finish()
        let making = BackupMaking(
            data: configuration.data, secretFile: configuration.secretFile,
            key: try configuration.site.backups.keyFile.map(BackupKey.load))
        let progress = Progress(total: 100)
        let result = try making.run(to: path, now: Site.systemClock()) {
            if Terminal.showsProgress { progress.show(Int($0 * 100)) }
            return true
        }
        Terminal.print(
            isJSON
                ? #"{"bytes":\#(result.size),"files":\#(result.files)}"#
                : "\(path): \(result.files) files, \(result.size) bytes, checked.")
    }
}

enum RestoreCommand {
    static let command = CommandLineTool.Command(
        name: "restore", usage: "FILE [--json]",
        help: "restores a backup into an empty data folder, which --data names"
    ) { arguments in
        let isJSON = arguments.take(flag: "--json")
        guard let path = arguments.next() else {
            throw CommandLineTool.Usage(description: "name the backup: toque restore FILE --data DIR")
        }
        let configuration = try arguments.configuration()
        try arguments.finish()
        let key = try configuration.site.backups.keyFile.map(BackupKey.load)
        let data = URL(fileURLWithPath: configuration.data).resolvingSymlinksInPath().path
        let reading = BackupReading(
            path: path, key: key, stage: BackupReading.stage(for: data),
            newestMigration: DataFolder.migrations.map(\.number).max() ?? 0)
        let progress = Progress(total: 100)
        let list = try reading.restore(to: data) {
            if Terminal.showsProgress { progress.show(Int($0 * 100)) }
            return true
        }
        let madeAt = Dates.time(list.madeAt)
        Terminal.print(
            isJSON
                ? #"{"files":\#(list.files.count),"made_at":"\#(madeAt)"}"#
                : "Restored \(list.files.count) files, as they were at \(madeAt), to \(configuration.data).")
    }
}

enum ExportCommand {
    static let command = CommandLineTool.Command(
        name: "export", usage: "[--format jsonl] FILE",
        help: """
            writes all public recipes as schema.org/Recipe, one JSON object a line; - writes to standard output
            toque import reads the file again.
            """
    ) { arguments in
        let format = try arguments.take(option: "--format") ?? "jsonl"
        guard format == "jsonl" else {
            throw CommandLineTool.Usage(description: "\(format) is not a format; jsonl is the only one")
        }
        guard let path = arguments.next() else {
            throw CommandLineTool.Usage(description: "name the file to write, or - for standard output")
        }
        let configuration = try arguments.configuration()
        try arguments.finish()
        try DataFolder.requireDatabase(configuration)
        let count = try run(configuration, to: path)
        if path != "-" { Terminal.print("\(path): \(count) recipes.") }
    }

    /// Writes the recipes one by one; a file gets its name when it is whole. Returns their number.
    private static func run(_ configuration: Configuration, to path: String) throws -> Int {
        let reader = try Connection(path: configuration.databasePath, mode: .readOnly)
        if path == "-" { return try write(reader, configuration.baseURL, to: .standardOutput) }
        let part = path + ".part"
        guard FileManager.default.createFile(atPath: part, contents: nil) else {
            throw BackupProblem(description: "cannot write \(path)")
        }
        defer { try? FileManager.default.removeItem(atPath: part) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: part))
        let count = try write(reader, configuration.baseURL, to: file)
        try file.synchronize()
        try file.close()
        guard rename(part, path) == 0 else { throw BackupProblem(description: "cannot write \(path)") }
        return count
    }

    /// Writes all recipes of one snapshot, so that a change while it runs is in the file whole or not at all.
    private static func write(_ reader: Connection, _ site: String, to file: FileHandle) throws -> Int {
        try reader.readNow { try write(snapshot: $0, CatalogueStore($0).load(), site, to: file) }
    }

    private static func write(
        snapshot reader: Connection, _ catalogue: Catalogue, _ site: String, to file: FileHandle
    ) throws -> Int {
        let now = Site.systemClock()
        let ids = try PublicRecipeStore(reader).ids()
        let progress = Progress(total: ids.count)
        var count = 0
        for (index, id) in ids.enumerated() {
            if let head = try PublicRecipeStore(reader).head(id, now: now),
                let recipe = try PublicRecipeStore(reader).recipe(head)
            {
                let data = RecipeData(
                    recipe.revision, author: recipe.author, diets: recipe.diets, publishedAt: head.publishedAt,
                    catalogue: catalogue, site: site,
                    milliseconds: try VideoStore(reader).lengths(recipe.revision.body.videos), rating: head.rating)
                try file.write(contentsOf: Data((data.file + "\n").utf8))
                count += 1
            }
            if Terminal.showsProgress, file !== FileHandle.standardOutput { progress.show(index + 1) }
        }
        return count
    }
}
