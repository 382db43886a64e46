// The pieces of a drawing: how an ingredient looks from above, and where it is placed.

/// The shape of an ingredient around 0 0, about 60 units wide, in three tones of one colour.
struct DrawnShape: Equatable, Sendable {
    /// Where a shape is placed: on the food, on the table beside the dish, or sprinkled over the food.
    enum Place { case dish, table, sprinkle }

    let place: Place
    /// How characteristic the ingredient is; higher ranks are drawn first.
    let rank: Int
    /// A fixed colour that overrides the catalogue's, for example for roasted meat.
    let colour: DrawnColour?
    /// SVG in which `~b`, `~l` and `~d` are placeholders for the base, light and dark tone.
    let template: String

    init(_ place: Place, rank: Int, colour: DrawnColour? = nil, _ template: String) {
        self.place = place
        self.rank = rank
        self.colour = colour
        self.template = template
    }

    /// Whether it colours the food that it is cooked with, as beetroot does.
    var stains: Bool { self == .bulb || self == .tomato || self == .chocolate }

    /// The SVG of the shape in a colour, or in its fixed colour.
    func markup(in colour: DrawnColour) -> String {
        let tones = (self.colour ?? colour).tones
        var markup = ""
        markup.reserveCapacity(template.utf8.count + 40)
        var isTone = false
        for scalar in template.unicodeScalars {
            switch scalar {
            case "~": isTone = true
            case "b" where isTone: markup += tones.base
            case "l" where isTone: markup += tones.light
            case "d" where isTone: markup += tones.dark
            default: markup.unicodeScalars.append(scalar)
            }
            if scalar != "~" { isTone = false }
        }
        return markup
    }
}

/// The colour names in the catalogue, each with three matching tones.
enum DrawnColour: String, CaseIterable, Sendable {
    case red, orange, yellow, green, white, cream, brown, pink, purple, black, grey, blue
    case darkGreen = "dark-green"
    case darkBrown = "dark-brown"

    /// The base tone, the tone in light, and the tone in shade.
    var tones: (base: String, light: String, dark: String) {
        switch self {
        case .red: ("#d5503b", "#ee8a70", "#a5372a")
        case .orange: ("#e98a36", "#f7bb78", "#bf641f")
        case .yellow: ("#f0c040", "#f9df8d", "#c9951f")
        case .green: ("#8db14d", "#bfd488", "#5f8236")
        case .darkGreen: ("#537f48", "#8db077", "#335936")
        case .white: ("#fbf5e8", "#fffdf7", "#cfc1a6")
        case .cream: ("#ebcf9c", "#f7e6c2", "#bd9756")
        case .brown: ("#b67d4c", "#d8ab7c", "#835633")
        case .darkBrown: ("#70473a", "#9c7058", "#4a2d22")
        case .pink: ("#e89a98", "#f6c9c3", "#c26a70")
        case .purple: ("#86588a", "#b48bb2", "#583660")
        case .black: ("#423e44", "#6f6a71", "#28252a")
        case .grey: ("#a9a49b", "#d0cac0", "#7b766d")
        case .blue: ("#6487ad", "#9fb9d3", "#44658b")
        }
    }
}
