// The plain lists of a `NeedTable`, and how recipes are added to them.

/// Recipes have places, and share different lines; lines share shapes.
struct NeedLists {
    /// The stored rows of each different line without its number, one after the other.
    var texts = PlainList<UInt8>()
    var textEnds = PlainList<UInt32>()
    var lineShapes = PlainList<UInt32>()

    /// The parts of each shape.
    var shapeEnds = PlainList<UInt32>()
    var ingredients = PlainList<Int32>()
    var options = PlainList<UInt8>()
    /// How many recipes were added with each shape.
    var uses = PlainList<UInt32>()

    /// The ids of the recipes.
    var recipes = PlainList<UInt32>()
    /// The lower halves of the numbers of the stored rows.
    var rows = PlainList<UInt32>()
    /// `NeedTable.head` shapes for each recipe, the rarest of it; the others are in `tails`.
    var heads = PlainList<UInt16>()
    var tails = PlainList<UInt16>()
    var tailEnds = PlainList<UInt32>()
    var lines = PlainList<UInt32>()
    var lineEnds = PlainList<UInt32>()
    /// Whether a shape is in neither list: its number is too high, or it shares an ingredient with another line, so that
    /// counting both could count an ingredient twice. The lines decide then.
    var isIncomplete = PlainList<Bool>()

    /// By id, the place plus one.
    var places = PlainList<UInt32>()
    /// The number of places of removed recipes.
    private var dead = 0

    private var lineNumbers = HashedNumbers()
    /// By the ingredients and options.
    private var shapeNumbers: [[Int32]: UInt32] = [:]

    var count: Int { recipes.count - dead }
    /// Whether many removed recipes take up memory and time.
    var isWorn: Bool { dead > 1_000 && dead > count / 4 }

    init() {
        addShape([])
        addShape([NeedPart(line: 1, ingredient: -1)])
    }

    func free() {
        freeRecipes()
        texts.free()
        for list in [textEnds, lineShapes, shapeEnds, uses, places] { list.free() }
        ingredients.free()
        options.free()
    }

    private func freeRecipes() {
        for list in [recipes, rows, tailEnds, lines, lineEnds] { list.free() }
        heads.free()
        tails.free()
        isIncomplete.free()
    }

    func isLive(_ place: Int) -> Bool { places[Int(recipes[place])] == UInt32(place + 1) }

    func text(_ line: UInt32) -> UnsafeBufferPointer<UInt8> { texts[textEnds.range(Int(line))] }

    func parts(ofShape shape: UInt32) -> UnsafeBufferPointer<Int32> { ingredients[shapeEnds.range(Int(shape))] }

    /// The parts of a different line, with a number in its recipe.
    func parts(_ line: UInt32, numbered number: Int) -> [NeedPart] {
        text(line).split(separator: UInt8(ascii: "\n")).compactMap {
            NeedPart(fields: UnsafeBufferPointer(rebasing: $0), line: number)
        }
    }

    /// The needs of the recipe at a place. The numbers of the lines differ from the stored ones.
    func needs(_ place: Int) -> [NeedPart] {
        lines[lineEnds.range(place)].enumerated().flatMap { parts($1, numbered: $0 + 1) }
    }

    // MARK: Changing

    /// Replaces the needs of a recipe, stored as text (`NeedPart.encoded`). A recipe without needs is left out.
    mutating func set(_ recipe: Int, row: Int, _ text: String) {
        remove(recipe)
        guard (1...NeedTable.highestID).contains(recipe) else { return }
        let start = lines.count
        if !addLines(text) {
            // What cannot be read counts as not understood.
            lines.cut(to: start)
            if !addLines(NeedPart.encoded(NeedPart.decoded(text))) { lines.cut(to: start) }
        }
        if lines.count == start { return }
        lineEnds.append(UInt32(lines.count))
        var (shapes, leavesOut) = countedShapes(start..<lines.count)
        for shape in shapes { uses[Int(shape)] += 1 }
        sort(&shapes)
        for place in 0..<NeedTable.head {
            heads.append(place < shapes.count ? shapes[place] : UInt16(NeedTable.nothing))
        }
        for shape in shapes.dropFirst(NeedTable.head) { tails.append(shape) }
        tailEnds.append(UInt32(tails.count))
        isIncomplete.append(leavesOut)
        recipes.append(UInt32(recipe))
        rows.append(UInt32(truncatingIfNeeded: row))
        if recipe >= places.count {
            let more = max(recipe + 1 - places.count, places.count / 4)
            places.append(repeating: 0, count: more)
        }
        places[recipe] = UInt32(recipes.count)
    }

    mutating func remove(_ recipe: Int) {
        guard let place = place(recipe) else { return }
        places[recipe] = 0
        for number in 0..<NeedTable.head {
            heads[place * NeedTable.head + number] = UInt16(number == 0 ? NeedTable.never : NeedTable.nothing)
        }
        dead += 1
    }

    private func place(_ recipe: Int) -> Int? {
        guard recipe > 0, recipe < places.count, places[recipe] != 0 else { return nil }
        return Int(places[recipe]) - 1
    }

    /// Whether the needs of a recipe are those of a row.
    func has(_ recipe: Int, row: Int) -> Bool {
        place(recipe).map { rows[$0] == UInt32(truncatingIfNeeded: row) } ?? false
    }

    /// The ids of all recipes.
    var all: [Int] { (0..<recipes.count).filter(isLive).map { Int(recipes[$0]) } }

    /// Sorts the shapes of each recipe by how rare they are now, and frees the memory of removed recipes.
    mutating func arrange() {
        let old = self
        (recipes, rows, isIncomplete) = (.init(), .init(), .init())
        (heads, tails, tailEnds) = (.init(), .init(), .init())
        (lines, lineEnds) = (.init(), .init())
        recipes.reserve(old.count)
        lines.reserve(old.lines.count)
        for place in 0..<old.recipes.count where old.isLive(place) {
            var shapes = (0..<NeedTable.head).map { old.heads[place * NeedTable.head + $0] }.filter {
                $0 != NeedTable.nothing
            }
            shapes += old.tails[old.tailEnds.range(place)]
            sort(&shapes)
            for number in 0..<NeedTable.head { heads.append(number < shapes.count ? shapes[number] : 0) }
            for shape in shapes.dropFirst(NeedTable.head) { tails.append(shape) }
            tailEnds.append(UInt32(tails.count))
            lines.append(old.lines[old.lineEnds.range(place)])
            lineEnds.append(UInt32(lines.count))
            isIncomplete.append(old.isIncomplete[place])
            rows.append(old.rows[place])
            recipes.append(old.recipes[place])
        }
        for place in 0..<recipes.count { places[Int(recipes[place])] = UInt32(place + 1) }
        dead = 0
        old.freeRecipes()
    }

    /// The rarest first.
    private func sort(_ shapes: inout [UInt16]) {
        shapes.sort { (uses[Int($0)], $0) < (uses[Int($1)], $1) }
    }

    // MARK: Reading lines

    /// Adds the lines of a stored text to `lines`; `false` if a row cannot be read.
    private mutating func addLines(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { addLines($0) }
    }

    private mutating func addLines(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A line of one row is read where it is; several rows are joined without their number.
        var (place, number, line, several) = (0, 0..<0, 0..<0, [UInt8]())
        while place < text.count {
            let start = place
            while place < text.count, text[place] != UInt8(ascii: " ") {
                let isDigit = text[place] &- UInt8(ascii: "0") < 10
                guard isDigit || text[place] == UInt8(ascii: "-") && place == start else { return false }
                place += 1
            }
            let own = start..<place
            guard !own.isEmpty, place < text.count else { return false }
            place += 1
            let fields = place
            while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
            if own.count == number.count, text[own].elementsEqual(text[number]) {
                if several.isEmpty { several += text[line] }
                several.append(UInt8(ascii: "\n"))
                several += text[fields..<place]
            } else {
                if !line.isEmpty, !add(text, line, several) { return false }
                (number, line) = (own, fields..<place)
                several.removeAll(keepingCapacity: true)
            }
            if fields == place { return false }
            place += 1
        }
        return line.isEmpty || add(text, line, several)
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ several: [UInt8]) -> Bool {
        if several.isEmpty { return add(UnsafeBufferPointer(rebasing: text[line])) }
        return several.withUnsafeBufferPointer { add($0) }
    }

    /// Adds a line to `lines`; `false` if it cannot be read.
    private mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        if let known = lineNumbers.number(of: line, texts, textEnds) {
            lines.append(known)
            return true
        }
        let rows = line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let parts = rows.compactMap { NeedPart(fields: UnsafeBufferPointer(rebasing: $0), line: 1) }
        guard parts.count == rows.count else { return false }
        let number = UInt32(lineShapes.count)
        texts.append(line)
        textEnds.append(UInt32(texts.count))
        lineShapes.append(parts[0].isOptional ? NeedTable.nothing : shape(parts))
        lineNumbers.add(number, texts, textEnds)
        lines.append(number)
        return true
    }

    private mutating func shape(_ parts: [NeedPart]) -> UInt32 {
        let key = parts.count == 1 ? [parts[0].ingredient] : parts.flatMap { [$0.ingredient, Int32($0.option)] }
        if let known = shapeNumbers[key] { return known }
        let number = UInt32(shapeEnds.count)
        shapeNumbers[key] = number
        addShape(parts)
        return number
    }

    private mutating func addShape(_ parts: [NeedPart]) {
        for part in parts {
            ingredients.append(part.ingredient)
            options.append(part.option)
        }
        shapeEnds.append(UInt32(ingredients.count))
        uses.append(0)
    }

    /// The shapes of lines that can be counted one by one, so that the sum is what is missing; and whether others are
    /// left out.
    private func countedShapes(_ range: Range<Int>) -> (shapes: [UInt16], isIncomplete: Bool) {
        var (shapes, isIncomplete, hasOptions): ([UInt16], Bool, Bool) = ([], false, false)
        for line in lines[range] {
            let shape = lineShapes[Int(line)]
            if shape == NeedTable.nothing { continue }
            if shape >= NeedTable.mostCounted {
                isIncomplete = true
                continue
            }
            let parts = parts(ofShape: shape)
            // Each line that was not understood counts, and an ingredient only once.
            if shapes.contains(UInt16(shape)), !parts.contains(0) { continue }
            shapes.append(UInt16(shape))
            hasOptions = hasOptions || parts.count > 1
        }
        if !hasOptions { return (shapes, isIncomplete) }
        func sharesIngredient(_ place: Int) -> Bool {
            parts(ofShape: UInt32(shapes[place])).contains { one in
                one != 0
                    && shapes.indices.contains {
                        $0 != place && parts(ofShape: UInt32(shapes[$0])).contains(one)
                    }
            }
        }
        let kept = shapes.indices.filter {
            parts(ofShape: UInt32(shapes[$0])).count == 1 || !sharesIngredient($0)
        }
        return (kept.map { shapes[$0] }, isIncomplete || kept.count < shapes.count)
    }
}
