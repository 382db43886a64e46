"""Breaks things that the site depends on, one at a time, and checks what visitors and the operator see."""

import collections.abc
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from copies import backups, interrupted_migrations, newer_database  # noqa: E402
from disk_faults import (  # noqa: E402
    damaged_file, full_disk, locked_database, read_only_disk, read_only_start, unwritable_log,
)
from process_faults import (  # noqa: E402
    few_descriptors, hanging_imports, long_reader, mixed_load, stopped_under_load, synced_commits,
)
from trial import Skipped, Trial  # noqa: E402

FAULTS: tuple[collections.abc.Callable[[Trial], None], ...] = (
    full_disk, locked_database, read_only_start, read_only_disk, damaged_file, unwritable_log, backups,
    interrupted_migrations, newer_database, synced_commits, stopped_under_load, few_descriptors, hanging_imports,
    long_reader, mixed_load,
)


def run(fault: collections.abc.Callable[[Trial], None]) -> str:
    """Runs one fault and prints its outcome: one line, and more if something is wrong. Returns the outcome."""
    trial = Trial(pathlib.Path(tempfile.mkdtemp(prefix="toque-faults-")))
    began = time.monotonic()
    outcome = "sound"
    try:
        fault(trial)
    except Skipped as reason:
        outcome = "skipped"
        trial.seen.append(str(reason))
    except Exception as error:  # noqa: BLE001
        trial.wrong.append(repr(error))
    finally:
        trial.close()
    if trial.wrong:
        outcome = "NOT SOUND"
    name = fault.__name__.replace("_", " ")
    print(f"{name}: {outcome}, {time.monotonic() - began:.0f} s; {'; '.join(trial.seen)}", flush=True)
    for line in trial.wrong[:20]:
        print(f"    {line}", flush=True)
    if trial.wrong:
        print(f"    the folder is {trial.folder}", flush=True)
    else:
        shutil.rmtree(trial.folder)
    return outcome


def main(names: list[str]) -> int:
    known = {fault.__name__: fault for fault in FAULTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"there is no {unknown[0]}; faults are {' '.join(known)}")
        return 2
    outcomes = [run(known[name]) for name in names or known]
    counts = [(kind, outcomes.count(kind)) for kind in ("sound", "NOT SOUND", "skipped")]
    print(f"{len(outcomes)} faults: " + ", ".join(f"{count} {kind}" for kind, count in counts if count))
    return 1 if "NOT SOUND" in outcomes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
