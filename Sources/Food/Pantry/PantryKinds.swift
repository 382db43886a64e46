// Reads which food counts as another in a pantry: spaghetti as pasta. `Starter/pantry-kinds.txt` lists it.

import Bytes

/// The lists of `Starter/pantry-kinds.txt`, by English names.
package struct PantryKinds: Sendable {
    /// Kinds by the name of the general food.
    package private(set) var kinds: [(general: String, kinds: [String])] = []
    /// Parts by the name of the mixture.
    package private(set) var mixtures: [(name: String, parts: [String])] = []
    /// The lines that cannot be read.
    package private(set) var unread: [Int] = []

    package init(_ text: String) {
        for (number, line) in CatalogueText.lines(text) {
            if line.isEmpty || line.hasPrefix(bytes: "#") { continue }
            let sides = CatalogueText.split(line, by: "|")
            let halves = CatalogueText.split(line, by: "=")
            if sides.count == 2 {
                kinds.append((sides[0], CatalogueText.list(sides[1][...])))
            } else if halves.count == 2 {
                mixtures.append((halves[0], CatalogueText.list(halves[1][...])))
            } else {
                unread.append(number)
            }
        }
    }
}
