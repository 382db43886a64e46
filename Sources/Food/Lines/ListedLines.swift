// Groups an ingredient list under its headings, which are among the lines; some lines only look like headings.

import Bytes

extension Catalogue {
    /// The ingredient lines, each with its heading. No ingredient that a heading names is lost: a heading without lines
    /// is joined to the next one or becomes a line, and what only looks like a heading becomes a line.
    package func grouped(_ lines: [ListedLine]) -> [ListedLine] {
        var found: [ListedLine] = []
        var group = ""
        /// A heading that names an ingredient and has no lines yet; otherwise empty.
        var pending = ""
        for line in lines {
            let parsed = parse(line.text)
            guard line.group.isEmpty, parsed.isHeading else {
                found.append(ListedLine(text: line.text, group: line.group.isEmpty ? group : line.group))
                pending = ""
                continue
            }
            // `Note: stir in 100 g butter` is not a heading, and the butter may be in the dish.
            let isFood = parsed.isRemark && !parsed.namesNoFood && names(line.text)
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
