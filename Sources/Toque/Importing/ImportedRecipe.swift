// A recipe as its source states it. Every import reader produces one, and the conversion continues from it.

import Archive
import Bytes
import Texts
import Words

/// An imported recipe: texts as written, not yet matched with the catalogue.
struct ImportedRecipe: Equatable, Sendable {
    /// An ingredient line and the heading above it.
    struct Line: Equatable, Sendable {
        var text: String
        var group = ""
    }

    /// A step with its section, its own name, and the seconds of a timer that the source marks.
    struct Step: Equatable, Sendable {
        var text: String
        var section = ""
        var name = ""
        var timer: Int?
    }

    /// Content that was found but not imported: its field and its text.
    struct Leftover: Equatable, Sendable {
        var field: String
        var text: String
        /// A remark by this program, in place of the source's words.
        var remark: Remark?
    }

    /// Says what is missing or incomplete.
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
    /// The full credit, where it is more than the author.
    var credit = ""
    var license = ""
    var terms = ImportedTerms()
    var address = ""
    /// The recipe's identity at its source.
    var identifier = ""
    var language = ""
    var yields: [String] = []
    var prepMinutes: Int?
    var cookMinutes: Int?
    var totalMinutes: Int?
    /// The difficulty in the source's words.
    var difficulty = ""
    var categories: [String] = []
    var cuisines: [String] = []
    var keywords: [String] = []
    var lines: [Line] = []
    var steps: [Step] = []
    var tools: [String] = []
    var notes: [String] = []
    /// Nutrition per serving by schema.org's names.
    var nutrition: [String: String] = [:]
    var images: [String] = []
    var notUnderstood: [Leftover] = []
    /// The exact text, if the source is an export of this program.
    var exact: RecipeBody?

    /// Whether it has at least a title and lines.
    var isRecipe: Bool { !title.isEmpty && !lines.isEmpty }

    /// Sets a time if it is valid; any other text is reported and left out.
    mutating func setMinutes(_ place: WritableKeyPath<Self, Int?>, _ text: String, field: String) {
        guard !text.isEmpty else { return }
        if let minutes = Minutes.read(text), RecipeLimits.minutes.contains(minutes) {
            self[keyPath: place] = minutes
        } else {
            leave(field, text)
        }
    }

    /// `text` is evaluated only if there is room for one more.
    mutating func leave(_ field: String, _ text: @autoclosure () -> String) {
        guard notUnderstood.count < ImportLimits.leftovers else { return }
        notUnderstood.append(Leftover(field: field, text: text().cut(to: 500)))
    }

    mutating func leave(_ field: String, _ remark: Remark) {
        guard notUnderstood.count < ImportLimits.leftovers else { return }
        notUnderstood.append(Leftover(field: field, text: remark.told(.en), remark: remark))
    }

    /// Shortens every list to its limit and reports how many entries were cut.
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
            "categories": cut(&categories, ImportLimits.words), "cuisines": cut(&cuisines, ImportLimits.words),
            "yields": cut(&yields, ImportLimits.words), "nutrition": cutNutrition(),
        ]
        for (field, count) in more.sorted(by: { $0.key < $1.key }) where count > 0 { leave(field, .more(count)) }
    }

    /// Removes the values beyond the limit, in the order of their names. Returns their number.
    private mutating func cutNutrition() -> Int {
        let more = nutrition.keys.sortedByBytes().dropFirst(ImportLimits.figures)
        for name in more { nutrition[name] = nil }
        return more.count
    }
}

/// The limits of an import, so that no document uses up the site's memory or time.
enum ImportLimits {
    /// Bytes of one document: a page, a text, or a recipe in an archive.
    static let document = 5 << 20
    /// Bytes of one recipe's text; a longer one exceeds the limits of a recipe.
    static let recipe = 1 << 20
    /// Lines of a plain text or a Cooklang text, including empty ones.
    static let textLines = 10_000
    /// Values of a JSON document.
    static let values = 300_000
    /// The total work of one import on the site: bytes unpacked, bytes parsed as documents, lines and steps, lines of
    /// plain text, and the cost of markup inside texts.
    static let budgetUnpacked = 128 << 20
    static let budgetRead = 16 << 20
    static let budgetLines = 60_000
    static let budgetPlainLines = 30_000
    static let budgetMarkup = 8 << 20
    /// The nesting depth of lists and objects.
    static let depth = 100
    /// Elements that are visited for a page's microdata.
    static let steps = 100_000
    /// Recipes of one import on the site; commands import all.
    static let recipes = 2_000
    /// Bytes that a compressed file may unpack to.
    static let unpacked = 1 << 30
    /// The limits of an archive.
    static let archive = ZipLimits()
    static let lines = 1_000
    /// Texts of one field whose markup is removed.
    static let cleaned = 3_000
    static let words = 200
    /// Values of nutrition. schema.org has twelve, and an attacker many spellings of each.
    static let figures = 100
    /// Bytes of a text with lines such as "Fat: 12 g".
    static let figureText = 4_000
    static let images = 50
    static let leftovers = 200
    /// Characters of the text that a note quotes.
    static let example = 300
}

/// Why nothing was imported, described in a sentence.
enum ImportRefusal: Error, Equatable, CustomStringConvertible {
    case noRecipe
    case tooLong
    case damaged(String)
    /// A file of a kind that has no text.
    case binary(BinaryKind)
    case archive(ZipRefusal)
    /// The import has used up its budget.
    case tooMuch
    /// More combining marks in a row than any language has.
    case marks
    /// The client has disconnected.
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
