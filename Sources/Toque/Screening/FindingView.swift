// The view data of findings: what, where, and the words around it with the cause marked.

import Bytes
import Food
import Texts
import Words

struct FindingView {
    let value: String
    let title: String
    let isSoft: Bool
    let isTicked: Bool
    /// The text before, in and after the words that caused it; `nil` where there is no text.
    let excerpt: FindingExcerpt?
    /// The public recipe that it resembles.
    let other: Link?

    init(_ finding: Finding, ticked: [String], _ body: RecipeBody, _ language: Language) {
        value = finding.value
        isSoft = finding.kind.isSoft
        isTicked = ticked.contains { $0.isSame(as: finding.value) }
        let place = finding.place.text(language)
        let numbers = finding.detail.split(bytes: " ").map(String.init)
        switch finding.kind {
        case .likeness:
            title = Text.findingLikeness(language, percent: numbers.last ?? "")
            other = numbers.first.map {
                Link(label: Text.findingOther(language, number: $0), address: Address.recipe($0))
            }
        case .claim:
            let name = Text.dynamic("diet.\(finding.detail)", language)
            let allergen = Text.dynamic("allergen.\(finding.detail)", language)
            title = Text.findingClaim(language, claim: name ?? allergen ?? finding.detail, place: place)
            other = nil
        case .more:
            title = Text.findingMore(language, count: numbers.last.flatMap { Int($0) } ?? 0)
            other = nil
        default:
            title = finding.kind.text(place, language)
            other = nil
        }
        excerpt = finding.words.isEmpty ? nil : FindingExcerpt(finding, body)
    }
}

/// A part of a text with the words that caused a finding; invisible characters are spelt, such as `[U+202E]`.
struct FindingExcerpt {
    let before: String
    let cause: String
    let after: String

    /// The characters that are shown on each side.
    private static let around = 40

    init(_ finding: Finding, _ body: RecipeBody) {
        let text = finding.place.text(of: body)
        let folded = finding.words
        guard let start = text.firstIndex(ofBytes: folded) else {
            (before, cause, after) = ("", HiddenCharacters.shown(folded), "")
            return
        }
        let rest = text[start...].unicodeScalars.dropFirst(folded.unicodeScalars.count)
        let head = text[..<start].unicodeScalars
        before =
            (head.count > Self.around ? "…" : "")
            + HiddenCharacters.spelt(String(String.UnicodeScalarView(head.suffix(Self.around))))
        cause = HiddenCharacters.shown(folded)
        after =
            HiddenCharacters.spelt(String(String.UnicodeScalarView(rest.prefix(Self.around))))
            + (rest.count > Self.around ? "…" : "")
    }
}

extension Finding.Kind {
    func text(_ place: String, _ language: Language) -> String {
        switch self {
        case .likeness, .claim, .more: ""
        case .link: Text.findingLink(language, place: place)
        case .contact: Text.findingContact(language, place: place)
        case .disguised: Text.findingDisguised(language, place: place)
        case .hidden: Text.findingHidden(language, place: place)
        case .amount: Text.findingAmount(language, place: place)
        case .temperature: Text.findingTemperature(language, place: place)
        case .time: Text.findingTime(language, place: place)
        case .shouting: Text.findingShouting(language, place: place)
        }
    }
}

extension Finding.Place {
    func text(_ language: Language) -> String {
        switch self {
        case .title: Text.findingPlaceTitle(language)
        case .description: Text.findingPlaceDescription(language)
        case .tips: Text.findingPlaceTips(language)
        case .tags: Text.findingPlaceTags(language)
        case .review: Text.findingPlaceReview(language)
        case .step(let number): Text.findingPlaceStep(language, number: String(number))
        case .line(let number): Text.findingPlaceLine(language, number: String(number))
        case .whole: Text.findingPlaceWhole(language)
        }
    }

    /// The text of a recipe at this place.
    func text(of body: RecipeBody) -> String {
        switch self {
        case .title: body.title
        case .description: body.description
        case .tips: body.tips
        case .tags: body.tags ?? ""
        case .step(let number):
            body.steps.indices.contains(number - 1) ? body.steps[number - 1].words.joined(separator: "\n") : ""
        case .line(let number):
            body.lines.indices.contains(number - 1)
                ? "\(body.lines[number - 1].ingredient) \(body.lines[number - 1].note)" : ""
        case .whole, .review: ""
        }
    }
}

/// The type that the view's partial accepts.
typealias FindingViews = [FindingView]
