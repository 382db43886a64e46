"""Medians and ratios of rounds, the tables, and the targets."""

import json
import statistics
import sys


def medians(rounds: list[dict]) -> dict:
    return {key: statistics.median(figures[key] for figures in rounds) for key in rounds[0] if key != "requests"}


def ratios(ours: list[dict], theirs: list[dict]) -> dict:
    """Ours divided by theirs: the median over pairs of neighbouring rounds, which ran under the same load."""
    pairs = list(zip(ours, theirs))
    return {
        key: statistics.median(our[key] / their[key] for our, their in pairs)
        for key in ours[0] if key in theirs[0] and key != "requests" and all(their[key] for _, their in pairs)
    }


def speed(ratio: dict) -> float:
    """Ours divided by theirs, for programs that share a core: by answers per second or by CPU time, whichever is less.

    On an idle machine both ratios agree. On a busy one the faster server is the first to get too little time, and seems slow.
    """
    return min(ratio["requests_per_s"], 1 / ratio["cpu_us"])


# A figure's heading and format.
COLUMNS = {
    "requests_per_s": ("per second", "{:,.0f}"),
    "p50_ms": ("p50 ms", "{:.2f}"),
    "p95_ms": ("p95 ms", "{:.2f}"),
    "p99_ms": ("p99 ms", "{:.2f}"),
    "cpu_us": ("CPU µs each", "{:.1f}"),
    "start_ms": ("start ms", "{:.0f}"),
    "rss_start_mb": ("RSS MB at start", "{:.1f}"),
    "rss_mb": ("RSS MB", "{:.1f}"),
    "own_mb": ("of it no file", "{:.1f}"),
}


class Report:
    """Rows of figures, with the targets."""

    def __init__(self, is_json: bool):
        self.is_json = is_json
        self.rows: list[dict] = []
        self.targets: list[dict] = []
        self.notes: list[str] = []

    def add(self, bench: str, case: str, rounds: dict[str, list[dict]]) -> tuple[dict, dict]:
        """Adds a row for each side and each ratio of the first to another; returns the first's figures and the last ratio."""
        names = list(rounds)
        rows = [(name, medians(rounds[name])) for name in names]
        ratio = {}
        for other in names[1:]:
            ratio = ratios(rounds[names[0]], rounds[other])
            rows.append((f"{names[0]} / {other}", ratio))
        self.rows += [{"bench": bench, "case": case, "side": name} | figures for name, figures in rows]
        if not self.is_json:
            print(table(f"{bench}: {case}", rows), flush=True)
        return rows[0][1], ratio

    def target(self, what: str, seen: float, least: float | None = None, most: float | None = None) -> None:
        is_met = seen >= least if least is not None else seen <= most
        self.targets.append({"what": what, "seen": seen, "least": least, "most": most, "met": is_met})

    def note(self, text: str) -> None:
        self.notes.append(text)
        if not self.is_json:
            print(text + "\n", flush=True)

    def finish(self) -> int:
        missed = [target for target in self.targets if not target["met"]]
        if self.is_json:
            print(json.dumps({"rows": self.rows, "targets": self.targets, "notes": self.notes}, indent=1))
        else:
            for target in self.targets:
                print(sentence(target))
        for target in missed:
            print(f"missed: {target['what']}", file=sys.stderr)
        return 1 if missed else 0


def sentence(target: dict) -> str:
    least, most = target["least"], target["most"]
    bound = f"at most {most:,}" if least is None else f"at least {least:,}"
    return f"{'met   ' if target['met'] else 'MISSED'} {target['what']}: {target['seen']:,.4g}, {bound}"


def table(title: str, rows: list[tuple[str, dict]]) -> str:
    keys = [key for key in COLUMNS if any(key in figures for _, figures in rows)]
    lines = [[title, *(COLUMNS[key][0] for key in keys)]]
    for name, figures in rows:
        # The name of a ratio has a slash.
        forms = {key: "{:.3f}" if " / " in name else COLUMNS[key][1] for key in keys}
        lines.append([name, *(forms[key].format(figures[key]) if key in figures else "" for key in keys)])
    widths = [max(len(line[column]) for line in lines) for column in range(len(keys) + 1)]
    text = ""
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        text += "  ".join(cells).rstrip() + "\n"
    return text
