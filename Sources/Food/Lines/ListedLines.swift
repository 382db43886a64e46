// Lists of ingredients as people write them: headings stand among the lines, and some lines look like headings.

import Bytes

extension Catalogue {
    /// The lines that hold ingredients, each under its heading. Nothing that a heading names is lost: one without lines
    /// goes on in the next, or is a line itself; and what only looks like a heading is a line.
    package func grouped(_ lines: [ListedLine]) -> [ListedLine] {
        var found: [ListedLine] = []
        var group = ""
        /// A heading that no line stands under yet, and that names something.
        var pending = ""
        for line in lines {
            let parsed = parse(line.text)
            guard line.group.isEmpty, parsed.isHeading else {
                found.append(ListedLine(text: line.text, group: line.group.isEmpty ? group : line.group))
                pending = ""
                continue
            }
            // `Note: stir in 100 g butter` is no heading, and what it names may be in it.
            let isFood = parsed.isRemark && names(line.text)
            if let text = ListedLine.withPurposeBehind(line.text) ?? (isFood ? line.text : nil) {
                found.append(ListedLine(text: text, group: group))
                pending = ""
            } else if !parsed.isRemark {
                let heading = (line.text.dropping(suffix: ":") ?? line.text[...]).trimmed
                group = pending.isEmpty ? heading : "\(pending): \(heading)"
                if group.length > LineLimits.field {
                    found.append(ListedLine(text: pending))
                    group = heading
                }
                pending = names(heading) ? group : ""
            }
        }
        if !pending.isEmpty { found.append(ListedLine(text: pending)) }
        return found
    }

    private func names(_ heading: String) -> Bool {
        var parsed = ParsedLine(line: heading)
        parsed.isHeading = true
        return !index.understand(parsed).mentions.isEmpty
    }
}
