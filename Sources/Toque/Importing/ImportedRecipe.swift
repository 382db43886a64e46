// A recipe as its source tells it, whatever the source is: every reader ends here, and everything goes on from here.

import Archive
import Bytes
import Texts
import Words

/// A recipe from elsewhere: texts as they were written, nothing of it matched with the catalogue yet.
struct ImportedRecipe: Equatable, Sendable {
    /// A line of the list of ingredients, and the heading above it.
    struct Line: Equatable, Sendable {
        var text: String
        var group = ""
    }

    /// A step, the part of the recipe that it belongs to, a name of its own, and seconds of a timer that the source marks.
    struct Step: Equatable, Sendable {
        var text: String
        var section = ""
        var name = ""
        var timer: Int?
    }

    /// Something that was found and not taken: where it stood and what it said.
    struct Leftover: Equatable, Sendable {
        var field: String
        var text: String
        /// Where the words are not the source's.
        var remark: Remark?
    }

    /// What is said of something that is not there, or not whole.
    enum Remark: Equatable, Sendable {
        case more(Int)
        case noIngredients, noSteps, cut

        func told(_ language: Language) -> String {
            switch self {
            case .more(let count): Text.importLeftMore(language, count: count)
            case .noIngredients: Text.importLeftNoIngredients(language)
            case .noSteps: Text.importLeftNoSteps(language)
            case .cut: Text.importLeftCut(language)
            }
        }
    }

    var title = ""
    var description = ""
    var author = ""
    /// Who is to be named, where that is more than the author.
    var credit = ""
    var license = ""
    var address = ""
    /// What names the recipe at its source.
    var identifier = ""
    var language = ""
    var yields: [String] = []
    var prepMinutes: Int?
    var cookMinutes: Int?
    var totalMinutes: Int?
    /// As the source says it.
    var difficulty = ""
    var categories: [String] = []
    var cuisines: [String] = []
    var keywords: [String] = []
    var lines: [Line] = []
    var steps: [Step] = []
    var tools: [String] = []
    var notes: [String] = []
    /// Figures per serving by schema.org's names.
    var nutrition: [String: String] = [:]
    var images: [String] = []
    var notUnderstood: [Leftover] = []
    /// The very text, where the source is an export of this site's program.
    var exact: RecipeBody?

    /// Whether there is enough of it to be a recipe.
    var isRecipe: Bool { !title.isEmpty && !lines.isEmpty }

    /// Times that contradict nobody's sense: the rest is told and left out.
    mutating func setMinutes(_ place: WritableKeyPath<Self, Int?>, _ text: String, field: String) {
        guard !text.isEmpty else { return }
        if let minutes = Minutes.read(text), RecipeLimits.minutes.contains(minutes) {
            self[keyPath: place] = minutes
        } else {
            leave(field, text)
        }
    }

    mutating func leave(_ field: String, _ text: String) {
        guard notUnderstood.count < ImportLimits.leftovers else { return }
        notUnderstood.append(Leftover(field: field, text: text.cut(to: 500)))
    }

    mutating func leave(_ field: String, _ remark: Remark) {
        guard notUnderstood.count < ImportLimits.leftovers else { return }
        notUnderstood.append(Leftover(field: field, text: remark.told(.en), remark: remark))
    }

    /// Keeps every list within what a reader can hold; what is beyond is told.
    mutating func keepWithinLimits() {
        func cut<Item>(_ list: inout [Item], _ most: Int) -> Int {
            let more = list.count - most
            if more > 0 { list.removeLast(more) }
            return max(0, more)
        }
        let more = [
            "ingredients": cut(&lines, ImportLimits.lines), "steps": cut(&steps, ImportLimits.lines),
            "images": cut(&images, ImportLimits.images), "keywords": cut(&keywords, ImportLimits.words),
            "notes": cut(&notes, ImportLimits.words), "tools": cut(&tools, ImportLimits.words),
        ]
        for (field, count) in more.sorted(by: { $0.key < $1.key }) where count > 0 { leave(field, .more(count)) }
    }
}

/// What importing holds at most, so that no document takes the site's memory or time.
enum ImportLimits {
    /// Bytes of one document: a page, a text, a recipe of an archive.
    static let document = 5 << 20
    /// Bytes of one recipe's text: what is longer has more than a recipe here may have.
    static let recipe = 1 << 20
    /// Lines of a plain text or of Cooklang, empty ones too.
    static let textLines = 10_000
    /// Values of a JSON document.
    static let values = 300_000
    /// What one import on the page may cost altogether: bytes unpacked, bytes read as documents, lines and steps.
    static let budgetUnpacked = 128 << 20
    static let budgetRead = 16 << 20
    static let budgetLines = 60_000
    /// How deep lists and objects may lie in each other.
    static let depth = 100
    /// Elements that are looked at for a page's microdata.
    static let steps = 100_000
    /// Recipes of one import on the page; commands take all.
    static let recipes = 2_000
    /// Bytes that a compressed file may grow to.
    static let unpacked = 1 << 30
    /// What an archive may hold.
    static let archive = ZipLimits()
    static let lines = 1_000
    /// Texts of one field that are freed of their markup.
    static let cleaned = 3_000
    static let words = 200
    static let images = 50
    static let leftovers = 200
    /// Letters of what a note is about.
    static let example = 300
}

/// Why nothing was read, in a sentence for whoever asked.
enum ImportRefusal: Error, Equatable, CustomStringConvertible {
    case noRecipe
    case tooLong
    case damaged(String)
    /// A file of another kind, which has no text to read.
    case binary(BinaryKind)
    case archive(ZipRefusal)
    /// The import has cost as much as one may.
    case tooMuch
    /// More combining marks in a row than any language has.
    case marks
    /// Whoever asked does not wait any more.
    case givenUp

    var description: String {
        switch self {
        case .noRecipe: "no recipe found in it"
        case .tooLong: "longer than a document or a recipe may be"
        case .damaged(let what): what
        case .tooMuch: "more work than one import may cost"
        case .marks: "more than 30 accents or other marks in a row"
        case .givenUp: "the client has gone"
        case .binary(let kind): "\(kind.english), which cannot be imported: save its text, a web page, JSON or Cooklang"
        case .archive(.damaged): "the archive is damaged"
        case .archive(.encrypted): "the archive is locked with a password"
        case .archive(.name): "the archive names a file outside of itself"
        case .archive(.tooLarge): "the archive grows too large"
        case .archive(.tooManyFiles): "the archive has too many files"
        }
    }
}
