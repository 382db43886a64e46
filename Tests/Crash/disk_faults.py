"""Faults of the disk and its files: a full or read-only disk, a locked or damaged database, a log that cannot be written."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

from client import Client
from data_folder import rows
from load import Load, noise
from running_site import RunningSite, program
from trial import Skipped, Trial, get, log_lines, processor_seconds


@contextlib.contextmanager
def mounted(folder: pathlib.Path, *arguments: str):
    """Mounts a separate file system at a folder, which only root can do."""
    if os.geteuid() != 0:
        raise Skipped("mounting needs root")
    folder.mkdir()
    done = subprocess.run(["mount", *arguments, str(folder)], capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"no mounting here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def full_disk(trial: Trial) -> None:
    """Fills the disk, frees space, and checks that the site continues without a restart."""
    with mounted(trial.folder / "small", "-t", "tmpfs", "-o", "size=12m", "tmpfs") as disk:
        # In a subfolder, so that the log next to the data folder is on the full disk too.
        site = trial.site(disk / "data")
        spare = disk / "spare"
        spare.write_bytes(bytes(3_000_000))
        site.start()
        load = Load(site, authors=0, length=6_000)
        client = Client(site).log_in("author")
        fill(trial, load, client, None, "recipes")
        trial.expect(bool(log_lines(site, "the disk is full")), "the log does not tell of the full disk")
        trial.expect(trial.reads(site), "reading does not go on while the disk is full")
        trial.sound(site, load, "while the disk is full")
        spare.unlink()
        trial.works(site, load, "after room was made")
        fill(trial, load, client, noise(160, 120), "photos")
        trial.expect(trial.reads(site), "reading does not go on while photos fill the disk")
        photos = {name for (name,) in rows(site.data, "SELECT id FROM photo")}
        kept = {path.name for path in (site.data / "media").iterdir()}
        trial.expect(photos == kept, f"photos {photos - kept} have no folder, folders {kept - photos} no photo")
        trial.sound(site, load, "when photos filled the disk")
        process = site.process
        subprocess.run(["mount", "-o", "remount,size=24m", str(disk)], check=True)
        trial.works(site, load, "after the disk grew")
        trial.expect(load.write(client, noise()) == 303, "no photo after the disk grew")
        trial.expect(process.poll() is None, "the process ended")
        trial.sound(site, load, "at the end")
        trial.seen.append(f"{load}; {len(photos)} photos")
        site.stop()


def fill(trial: Trial, load: Load, client: Client, photo: bytes | None, what: str) -> None:
    """Writes until ten writes in a row are refused."""
    refused, written = 0, 0
    while refused < 10 and written < 20_000:
        if load.write(client, photo) == 303:
            refused, written = 0, written + 1
        else:
            refused += 1
    trial.expect(refused == 10, f"{written} {what} did not fill the disk")


def locked_database(trial: Trial) -> None:
    """Another process locks the database for ten seconds."""
    site = trial.site().start()
    client = Client(site).log_in("author")
    load = Load(site, authors=4)
    with contextlib.closing(sqlite3.connect(site.data / "toque.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        load.start()
        slowest = 0.0
        while time.monotonic() - began < 10:
            asked = time.monotonic()
            trial.expect(trial.reads(site), "reading does not go on under the lock")
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(0.02)
        refused = load.answers[503]
        trial.expect(refused > 0 and not load.acknowledged, f"under the lock: {load}")
        other.execute("ROLLBACK")
    time.sleep(2)
    load.finish()
    trial.expect(bool(log_lines(site, "the database is busy")), "the log does not tell of the lock")
    trial.expect(bool(load.acknowledged) and load.answers[503] < refused + 5, f"after the lock: {load}")
    trial.expect(load.write(client) == 303, "a session from before the lock cannot write")
    trial.expect(slowest < 1, f"a page took {slowest:.1f} s under the lock")
    trial.sound(site, load, "after the lock")
    trial.seen.append(f"{load}; slowest page under the lock {slowest * 1000:.0f} ms")
    site.stop()


def read_only_start(trial: Trial) -> None:
    """The start fails with one line about it if the program may not write to the database file or its folder."""
    if os.geteuid() != 0:
        raise Skipped("starting as somebody else needs root")
    site = trial.site()
    shutil.copy(program(), trial.folder / "toque")
    os.chmod(trial.folder, 0o755)
    for path, mode in [(site.data / "toque.sqlite", 0o644), (site.data, 0o755), (site.data / "secret", 0o644)]:
        if path.exists():
            path.chmod(mode)
    nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", str(trial.folder / "toque")]
    for what in ("file and folder", "file", "folder"):
        for path, owner in [(site.data / "toque.sqlite", what == "folder"), (site.data, what == "file")]:
            os.chown(path, *([65534, 65534] if owner else [0, 0]))
        done = subprocess.run([*nobody, "serve"], env=site.environment, capture_output=True, text=True, timeout=20)
        said = done.stderr.strip()
        trial.expect(
            done.returncode == 1 and "cannot be written to" in said and "\n" not in said,
            f"{what} read-only: status {done.returncode}, {said!r}")
        trial.seen.append(f"{what}: {said!r}")


def read_only_disk(trial: Trial) -> None:
    """The kernel makes a file system read-only while the site runs, as it does on a failing disk."""
    image = trial.folder / "image"
    image.write_bytes(bytes(32 * 1024 * 1024))
    made = subprocess.run(["mkfs.ext4", "-q", str(image)], capture_output=True)
    if made.returncode != 0:
        raise Skipped("no mkfs.ext4")
    with mounted(trial.folder / "disk", "-o", "loop,errors=remount-ro", str(image)) as disk:
        site = trial.site(disk / "data")
        site.log = trial.folder / "log"
        load = Load(site.start(), authors=4)
        load.refusal = 500
        load.start()
        time.sleep(1)
        source = subprocess.check_output(["findmnt", "-n", "-o", "SOURCE", str(disk)], text=True).strip()
        pathlib.Path(f"/sys/fs/ext4/{os.path.basename(source)}/trigger_fs_error").write_text("a test of Toque")
        time.sleep(1)
        load.finish()
        trial.expect(load.answers[303] > 0 and load.answers[500] > 0, f"not before and after: {load}")
        trial.expect(trial.reads(site), "reading does not go on")
        trial.expect(get(site, "/readyz")[0] == 503, "/readyz does not tell")
        lines = len(log_lines(site, " error "))
        trial.expect(lines == load.answers[500], f"{lines} lines in the log for {load}")
        trial.expect(site.process.poll() is None, "the process ended")
        trial.wrong += load.failures + load.lost()
        trial.seen.append(f"{load}; reading goes on; {log_lines(site, ' error ')[0].partition(': ')[2]}")
        site.stop()


def unwritable_log(trial: Trial) -> None:
    """Log lines that cannot be written are lost, but nothing else is."""
    site = trial.site().start("sh", "-c", 'exec "$@" 2>/dev/full', "sh")
    trial.works(site, Load(site, authors=0), "with a full log")
    site.stop()
    trial.expect(site.process.returncode == 0, f"it stops with {site.process.returncode}")
    trial.seen.append("it works and stops with status 0")


def damaged_file(trial: Trial) -> None:
    """A page in the middle of the database file is overwritten: first while the site runs, then before a start."""
    site = trial.site().start()
    recipe = rows(site.data, "SELECT recipe_id FROM public_recipe ORDER BY recipe_id LIMIT 1")[0][0]
    size, root = damage(site, "revision")
    # After a commit by another process, the site no longer uses the pages that it has in its cache.
    site.add_user("other", "member")
    began, busy = time.monotonic(), processor_seconds(site.process.pid)
    for _ in range(20):
        status, text = get(site, f"/recipes/{recipe}")
        trial.expect(status == 500 and "<html" in text, f"a page that needs the damaged part gives {status}")
    number = site.log.read_text().rpartition("request ")[2].split()[0]
    trial.expect(number in text, "the page does not show the number that the log has")
    lines = log_lines(site, "damaged")
    trial.expect(len(lines) == 20, f"{len(lines)} lines in the log for 20 failures")
    time.sleep(2)
    busy = processor_seconds(site.process.pid) - busy
    trial.expect(busy < 1, f"{busy:.1f} s of a processor in {time.monotonic() - began:.1f} s")
    trial.expect(get(site, "/healthz")[0] == 200 and site.process.poll() is None, "the process ended")
    trial.expect(trial.reads(site, "/login"), "a page that needs nothing of it fails")
    site.stop()
    trial.expect(site.process.returncode == 0, f"it stops with {site.process.returncode}")
    trial.refuses(site, "check", "")
    damage(site, "schema_migration")
    for command in ("serve", "check", "migrate", "import --starter", "user list"):
        trial.refuses(site, command, "damaged")
    trial.seen.append(f"page {root} of {size}: 500 and a line in the log each, at the start: damaged")


def damage(site: RunningSite, table: str) -> tuple[int, int]:
    """Overwrites the first page of a table; returns the number of pages in the file, and the number of this page."""
    path = site.data / "toque.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        (length,) = db.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * length)
        file.write(os.urandom(length))
    return path.stat().st_size // length, root
