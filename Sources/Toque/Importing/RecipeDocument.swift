// One document of any kind that import reads, known by what is in it rather than by its name.

import Compression
import Foundation

/// Reads a page, JSON, Cooklang or plain text.
struct RecipeDocument {
    let catalogue: Catalogue
    /// Where it came from; may be empty.
    var address = ""

    /// The recipes of a document; at least one.
    func read(_ bytes: [UInt8], name: String) throws(ImportRefusal) -> [ImportedRecipe] {
        guard bytes.count <= ImportLimits.document else { throw .tooLong }
        if bytes.starts(with: [0x1f, 0x8b]) { return try read(Self.unpacked(bytes), name: name) }
        let text = String(decoding: bytes, as: UTF8.self)
        let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
        switch Self.kind(text, name: name) {
        case .page: return [try WebRecipe.read(text, address: address)]
        case .json: return try Self.recipes(inJSON: text)
        case .cooklang: return [try CooklangRecipe.read(text, name: stem)]
        case .plain: return [try PlainRecipe.read(text, catalogue)]
        }
    }

    enum Kind { case page, json, cooklang, plain }

    static func kind(_ text: String, name: String = "") -> Kind {
        if name.lowercased().hasSuffix(".cook") { return .cooklang }
        switch text.utf8.first(where: { $0 > 0x20 && $0 < 0x80 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        case UInt8(ascii: "<"): return .page
        default: break
        }
        if ["<script", "<html", "itemscope"].contains(where: text.contains) { return .page }
        return CooklangRecipe.isLikely(text) ? .cooklang : .plain
    }

    private static func unpacked(_ bytes: [UInt8]) throws(ImportRefusal) -> [UInt8] {
        do {
            let unpacked = try Gzip.decompress(bytes, limit: ImportLimits.document)
            if !unpacked.starts(with: [0x1f, 0x8b]) { return unpacked }
        } catch { throw .damaged("the compressed file is damaged or too long") }
        throw .damaged("it is compressed more than once")
    }

    private static func recipes(inJSON text: String) throws(ImportRefusal) -> [ImportedRecipe] {
        let values = LenientJSON.values(text)
        guard !values.isEmpty else { throw .damaged("it cannot be read as JSON") }
        let objects = values.flatMap { SchemaText.list($0) }.prefix(ImportLimits.recipes)
            .compactMap { $0 as? [String: Any] }
        let recipes = objects.flatMap(ImportFile.recipes(in:)).compactMap(recipe).filter(\.isRecipe)
        guard !recipes.isEmpty else { throw .noRecipe }
        return recipes
    }

    /// The recipe that an object is, in whoever's words.
    static func recipe(_ object: [String: Any]) -> ImportedRecipe? {
        if SchemaReader.isRecipe(object) { return SchemaReader().read(object) }
        return AppRecipe.read(object.filter { !($0.value is NSNull) })
    }
}
