// The pieces of a drawn picture: how one ingredient looks from above, and where it likes to lie.

/// The drawing of an ingredient around 0 0, some 60 units across, in three tones of one colour.
struct DrawnShape: Equatable, Sendable {
    /// Where a shape belongs: on the food, beside the dish as on a cook's table, or sprinkled over.
    enum Place { case dish, table, sprinkle }

    let place: Place
    /// How much it tells about the dish: higher ones are drawn first.
    let rank: Int
    /// The colour it has whatever the catalogue says, such as that of roasted meat.
    let colour: DrawnColour?
    /// SVG in which `~b`, `~l` and `~d` stand for the base, light and dark tone.
    let template: String

    init(_ place: Place, rank: Int, colour: DrawnColour? = nil, _ template: String) {
        self.place = place
        self.rank = rank
        self.colour = colour
        self.template = template
    }

    /// Whether it gives its colour to whatever it is cooked with, as beetroot does.
    var stains: Bool { self == .bulb || self == .tomato || self == .chocolate }

    /// The shape in a colour.
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

/// The names of colours that the catalogue uses, each with three tones that go together on paper.
enum DrawnColour: String, CaseIterable, Sendable {
    case red, orange, yellow, green, white, cream, brown, pink, purple, black, grey, blue
    case darkGreen = "dark-green"
    case darkBrown = "dark-brown"

    /// The colour as it is, where light falls on it, and where it is in shade.
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
