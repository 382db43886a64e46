// The parsed form of a view, between parsing and writing.

import Bytes

/// A value's name in a view: `recipe.title`, or `recipe@index` of the loop variable `recipe`.
struct Path {
    /// A property of the current turn of a loop.
    enum LoopProperty: String {
        /// The number of the turn, from 1.
        case index
        case first, last
    }

    let components: [String]
    let loopProperty: LoopProperty?

    init?(_ text: some StringProtocol) {
        let halves = Substring(text).split(bytes: "@", maxSplits: 1, omittingEmptySubsequences: false)
        components = halves[0].split(bytes: ".", omittingEmptySubsequences: false).map(String.init)
        guard components.allSatisfy(isIdentifier) else { return nil }
        guard halves.count == 2 else {
            loopProperty = nil
            return
        }
        guard components.count == 1, let property = LoopProperty(rawValue: String(halves[1])) else { return nil }
        loopProperty = property
    }
}

/// A condition: a path to a `Bool`, or its negation.
struct Condition {
    let path: Path
    let isNegated: Bool
}

/// A piece of a view, in the order of the file.
indirect enum ViewNode {
    case markup(Range<Int>)
    case value(Path, at: Int)
    case translation(key: String, arguments: [(name: String, path: Path)], at: Int)
    case partial(view: String, Path, at: Int)
    case content(at: Int)
    /// A branch with `nil` as condition is the `{{else}}`; the offset is that of the branch's tag.
    case choice([(condition: Condition?, body: [ViewNode], at: Int)], end: Int)
    case with(Path, name: String, body: [ViewNode], otherwise: [ViewNode], at: Int, end: Int)
    case each(Path, name: String, body: [ViewNode], otherwise: [ViewNode], at: Int, end: Int)
}

/// The parsed content of a tag.
enum ViewTag {
    case comment
    case page(type: String)
    case layout(view: String, Path)
    case value(Path)
    case translation(key: String, arguments: [(name: String, path: Path)])
    case partial(view: String, Path)
    case content
    case ifBlock(Condition)
    case elseIf(Condition)
    case otherwise
    case withBlock(Path, name: String)
    case eachBlock(Path, name: String)
    case end(String)
}

/// A whole view.
struct View {
    let pageType: String
    let layout: (view: String, path: Path, at: Int)?
    let nodes: [ViewNode]
    /// Whether it has `{{content}}`, so that other views can use it as a layout.
    let isLayout: Bool
}
