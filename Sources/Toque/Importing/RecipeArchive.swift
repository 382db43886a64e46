// Archives of recipes: this site's own and those of Mealie, Tandoor and Paprika; a recipe's picture lies beside its text.

import Archive
import Bytes
import HTTP

/// A recipe of a document or an archive, with the picture that came along.
struct RecipeWithMedia: Sendable {
    var recipe: ImportedRecipe
    /// A picture as it is stored, still to be looked at.
    var picture: [UInt8]?
    /// What its steps show, by their numbers, in the same way.
    var media: [Int: [UInt8]] = [:]
}

/// Reads an archive file by file.
struct RecipeArchive {
    /// How deep archives may lie in each other: Tandoor's is one of archives.
    static let depth = 2
    /// What this site's own archives say to people.
    static let readme = "README.txt"

    private let zip: ZipReader
    private let document: RecipeDocument
    private let level: Int
    /// The files that may hold recipes.
    let texts: [ZipItem]
    private let pictureByStem: [String: ZipItem]
    /// The largest picture in a folder or below it, and in one that is called so.
    private var largestByFolder: [String: ZipItem] = [:]
    private var largestByName: [String: ZipItem] = [:]
    private let stepFiles: [String: ZipItem]
    /// How many files of one kind a folder has.
    private let countByFolder: [String: Int]

    init(_ zip: ZipReader, _ document: RecipeDocument, level: Int = 1) {
        self.zip = zip
        self.document = document
        self.level = level
        let files = zip.items.filter { !$0.name.hasPrefix(bytes: "__MACOSX/") && $0.name != Self.readme }
        // Of two forms of one recipe the one is taken that loses nothing.
        let data = Set(files.filter { $0.ending == "jsonld" }.map(\.stem))
        let ofSteps = files.filter { Self.recipe(ofStepFile: $0.stem).map(data.contains) ?? false }
        let stepFiles = Dictionary(ofSteps.map { ($0.stem, $0) }) { first, _ in first }
        self.stepFiles = stepFiles
        let pictures = files.filter { $0.isPicture && stepFiles[$0.stem] == nil }
        pictureByStem = Dictionary(pictures.map { ($0.stem, $0) }) { first, _ in first }
        texts = files.filter {
            !$0.isPicture && stepFiles[$0.stem] == nil && !($0.ending == "cook" && data.contains($0.stem))
        }
        countByFolder = Dictionary(texts.map { ($0.kind, 1) }, uniquingKeysWith: +)
        for picture in pictures { note(picture) }
    }

    /// Once for each picture, since every recipe asks.
    private mutating func note(_ picture: ZipItem) {
        func keep(_ largest: inout ZipItem?) {
            if largest.map({ $0.size < picture.size }) ?? true { largest = picture }
        }
        var folder = picture.folder
        for _ in 0..<Self.folders {
            keep(&largestByFolder[folder])
            let slash = folder.lastIndex(ofByte: "/")
            let name = Self.plain(slash.map { folder[folder.utf8.index(after: $0)...] } ?? folder[...])
            if name.count >= 8 { keep(&largestByName[name]) }
            if folder.isEmpty { return }
            folder = slash.map { String(folder[..<$0]) } ?? ""
        }
    }

    /// How many folders above a picture are looked at.
    private static let folders = 8

    static func open(_ bytes: [UInt8], in outer: ZipReader? = nil) throws(ImportRefusal) -> ZipReader {
        let zip: ZipReader
        do throws(ZipRefusal) {
            if let outer {
                zip = try ZipReader(bytes, in: outer)
            } else {
                zip = try ZipReader(bytes, limits: ImportLimits.archive)
            }
        } catch { throw .archive(error) }
        // Before names are compared with each other.
        guard zip.items.allSatisfy({ StreamSafe.allows($0.name) }) else { throw .archive(.name) }
        // A document of a word processor and an electronic book are archives of their parts.
        if zip.items.contains(where: { ["[Content_Types].xml", "mimetype"].contains($0.name) }) {
            throw .binary(.document)
        }
        return zip
    }

    /// A file that gives no recipe, and why; of an archive within, the way to it.
    struct Unread: Error {
        let name: String
        let refusal: ImportRefusal
    }

    /// What one file gives: its recipes, or the one reason why not; of an archive within, that of each of its files.
    func entries(of item: ZipItem) -> [Result<RecipeWithMedia, Unread>] {
        do throws(ImportRefusal) {
            let bytes = try content(item)
            guard ZipReader.isArchive(bytes) else { return try recipes(bytes, of: item).map { .success($0) } }
            guard level < Self.depth else { throw .damaged("an archive in an archive in an archive") }
            let inner = try RecipeArchive(Self.open(bytes, in: zip), document, level: level + 1)
            guard !inner.texts.isEmpty else { throw .noRecipe }
            var found: [Result<RecipeWithMedia, Unread>] = []
            for file in inner.texts where found.count < document.most {
                found += inner.entries(of: file).map { entry in
                    entry.mapError { Unread(name: "\(item.name)/\($0.name)", refusal: $0.refusal) }
                }
            }
            return found
        } catch {
            return [.failure(Unread(name: item.name, refusal: error))]
        }
    }

    private func recipes(_ bytes: [UInt8], of item: ZipItem) throws(ImportRefusal) -> [RecipeWithMedia] {
        let all = try document.find(bytes, name: item.name)
        return all.map { found in
            var found = found
            if found.picture == nil { found.picture = picture(of: found.recipe, in: item, isAlone: all.count == 1) }
            for number in found.recipe.exact?.steps.indices.map({ $0 + 1 }) ?? [] {
                guard let file = stepFiles[Self.stepFile(item.stem, number)],
                    document.budget?.takesPicture() != false
                else { continue }
                found.media[number] = try? content(file)
            }
            return found
        }
    }

    /// What the file of a step's picture or video is called, without its ending.
    static func stepFile(_ recipe: String, _ number: Int) -> String { "\(recipe)-step-\(number)" }

    private static func recipe(ofStepFile stem: String) -> String? {
        let digits = stem.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        let name = String(decoding: stem.utf8.dropLast(digits), as: UTF8.self)
        guard (1...3).contains(digits), let recipe = name.dropping(suffix: "-step-"), !recipe.isEmpty else {
            return nil
        }
        return String(recipe)
    }

    private func content(_ item: ZipItem) throws(ImportRefusal) -> [UInt8] {
        try document.budget?.unpack(item.size)
        do throws(ZipRefusal) { return try zip.bytes(of: item) } catch { throw .archive(error) }
    }

    /// The picture of the same name; the largest in the folder of a text that is alone there; or the largest in a folder
    /// that is called as the recipe is by its program.
    private func picture(of recipe: ImportedRecipe, in item: ZipItem, isAlone: Bool) -> [UInt8]? {
        var found = isAlone ? pictureByStem[item.stem] : nil
        let name = recipe.identifier.split(bytes: ":").last.map(Self.plain) ?? ""
        if found == nil, recipe.identifier.hasPrefix(bytes: "mealie:"), name.count >= 8 {
            found = largestByName[name]
        }
        if found == nil, isAlone, countByFolder[item.kind] == 1 { found = largestByFolder[item.folder] }
        guard let found, document.budget?.takesPicture() != false else { return nil }
        return try? content(found)
    }

    private static func plain(_ id: some StringProtocol) -> String { id.lowercased().replacing(bytes: "-", with: "") }
}

extension ZipItem {
    fileprivate var folder: String { name.lastIndex(ofByte: "/").map { String(name[..<$0]) } ?? "" }
    /// The path without its ending.
    fileprivate var stem: String { name.lastIndex(ofByte: ".").map { String(name[..<$0]) } ?? name }
    fileprivate var ending: String {
        name.lastIndex(ofByte: ".").map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
    }
    /// Where it lies and what it is.
    fileprivate var kind: String { folder + "/*." + ending }
    fileprivate var isPicture: Bool {
        ["jpg", "jpeg", "png", "webp", "gif", "avif", "heic"].contains(ending)
    }
}
