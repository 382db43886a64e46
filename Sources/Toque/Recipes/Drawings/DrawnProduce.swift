// The drawn shapes of produce: herbs, vegetables, fruit, mushrooms.

extension DrawnShape {
    // Herbs and leaves
    static let leaf = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-30 12C-26-14 2-28 30-16 26 12-4 28-30 12z" fill="~b"/><path d="M-38 18C-20 8 6-4 22-12M-12 4l1-13M-6 1l12 9\
        M5-5l2-10M10-7l10 5" fill="none" stroke="~d" stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let sprig = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-26 30C-12 16 2-4 8-20M-6 4Q-18 2-24-4M2-6Q14-4 22-8" fill="none" stroke="~d" stroke-width="3" \
        stroke-linecap="round"/><g fill="~b"><path d="M8-14C-6-18-6-30 0-36 6-34 8-38 12-36 20-32 20-18 8-14z"/><path d="M-20-2C-34 \
        2-40-6-38-14-32-16-32-22-26-22-16-20-12-8-20-2z"/><path d="M18-6C14-18 22-24 28-22 30-18 36-18 36-12 36-2 26 2 18-6z"/><path \
        d="M-10 12C2 4 12 8 12 14 8 18 8 24 2 24-8 26-14 20-10 12z"/></g><path d="M8-16l1-12M-22-5l-8-8M20-7l9-6M-7 14l10 3" \
        stroke="~l" stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let needles = DrawnShape(
        .dish, rank: 5,
        """
        <g fill="none" stroke="~b" stroke-width="4" stroke-linecap="round"><path d="M-30 26C-12 14 8-4 26-28" stroke="~d" \
        stroke-width="3"/><path d="M-20 19l-14-8M-12 13l-15-10M-4 6l-15-11M4-2l-14-12M12-11l-11-13M19-19l-6-13M-18 18l2 13\
        M-10 12l6 14M-2 5l10 13M6-4l13 10M13-12l15 6M20-21l14 1"/></g>
        """)
    static let chives = DrawnShape(
        .dish, rank: 5,
        """
        <g fill="none" stroke-linecap="round" stroke-width="8"><path d="M-32 4L22-22M-28 14L34-8M-22 24L30 8" stroke="~b"/>\
        <path d="M-32 4l14-7M-28 14l16-6M-22 24l16-5" stroke="#fbf6e6"/><path d="M2-14l16-8M4 1l24-9M8 14l18-6" stroke="~d" \
        stroke-width="2"/></g>
        """)
    static let lettuce = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-34 14C-40 0-30-6-28-12-26-24-14-22-8-28 0-36 12-28 18-26 30-26 28-14 34-6 40 4 30 10 26 16 20 28 8 22 0 26-12 \
        32-18 26-34 14z" fill="~b"/><path d="M-34 14C-16 8 4 0 22-12M-16 7l2-16M-10 5l12 12M2-1l2-14M8-5l12 8" fill="none" \
        stroke="~l" stroke-width="3.5" stroke-linecap="round"/>
        """)

    // Vegetables
    static let tomato = DrawnShape(
        .dish, rank: 9,
        """
        <circle r="29" fill="~b"/><circle r="25" fill="~l"/><g fill="none"><circle r="14" stroke="~b" stroke-width="15" \
        stroke-dasharray="17 5"/><circle r="14" stroke="#fbe3a4" stroke-width="4" stroke-dasharray="0 7.3" \
        stroke-linecap="round"/></g>
        """)
    static let slices = DrawnShape(
        .dish, rank: 7,
        """
        <g transform="translate(-11 -8)"><circle r="21" fill="~d"/><circle r="18" fill="~l"/></g><g transform="translate(9 8)">\
        <circle r="23" fill="~d"/><circle r="20" fill="~l"/><circle r="11" fill="~b" opacity=".45"/><circle r="8.5" \
        fill="none" stroke="#fbf6e2" stroke-width="3" stroke-dasharray="3 5.9" stroke-linecap="round"/></g>
        """)
    static let carrot = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-14-14l-16-4M-14-14l-13-15M-14-14l-2-19" stroke="#7fa548" stroke-width="6" stroke-linecap="round"/>\
        <path d="M-20-6C-16-22 2-18 8-8 18 4 28 20 34 34 18 28-2 20-12 10-18 6-22 0-20-6z" fill="~b"/><path d="M-9-4l9-7M0 8l8-7\
        M13 17l6-5" stroke="~d" stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let ring = DrawnShape(
        .dish, rank: 6,
        """
        <circle r="28" fill="~d"/><circle r="25" fill="~l"/><g fill="none" stroke="~b" stroke-width="4"><circle r="17"/><circle \
        r="8"/></g>
        """)
    static let pepper = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-9-23C-3-30 5-29 9-23 23-28 31-12 23-4 31 8 22 25 9 20 2 29-6 27-9 20-25 25-31 8-23-4-31-14-21-28-9-23z" \
        fill="~l" stroke="~b" stroke-width="7"/><path d="M0-18L0-4M18 2L4 2M-18 2L-4 2M0 18L0 8" stroke="#fdf5e0" \
        stroke-width="5" stroke-linecap="round"/><circle r="7" fill="none" stroke="#f6e0a6" stroke-width="5" \
        stroke-dasharray="0 7.3" stroke-linecap="round"/>
        """)
    static let chilli = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-22-20C-12-28-2-20 4-10 12 4 22 14 36 18 20 28-4 22-16 4-22-4-26-14-22-20z" fill="~b"/><path d="M-14-10C-8 2 \
        2 11 14 16" fill="none" stroke="~l" stroke-width="3.5" stroke-linecap="round"/><path d="M-36-26q8-6 12 2" fill="none" \
        stroke="#5f8236" stroke-width="4" stroke-linecap="round"/><path d="M-26-13q-3-16 14-13l-3 7z" fill="#7fa548"/>
        """)
    static let potato = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-30 6C-34-14-16-26 4-24 24-24 36-8 30 8 24 26 2 26-10 24-22 22-28 18-30 6z" fill="~b"/><path d="M-20-6C-16-14-8-18 \
        2-18" fill="none" stroke="~l" stroke-width="5" stroke-linecap="round"/><path d="M-10 6h.1M8-4h.1M14 12h.1M-4 17h.1" \
        stroke="~d" stroke-width="4" stroke-linecap="round"/>
        """)
    static let mushroom = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-10 4L-8 24C-6 32 8 32 10 24L12 4z" fill="#fbf3e2"/><path d="M-32 2C-32-18-16-30 1-30S34-18 34 2C34 12 18 9 12 8L-10 \
        8C-16 9-32 12-32 2z" fill="~b"/><path d="M-22 2C-16-4-6-3 1-3S18-4 24 2C16 5-14 5-22 2z" fill="~d"/><path d="M-21-9C-18-16\
        -12-20-6-21" fill="none" stroke="~l" stroke-width="5" stroke-linecap="round"/>
        """)
    static let garlic = DrawnShape(
        .table, rank: 4,
        """
        <path d="M-3-32C-2-22-6-16-16-11-30-4-32 16-16 22-6 28 8 28 18 22 33 15 30-4 16-11 6-16 4-22 6-32z" fill="#faf3e6"/>\
        <path d="M-2-18C-13-4-13 14-5 25M4-18C15-4 15 14 7 25" fill="none" stroke="#cdb7c4" stroke-width="2.5" \
        stroke-linecap="round"/>
        """)
    static let bulb = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-4-16C-14-24-14-30-24-34M0-16C0-26 4-30 0-38M4-16C10-22 16-28 26-30" fill="none" stroke="#6f9a48" \
        stroke-width="6" stroke-linecap="round"/><path d="M-28 0C-28-18-10-19 0-17 10-19 28-18 28 0 28 16 8 20 3 26L0 38-3 26C-8 \
        20-28 16-28 0z" fill="~b"/><path d="M-19 1C-19-7-13-10-8-10" fill="none" stroke="~l" stroke-width="5" \
        stroke-linecap="round"/>
        """)
    static let stalks = DrawnShape(
        .dish, rank: 6,
        """
        <g fill="none" stroke-linecap="round"><path d="M-32 16L28-18M-26 26L34-4M-36 4L18-28" stroke="~b" stroke-width="10"/>\
        <path d="M-30 14L14-11M-24 24L20 2M-33 1L6-22" stroke="~l" stroke-width="3"/><path d="M22-30l6-2M32-20l5-3M36-5l4-3" \
        stroke="~d" stroke-width="11"/></g>
        """)
    static let floret = DrawnShape(
        .dish, rank: 7,
        """
        <path d="M-6 4L-5 28q6 5 12 0L9 4z" fill="~l"/><path d="M0 12L-16 2M3 12L18 2" stroke="~l" stroke-width="9"/><g \
        fill="~b"><circle cx="-19" cy="-3" r="13"/><circle cx="-9" cy="-17" r="14"/><circle cx="11" cy="-18" r="14"/><circle \
        cx="21" cy="-3" r="13"/><circle cy="-2" r="14"/></g><path d="M-20-8h.1M-10-22h.1M10-24h.1M21-8h.1M-2-8h.1M6 0h.1M-12-6h.1" \
        stroke="~d" stroke-width="5" stroke-linecap="round"/>
        """)
    static let cabbage = DrawnShape(
        .dish, rank: 6,
        """
        <circle r="29" fill="~b"/><circle cx="2" cy="1" r="23" fill="~l"/><g fill="none" stroke="~b" stroke-width="3" \
        stroke-linecap="round"><path d="M2 24L2-4M2 14C-14 12-18-4-10-14M2 14C18 12 22-2 14-13M2 6C-8 2-8-8-2-16M2 6C12 2 11-6 7-15"/>\
        </g>
        """)
    static let aubergine = DrawnShape(
        .dish, rank: 7,
        """
        <path d="M-22-14C-14-24-4-20 2-14 18-10 34 4 30 20 24 34 2 32-8 20-16 10-28-2-22-14z" fill="~b"/><path d="M2-4C14 0 22 8 \
        22 16" fill="none" stroke="~l" stroke-width="5" stroke-linecap="round"/><path d="M-34-30l10 9" stroke="#5f8236" \
        stroke-width="6" stroke-linecap="round"/><path d="M-27-12C-30-26-14-30-6-21l-5 2-1 7-7-2z" fill="#7fa548"/>
        """)
    static let pod = DrawnShape(
        .dish, rank: 6,
        """
        <path d="M-36 8C-20-16 18-18 36-4 22 20-16 24-36 8z" fill="~b"/><path d="M-28 7C-14-8 14-10 28-3 14 12-12 16-28 7z" \
        fill="~d"/><g fill="~l"><circle cx="-15" cy="4" r="7"/><circle r="8"/><circle cx="16" cy="-2" r="7"/></g>
        """)
    static let corn = DrawnShape(
        .dish, rank: 7,
        """
        <path d="M-30 20C-34 2-14-8 4-2L0 14C-12 26-22 26-30 20zM-22 26C-2 34 16 20 14 4z" fill="#8db14d"/><g \
        transform="rotate(-35)"><rect x="-22" y="-14" width="56" height="28" rx="14" fill="~b"/><path d="M-14-8h42M-18 0h50\
        M-14 8h42" stroke="~l" stroke-width="6" stroke-dasharray="0 8" stroke-linecap="round"/></g>
        """)
    static let ginger = DrawnShape(
        .table, rank: 4,
        """
        <path d="M-32 6C-34-4-24-10-14-8-14-20-4-30 4-24 10-18 6-10 8-6 18-16 32-16 34-6 34 6 22 8 16 12 18 24 8 30 0 26-6 22-4 16-10 \
        16-20 18-30 16-32 6z" fill="~b"/><path d="M-24 1q5 4 5 9M-5-17q6 1 8-2M22-8q-1 6 3 9M2 18q5-2 9 1" fill="none" stroke="~d" \
        stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let olives = DrawnShape(
        .dish, rank: 6,
        """
        <g fill="~b"><ellipse cx="-13" cy="-10" rx="15" ry="12"/><ellipse cx="15" cy="-6" rx="15" ry="12"/><ellipse cx="-1" cy="14" \
        rx="15" ry="12"/></g><g fill="~d"><circle cx="-19" cy="-11" r="4"/><circle cx="22" cy="-6" r="4"/><circle cx="-6" cy="16" \
        r="4"/></g><path d="M-12-15q5-1 8 1M11-12q4-1 7 0M-2 8q5-1 8 1" fill="none" stroke="~l" stroke-width="3" \
        stroke-linecap="round"/>
        """)

    // Fruit
    static let citrus = DrawnShape(
        .dish, rank: 8,
        """
        <circle r="29" fill="~b"/><circle r="25.5" fill="#fff6de"/><circle r="13" fill="none" stroke="~b" stroke-width="19" \
        stroke-dasharray="8.4 1.8" opacity=".9"/><circle r="3" fill="#fff6de"/>
        """)
    static let berries = DrawnShape(
        .dish, rank: 8,
        """
        <g fill="~b"><circle cx="-15" cy="-7" r="13"/><circle cx="9" cy="-15" r="13"/><circle cx="20" cy="8" r="12"/></g><circle cx="-4" \
        cy="12" r="14" fill="~d"/><path d="M-20-11q3-4 8-3M4-20q4-3 8-1M15 3q3-3 7-2M-10 7q4-4 9-3" fill="none" stroke="~l" \
        stroke-width="3.5" stroke-linecap="round"/>
        """)
    static let cherries = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-13 8C-10-10 0-22 14-30M17 12C18-6 18-18 14-30" fill="none" stroke="#6f8a3c" stroke-width="3" \
        stroke-linecap="round"/><circle cx="-14" cy="13" r="15" fill="~b"/><circle cx="17" cy="16" r="15" fill="~d"/>\
        <path d="M-21 8q4-5 9-4M10 11q4-5 9-4" fill="none" stroke="~l" stroke-width="3.5" stroke-linecap="round"/>
        """)
    static let strawberry = DrawnShape(
        .dish, rank: 9,
        """
        <path d="M0-18C14-26 32-16 28 2 24 20 8 32 0 34-8 32-24 20-28 2-32-16-14-26 0-18z" fill="~b"/><path d="M-16-2h.1M-6 8h.1M6-4h.1\
        M16 2h.1M-10 18h.1M8 16h.1M0 26h.1" stroke="#fbe3a4" stroke-width="4" stroke-linecap="round"/><path d="M0-30l5 8 13-5-6 11 \
        3 8-15-6-15 6 3-8-6-11 13 5z" fill="#7fa548"/>
        """)
    static let apple = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M0-20C10-28 32-24 30 0 28 22 12 32 0 27-12 32-28 22-30 0-32-24-10-28 0-20z" fill="~b"/><path d="M0-15C10-22 26-18 25 \
        0 23 18 11 27 0 22-11 27-23 18-25 0-26-18-10-22 0-15z" fill="#fdf3d4"/><path d="M0-12C10-4 10 10 0 14-10 10-10-4 0-12z" \
        fill="#f0dca6"/><path d="M-3 1v6M3 1v6" stroke="#70473a" stroke-width="4" stroke-linecap="round"/><path d="M0-19q0-9 7-13" \
        fill="none" stroke="#70473a" stroke-width="3.5" stroke-linecap="round"/>
        """)
    static let stoneFruit = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-2-26C14-32 32-18 30 2 28 20 14 30 0 28-16 28-30 16-30 0-30-16-18-28-2-26z" fill="~b"/><circle r="22" fill="~l"/>\
        <ellipse rx="11" ry="13" fill="#a5704a"/><path d="M-3-6q-4 6 0 12M4-5q3 5 0 10" fill="none" stroke="#70473a" \
        stroke-width="2.5" stroke-linecap="round"/>
        """)
    static let avocado = DrawnShape(
        .dish, rank: 9,
        """
        <path d="M0-34C12-34 14-18 22-8 32 6 26 32 0 32S-32 6-22-8C-14-18-12-34 0-34z" fill="#537f48"/><path d="M0-29C9-29 10-15 17-6 \
        26 6 21 27 0 27S-26 6-17-6C-10-15-9-29 0-29z" fill="#dfe5a0"/><circle cy="9" r="12" fill="#97633f"/><path d="M-6 5q3-4 7-4" \
        fill="none" stroke="#c79a70" stroke-width="3" stroke-linecap="round"/>
        """)
    static let banana = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-30-20C-32-26-24-28-22-24-16-4 4 8 30 2 34 4 34 8 32 10 10 30-26 18-30-20z" fill="~b"/><path d="M-24-14C-18 6 4 16 \
        24 8" fill="none" stroke="~l" stroke-width="4" stroke-linecap="round"/><path d="M-29-22l4-5M31 5l3 3" stroke="#70473a" \
        stroke-width="5" stroke-linecap="round"/>
        """)
    static let wedge = DrawnShape(
        .dish, rank: 8,
        """
        <path d="M-34-8C-26 28 26 28 34-8 22-2-22-2-34-8z" fill="~d"/><path d="M-30-9C-20 20 20 20 30-9 20-2-20-2-30-9z" fill="~b"/>\
        <path d="M-22-6C-14 8 14 8 22-6 14-3-14-3-22-6z" fill="~l"/><path d="M-10-1h.1M0 1h.1M10-1h.1" stroke="#fdf3d4" \
        stroke-width="5" stroke-linecap="round"/>
        """)
    static let coconut = DrawnShape(
        .dish, rank: 7,
        """
        <circle r="29" fill="#83563a"/><circle r="25" fill="#fffaf0"/><circle r="15" fill="#ece0cb"/><path d="M-8-4q3-6 9-6" \
        fill="none" stroke="#fffaf0" stroke-width="4" stroke-linecap="round"/>
        """)
}
