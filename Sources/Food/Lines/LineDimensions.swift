// Reads the lengths of pieces in an ingredient line.

extension LineReader {
    /// The index after the lengths of each piece at `start`: `1/4-inch-thick`, `6- to 7-inch`, `4 x 6-inch`, `2" long`;
    /// `nil` if there are none.
    func lengths(at start: Int) -> Int? {
        // A number in quotation marks is a name: `"00" flour`.
        guard isNumber(start), !isSign(start - 1, "\""), var next = readNumber(start)?.next else { return nil }
        var hasLength = false
        while true {
            if let last = lengthUnit(next) {
                hasLength = true
                next = last
            }
            var joint = isSign(next, "-") ? next + 1 : next
            if has(joint, [.to, .times]) || isSign(joint, "x") || isForm(joint, "by") { joint += 1 }
            if isSign(joint, "-"), joint > next { joint += 1 }
            guard joint > next, isNumber(joint), let last = readNumber(joint)?.next else { break }
            next = last
        }
        guard hasLength else { return nil }
        while true {
            let word = isSign(next, "-") || isSign(next, ".") ? next + 1 : next
            guard isWord(word), Self.dimensions.contains(tokens[word].hash) else { break }
            next = word + 1
        }
        return next
    }

    /// The same where nothing before it says how many pieces there are: `2" piece ginger`, `a 2- by 1-inch strip`.
    func lengthAlone(at start: Int, _ behind: Int) -> Int? {
        let joint = isSign(behind, "-") ? behind + 1 : behind
        return isForm(joint, "by") || isInch(behind) ? lengths(at: start) : nil
    }

    /// The index after a unit of length: `-inch`, `cm`, `"`.
    private func lengthUnit(_ start: Int) -> Int? {
        if isInch(start) { return start + 1 }
        let word = isSign(start, "-") ? start + 1 : start
        return has(word, .length) ? word + 1 : nil
    }

    private func isInch(_ place: Int) -> Bool { isSign(place, "\"") && !tokens[place].isApart }

    private static let dimensions = Set(
        ["thick", "wide", "long", "deep", "diameter", "square", "round"].map { LineLexicon.hash($0.utf8) })
}
