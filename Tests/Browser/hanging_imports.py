"""Twenty members import from a site that accepts connections and never answers, while a visitor reads pages."""

import concurrent.futures
import contextlib
import socket
import time
from collections.abc import Iterator

from client import Client
from running_site import RunningSite

PEOPLE = 20
PAGES = ("/", "/recipes", "/search?q=soup")
# The expected error; a client waits at most 20 seconds for it.
TOLD = "took longer than ten seconds"


@contextlib.contextmanager
def silence() -> Iterator[str]:
    """The address of such a site on this machine. It accepts connections and reads nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=2 * PEOPLE) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def hang(site: RunningSite, name: str, address: str) -> tuple[list[tuple[int, str]], list[float], float]:
    """Returns each import's status and text, the seconds of each page until one import ended, and the seconds until all ended."""
    # A member can run only one import at a time.
    names = [name] + [f"importer{number}" for number in range(1, PEOPLE)]
    for other in names[1:]:
        site.add_user(other, "member")
    clients = [Client(site).log_in(name) for name in names]
    reader, pages = Client(site), []
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(PEOPLE) as people:
        fields = [("address", address + "/soup")]
        imports = [people.submit(client.ask, "POST", "/recipes/import", fields) for client in clients]
        while not any(one.done() for one in imports):
            asked = time.monotonic()
            reader.read(PAGES[len(pages) % len(PAGES)])
            pages.append(time.monotonic() - asked)
        answers = [one.result() for one in imports]
    return [(status, text) for status, _, text in answers], pages, time.monotonic() - began
