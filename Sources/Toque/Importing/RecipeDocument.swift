// Reads one document of any supported format, which is recognised by its content and not by its name.

import Archive
import Bytes
import Compression
import Food
import Foundation
import HTTP

/// Reads a page, JSON, Cooklang or plain text.
struct RecipeDocument {
    let catalogue: Catalogue
    /// Where the document came from; may be empty.
    var address = ""
    /// The maximum number of recipes to read. Callers set it one above their own limit, to notice that there are more.
    var most = Int.max
    /// `nil` for commands.
    var budget: ImportBudget?

    /// The recipes of a document or an archive; throws if there are none.
    func read(_ bytes: [UInt8], name: String) throws(ImportRefusal) -> [ImportedRecipe] {
        let entries = try entries(bytes, name: name)
        let found = entries.compactMap { try? $0.get().recipe }
        if case .failure(let unread) = entries.first, found.isEmpty { throw unread.refusal }
        return found
    }

    /// The results for a document or for each file of an archive; never empty.
    func entries(
        _ bytes: [UInt8], name: String
    ) throws(ImportRefusal) -> [Result<RecipeWithMedia, RecipeArchive.Unread>] {
        guard ZipReader.isArchive(bytes) else { return try find(bytes, name: name).map { .success($0) } }
        let archive = RecipeArchive(try RecipeArchive.open(bytes), self)
        guard !archive.texts.isEmpty else { throw .noRecipe }
        return archive.texts.flatMap { archive.entries(of: $0) }
    }

    /// The recipes of a document, with the pictures that it contains.
    func find(_ bytes: [UInt8], name: String) throws(ImportRefusal) -> [RecipeWithMedia] {
        guard bytes.count <= ImportLimits.document else { throw .tooLong }
        try budget?.read(bytes.count)
        if bytes.starts(with: [0x1f, 0x8b]) { return try find(unpacked(bytes), name: name) }
        if let kind = BinaryKind(bytes) { throw .binary(kind) }
        // Before any comparison: Swift would normalise a long run of combining marks each time.
        guard StreamSafe.allows(document: bytes) else { throw .marks }
        let text = Self.text(bytes)
        // Checked again after decoding, because UTF-16 has zero bytes within each escape.
        guard StreamSafe.allows(document: Array(text.utf8)) else { throw .marks }
        guard let budget else { return try find(inText: text, name: name) }
        return try budget.limitingMarkup { () throws(ImportRefusal) in try find(inText: text, name: name) }
    }

    private func find(inText text: String, name: String) throws(ImportRefusal) -> [RecipeWithMedia] {
        let stem = name.split(bytes: "/").last?.split(bytes: ".").first.map(String.init) ?? ""
        switch Self.kind(text, name: name) {
        case .page: return [RecipeWithMedia(recipe: try WebRecipe.read(text, address: address))]
        case .json: return try recipes(inJSON: text)
        case .cooklang:
            try Self.checkLength(text)
            return [RecipeWithMedia(recipe: try CooklangRecipe.read(text, name: stem))]
        case .plain:
            let lines = try Self.checkLength(text)
            try budget?.readPlain(lines: lines)
            return [RecipeWithMedia(recipe: try PlainRecipe.read(text, catalogue))]
        }
    }

    /// Checks the size before parsing: a text of one recipe may not be longer than a recipe. Returns its lines.
    @discardableResult private static func checkLength(_ text: String) throws(ImportRefusal) -> Int {
        let lines = text.utf8.reduce(1) { $0 + ($1 == 10 || $1 == 13 ? 1 : 0) }
        guard text.utf8.count <= ImportLimits.recipe, lines <= ImportLimits.textLines else { throw .tooLong }
        return lines
    }

    /// Decodes a document: UTF-8, UTF-16, or else the charset that it states, as older pages do.
    static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if BinaryKind.isUTF16(bytes), let text = String(bytes: bytes, encoding: .utf16) { return text }
        let start = String(decoding: bytes.prefix(4_096), as: UTF8.self).lowercased()
        let behind = start.split(bytes: "charset", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        let value = behind?.trimmed.dropping(prefix: "=")?.trimmed.trimmingPrefix(anyOf: "\"'")
        let name = value.map { String($0.prefix(beforeAny: "\"' \t\r\n;/>")) } ?? ""
        let encoding = encodings[name]
        return encoding.flatMap { String(bytes: bytes, encoding: $0) } ?? String(decoding: bytes, as: UTF8.self)
    }

    private static let encodings: [String: String.Encoding] = [
        "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252, "windows-1250": .windowsCP1250,
        "iso-8859-1": .windowsCP1252, "iso-8859-2": .isoLatin2, "utf-16": .utf16,
    ]

    enum Kind { case page, json, cooklang, plain }

    static func kind(_ text: String, name: String = "") -> Kind {
        if name.lowercased().hasSuffix(bytes: ".cook") { return .cooklang }
        switch text.utf8.first(where: { $0 > 0x20 && $0 < 0x80 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        case UInt8(ascii: "<"): return .page
        default: break
        }
        // A page or a Cooklang text can be recognised by its beginning.
        let start = String(decoding: text.utf8.prefix(100_000), as: UTF8.self)
        if ["<script", "<html", "itemscope"].contains(where: { start.contains(bytes: $0) }) { return .page }
        return CooklangRecipe.isLikely(start) ? .cooklang : .plain
    }

    /// A refused file costs as much as the largest one that is accepted, because up to that size was unpacked.
    private func unpacked(_ bytes: [UInt8]) throws(ImportRefusal) -> [UInt8] {
        guard let unpacked = try? Gzip.decompress(bytes, limit: ImportLimits.document) else {
            try budget?.unpack(ImportLimits.document)
            throw .damaged("the compressed file is damaged or too long")
        }
        try budget?.unpack(unpacked.count)
        if unpacked.starts(with: [0x1f, 0x8b]) { throw .damaged("it is compressed more than once") }
        return unpacked
    }

    private func recipes(inJSON text: String) throws(ImportRefusal) -> [RecipeWithMedia] {
        guard LenientJSON.count(text) <= ImportLimits.values else { throw .tooLong }
        let read = LenientJSON.values(text)
        guard !read.isEmpty else { throw .damaged("it cannot be read as JSON") }
        let objects = read.flatMap { SchemaText.list($0) }.compactMap { $0 as? [String: Any] }
        // The limit applies to the recipes inside a dump or a graph, too.
        let recipes = objects.flatMap(ImportFile.recipes(in:)).prefix(most).compactMap { object -> RecipeWithMedia? in
            guard let recipe = Self.recipe(object), recipe.isRecipe else { return nil }
            return RecipeWithMedia(recipe: recipe, picture: PaprikaRecipe.picture(object))
        }
        guard !recipes.isEmpty else { throw .noRecipe }
        return recipes
    }

    /// The recipe of an object in any of the known vocabularies.
    static func recipe(_ object: [String: Any]) -> ImportedRecipe? {
        guard !SchemaText.isTooLong(object) else { return nil }
        if SchemaReader.isRecipe(object) { return SchemaReader().read(object) }
        return AppRecipe.read(object.filter { !($0.value is NSNull) })
    }
}
