// Keeps the needs of very many recipes as plain arrays of numbers, so that one pantry is matched with all of them fast.

/// The needs of recipes. Recipes share most of their lines, so each different line is stored once.
///
/// A *shape* is what the counting of missing things needs to know of a line: the ingredients of its options. `1 onion`
/// and `200 g onions` have the same shape, and optional lines have none.
package struct NeedTable: Sendable {
    /// The shape of nothing, and one that no pantry has, for recipes that were removed.
    static let nothing: UInt32 = 0
    static let never: UInt32 = 1
    /// The rarest shapes of a recipe are next to each other: they rule out most recipes.
    static let head = 4
    /// Shapes with higher numbers are not counted in the fast loop.
    private static let mostCounted = 1 << 16
    /// Recipes with higher ids are left out.
    private static let highestID = 1 << 27

    // MARK: Different lines

    /// The stored rows of each line without its number, one after the other.
    private var texts: [UInt8] = []
    private var textEnds: [UInt32] = []
    private(set) var lineShapes: [UInt32] = []
    private var lineNumbers = HashedNumbers()

    // MARK: Shapes

    private(set) var shapeEnds: [UInt32] = []
    private(set) var shapeIngredients: [Int32] = []
    private(set) var shapeOptions: [UInt8] = []
    /// By the ingredients and options.
    private var shapeNumbers: [[Int32]: UInt32] = [:]
    /// How many recipes were added with each shape.
    private var uses: [UInt32] = []

    // MARK: Recipes, each at one place

    /// The ids.
    private(set) var recipes: [UInt32] = []
    /// The numbers of the stored rows.
    private var rows: [Int] = []
    /// `head` shapes for each recipe, the rarest of it; the others are in `tails`.
    private(set) var heads: [UInt16] = []
    private(set) var tails: [UInt16] = []
    private(set) var tailEnds: [UInt32] = []
    private(set) var lines: [UInt32] = []
    private(set) var lineEnds: [UInt32] = []
    /// Whether a shape is in neither list: its number is too high, or it shares an ingredient with another line, so that
    /// counting both could count an ingredient twice. The lines decide then.
    private(set) var isIncomplete: [Bool] = []
    /// By id, the place plus one.
    private var places: [UInt32] = []
    private var dead = 0

    /// The highest number of a row that was added.
    package private(set) var lastRow = 0
    package var count: Int { recipes.count - dead }
    /// Whether many removed recipes take up memory and time.
    package var isWorn: Bool { dead > 1_000 && dead > count / 4 }

    package init() {
        for ingredients in [[], [-1]] as [[Int32]] { addShape(ingredients, options: ingredients.map { _ in 0 }) }
    }

    // MARK: Changing

    /// Replaces the needs of a recipe, stored as text (`NeedPart.encoded`). A recipe without needs is left out.
    package mutating func set(_ recipe: Int, row: Int, _ text: String) {
        remove(recipe)
        lastRow = max(lastRow, row)
        guard (1...Self.highestID).contains(recipe), !text.isEmpty else { return }
        var text = text
        let start = lines.count
        if !text.withUTF8({ addLines($0) }) {
            // What cannot be read counts as not understood.
            lines.removeSubrange(start...)
            text = NeedPart.encoded(NeedPart.decoded(text))
            guard text.withUTF8({ addLines($0) }) else { return lines.removeSubrange(start...) }
        }
        if lines.count == start { return }
        lineEnds.append(UInt32(lines.count))
        let (shapes, isIncomplete) = counted(lines[start...])
        for shape in shapes { uses[Int(shape)] += 1 }
        let sorted = shapes.sorted { (uses[Int($0)], $0) < (uses[Int($1)], $1) }
        heads += (0..<Self.head).map { UInt16($0 < sorted.count ? sorted[$0] : Self.nothing) }
        tails += sorted.dropFirst(Self.head).map { UInt16($0) }
        tailEnds.append(UInt32(tails.count))
        self.isIncomplete.append(isIncomplete)
        recipes.append(UInt32(recipe))
        rows.append(row)
        if recipe >= places.count {
            places += [UInt32](repeating: 0, count: max(recipe + 1 - places.count, places.count / 4))
        }
        places[recipe] = UInt32(recipes.count)
    }

    package mutating func remove(_ recipe: Int) {
        guard recipe > 0, recipe < places.count, places[recipe] != 0 else { return }
        let place = Int(places[recipe]) - 1
        places[recipe] = 0
        for number in 0..<Self.head {
            heads[place * Self.head + number] = UInt16(number == 0 ? Self.never : Self.nothing)
        }
        dead += 1
    }

    /// The number of the stored row of a recipe; `nil` if it is not in the table.
    package func row(of recipe: Int) -> Int? {
        guard recipe > 0, recipe < places.count, places[recipe] != 0 else { return nil }
        return rows[Int(places[recipe]) - 1]
    }

    /// The ids of all recipes.
    package var all: [Int] { recipes.indices.filter(isLive).map { Int(recipes[$0]) } }

    private func isLive(_ place: Int) -> Bool { places[Int(recipes[place])] == UInt32(place + 1) }

    /// Sorts the shapes of each recipe by how rare they are now, and frees the memory of removed recipes.
    package mutating func arrange() {
        var (newHeads, newTails, newTailEnds): ([UInt16], [UInt16], [UInt32]) = ([], [], [])
        var (newLines, newLineEnds): ([UInt32], [UInt32]) = ([], [])
        newHeads.reserveCapacity(count * Self.head)
        newTails.reserveCapacity(tails.count)
        newTailEnds.reserveCapacity(count)
        let isPacked = dead == 0
        if !isPacked {
            newLines.reserveCapacity(lines.count)
            newLineEnds.reserveCapacity(count)
        }
        let live = recipes.indices.filter(isLive)
        var shapes: [UInt16] = []
        for place in live {
            shapes.removeAll(keepingCapacity: true)
            shapes += heads[place * Self.head..<(place + 1) * Self.head]
            shapes.removeAll { $0 == UInt16(Self.nothing) }
            shapes += tails[range(tailEnds, place)]
            shapes.sort { (uses[Int($0)], $0) < (uses[Int($1)], $1) }
            for number in 0..<Self.head { newHeads.append(number < shapes.count ? shapes[number] : 0) }
            if shapes.count > Self.head { newTails += shapes[Self.head...] }
            newTailEnds.append(UInt32(newTails.count))
            if !isPacked {
                newLines += lines[range(lineEnds, place)]
                newLineEnds.append(UInt32(newLines.count))
            }
        }
        (heads, tails, tailEnds) = (newHeads, newTails, newTailEnds)
        if isPacked { return }
        (lines, lineEnds) = (newLines, newLineEnds)
        (isIncomplete, rows) = (live.map { isIncomplete[$0] }, live.map { rows[$0] })
        recipes = live.map { recipes[$0] }
        for (place, recipe) in recipes.enumerated() { places[Int(recipe)] = UInt32(place + 1) }
        dead = 0
    }

    // MARK: Reading

    func range(_ ends: [UInt32], _ place: Int) -> Range<Int> { Self.range(ends, place) }

    private static func range(_ ends: [UInt32], _ place: Int) -> Range<Int> {
        (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
    }

    /// The parts of a different line, with a number in its recipe.
    func parts(_ line: UInt32, numbered number: Int) -> [NeedPart] {
        texts[range(textEnds, Int(line))].split(separator: UInt8(ascii: "\n")).compactMap {
            NeedPart(fields: $0, line: number)
        }
    }

    /// The needs of the recipe at a place. The numbers of the lines differ from the stored ones.
    func needs(_ place: Int) -> [NeedPart] {
        lines[range(lineEnds, place)].enumerated().flatMap { parts($1, numbered: $0 + 1) }
    }

    // MARK: Adding

    /// Adds the lines of a stored text to `lines`; `false` if a row cannot be read.
    private mutating func addLines(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, number, line) = (0, 0..<0, [UInt8]())
        while place < text.count {
            let start = place
            while place < text.count, text[place] != UInt8(ascii: " ") {
                guard text[place] == UInt8(ascii: "-") && place == start || (48...57).contains(text[place]) else {
                    return false
                }
                place += 1
            }
            let own = start..<place
            guard !own.isEmpty, place < text.count else { return false }
            var end = place + 1
            while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
            if own.count == number.count, zip(own, number).allSatisfy({ text[$0] == text[$1] }) {
                line.append(UInt8(ascii: "\n"))
            } else {
                if !line.isEmpty, !add(line) { return false }
                (line, number) = ([], own)
            }
            line += text[place + 1..<end]
            place = end + 1
        }
        return line.isEmpty || add(line)
    }

    /// Adds a line to `lines`; `false` if it cannot be read.
    private mutating func add(_ text: [UInt8]) -> Bool {
        if let number = lineNumbers.number(of: text, { texts[range(textEnds, Int($0))].elementsEqual(text) }) {
            lines.append(number)
            return true
        }
        let rows = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let parts = rows.compactMap { NeedPart(fields: $0, line: 1) }
        guard parts.count == rows.count else { return false }
        lines.append(UInt32(lineShapes.count))
        texts += text
        textEnds.append(UInt32(texts.count))
        let (known, ends) = (texts, textEnds)
        lineNumbers.add(text, UInt32(lineShapes.count)) { known[Self.range(ends, Int($0))] }
        lineShapes.append(parts[0].isOptional ? Self.nothing : shape(parts))
        return true
    }

    private mutating func shape(_ parts: [NeedPart]) -> UInt32 {
        let key = parts.count == 1 ? [parts[0].ingredient] : parts.flatMap { [$0.ingredient, Int32($0.option)] }
        if let known = shapeNumbers[key] { return known }
        let number = UInt32(shapeEnds.count)
        shapeNumbers[key] = number
        addShape(parts.map(\.ingredient), options: parts.map(\.option))
        return number
    }

    private mutating func addShape(_ ingredients: [Int32], options: [UInt8]) {
        shapeIngredients += ingredients
        shapeOptions += options
        shapeEnds.append(UInt32(shapeIngredients.count))
        uses.append(0)
    }

    /// The shapes of lines that can be counted one by one, so that the sum is what is missing; and whether others are
    /// left out.
    private func counted(_ lines: ArraySlice<UInt32>) -> (shapes: [UInt32], isIncomplete: Bool) {
        var (shapes, isIncomplete, hasOptions): ([UInt32], Bool, Bool) = ([], false, false)
        for line in lines {
            let shape = lineShapes[Int(line)]
            if shape == Self.nothing { continue }
            if shape >= Self.mostCounted {
                isIncomplete = true
                continue
            }
            let ingredients = shapeIngredients[range(shapeEnds, Int(shape))]
            // Each line that was not understood counts, and an ingredient only once.
            if shapes.contains(shape), !ingredients.contains(0) { continue }
            shapes.append(shape)
            hasOptions = hasOptions || ingredients.count > 1
        }
        if !hasOptions { return (shapes, isIncomplete) }
        let ingredients = shapes.map { shapeIngredients[range(shapeEnds, Int($0))] }
        var times: [Int32: Int] = [:]
        for own in ingredients { for one in Set(own) where one != 0 { times[one, default: 0] += 1 } }
        let kept = shapes.indices.filter { place in
            ingredients[place].count == 1 || ingredients[place].allSatisfy { times[$0] ?? 1 == 1 }
        }
        return (kept.map { shapes[$0] }, isIncomplete || kept.count < shapes.count)
    }
}
