// The drawn shapes of stored food: fish, meat, dairy, and food from bags, tins, jars and bottles.

extension DrawnShape {
    // Eggs and dairy
    static let egg = DrawnShape(
        .dish, rank: 9,
        """
        <path d="M-4-30C12-32 28-8 26 8 24 24 8 30-4 28-20 26-30 14-28-2-26-16-18-28-4-30z" fill="#fffaf0"/><path d="M24 12C18 24 6 30-4 \
        28-12 27-20 23-24 16-10 26 10 26 24 12z" fill="#e4d8c2"/><circle cx="-1" cy="4" r="14" fill="#efb23c"/><path d="M-8 0q3-6 \
        9-6" fill="none" stroke="#fae08f" stroke-width="4" stroke-linecap="round"/>
        """)
    static let wholeEggs = DrawnShape(
        .table, rank: 5,
        """
        <path d="M-12-26C-2-26 8-8 6 2 4 14-4 18-14 17-26 16-32 8-31-2-29-14-22-26-12-26z" fill="#e3b48a"/><path d="M14-14C24-15 33 2 32 \
        12 30 23 22 27 13 27 2 26-5 18-4 9-2-2 4-13 14-14z" fill="#f3d8b8"/><path d="M-23-4q2-9 8-13M5 8q2-8 7-12" fill="none" \
        stroke="#fff3e2" stroke-width="4" stroke-linecap="round"/>
        """)
    static let cheese = DrawnShape(
        .dish, rank: 7, colour: .yellow,
        """
        <path d="M-34 2L22-22Q34-14 34 0z" fill="~l"/><path d="M-34 2L34 0 34 20Q34 24 30 24L-30 24Q-34 24-34 20z" fill="~b"/><g \
        fill="~d"><circle cx="-16" cy="13" r="5"/><circle cx="6" cy="16" r="4"/><circle cx="20" cy="9" r="6"/><ellipse cx="12" \
        cy="-9" rx="6" ry="3.5"/></g>
        """)
    static let freshCheese = DrawnShape(
        .dish, rank: 7, colour: .white,
        """
        <g transform="rotate(-8)"><path d="M-26-12l10-10h22v22l-8 8z" fill="~d"/><path d="M-28-12H-2V14H-28z" fill="~b"/><path \
        d="M0-2l9-8h23V14l-9 9z" fill="~d"/><path d="M0-2H23V24H0z" fill="~l"/></g>
        """)
    static let butter = DrawnShape(
        .table, rank: 4, colour: .yellow,
        """
        <path d="M-32-2L-18-16H34L22-2z" fill="#fcedb4"/><path d="M-32-2H22V20H-32z" fill="#f6d774"/><path d="M22-2L34-16V6L22 20z" \
        fill="#dcb54c"/><path d="M-18-2V20M-4-2V20" stroke="#e3bd55" stroke-width="2.5"/>
        """)
    static let dollop = DrawnShape(
        .dish, rank: 4,
        """
        <path d="M-30 8C-34-8-20-14-12-14-10-26 10-28 14-16 28-16 36 0 28 12 20 26-24 28-30 8z" fill="~b"/><path d="M-22 8C-10 20 20 16 \
        20 2 20-10 0-12-4-2-6 6 6 8 8 2" fill="none" stroke="~d" stroke-width="3.5" stroke-linecap="round"/>
        """)

    // Fish and meat
    static let fish = DrawnShape(
        .dish, rank: 10,
        """
        <path d="M-40 0C-26-22 6-24 22-4L38-18C36-6 36 6 38 18L22 4C6 24-26 22-40 0z" fill="~b"/><path d="M-40 0C-26 20 4 22 22 4 4 10-22 \
        10-40 0z" fill="~l"/><circle cx="-26" cy="-4" r="3.5" fill="#33302f"/><path d="M-15-10q5 9 0 19M-3-9q4 6 1 12M8-7q4 4 1 9" \
        fill="none" stroke="~d" stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let shrimp = DrawnShape(
        .dish, rank: 9, colour: .pink,
        """
        <g fill="none" stroke-linecap="round"><path d="M16-20C-8-30-28-10-20 8-16 18-6 22 4 20" stroke="#e88a6c" stroke-width="17"/>\
        <path d="M4-33l-2 16M-16-28l7 13M-30-8l15 1M-24 14l12-8M-8 28l4-14" stroke="#fbd0b8" stroke-width="3.5"/><path d="M6 \
        20l14-4M6 21l12 8" stroke="#d2603f" stroke-width="8"/><path d="M18-22l16-4M18-18l16 4" stroke="#d2603f" \
        stroke-width="2.5"/></g><circle cx="15" cy="-23" r="2.5" fill="#33302f"/>
        """)
    static let shell = DrawnShape(
        .dish, rank: 9,
        """
        <path d="M-32 20C-30-14-4-30 12-28 30-26 36-8 26 6 14 20-14 24-32 20z" fill="#3f4a5e"/><path d="M-24 15C-20-8 0-20 12-19 24-17 26-6 \
        19 2 10 12-10 16-24 15z" fill="#c9d3dc"/><path d="M-12 11C-8-2 4-9 12-8 18-6 18 0 13 4 6 10-4 12-12 11z" fill="#e9a35c"/>
        """)
    static let steak = DrawnShape(
        .dish, rank: 10,
        """
        <path d="M-34 2C-34-22-12-30 8-26 30-24 38-6 32 6 26 20 10 14 2 22-10 32-34 26-34 2z" fill="#f3d3b4"/><path d="M-28 2C-28-16-12-24 \
        6-20 24-19 31-6 26 3 20 12 8 8-3 16-12 24-28 20-28 2z" fill="~b"/><path d="M-16-4C-8-10 0-8 6-12M-18 8C-10 4-4 6 2 2M10-2q6-4 \
        10-3" fill="none" stroke="~l" stroke-width="3.5" stroke-linecap="round"/>
        """)
    static let drumstick = DrawnShape(
        .dish, rank: 10, colour: .brown,
        """
        <path d="M8 6L28 26" stroke="#efdab8" stroke-width="9" stroke-linecap="round"/><circle cx="32" cy="25" r="6" fill="#efdab8"/><circle \
        cx="26" cy="31" r="6" fill="#efdab8"/><path d="M-30-10C-32-26-10-34 4-24 18-14 20 2 14 12 8 20-8 18-18 10-26 4-30-2-30-10z" \
        fill="#cc8443"/><path d="M-21-11C-20-19-10-23-1-18" fill="none" stroke="#eab777" stroke-width="5" stroke-linecap="round"/>
        """)
    static let bacon = DrawnShape(
        .dish, rank: 8,
        """
        <g fill="none" stroke-linecap="round" stroke-width="6"><path d="M-34-16C-22-26-12-6 0-16S22-26 34-16" stroke="#b8483a"/><path \
        d="M-34-9C-22-19-12 1 0-9S22-19 34-9" stroke="#f6d3bd"/><path d="M-34-2C-22-12-12 8 0-2S22-12 34-2" stroke="#cf6250"/><path \
        d="M-34 12C-22 2-12 22 0 12S22 2 34 12" stroke="#b8483a"/><path d="M-34 19C-22 9-12 29 0 19S22 9 34 19" stroke="#f6d3bd"/></g>
        """)
    static let sausage = DrawnShape(
        .dish, rank: 9,
        """
        <path d="M-26-14C-14 12 10 18 28 4" fill="none" stroke="#b2603f" stroke-width="21" stroke-linecap="round"/><path d="M-27-17C-17 2 4 \
        9 22 1" fill="none" stroke="#d98d62" stroke-width="4" stroke-linecap="round"/><path d="M-25 2l13-8M-11 14l8-13M10 17l1-15" \
        stroke="#7b3c28" stroke-width="3.5" stroke-linecap="round"/>
        """)
    static let mince = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-30 8C-36-4-26-12-22-14-20-26-6-28 0-24 10-30 24-24 24-14 34-10 36 4 28 10 26 22 12 26 4 22-6 28-28 26-30 8z" \
        fill="~d"/><g fill="none" stroke-linecap="round" stroke-width="8"><path d="M-20-6q7-6 11 1M-4-16q8-3 10 4M10-4q8-5 11 2M-18 \
        10q7-6 12 0M0 4q6-2 7 5M10 15q7-4 10-2" stroke="~b"/></g>
        """)

    // Grains, beans, nuts
    static let nest = DrawnShape(
        .dish, rank: 9, colour: .yellow,
        """
        <circle r="29" fill="#f2d58c"/><g fill="none" stroke="#d9ae55" stroke-width="3" stroke-linecap="round"><path d="M-24 6C-24-16-4-26 \
        10-20 26-12 24 12 8 18-8 22-18 8-14-4-10-14 6-14 10-4 12 6 2 10-4 4M-20 16C-8 28 14 26 24 10M-8-25C8-28 22-20 25-8"/></g><path \
        d="M22 18q10 4 12 12M-27 6q-9 4-8 14" fill="none" stroke="#f2d58c" stroke-width="5" stroke-linecap="round"/>
        """)
    static let tubes = DrawnShape(
        .dish, rank: 9, colour: .yellow,
        """
        <g stroke-linecap="butt" stroke-width="14"><path d="M-30-16L4-26M-26 22L0-2M2 12L34 2" stroke="#eecb78"/><path d="M-30-16l4-1\
        M-26 22l3-3M2 12l4-1" stroke="#b98d3c"/><path d="M-22-21L2-28M-25 13L-5-6M9 5L31-2" stroke="#f8e3ab" stroke-width="3"/></g>
        """)
    static let grains = DrawnShape(
        .dish, rank: 5,
        """
        <path d="M-30 6C-34-14-10-30 8-26 28-22 36 0 26 14 14 30-26 28-30 6z" fill="~b" stroke="~d" stroke-opacity=".6" stroke-width="2"/><g fill="none" stroke="~d" stroke-width="4" \
        stroke-linecap="round"><circle r="21" stroke-dasharray="4 9"/><circle cx="1" r="13" stroke="~l" stroke-dasharray="4 8"/>\
        <circle r="5" stroke-dasharray="3 8"/></g>
        """)
    static let beans = DrawnShape(
        .dish, rank: 7,
        """
        <g fill="none" stroke-linecap="round"><path d="M-26-8q5-9 12-4M2-20q8-5 13 2M14 6q9-4 13 3M-24 14q8-4 12 4M2 24q4-8 12-5" \
        stroke="~d" stroke-width="14"/><path d="M-26-9q5-9 12-4M2-21q8-5 13 2M14 5q9-4 13 3M-24 13q8-4 12 4M2 23q4-8 12-5M-6 3q6-5 10 0" \
        stroke="~b" stroke-width="12"/><path d="M-24-12q3-3 6-2M5-23q3-1 5 1M17 3q3-1 5 1M-21 12q3-1 5 1M5 19q2-2 5-2" stroke="~l" \
        stroke-width="3"/></g>
        """)
    static let nuts = DrawnShape(
        .dish, rank: 6,
        """
        <g fill="~b"><path d="M-30-4C-26-20-10-22 0-16-4-2-18 4-30-4z"/><path d="M4-22C18-26 30-16 32-2 18 0 6-8 4-22z"/><path d="M-16 20C-8 \
        4 8 2 20 10 14 26-4 30-16 20z"/></g><path d="M-24-5q10-7 20-9M9-19q10 5 17 13M-10 19q10-8 25-8" fill="none" stroke="~d" \
        stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let seeds = DrawnShape(
        .sprinkle, rank: 3,
        """
        <path d="M-30-8l1 1M-22-20l1-1M-24 14l1-1M-14-8l1 1M-10-28l-1 1M-8 18l1 1M-2-16l1 0M2 6l0 1M8 28l-1-1M12-24l1 1M14-6l-1 1M18 \
        14l1-1M26-14l0 1M28 4l-1 1M-16 4l1 0M-18 26l1 0M6-36l1 0" stroke="~b" stroke-width="3.2" stroke-linecap="round"/>
        """)

    // Baking and spices
    static let heap = DrawnShape(
        .table, rank: 3,
        """
        <path d="M-32 8C-32-6-16-24 0-24S32-8 32 8C32 22-32 22-32 8z" fill="~b"/><path d="M-18-4C-12-12-6-16 2-17" fill="none" \
        stroke="~l" stroke-width="5" stroke-linecap="round"/><path d="M-14 8h.1M2 2h.1M14 8h.1M-2 13h.1M20 0h.1M-38 18h.1M36 20h.1\
        M-28 24h.1" stroke="~d" stroke-width="4" stroke-linecap="round"/>
        """)
    static let sugar = DrawnShape(
        .table, rank: 2,
        """
        <g transform="rotate(12)"><path d="M-28-6h24v24h-24z" fill="~b"/><path d="M-28-6l8-8h24l-8 8z" fill="#fffdf6"/><path \
        d="M-4-6l8-8v24l-8 8z" fill="~d"/></g><g transform="translate(14 2) rotate(-14) scale(.9)"><path d="M-14-6h24v24h-24z" \
        fill="~b"/><path d="M-14-6l8-8h24l-8 8z" fill="#fffdf6"/><path d="M10-6l8-8v24l-8 8z" fill="~d"/></g>
        """)
    static let chocolate = DrawnShape(
        .dish, rank: 8,
        """
        <g transform="rotate(-14)"><rect x="-30" y="-24" width="60" height="46" rx="4" fill="~d"/><g fill="~b"><path d="M-27-21h16v18h-16z\
        M-8-21h16v18h-16zM11-21h16v18h-16zM-27 1h16v18h-16zM-8 1h16v18h-16zM11 1h16v18h-16z"/></g><path d="M-25-18h11M-6-18h11M13-18h11\
        M-25 4h11M-6 4h11M13 4h11" stroke="~l" stroke-width="2.5"/></g>
        """)
    static let sticks = DrawnShape(
        .table, rank: 5, colour: .brown,
        """
        <g stroke-linecap="butt" stroke-width="11"><path d="M-34 6L30-18M-30 20L34-2" stroke="#a4673a"/><path d="M-33 4L29-20M-29 18L33-5" \
        stroke="#c48a58" stroke-width="3"/></g><g fill="#70452a"><circle cx="31" cy="-18" r="5.5"/><circle cx="34" cy="-2" r="5.5"/></g>\
        <path d="M28-18q3-4 6 0M31-2q3-4 6 0" fill="none" stroke="#c48a58" stroke-width="2"/>
        """)
    static let breadSlice = DrawnShape(
        .dish, rank: 7, colour: .brown,
        """
        <path d="M-28-10C-36-30-12-32 0-30 12-32 36-30 28-10L27 22Q27 28 21 28H-21Q-27 28-27 22z" fill="#b67a42"/><path d="M-23-9C-29-25-10-26 \
        0-25 10-26 29-25 23-9L22 19Q22 23 18 23H-18Q-22 23-22 19z" fill="#f3ddb0"/><path d="M-10-8h.1M8-12h.1M2 4h.1M-12 10h.1M13 9h.1" \
        stroke="#dcbd84" stroke-width="5" stroke-linecap="round"/>
        """)
    static let flatbread = DrawnShape(
        .dish, rank: 7, colour: .cream,
        """
        <circle r="30" fill="#eed6a2"/><circle r="30" fill="none" stroke="#d7b273" stroke-width="3"/><path d="M-14-10h5M6-16h4M12 6h6M-8 12h5\
        M-20 4h1M0-2h3" stroke="#c2935a" stroke-width="5" stroke-linecap="round"/>
        """)

    // Bottles and jars
    static let drops = DrawnShape(
        .table, rank: 1,
        """
        <path d="M-10-30C0-14 6-6 6 4A16 16 0 0 1-26 4C-26-6-20-14-10-30z" fill="~b"/><path d="M18-8C24 2 28 6 28 14A10 10 0 0 1 8 \
        14C8 6 12 2 18-8z" fill="~d"/><path d="M-18 3q0 7 6 9" fill="none" stroke="~l" stroke-width="4" stroke-linecap="round"/>
        """)
    static let honey = DrawnShape(
        .table, rank: 4,
        """
        <path d="M6-6L34-34" stroke="#a4673a" stroke-width="6" stroke-linecap="round"/><path d="M-28 26C-38 14-22 8-20-2L-4 14C-12 20-18 36-28 \
        26z" fill="#efb23c"/><g transform="rotate(-45)"><rect x="-18" y="-13" width="28" height="26" rx="12" fill="#c48a58"/><path \
        d="M-11-12v24M-3-13v26M5-12v24" stroke="#8a5730" stroke-width="3"/></g>
        """)
}
