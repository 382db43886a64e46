"""Draws the medians of searches by the number of recipes, as SVG with logarithmic axes."""

import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 860, 460, 60, 20, 260, 50
COLOURS = ["#0b6e4f", "#b3541e", "#2b5fa8", "#8a2f7d", "#7a6a00", "#a51c30", "#3d3d3d", "#008a9a"]


def draw(sizes: dict[int, dict[str, float]]) -> str:
    """`sizes` has the milliseconds of each kind by number of recipes."""
    kinds = list(next(iter(sizes.values())))
    values = [max(value, 0.01) for figures in sizes.values() for value in figures.values()]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = (math.log10(size) for size in (min(sizes), max(sizes)))

    def x(size: int) -> float:
        return LEFT + (math.log10(size) - first) / max(last - first, 1e-9) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - math.log10(max(value, 0.01))) / max(high - low, 1) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for power in range(low, high + 1):
        place = y(10**power)
        parts.append(f'<path d="M{LEFT} {place:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{place + 4:.1f}" text-anchor="end">{10**power:g} ms</text>')
    for size in sizes:
        parts.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">{size:,} recipes</text>')
    for number, kind in enumerate(kinds):
        colour = COLOURS[number // 2 % len(COLOURS)]
        dashes = ' stroke-dasharray="5 4"' if kind.endswith("plain SQL") else ""
        points = " ".join(f"{x(size):.1f},{y(figures[kind]):.1f}" for size, figures in sizes.items())
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        row = TOP + 14 + number * 24
        parts.append(f'<path d="M{WIDTH - RIGHT + 14} {row}h24" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 46}" y="{row + 4}">{kind}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" role="img">'
    return head + "<title>Median time by number of recipes</title>" + "".join(parts) + "</svg>\n"
