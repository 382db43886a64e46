// Reads recipe archives of this site, Mealie, Tandoor and Paprika, and finds the pictures that belong to each recipe.

import Archive
import Bytes
import HTTP

/// A recipe of a document or archive, with the media that came with it.
struct RecipeWithMedia: Sendable {
    var recipe: ImportedRecipe
    /// The bytes of its picture, not yet checked.
    var picture: [UInt8]?
    /// Whether it has a picture that cannot be read or is beyond the limits of the import.
    var isPictureLeft = false
    /// The media of its steps by step number, not yet checked.
    var media: [Int: [UInt8]] = [:]
}

/// Reads an archive file by file.
struct RecipeArchive {
    /// The nesting depth of archives: Tandoor's archive contains archives.
    static let depth = 2
    /// The file with explanations in this site's own archives.
    static let readme = "README.txt"

    private let zip: ZipReader
    private let document: RecipeDocument
    private let level: Int
    /// The files that may contain recipes.
    let texts: [ZipItem]
    private let pictureByStem: [String: ZipItem]
    /// The largest picture in or below a folder, by the folder's path and by its name.
    private var largestByFolder: [String: ZipItem] = [:]
    private var largestByName: [String: ZipItem] = [:]
    private let stepFiles: [String: ZipItem]
    /// The number of files of each kind in each folder.
    private let countByFolder: [String: Int]

    init(_ zip: ZipReader, _ document: RecipeDocument, level: Int = 1) {
        self.zip = zip
        self.document = document
        self.level = level
        let files = zip.items.filter { !$0.name.hasPrefix(bytes: "__MACOSX/") && $0.name != Self.readme }
        // If a recipe is there in two formats, the JSON-LD is read, because it loses nothing.
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

    /// Adds a picture to the tables. Done once for each picture, because every recipe searches them.
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

    /// The number of folders above a picture that it counts for.
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
        // Checked before any names are compared.
        guard zip.items.allSatisfy({ StreamSafe.allows($0.name) }) else { throw .archive(.name) }
        // Word-processor documents and e-books are ZIP archives too.
        if zip.items.contains(where: { ["[Content_Types].xml", "mimetype"].contains($0.name) }) {
            throw .binary(.document)
        }
        return zip
    }

    /// A file without a recipe and the reason; for inner archives the name includes the path.
    struct Unread: Error {
        let name: String
        let refusal: ImportRefusal
    }

    /// The recipes of one file, or the reason why there are none; for an inner archive the entries of each of its
    /// files.
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
            if found.picture == nil, let file = picture(of: found.recipe, in: item, isAlone: all.count == 1) {
                if document.budget?.takesPicture() != false { found.picture = try? content(file) }
                found.isPictureLeft = found.picture == nil
            }
            for number in found.recipe.exact?.steps.indices.map({ $0 + 1 }) ?? [] {
                guard let file = stepFiles[Self.stepFile(item.stem, number)],
                    document.budget?.takesPicture() != false
                else { continue }
                found.media[number] = try? content(file)
            }
            return found
        }
    }

    /// The name, without its ending, of the file with a step's picture or video.
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

    /// The picture with the recipe's file name, or the largest in its folder if no other text is there, or for Mealie
    /// the largest in the folder named after the recipe's id.
    private func picture(of recipe: ImportedRecipe, in item: ZipItem, isAlone: Bool) -> ZipItem? {
        var found = isAlone ? pictureByStem[item.stem] : nil
        let name = recipe.identifier.split(bytes: ":").last.map(Self.plain) ?? ""
        if found == nil, recipe.identifier.hasPrefix(bytes: "mealie:"), name.count >= 8 {
            found = largestByName[name]
        }
        if found == nil, isAlone, countByFolder[item.kind] == 1 { found = largestByFolder[item.folder] }
        return found
    }

    private static func plain(_ id: some StringProtocol) -> String { id.lowercased().replacing(bytes: "-", with: "") }
}

extension ZipItem {
    fileprivate var folder: String { name.lastIndex(ofByte: "/").map { String(name[..<$0]) } ?? "" }
    /// The path without the file extension.
    fileprivate var stem: String { name.lastIndex(ofByte: ".").map { String(name[..<$0]) } ?? name }
    fileprivate var ending: String {
        name.lastIndex(ofByte: ".").map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
    }
    /// The folder and the file extension.
    fileprivate var kind: String { folder + "/*." + ending }
    fileprivate var isPicture: Bool {
        ["jpg", "jpeg", "png", "webp", "gif", "avif", "heic"].contains(ending)
    }
}
