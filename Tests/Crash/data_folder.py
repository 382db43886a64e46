"""Queries the database of a site from another process, and runs `toque check`."""

import pathlib
import sqlite3
import subprocess

from running_site import program


def rows(data: pathlib.Path, query: str, *values) -> list:
    db = sqlite3.connect(f"file:{data}/toque.sqlite?mode=ro", uri=True, timeout=20)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


def check(environment: dict) -> subprocess.CompletedProcess:
    return subprocess.run([program(), "check"], env=environment, capture_output=True, text=True, timeout=300)
