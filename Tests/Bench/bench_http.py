"""A file of 10 KB from memory, compared with nginx and the same file."""

import base64
import hashlib
import random
import shutil

from made_recipes import SEED
from measure import ROOT, Side, Workshop, get, in_turn, pinned, running
from nginx import Nginx
from report import Report, speed

BYTES = 10_000
WORD = "the-end-of-the-file"


def content() -> bytes:
    """Letters that compress badly, with a word at the end that a truncated answer would lack."""
    letters = base64.b64encode(random.Random(SEED).randbytes(BYTES))
    return letters[: BYTES - len(WORD)] + WORD.encode()


def measure(workshop: Workshop, report: Report) -> None:
    file = content()
    # The site serves files of its Public folder from memory, so this one is added to a copy of that folder.
    root = workshop.folder / "root"
    shutil.copytree(ROOT / "Public", root / "Public")
    (root / "Public" / "ten.html").write_bytes(file)
    site = workshop.empty_site("http")
    site.environment |= {"TOQUE_LOOPS": "1", "TOQUE_ROOT": str(root)}
    address = f"/static/ten.{hashlib.sha256(file).hexdigest()[:12]}.html"
    nginx = Nginx(workshop.folder / "nginx-http")
    path = nginx.serve("ten.html", file)
    with pinned(0), running(site), nginx:
        for connections, slowest in ((32, 10), (1000, 100)):
            sides = [
                Side("toque", site.port, site.process.pid, [get(address)], WORD, 200, BYTES, connections),
                Side("nginx", nginx.port, nginx.worker, [get(path)], WORD, 200, BYTES, connections),
            ]
            ours, ratio = report.add("http", f"10 KB file, {connections} connections", in_turn(sides, workshop, core=1))
            if connections == 32:
                report.target("http: speed through nginx's", speed(ratio), least=0.7)
            report.target(f"http: p99 at {connections} connections, ms", ours["p99_ms"], most=slowest)
