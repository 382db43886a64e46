// An ingredient that only a recipe's texts name, with the text that names it.

import Bytes

/// The text of a recipe: its title, a step or its tips.
package enum TextPlace: Hashable, Sendable {
    case title, tips
    /// Steps are numbered from 1.
    case step(Int)
}

extension TextPlace {
    /// The place as programs and stored reasons write it: `step 4`.
    package var words: String {
        switch self {
        case .title: "title"
        case .tips: "tips"
        case .step(let number): "step \(number)"
        }
    }

    package init?(words: Substring) {
        switch words {
        case "title": self = .title
        case "tips": self = .tips
        default:
            guard words.hasPrefix(bytes: "step "), let number = Int(words.dropFirst(5)) else { return nil }
            self = .step(number)
        }
    }
}

/// An ingredient that a text names and no line accounts for.
package struct UnlistedIngredient: Equatable, Sendable {
    package let key: String
    package let place: TextPlace

    package init(key: String, place: TextPlace) { (self.key, self.place) = (key, place) }

    /// The name used in stored reasons: `step 4: butter`.
    package var name: String { "\(place.words): \(key)" }

    package init?(name: String) {
        let halves = name.split(bytes: ": ", maxSplits: 1)
        guard halves.count == 2, let place = TextPlace(words: halves[0]) else { return nil }
        self.init(key: String(halves[1]), place: place)
    }
}
