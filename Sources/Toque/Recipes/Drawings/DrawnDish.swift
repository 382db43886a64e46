// The dish in a drawing, chosen by the recipe's category, and the positions of the ingredients.

/// A vessel in a drawing.
enum DrawnDish: CaseIterable {
    case plate, bowl, saladBowl, board, cakeStand, tart, glass, smallBowl, jar

    init(category: String) {
        switch category {
        case "soup": self = .bowl
        case "salad": self = .saladBowl
        case "bread": self = .board
        case "baking": self = .cakeStand
        case "dessert": self = .tart
        case "drink": self = .glass
        case "sauce": self = .smallBowl
        case "preserve": self = .jar
        default: self = .plate
        }
    }

    /// Whether eggs go into it raw, so that no boiled egg is drawn on it.
    var isBakedOrDrunk: Bool { [.board, .cakeStand, .tart, .glass, .jar].contains(self) }

    /// The piece that is drawn when no ingredient is known.
    var usual: Drawing.Piece {
        switch self {
        case .plate, .bowl, .saladBowl, .smallBowl: .init(shape: .sprig, colour: .green)
        case .board: .init(shape: .breadSlice, colour: .brown)
        case .cakeStand, .tart, .jar: .init(shape: .berries, colour: .red)
        case .glass: .init(shape: .citrus, colour: .yellow)
        }
    }

    /// The position of sprinkled ingredients.
    var middle: Slot {
        switch self {
        case .cakeStand: Slot(x: 200, y: 92, size: 120)
        case .glass, .jar: Slot(x: 200, y: 180, size: 90)
        case .smallBowl: Slot(x: 200, y: 150, size: 150)
        default: Slot(x: 200, y: 150, size: 220)
        }
    }

    /// The positions in the dish, the best first; fewer than `count` if no more fit.
    func slots(for count: Int) -> [Slot] {
        switch self {
        case .plate: Self.around(count, size: 128, most: 4)
        case .bowl: Self.around(count, size: 100, most: 4)
        case .saladBowl: Self.around(count, size: 112, most: 5)
        case .board: Array(Self.onBoard.prefix(count))
        case .cakeStand: Array(Self.onCake.prefix(count))
        case .tart: Self.around(count, size: 90, most: 4)
        case .glass: Array(Self.onGlass.prefix(count))
        case .smallBowl: Array(Self.inSmallBowl.prefix(count))
        case .jar: Array(Self.inJar.prefix(count))
        }
    }

    /// The positions on the table around the dish, mirrored at random.
    func tableSlots(for count: Int, _ chance: inout Chance) -> [Slot] {
        let slots: [Slot]
        switch self {
        case .cakeStand, .glass, .jar: slots = Self.standing
        case .smallBowl: slots = Self.corners + Self.sides
        default: slots = Self.corners
        }
        // In these lists opposite corners follow each other, so that two pieces balance.
        let isMirrored = chance.next(2) == 1
        return slots.prefix(max(count, 0)).map {
            isMirrored ? Slot(x: 400 - $0.x, y: $0.y, size: $0.size, turn: $0.turn) : $0
        }
    }

    /// Up to six positions on a round dish, in a ring or around the middle.
    private static func around(_ count: Int, size: Int, most: Int) -> [Slot] {
        let count = min(count, most)
        let rings: [[(Int, Int)]] = [
            [(0, 0)], [(-26, -12), (30, 16)], [(-2, -36), (36, 28), (-38, 26)],
            [(0, 2), (-8, -56), (52, 30), (-52, 32)],
            [(0, 0), (-46, -38), (46, -36), (-44, 42), (46, 40)],
            [(0, 0), (2, -60), (58, -18), (36, 50), (-36, 50), (-58, -18)],
        ]
        let larger = [60, 40, 22, 10, 0, -6]
        return rings[count - 1].enumerated().map { place, at in
            Slot(x: 200 + at.0, y: 150 + at.1, size: size + larger[count - 1] + (place == 0 && count > 3 ? 14 : 0))
        }
    }

    private static let corners = [
        Slot(x: 48, y: 56, size: 118), Slot(x: 352, y: 244, size: 118), Slot(x: 352, y: 56, size: 112),
        Slot(x: 48, y: 244, size: 112),
    ]
    private static let sides = [Slot(x: 46, y: 150, size: 96), Slot(x: 354, y: 150, size: 96)]
    private static let standing = [
        Slot(x: 66, y: 236, size: 118, turn: 8), Slot(x: 338, y: 238, size: 112, turn: 8),
        Slot(x: 120, y: 262, size: 84, turn: 8),
        Slot(x: 282, y: 264, size: 84, turn: 8),
    ]
    private static let onBoard = [Slot(x: 244, y: 196, size: 100), Slot(x: 106, y: 196, size: 90)]
    private static let onCake = [
        Slot(x: 200, y: 84, size: 84, turn: 12), Slot(x: 160, y: 92, size: 72, turn: 12),
        Slot(x: 240, y: 92, size: 72, turn: 12),
    ]
    private static let onGlass = [Slot(x: 248, y: 76, size: 104), Slot(x: 200, y: 186, size: 84)]
    private static let inSmallBowl = [Slot(x: 200, y: 146, size: 112)]
    private static let inJar = [Slot(x: 200, y: 184, size: 116, turn: 10)]
}
