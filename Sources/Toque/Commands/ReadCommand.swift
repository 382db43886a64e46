// `toque read`: what import understands of a page, a text or a file, as schema.org/Recipe JSON.

import Foundation

enum ReadCommand {
    /// Why a file gave nothing, with its name.
    struct Unread: Error, CustomStringConvertible {
        let description: String
    }

    static let command = CommandLineTool.Command(
        name: "read", usage: "FILE… [--address URL]",
        help: """
            what import understands of a page, Cooklang, text or archive, as schema.org/Recipe, a line of JSON a recipe
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
                for recipe in try document.read(bytes(of: file), name: name) { Terminal.print(recipe.schemaJSON) }
            } catch { throw Unread(description: "\(file): \(error)") }
        }
    }

    private static func bytes(of file: String) throws(ImportRefusal) -> [UInt8] {
        let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file)
        guard let handle, let data = try? handle.readToEnd() ?? Data() else { throw .damaged("cannot be read") }
        return Array(data)
    }
}
