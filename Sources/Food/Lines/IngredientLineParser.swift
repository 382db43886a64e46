// Parses ingredient lines, as people write them in English and Russian, into amount, unit, name and note.

/// Parses ingredient lines; created once from the units, then used from any thread.
package struct IngredientLineParser: Sendable {
    package let lexicon: LineLexicon
    /// Counts the parsed lines, so that tests can check that stored lines are not parsed again.
    package let work = WorkCounter()

    package init(units: UnitTable) { lexicon = LineLexicon(units: units) }

    /// Parses one line. A line beyond `LineLimits` is returned unread.
    package func parse(_ line: String) -> ParsedLine {
        work.add()
        guard LineLimits.allow(line) else { return ParsedLine(unread: line) }
        var reader = LineReader(line, lexicon: lexicon)
        guard reader.tokens.count <= LineLimits.pieces else { return ParsedLine(unread: line) }
        reader.read()
        return reader.offersTooMuch ? ParsedLine(unread: line) : reader.result
    }
}

/// Reads one line from left to right: amount, unit, name. The rest becomes the note.
struct LineReader {
    let bytes: [UInt8]
    let lexicon: LineLexicon
    var tokens: [LineToken]
    /// The index of the next token.
    var place = 0
    /// The index after the last token that may be read.
    var end: Int
    var result: ParsedLine
    /// The token ranges of the name, and of the note.
    var name: [Range<Int>] = []
    var notes: [Range<Int>] = []
    /// The index of the unit in the unit table, or -1.
    var unit: Int16 = -1
    /// The index of the first token of the preparation before the name; `nil` if there is none.
    var preparedStart: Int?

    init(_ line: String, lexicon: LineLexicon) {
        result = ParsedLine(line: line)
        bytes = Array(NameWords.withoutInvisible(line).utf8)
        self.lexicon = lexicon
        tokens = LineTokenizer(bytes, lexicon: lexicon).tokens
        end = tokens.count
    }

    mutating func read() {
        skipBullet()
        guard place < end else { return }
        if isRemark || isHeading { return finishHeading() }
        readLabel()
        readPartOf()
        readAmount()
        if result.amount != nil || isLooseUnit { readUnit() }
        if result.amount == nil { readTrailingAmount() }
        readName()
        if unit < 0 { readUnitBehindName() }
        finish()
    }

    // MARK: Looking

    func token(_ place: Int) -> LineToken? { place >= 0 && place < end ? tokens[place] : nil }
    func roles(_ place: Int) -> LineRole { isWord(place) ? tokens[place].word.roles : [] }
    func has(_ place: Int, _ role: LineRole) -> Bool { !roles(place).isDisjoint(with: role) }
    func isSign(_ place: Int, _ sign: Unicode.Scalar) -> Bool {
        isKind(place, .sign) && tokens[place].sign == UInt8(truncatingIfNeeded: sign.value)
    }
    func isWord(_ place: Int) -> Bool { isKind(place, .word) }
    func isNumber(_ place: Int) -> Bool { isKind(place, .number) }
    private func isKind(_ place: Int, _ kind: LineToken.Kind) -> Bool {
        place >= 0 && place < end && tokens[place].kind == kind
    }
    /// Whether the token is a dash between two things, not a hyphen.
    func isDash(_ place: Int) -> Bool {
        guard isSign(place, "-") else { return false }
        return tokens[place].end - tokens[place].start > 1 || tokens[place].isApart
            || (token(place + 1)?.isApart ?? true)
    }

    /// The index of the bracket that closes the one at `open`; `nil` if none of the next 199 tokens does.
    func close(of open: Int) -> Int? {
        var depth = 0
        for place in open..<min(end, open + 200) where tokens[place].kind == .sign {
            switch tokens[place].sign {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return place }
            default: break
            }
        }
        return nil
    }

    func isOpening(_ place: Int) -> Bool { isSign(place, "(") || isSign(place, "[") }
    func isClosing(_ place: Int) -> Bool { isSign(place, ")") || isSign(place, "]") }

    // MARK: Beginnings

    private mutating func skipBullet() {
        while let token = token(place), token.kind == .sign, !isOpening(place) { place += 1 }
        while isOpening(place), let close = close(of: place) {
            if close == end - 1 {
                place += 1
                end -= 1
            } else {
                if close > place + 2 || isWord(place + 1) {
                    notes.append((place + 1)..<close)
                }
                place = close + 1
            }
        }
    }

    /// Whether the line is a heading: `For the sauce:`, `Для соуса`, `# Dough`.
    private var isHeading: Bool {
        if tokens[0].kind == .sign, tokens[0].sign == UInt8(ascii: "#") || tokens[0].sign == UInt8(ascii: "=") {
            return true
        }
        let words = tokens[place..<end]
        if isNumber(place) { return false }
        if isSign(end - 1, ":") || isSign(0, "<") && isSign(end - 1, ">") { return true }
        return has(place, .forWord) && words.count <= 6 && words.allSatisfy { $0.kind == .word }
    }

    /// Whether the line is a remark: `Note: serve warm`, `Special equipment: a muffin tin`, `*Available at many
    /// supermarkets.`
    private var isRemark: Bool {
        if isSign(end - 1, ":") { return false }
        if isWord(place), Self.footnotes.contains(tokens[place].hash) { return true }
        if isEquipment { return true }
        if isSign(place + 1, ":"), isWord(place), Self.asides.contains(tokens[place].hash) { return true }
        return isForm(place, "ingredient") && isForm(place + 1, "info")
    }

    /// Whether the line lists tools: `Special equipment: an ice cream maker`. Not if the tools are to be buttered.
    private var isEquipment: Bool {
        let isLabel =
            isSign(place + 1, ":") && isForm(place, "equipment")
            || isSign(place + 2, ":") && isForm(place + 1, "equipment")
        return isLabel
            && !(place..<end).contains { isWord($0) && Self.coatings.contains(tokens[$0].hash) }
    }

    private static let coatings = Set(WordList.wordsForCoatedTools.map { LineLexicon.hash($0.utf8) })

    private static let footnotes = Set(["available"].map { LineLexicon.hash($0.utf8) })

    private static let asides = Set(["equipment", "note", "notes", "tip"].map { LineLexicon.hash($0.utf8) })

    /// Labels that an amount may follow: `Garnish: 2 lemons`.
    private static let labels = Set(
        ["garnish", "garnishes", "accompaniment", "accompaniments", "aromatics"].map { LineLexicon.hash($0.utf8) })

    private mutating func finishHeading() {
        result.isHeading = true
        result.isRemark = isRemark
        result.namesNoFood = result.isRemark && isEquipment
        result.confidence = 1
        while end > place, tokens[end - 1].kind == .sign { end -= 1 }
        if place < end { result.name = text(place..<end) }
        result.phrase = result.name
        result.written = result.name
    }

    /// Moves a label to the note: `Garnish: mint`, `Optional: chilli`. Not if an amount follows (`Salt: 1 tsp`), unless
    /// the label is in `labels` or means optional.
    private mutating func readLabel() {
        for colon in place..<min(place + 4, end) where isSign(colon, ":") {
            guard colon > place, colon + 1 < end, !isNumber(place), !has(colon + 1, .forWord),
                readNumber(colon + 1) == nil || has(colon - 1, .optional) || Self.labels.contains(tokens[place].hash)
            else { return }
            notes.append(place..<colon)
            place = colon + 1
            return
        }
        if has(place, .optional), isDash(place + 1) {
            notes.append(place..<(place + 1))
            place += 2
        }
        if has(place, .to), has(place + 1, .taste), isWord(place + 2) {
            notes.append(place..<(place + 2))
            place += 2
        }
    }

    /// Moves the part before an amount to the note: `Juice of 1 lemon`, `finely grated zest and juice of 2 limes`, `сок
    /// половины лимона`.
    private mutating func readPartOf() {
        var next = place
        var isPart = false
        while has(next, [.part, .preparation, .adverb, .and, .article]), readNumber(next) == nil || has(next, .article)
        {
            isPart = isPart || has(next, .part)
            next += 1
        }
        guard isPart else { return }
        let last = next
        if has(next, [.of, .from]) { next += 1 }
        if has(next, .about) { next += 1 }
        guard readNumber(next) != nil else { return }
        notes.append(place..<last)
        place = next
    }

    // MARK: The result

    /// The text of a range of tokens, without the signs at its ends.
    func text(_ range: Range<Int>) -> String {
        var range = range
        while let first = range.first,
            isEdge(first) || isOpening(first) && closing(first, range) >= range.upperBound - 1
        {
            range = (first + 1)..<range.upperBound
        }
        while let last = range.last,
            isEdge(last) || isOpening(last) || isClosing(last) && !range.contains(where: isOpening)
        {
            range = range.lowerBound..<last
        }
        guard let first = range.first, let last = range.last else { return "" }
        return String(decoding: bytes[tokens[first].start..<tokens[last].end], as: UTF8.self)
    }

    /// The index of the first closing bracket after `open`, or the end of the range.
    private func closing(_ open: Int, _ range: Range<Int>) -> Int {
        range.dropFirst(open - range.lowerBound).first(where: isClosing) ?? range.upperBound
    }

    private func isEdge(_ place: Int) -> Bool {
        tokens[place].kind == .sign && tokens[place].sign != UInt8(ascii: "%")
            && tokens[place].sign != UInt8(ascii: "\"") && !isOpening(place)
            && !isClosing(place)
    }

    func text(_ ranges: [Range<Int>], joined separator: String) -> String {
        if ranges.count == 1 { return text(ranges[0]) }
        var joined = ""
        for range in ranges {
            let part = text(range)
            if part.isEmpty { continue }
            if !joined.isEmpty { joined += separator }
            joined += part
        }
        return joined
    }

    private mutating func finish() {
        result.phrase = text(name, joined: " ")
        result.written = result.phrase
        if name.count > 1 { result.written = text(name[0].lowerBound..<name[name.count - 1].upperBound) }
        result.name = name.isEmpty ? "" : firstAlternative()
        result.prepared = result.phrase
        if let preparedStart, let last = name.last {
            result.prepared = text(preparedStart..<last.upperBound)
        }
        notes.sort { $0.lowerBound < $1.lowerBound }
        result.amount = result.amount.map(rounded)
        result.amountMax = result.amountMax.map(rounded)
        result.note = text(notes, joined: ", ")
        result.noteBehind =
            preparedStart == nil ? result.note : text(notes.filter { $0.lowerBound != preparedStart }, joined: ", ")
        if unit >= 0 { result.unit = lexicon.units.units[Int(unit)].key }
        result.optional = tokens.indices.contains { place in
            has(place, .optional) || has(place, .taste) && isForm(place, "желанию") && !isOfMore(place - 1)
                || isWord(place) && tokens[place].hash == Self.desired && isForm(place - 1, "if")
                    && !isOfMore(place - 1)
        }
        result.confidence = confidence
    }

    private static let desired = LineLexicon.hash("desired".utf8)

    /// Whether `if desired` at `place` is said of what is added: `or more if desired`, `plus more sugar if desired`.
    private func isOfMore(_ place: Int) -> Bool {
        [place - 1, place - 2].contains { isWord($0) && Self.more.contains(tokens[$0].hash) }
    }

    private static let more = Set(WordList.wordsForMore.map { LineLexicon.hash($0.utf8) })

    /// Whether the token is exactly this word. To hash the form on each call costs little, since words are short.
    func isForm(_ place: Int, _ form: StaticString) -> Bool {
        isWord(place) && tokens[place].hash == form.withUTF8Buffer { LineLexicon.hash($0) }
    }

    /// The first alternative of the name: `butter` of `butter or margarine`. The whole name if the first has no noun:
    /// `red or white wine`.
    private func firstAlternative() -> String {
        guard let whole = name.first else { return "" }
        var hasNoun = false
        for place in whole {
            if has(place, .or) || isSign(place, "/") {
                if hasNoun, place > whole.lowerBound { return text(whole.lowerBound..<place) }
            } else if hasNoun, isSign(place, ","), name.contains(where: { $0.contains { has($0, .or) } }) {
                return text(whole.lowerBound..<place)
            } else if isWord(place), !has(place, [.modifier, .size, .preparation, .adverb, .and, .of, .article]) {
                hasNoun = true
            }
        }
        return result.phrase
    }

    /// Whether the line has more alternatives than `LineLimits` allow. Each `or` or `/` begins one; if there is any, so
    /// does each comma of the name.
    var offersTooMuch: Bool {
        let cuts = tokens.indices.count(where: isOr)
        if cuts == 0 { return false }
        let commas = name.reduce(0) { count, range in count + range.count { isSign($0, ",") } }
        return cuts + commas >= LineLimits.alternatives
    }

    private func isOr(_ place: Int) -> Bool { tokens[place].word.roles.contains(.or) || isSign(place, "/") }

    /// How well the line was understood, from 0 (no name) to 1.
    private var confidence: Double {
        guard !result.name.isEmpty else { return 0 }
        var confidence = 1.0
        if result.amount == nil, !tokens.indices.contains(where: { has($0, [.taste, .forWord, .loose, .vague]) }) {
            confidence -= 0.15
        }
        let words = name.reduce(0) { $0 + $1.count }
        if words > 5 { confidence -= min(0.4, 0.08 * Double(words - 5)) }
        if name.contains(where: { $0.contains { isNumber($0) } }) { confidence -= 0.3 }
        if name.count > 1 { confidence -= 0.1 }
        if result.phrase != result.name { confidence -= 0.1 }
        return (max(0.1, confidence) * 100).rounded() / 100
    }
}
