// The SVG of the vessels: the part behind the food and the part in front of it.

extension DrawnDish {
    /// The vessel under the ingredients; `main` is the colour of its soup, filling or drink.
    func back(of main: DrawnColour, porcelain: Porcelain) -> String {
        switch self {
        case .plate: Self.plate(main, porcelain)
        case .bowl: Self.bowl(main, porcelain)
        case .saladBowl: Self.saladBowl(main, porcelain)
        case .board: Self.woodenBoard + Self.loaf
        case .cakeStand: Self.cakeStand(main, porcelain)
        case .tart: Self.tart(main, porcelain)
        case .glass: Self.glass(main, porcelain)
        case .smallBowl: Self.smallBowl(main, porcelain)
        case .jar: Self.jar(main, porcelain)
        }
    }

    /// The vessel over the ingredients: reflections on glass, the lid of a jar, the cut of a tart.
    func front(of main: DrawnColour) -> String {
        switch self {
        case .glass:
            """
            <path fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".7" \
            d="M156 92l10 130"/>
            """
        case .jar:
            """
            <path fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".6" \
            d="M134 128v100"/><path fill="\(main.tones.dark)" d="M126 86q74 14 148 0l14 22-16-2-10 \
            8-14-8-14 10-16-8-16 10-16-10-16 8-14-10-14 8-10-8-16 2z"/><path fill="\(main.tones.base)" \
            d="M134 52q66-14 132 0l6 36q-72 14-144 0z"/><path fill="none" stroke="#fbf6ea" \
            stroke-width="4" d="M127 84q73 14 146 0"/>
            """
        default: ""
        }
    }

    private static func plate(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return shadow + disc(118, porcelain.base) + hoop(111, 5, porcelain.rim)
            + disc(84, "#000", opacity: ".035") + disc(82, porcelain.base)
                + """
                <path fill="\(food.light)" d="M124 128C140 82 206 62 252 84 292 106 290 178 258 208 222 236 162 234 138 202 \
                118 180 114 156 124 128z"/>
                """
    }

    private static func bowl(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return shadow + disc(116, porcelain.rim) + disc(110, porcelain.base) + disc(97, "#000", opacity: ".08")
            + disc(95, food.base)
                + """
                <path fill="none" stroke="\(food.light)" stroke-width="8" stroke-linecap="round" \
                opacity=".8" d="M124 130C140 92 186 74 224 84M276 170C264 206 228 228 190 226M148 \
                168C152 190 170 204 192 206"/>
                """
    }

    private static func saladBowl(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        return shadow + disc(118, "#a8713f") + disc(112, "#c8935c") + disc(101, "#8f5d33")
            + dots(74, 56, 58, "#6f9a48") + dots(48, 52, 50, "#8db14d")
                + """
                <path fill="none" stroke="#bfd488" stroke-width="4" stroke-linecap="round" d="M124 \
                104l26 20M274 100l-24 22M120 190l28-14M278 196l-28-18M196 72l4 28M204 232l-2-26"/>
                """
    }

    private static func cakeStand(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return """
            <ellipse cx="200" cy="266" rx="76" ry="10" opacity=".13"/><path fill="\(porcelain.rim)" \
            d="M186 200h28q-2 36 22 56h-72q24-20 22-56z"/><ellipse cx="200" cy="256" rx="52" ry="9" \
            fill="\(porcelain.base)"/><ellipse cx="200" cy="200" rx="124" ry="17" \
            fill="\(porcelain.rim)"/><ellipse cx="200" cy="195" rx="124" ry="16" \
            fill="\(porcelain.base)"/><path fill="#c98f52" d="M112 104v80c0 22 176 22 176 \
            0v-80z"/><path fill="none" stroke="#f8ead0" stroke-width="9" d="M112 146c12 20 164 20 176 \
            0"/><path fill="\(food.light)" d="M112 100v28q9 16 18 2 8 22 20 8 10 28 22 4 12 18 22 2 12 \
            26 24 0 12 18 22-2 10 20 20 0 18 8 28-12v-30z"/><ellipse cx="200" cy="101" rx="88" ry="20" \
            fill="\(food.base)"/>
            """
    }

    private static func tart(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let filling = main.filling
        return shadow + disc(118, porcelain.base) + hoop(112, 4, porcelain.rim)
            + dots(86, 18, 15, "#d59c58") + disc(88, "#d59c58") + disc(80, "#bd8344")
            + disc(76, filling.base) + hoop(66, 5, filling.light, dashes: "90 40")
    }

    private static func glass(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return """
            <ellipse cx="204" cy="264" rx="64" ry="9" opacity=".13"/><path fill="none" stroke="#d5503b" \
            stroke-width="8" stroke-linecap="round" d="M190 150L160 34"/><path fill="#fff" \
            opacity=".55" d="M138 72h124l-14 180q-1 10-12 10h-72q-11 0-12-10z"/><path \
            fill="\(food.base)" d="M143 104h114l-11 142q-1 9-11 9h-70q-10 0-11-9z"/><path \
            fill="\(food.light)" d="M143 104q57-10 114 0-57 14-114 0z"/><path fill="#fff" opacity=".5" \
            d="M156 116l32-6 6 30-32 6zM206 124l28 6-6 30-28-6z"/>
            """
    }

    private static func smallBowl(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return """
            <path d="M262 92L346 20" stroke="#a8713f" stroke-width="13" \
            stroke-linecap="round"/><ellipse cx="204" cy="160" rx="92" ry="90" opacity=".14"/>
            """ + disc(90, porcelain.rim) + disc(84, porcelain.base)
                + disc(74, food.base) + hoop(52, 7, food.light, dashes: "110 60")
                + hoop(28, 6, food.light, dashes: "60 30")
    }

    private static func jar(_ main: DrawnColour, _ porcelain: Porcelain) -> String {
        let food = main.cooked
        return """
            <ellipse cx="204" cy="266" rx="84" ry="10" opacity=".13"/><path fill="#fff" opacity=".6" \
            d="M138 84h124q20 14 20 34v128q0 18-18 18H136q-18 0-18-18V118q0-20 20-34z"/><path \
            fill="\(food.base)" d="M126 112h148v132q0 12-12 12H138q-12 0-12-12z"/><path \
            fill="\(food.light)" d="M126 112q74-12 148 0-74 12-148 0z"/><circle cx="200" cy="184" r="50" fill="#fdf6e6"/>
            """
    }

    private static let shadow = #"<circle cx="204" cy="160" r="119" opacity=".14"/>"#

    private static let woodenBoard =
        """
        <g transform="rotate(-4 200 150)"><rect x="52" y="62" width="262" height="190" rx="22" \
        opacity=".14"/><rect x="48" y="52" width="262" height="190" rx="22" fill="#c08a55"/><path \
        stroke="#c08a55" stroke-width="34" stroke-linecap="round" d="M300 147h52"/><circle cx="352" \
        cy="147" r="7" fill="#8f5d33"/><path fill="none" stroke="#ad7745" stroke-width="3" d="M64 \
        88q110 12 230-4M60 150q120-10 236 4M66 212q110-12 226 0"/></g>
        """

    private static let loaf =
        """
        <path opacity=".18" d="M76 142C80 86 140 68 196 70 256 68 292 96 292 136 290 172 240 184 182 \
        184 122 184 74 180 76 142z"/><path fill="#b06f35" d="M74 130C78 76 138 60 194 62 254 60 290 88 \
        290 126 288 160 238 172 180 172 120 172 72 168 74 130z"/><path fill="#d1944f" d="M86 124C92 84 \
        142 72 194 73 248 72 278 92 278 120 262 144 220 146 180 146 136 146 94 148 86 124z"/><path \
        fill="none" stroke="#f6e2b8" stroke-width="11" stroke-linecap="round" d="M124 130q4-28 \
        22-40M168 134q4-32 22-46M212 132q4-30 22-42"/>
        """

    private static func disc(_ radius: Int, _ fill: String, opacity: String? = nil) -> String {
        let opacity = opacity.map { #" opacity="\#($0)""# } ?? ""
        return #"<circle cx="200" cy="150" r="\#(radius)" fill="\#(fill)"\#(opacity)/>"#
    }

    private static func hoop(_ radius: Int, _ width: Int, _ stroke: String, dashes: String? = nil) -> String {
        let dashes = dashes.map { #" stroke-dasharray="\#($0)" stroke-linecap="round" opacity=".8""# } ?? ""
        return """
            <circle cx="200" cy="150" r="\(radius)" fill="none" stroke="\(stroke)" \
            stroke-width="\(width)"\(dashes)/>
            """
    }

    /// Dots in a circle, close enough to form a scalloped edge.
    private static func dots(_ radius: Int, _ size: Int, _ distance: Int, _ stroke: String) -> String {
        """
        <circle cx="200" cy="150" r="\(radius)" fill="none" stroke="\(stroke)" stroke-width="\(size)" \
        stroke-linecap="round" stroke-dasharray="0 \(distance)"/>
        """
    }
}

extension DrawnColour {
    /// The colour of a soup, filling or drink made of an ingredient of this colour.
    var cooked: (base: String, light: String) {
        switch self {
        case .red: ("#d9653f", "#ee9268")
        case .orange: ("#eda14a", "#f8c888")
        case .yellow: ("#efc766", "#f9e1a0")
        case .green: ("#a5bd68", "#cbdb9c")
        case .darkGreen: ("#83a05c", "#aec588")
        case .white, .cream, .grey: ("#f1dfb6", "#fbf1d8")
        case .brown: ("#cf9a5f", "#e5bf8f")
        case .darkBrown, .black: ("#8a5a43", "#b28468")
        case .pink: ("#e6b981", "#f4d8ae")
        case .purple, .blue: ("#a3486e", "#c97a98")
        }
    }

    /// The colour of a tart's filling (chocolate, lemon curd or custard), on which fruit stands out.
    var filling: (base: String, light: String) {
        switch self {
        case .darkBrown, .black: ("#8a5a43", "#b28468")
        case .green, .darkGreen: ("#dbe3ae", "#eef2d2")
        case .pink: ("#f7cdb8", "#fde6da")
        default: ("#f6df9f", "#fdf0c8")
        }
    }
}
