// Draws the picture of a recipe without a photo: its ingredients in and around a dish. The same input gives the same
// picture.

/// A drawing made of a recipe's ingredients, from fixed pieces only.
///
/// The given keys, aisles and colours only choose among the pieces; none of their text is written into the SVG.
struct Drawing {
    /// The shape and colour that an ingredient is drawn with.
    struct Piece: Equatable {
        let shape: DrawnShape
        let colour: DrawnColour
    }

    /// The maximum number of ingredients drawn.
    static let most = 8

    private let pieces: [Piece]
    private let dish: DrawnDish
    private var chance: Chance

    /// Chooses what to draw: the most characteristic ingredients first, each piece once. Without a category it may be a
    /// cake as well as a breakfast, so eggs lie whole beside it.
    init(ingredients: [(key: String, aisle: String, colour: String)], category: String, seed: String) {
        let dish = DrawnDish(category: category)
        var found: [(piece: Piece, weight: Int)] = []
        for (place, ingredient) in ingredients.prefix(60).enumerated() {
            let colour = DrawnColour(rawValue: ingredient.colour) ?? .cream
            guard var shape = DrawnShape.of(key: ingredient.key, aisle: ingredient.aisle, colour: colour) else {
                continue
            }
            if shape == .egg, category.isEmpty || dish.isBakedOrDrunk { shape = .wholeEggs }
            let piece = Piece(shape: shape, colour: shape.colour ?? colour)
            guard !found.contains(where: { $0.piece == piece }) else { continue }
            // Cooks list important ingredients first, so each later place lowers the weight by one.
            found.append((piece, shape.rank * 3 - place))
        }
        // Equal weights keep the recipe's order, which `sort` alone does not guarantee.
        let ranked = found.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        pieces = ranked.prefix(Self.most).map(\.element.piece)
        self.dish = dish
        chance = Chance(seed: seed)
    }

    /// The drawing as an SVG document of 400 by 300 units, under 6 KB, without text, scripts or references.
    func svg() -> String {
        var chance = chance
        let background = DrawnBackground(&chance)
        var onDish = pieces.filter { $0.shape.place == .dish }
        var onTable = pieces.filter { $0.shape.place == .table }
        if onDish.isEmpty { onDish = [dish.usual] }
        while onDish.count > dish.slots(for: onDish.count).count { onTable.insert(onDish.removeLast(), at: 0) }
        // Repeats pieces of the dish on the table until two lie there, unless there is only one piece.
        for piece in onDish where onTable.count < 2 && onDish.count > 1 { onTable.append(piece) }
        let main = onDish.first { $0.shape.stains }?.colour ?? onDish[0].colour

        var svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">"# + background.markup
        svg += dish.back(of: main, porcelain: background.porcelain)
        let tableSlots = dish.tableSlots(for: onTable.count, &chance)
        for (piece, slot) in zip(onTable, tableSlots) { svg += slot.placed(piece, &chance) }
        // The first piece has the highest weight and is drawn last, on top.
        for (piece, slot) in zip(onDish, dish.slots(for: onDish.count)).reversed() {
            svg += slot.placed(piece, &chance)
        }
        for piece in pieces where piece.shape.place == .sprinkle { svg += dish.middle.placed(piece, &chance) }
        return svg + dish.front(of: main) + "</svg>"
    }
}

/// A position for an ingredient.
struct Slot {
    let x: Int
    let y: Int
    /// Its size in per cent of the shape's own size.
    let size: Int
    /// The maximum rotation in either direction, in degrees.
    var turn = 25

    /// The piece at this position, rotated and moved slightly at random.
    func placed(_ piece: Drawing.Piece, _ chance: inout Chance) -> String {
        let x = x + chance.next(7) - 3
        let y = y + chance.next(7) - 3
        let turn = turn == 0 ? 0 : chance.next(2 * turn + 1) - turn
        return #"<g transform="translate(\#(x) \#(y)) rotate(\#(turn)) scale(\#(Self.decimal(size)))">"#
            + piece.shape.markup(in: piece.colour) + "</g>"
    }

    private static func decimal(_ percent: Int) -> String {
        let cents = percent % 100
        return "\(percent / 100)" + (cents == 0 ? "" : cents < 10 ? ".0\(cents)" : ".\(cents)")
    }
}

/// A reproducible sequence of random numbers for each seed (SplitMix64 over FNV-1a).
struct Chance {
    private var state: UInt64

    init(seed: String) {
        state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// A number from 0 up to, but not including, `bound`.
    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
