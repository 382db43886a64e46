// Lists of ingredients as people write them: headings stand among the lines, and some lines look like headings.

/// A line of a list with the heading that it stands under.
struct ListedLine: Equatable, Sendable {
    let text: String
    var group = ""
}

extension Catalogue {
    /// The lines that hold ingredients, each under its heading. Nothing that a heading names is lost: one without lines
    /// goes on in the next, or is a line itself; and what only looks like a heading is a line.
    func grouped(_ lines: [ListedLine]) -> [ListedLine] {
        var found: [ListedLine] = []
        var group = ""
        /// A heading that no line stands under yet, and that names something.
        var pending = ""
        for line in lines {
            guard line.group.isEmpty, parse(line.text).isHeading else {
                found.append(ListedLine(text: line.text, group: line.group.isEmpty ? group : line.group))
                pending = ""
                continue
            }
            if let text = ListedLine.withPurposeBehind(line.text) ?? remark(line.text) {
                found.append(ListedLine(text: text, group: group))
                pending = ""
            } else if !parse(line.text).isRemark {
                let heading = (line.text.hasSuffix(":") ? line.text.dropLast() : line.text[...]).trimmed
                group = pending.isEmpty ? heading : "\(pending): \(heading)"
                if group.length > RecipeLimits.text {
                    found.append(ListedLine(text: pending))
                    group = heading
                }
                pending = names(heading) ? group : ""
            }
        }
        if !pending.isEmpty { found.append(ListedLine(text: pending)) }
        return found
    }

    /// `Note: stir in 100 g butter` is no heading, and what it names may be in it.
    private func remark(_ text: String) -> String? { parse(text).isRemark && names(text) ? text : nil }

    private func names(_ heading: String) -> Bool {
        var parsed = ParsedLine(line: heading)
        parsed.isHeading = true
        return !index.understand(parsed).mentions.isEmpty
    }
}

extension ListedLine {
    /// `For serving sour cream`, «Для жарки маргарин»: an ingredient with its purpose before it, which is put behind.
    static func withPurposeBehind(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let folded = NameWords.split(text, limit: .max).map(\.text)
        guard words.count == folded.count, words.count > 2, ["for", "для"].contains(folded[0]) else { return nil }
        var behind = folded[1] == "the" || folded[1] == "a" ? 2 : 1
        guard behind < folded.count, Self.purposes.contains(folded[behind]) else { return nil }
        behind += 1
        while behind < folded.count, Self.vessels.contains(folded[behind]) { behind += 1 }
        guard behind < folded.count, folded[behind] != "the", folded[behind] != "and" else { return nil }
        let name = words[behind...].joined(separator: " ")
        return "\(name), \(words[..<behind].joined(separator: " "))"
    }

    private static let purposes: Set<String> = [
        "serving", "frying", "greasing", "garnish", "garnishing", "dusting", "decoration", "decorating", "brushing",
        "sprinkling", "rolling", "coating", "breading", "drizzling", "spreading", "sauteing", "finishing", "pan",
        "подачи", "жарки", "обжарки", "обжаривания", "жарения", "смазывания", "смазки", "украшения", "посыпки",
        "посыпания", "обваливания", "обсыпки", "панировки", "присыпки", "запекания", "варки", "тушения", "выпечки",
        "пассеровки", "пассерования", "сервировки", "фритюра", "формы", "кляра", "заправки", "подпыла",
    ]

    private static let vessels: Set<String> = [
        "the", "pan", "tin", "dish", "tray", "frying", "формы", "противня", "сковороды", "листа",
    ]
}
