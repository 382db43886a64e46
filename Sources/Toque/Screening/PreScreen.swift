// The pre-screen: finds what a moderator should check in a submitted recipe.

import Bytes
import Food
import Words

struct PreScreen: Sendable {
    /// The most findings that are kept. If more have to be ticked off, one more finding says how many.
    static let most = 20

    let body: RecipeBody
    let understanding: RecipeUnderstanding
    let catalogue: Catalogue
    let blocked: [String]

    /// All findings but the likeness to other recipes, which needs the database. The cost grows with the length of the
    /// texts.
    var findings: [Finding] {
        let texts = texts.map(ScreenedText.init)
        let watched = WatchedWords(blocked)
        let heat = heatFacts
        let diets = catalogue.diets(of: body, understanding)
        var findings: [Finding] = []
        for text in texts {
            findings += ContactRules.findings(text) + watched.findings(text)
            if isShouted(text) { findings.append(Finding(.shouting, text.place, words: text.text)) }
            switch text.place {
            case .title, .description, .tags, .tips:
                if let claim = ClaimRules.finding(text, diets, catalogue) { findings.append(claim) }
            default: break
            }
            switch text.place {
            case .step, .tips, .description: findings += HeatRules.findings(text, heat)
            default: break
            }
        }
        // Many cooks write headings in capitals, which is no shouting.
        for text in headings.map(ScreenedText.init) { findings += ContactRules.findings(text) + watched.findings(text) }
        let all = hidden + findings + amounts
        // What has to be ticked comes first, so that shouting cannot push it beyond the limit.
        let soft = all.filter(\.kind.isSoft)
        if soft.count > Self.most {
            return soft.prefix(Self.most) + [Finding(.more, .whole, detail: String(soft.count - Self.most))]
        }
        return Array((soft + all.filter { !$0.kind.isSoft }).prefix(Self.most))
    }

    private var hidden: [Finding] {
        (texts + headings + [(body.source, .whole)]).compactMap { text, place in
            HiddenCharacters.suspicious(in: text).map { Finding(.hidden, place, words: $0) }
        }
    }

    private typealias PlacedText = (text: String, place: Finding.Place)

    /// All texts but the headings and the source, which may be a link.
    private var texts: [PlacedText] {
        let beside = [body.credit, body.adaptedFrom?.title, body.adaptedFrom?.author, body.notInDish]
        return [
            (body.title, .title), (body.description, .description), (body.tips, .tips), (body.tags ?? "", .tags),
            (beside.compactMap(\.self).joined(separator: "\n"), .whole),
        ]
            + body.steps.enumerated().map { ($1.words.joined(separator: "\n"), .step($0 + 1)) }
            + body.lines.enumerated().map { ("\($1.unit)\n\($1.ingredient) \($1.note)", .line($0 + 1)) }
    }

    /// The heading of each group of ingredients, at its first line.
    private var headings: [PlacedText] {
        body.lines.enumerated().filter { number, line in
            !line.group.isEmpty && (number == 0 || !line.group.isSame(as: body.lines[number - 1].group))
        }
        .map { ($1.group, .line($0 + 1)) }
    }

    private var heatFacts: HeatFacts {
        let title = ScreenedText(body.title, .title)
        let list = ScreeningWords.starter["sous vide"]
        let texts = [title] + body.steps.enumerated().map { ScreenedText($1.text, .step($0 + 1)) }
        return HeatFacts(
            meats: Set(understanding.lines.compactMap(\.entry).compactMap(HeatRules.meat)),
            isSousVide: texts.contains { list.occurs(in: $0.tokens.indices, $0) }, title: title)
    }

    private var amounts: [Finding] {
        let weights = catalogue.weights(of: body.dish, understanding)
        return ProportionRules.lines(weights, servings: body.servings).map { number in
            let line = body.lines[number - 1]
            let amount = line.amount.map(JSONText.number) ?? ""
            return Finding(
                .amount, .line(number),
                words: [amount, line.unit, line.ingredient].filter { !$0.isEmpty }.joined(separator: " "))
        }
    }

    /// Mostly capitals, or a row of exclamation marks.
    private func isShouted(_ text: ScreenedText) -> Bool {
        if text.text.contains(bytes: "!!!") { return true }
        var (letters, capitals) = (0, 0)
        for scalar in text.text.unicodeScalars where scalar.properties.isAlphabetic {
            letters += 1
            if scalar.properties.isUppercase { capitals += 1 }
        }
        let least = text.place == .title ? 8 : 20
        return letters >= least && text.tokens.count > 1 && Double(capitals) > 0.7 * Double(letters)
    }
}
