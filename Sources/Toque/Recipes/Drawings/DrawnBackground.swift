// The table in a drawing: paper with linen, a runner, a mat or stripes, and the colour of the porcelain.

/// The colour of plates and bowls, and the colour of their rim.
typealias Porcelain = (base: String, rim: String)

/// The background of a drawing, chosen at random among matching colours.
struct DrawnBackground {
    let markup: String
    let porcelain: Porcelain

    init(_ chance: inout Chance) {
        let cloth = Self.cloths[chance.next(Self.cloths.count)]
        porcelain = Self.porcelains[chance.next(Self.porcelains.count)]
        let paper = #"<path fill="\#(cloth.paper)" d="M0 0h400v300H0z"/>"#
        let pattern = Self.patterns[chance.next(Self.patterns.count)]
        markup = paper + #"<g fill="none" stroke="\#(cloth.thread)">\#(pattern)</g>"#
    }

    /// The colours of the paper and of the pattern on it.
    private static let cloths: [(paper: String, thread: String)] = [
        ("#f0e2cb", "#e6d2b2"), ("#ecd9c6", "#e0c6ac"), ("#e3e4d2", "#d2d5ba"), ("#f2d9c9", "#e8c5b0"),
        ("#efdcb4", "#e5cb94"), ("#dbe3df", "#c6d3cd"), ("#e9dcd0", "#dac8b8"), ("#e6dfe0", "#d6cbce"),
    ]

    private static let porcelains: [Porcelain] = [
        ("#fffdf7", "#ebe1d0"), ("#fffdf7", "#b9cbd6"), ("#f3f5ec", "#c3d0b8"), ("#fff8ec", "#dfb594"),
        ("#fffdf7", "#d9cfe0"),
    ]

    private static let patterns = [
        // Linen with threads in both directions.
        """
        <path stroke-width="2" opacity=".7" d="M0 30h400M0 90h400M0 150h400M0 210h400M0 270h400M40 \
        0v300M120 0v300M200 0v300M280 0v300M360 0v300"/>
        """,
        // A runner across the table.
        """
        <path stroke-width="120" opacity=".6" d="M-20 250L420 50"/><path stroke-width="3" d="M-20 \
        300L420 100M-20 200L420 0"/>
        """,
        // A round mat.
        """
        <circle cx="200" cy="150" r="136" stroke-width="14" opacity=".8"/><circle cx="200" cy="150" \
        r="146" stroke-width="2"/>
        """,
        // A cloth with two stripes.
        """
        <path stroke-width="26" opacity=".7" d="M60-10v320M340-10v320"/><path stroke-width="4" \
        d="M38-10v320M362-10v320"/>
        """,
        // Two sheets of paper.
        #"<path stroke-width="300" opacity=".5" d="M-40 420L480 180"/>"#,
    ]
}
