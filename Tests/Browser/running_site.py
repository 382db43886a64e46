"""The real program on a free port, with a data folder of its own."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSWORD = "a-password-for-developers"


def program() -> str:
    """The path of the program: TOQUE_PROGRAM, or else the debug build of `swift test`."""
    return os.environ.get("TOQUE_PROGRAM", str(ROOT / ".build/debug/toque"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class RunningSite:
    """A site with an empty database, which commands fill. Its pages are at `address`."""

    def __init__(self, data: pathlib.Path, copied: pathlib.Path | None = None):
        """The site starts with a copy of `copied`, the data folder of a stopped site."""
        if copied:
            shutil.copytree(copied, data)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        # Only these settings: the TOQUE_ variables of the shell that runs the tests are removed.
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("TOQUE_")} | {
            "TOQUE_DATA": str(data),
            "TOQUE_PORT": str(self.port),
            "TOQUE_ROOT": str(ROOT),
            "TOQUE_ARGON2_MEMORY_KIB": "64",
            "TOQUE_ARGON2_PASSES": "1",
            "TOQUE_RATE_LIMITS": "off",
            # No list of common passwords: a debug build takes 0.1 s to read the system's, at each start and for each new user.
            "TOQUE_PASSWORD_WORDS": "",
            # Pages show the button of a login provider. No server answers at its address.
            "TOQUE_FACEBOOK_CLIENT_ID": "toque",
            "TOQUE_FACEBOOK_CLIENT_SECRET": "secret",
            "TOQUE_FACEBOOK_TEST_HOST": "http://127.0.0.1:9",
            "TOQUE_IMPORT_TEST_HOST": "http://127.0.0.1:9",
        }
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        self.process = None
        # The certificates that clients trust, if the address is https.
        self.trust = None

    def toque(self, *arguments: str, typed: str = "") -> str:
        """Runs a command of the program. If it fails, the test fails with its output."""
        done = subprocess.run(
            [program(), *arguments], env=self.environment, input=typed, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, f"toque {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    def add_user(self, name: str, role: str) -> None:
        self.toque("user", "add", name, "--email", f"{name}@example.org", "--role", role, typed=PASSWORD + "\n")

    def seed(self) -> None:
        """Loads the starter recipes, users in every role and recipes in every state."""
        self.toque("import", "--starter")
        self.toque("seed")

    def publish(self, folder: pathlib.Path, recipes: dict[str, list[str]]) -> None:
        """Imports and publishes recipes, which are given as titles with ingredient lines."""
        lines = [
            {
                "@context": "https://schema.org",
                "@type": "Recipe",
                "name": title,
                "recipeIngredient": ingredients,
                "recipeInstructions": ["Stir.", "Serve."],
            }
            for title, ingredients in recipes.items()
        ]
        file = folder / "recipes.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
        self.toque("import", str(file), "--publish")

    def start(self, *under: str) -> "RunningSite":
        """Starts the server. `under` is a command that runs the program, such as `prlimit`."""
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*under, program(), "serve"], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        for _ in range(3000):
            try:
                urllib.request.urlopen(self.address + "/healthz", timeout=5, context=self.trust).read()
                return self
            except urllib.error.URLError:
                assert self.process.poll() is None, f"toque serve ended: {self.log.read_text()}"
                time.sleep(0.005)
        raise AssertionError(f"toque serve did not answer: {self.log.read_text()}")

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(30)
