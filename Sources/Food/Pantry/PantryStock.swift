// The food that a member has, prepared for matching it with many recipes.

/// One item of a pantry.
package struct PantryItem: Sendable, Equatable {
    package let id: Int
    /// The catalogue's id.
    package let ingredient: Int
    package let amount: Double?
    /// The key of the unit, empty for pieces.
    package let unit: String
    /// The end of the day by which it should be used, in UTC milliseconds.
    package let useBy: Int?
    /// Whether it should be used in the next days; not when that day is over.
    package let isSoon: Bool

    package init(
        id: Int, ingredient: Int, amount: Double? = nil, unit: String = "", useBy: Int? = nil, isSoon: Bool = false
    ) {
        self.id = id
        self.ingredient = ingredient
        self.amount = amount
        self.unit = PantryAmounts.unit(unit)
        self.useBy = useBy
        self.isSoon = isSoon
    }
}

/// The items and staples of a member with all that they count as.
package struct PantryStock: Sendable {
    /// How an ingredient is there.
    enum Presence: UInt8 {
        case absent
        case item
        /// A mixture whose parts are all there.
        case mixture
        /// Counts as there in any amount.
        case staple
    }

    package let items: [PantryItem]
    package let foods: PantryFoods
    /// By ingredient id.
    private var presence: [UInt8] = []
    /// The places in `items` that can be used for an ingredient, in the order in which they are used.
    private var places: [Int: [Int]] = [:]

    /// `suits` says whether an ingredient certainly suits the filters. One that does not counts only as itself: peanut
    /// oil is no vegetable oil for somebody who avoids peanuts.
    package init(
        _ items: [PantryItem], staples: [Int], _ foods: PantryFoods, suits: (Int) -> Bool = { _ in true }
    ) {
        self.items = items
        self.foods = foods
        for (place, item) in items.enumerated() {
            for id in suits(item.ingredient) ? foods.covered(by: item.ingredient) : [item.ingredient] {
                places[id, default: []].append(place)
                set(id, .item)
            }
        }
        for (id, found) in places { places[id] = found.sorted { isUsed($0, before: $1, for: id) } }
        for staple in staples {
            for id in suits(staple) ? foods.covered(byStaple: staple) : [staple] { set(id, .staple) }
        }
        for (id, parts) in foods.mixtures where self[id] == .absent {
            if parts.allSatisfy({ self[$0] != .absent }) {
                set(id, parts.allSatisfy { self[$0] == .staple } ? .staple : .mixture)
            }
        }
    }

    private mutating func set(_ id: Int, _ value: Presence) {
        guard (0..<1_000_000_000).contains(id) else { return }
        if id >= presence.count { presence += [UInt8](repeating: 0, count: id + 1 - presence.count) }
        presence[id] = value.rawValue
    }

    subscript(id: Int) -> Presence {
        presence.indices.contains(id) ? Presence(rawValue: presence[id]) ?? .absent : .absent
    }

    /// Whether an ingredient is there; 0, what was not understood, never is.
    package func has(_ id: Int) -> Bool { id > 0 && id < presence.count && presence[id] != 0 }

    func places(for id: Int) -> [Int] { places[id] ?? [] }

    /// The food itself before its kinds, then what spoils first.
    private func isUsed(_ left: Int, before right: Int, for id: Int) -> Bool {
        func order(_ place: Int) -> (Int, Int, Int) {
            let item = items[place]
            return (item.ingredient == id ? 0 : 1, item.useBy ?? .max, item.id)
        }
        return order(left) < order(right)
    }
}
