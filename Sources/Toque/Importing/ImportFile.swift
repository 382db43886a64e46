// Reads recipe files: JSON lines, a JSON object or list, a web page, Cooklang or plain text, also in archives or gzip.

import Archive
import Bytes
import Compression
import Food
import Foundation

/// The recipes of a file, read one by one on demand.
struct ImportFile: Sequence {
    let catalogue: Catalogue

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    private let bytes: [UInt8]
    private let name: String
    private var archive: RecipeArchive?

    init(path: String, catalogue: Catalogue, limit: Int = ImportLimits.unpacked) throws {
        let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 4)
        if let start, ZipReader.isArchive(Array(start)) {
            self.init(bytes: [], catalogue: catalogue)
            do throws(ZipRefusal) {
                archive = RecipeArchive(try ZipReader(path: path), RecipeDocument(catalogue: catalogue))
            } catch {
                throw Unreadable(description: "\(path): \(ImportRefusal.archive(error))")
            }
            return
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Unreadable(description: "cannot read \(path)")
        }
        let read = Array(data)
        self.init(
            bytes: read.starts(with: [0x1f, 0x8b]) ? try Gzip.decompress(read, limit: limit) : read,
            name: path.split(bytes: "/").last.map(String.init) ?? "", catalogue: catalogue)
    }

    init(bytes: [UInt8], name: String = "", catalogue: Catalogue) {
        self.bytes = bytes
        self.name = name
        self.catalogue = catalogue
    }

    /// The number of lines or files, for the progress bar.
    var count: Int { archive?.texts.count ?? (isLines ? bytes.reduce(0) { $1 == 10 ? $0 + 1 : $0 } : 1) }

    /// Whether the file is JSON lines: its first line is a complete object.
    private var isLines: Bool {
        guard bytes.first == UInt8(ascii: "{"), let newline = bytes.firstIndex(of: 10) else {
            return bytes.first == UInt8(ascii: "{")
        }
        return Self.value(bytes[..<newline]) != nil
    }

    func makeIterator() -> AnyIterator<Result<ConvertedRecipe, ImportFailure>> {
        if let archive { return Self.recipes(of: archive, catalogue) }
        if BinaryKind(bytes) != nil { return AnyIterator(document().makeIterator()) }
        guard isLines else {
            let whole = bytes[...]
            guard isJSON else { return AnyIterator(document().makeIterator()) }
            guard let value = Self.value(whole) else { return AnyIterator([Self.notJSON(whole)].makeIterator()) }
            var objects = Self.objects(value)[...]
            return AnyIterator { objects.popFirst().map(take) }
        }
        var rest = bytes[...]
        var objects: ArraySlice<[String: Any]> = []
        return AnyIterator {
            while true {
                if let object = objects.popFirst() { return take(object) }
                guard !rest.isEmpty else { return nil }
                let end = rest.firstIndex(of: 10) ?? rest.endIndex
                let line = rest[..<end]
                rest = rest[Swift.min(end + 1, rest.endIndex)...]
                if line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) { continue }
                guard let object = Self.value(line) as? [String: Any] else { return Self.notJSON(line) }
                objects = Self.recipes(in: object)[...]
            }
        }
    }

    /// The recipes of an archive, file by file; a file without a recipe gives a failure.
    private static func recipes(
        of archive: RecipeArchive, _ catalogue: Catalogue
    ) -> AnyIterator<Result<ConvertedRecipe, ImportFailure>> {
        var files = archive.texts[...]
        var entries: ArraySlice<Result<RecipeWithMedia, RecipeArchive.Unread>> = []
        return AnyIterator {
            while true {
                switch entries.popFirst() {
                case .success(let found): return catalogue.take(found)
                case .failure(let unread):
                    return .failure(.init(kind: .unread, example: "\(unread.name): \(unread.refusal)"))
                case nil:
                    guard let file = files.popFirst() else { return nil }
                    entries = archive.entries(of: file)[...]
                }
            }
        }
    }

    /// Whether the file begins like JSON. Invalid JSON counts too, so that it is reported as such.
    private var isJSON: Bool {
        guard !name.lowercased().hasSuffix(bytes: ".cook"), let first = bytes.first(where: { $0 > 0x20 }) else {
            return false
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private func take(_ object: [String: Any]) -> Result<ConvertedRecipe, ImportFailure> {
        guard let recipe = RecipeDocument.recipe(object) else {
            return .failure(.init(kind: .notARecipe, example: SchemaText.text(object["@type"])))
        }
        return catalogue.take(RecipeWithMedia(recipe: recipe, picture: PaprikaRecipe.picture(object)))
    }

    /// Reads any format except JSON as one document.
    private func document() -> [Result<ConvertedRecipe, ImportFailure>] {
        do {
            return try RecipeDocument(catalogue: catalogue).find(bytes, name: name).map { catalogue.take($0) }
        } catch {
            return [.failure(.init(kind: .unread, example: "\(name): \(error)"))]
        }
    }

    /// The JSON value of a file or line; `nil` if it is invalid.
    static func value(_ bytes: ArraySlice<UInt8>) -> Any? { try? JSONSerialization.jsonObject(with: Data(bytes)) }

    private static func notJSON(_ bytes: ArraySlice<UInt8>) -> Result<ConvertedRecipe, ImportFailure> {
        .failure(.init(kind: .notJSON, example: String(decoding: bytes.prefix(80), as: UTF8.self)))
    }

    /// One object, a list of objects, or the `@graph` of a page.
    private static func objects(_ value: Any) -> [[String: Any]] {
        if let list = value as? [Any] { return list.map { $0 as? [String: Any] ?? [:] } }
        return (value as? [String: Any]).map(recipes) ?? [[:]]
    }

    /// The recipes of a page's `@graph` or of a Mealie backup; any other object unchanged, so that it is reported.
    static func recipes(in object: [String: Any]) -> [[String: Any]] {
        if let recipes = MealieBackup.recipes(in: object) { return recipes }
        let graph = object["@graph"] as? [[String: Any]] ?? []
        let recipes = graph.filter(SchemaReader.isRecipe)
        return recipes.isEmpty ? [object] : recipes
    }
}
