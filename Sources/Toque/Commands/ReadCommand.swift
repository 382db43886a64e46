// `toque read`: prints what the import reads from a page, a text or a file, as schema.org/Recipe JSON.

import Bytes
import Foundation

enum ReadCommand {
    /// A file without a readable recipe, with the reason.
    struct Unread: Error, CustomStringConvertible {
        let description: String
    }

    static let command = CommandLineTool.Command(
        name: "read", usage: "FILE… [--address URL]",
        help: """
            prints what import reads from a page, Cooklang, text or archive: schema.org/Recipe, one JSON line for each recipe
            A FILE named - is standard input. --address says where it came from. notUnderstood lists what was left out.
            """
    ) { arguments in
        let address = try arguments.take(option: "--address") ?? ""
        let catalogue = try arguments.catalogue()
        let files = try arguments.rest()
        guard !files.isEmpty else { throw CommandLineTool.Usage(description: "name the file to read, or -") }
        let document = RecipeDocument(catalogue: catalogue, address: address)
        for file in files {
            do throws(ImportRefusal) {
                let name = file == "-" ? "" : file
                var count = 0
                for entry in try document.entries(bytes(of: file), name: name) {
                    switch entry {
                    case .success(let found):
                        Terminal.print(JSONText.withoutControls(found.recipe.schemaJSON))
                        count += 1
                    case .failure(let unread):
                        Terminal.error("toque: \(file)/\(Terminal.plain(unread.name)): \(unread.refusal)")
                    }
                }
                if count == 0 { throw .noRecipe }
            } catch { throw Unread(description: "\(file): \(error)") }
        }
    }

    private static func bytes(of file: String) throws(ImportRefusal) -> [UInt8] {
        let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file)
        guard let handle, let data = try? handle.readToEnd() ?? Data() else { throw .damaged("cannot be read") }
        return Array(data)
    }
}
