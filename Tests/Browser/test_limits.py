"""Rate limits of the real program: a hundred password guesses at the same time delay nobody and use little memory."""

import threading
import time

import pytest

from client import Client
from running_site import RunningSite


@pytest.fixture
def strict_site(tmp_path, new_data):
    """A site with rate limits and the default cost of hashing passwords. The sites of other tests have neither."""
    site = RunningSite(tmp_path / "var", new_data)
    for name in ["TOQUE_RATE_LIMITS", "TOQUE_ARGON2_MEMORY_KIB", "TOQUE_ARGON2_PASSES"]:
        del site.environment[name]
    site.add_user("alice", "member")
    site.start()
    yield site
    site.stop()


def resident(site: RunningSite) -> int:
    with open(f"/proc/{site.process.pid}/statm") as figures:
        return int(figures.read().split()[1]) * 4096


def timed(visitor: Client) -> float:
    began = time.monotonic()
    visitor.read("/recipes")
    return time.monotonic() - began


def slowest(times: list[float]) -> float:
    """Returns the time within which 95 of 100 pages arrived."""
    return sorted(times)[len(times) * 95 // 100]


def test_a_hundred_log_ins_at_once_hold_up_nobody(strict_site):
    visitor, statuses = Client(strict_site), []
    usual = slowest([timed(visitor) for _ in range(40)])
    before = resident(strict_site)

    def guess(number: int) -> None:
        client = Client(strict_site)
        client.ask("GET", "/login")
        statuses.append(client.ask("POST", "/login", [("login", f"alice{number}"), ("password", "a guess")])[0])

    threads = [threading.Thread(target=guess, args=[number]) for number in range(100)]
    for thread in threads:
        thread.start()
    times, most = [], before
    while any(thread.is_alive() for thread in threads):
        times.append(timed(visitor))
        most = max(most, resident(strict_site))
    for thread in threads:
        thread.join()
    assert sorted(set(statuses)) == [422, 429] and statuses.count(422) == 30
    # Two threads with 19 MiB each, doubled for memory that the allocator keeps, plus the pages for the hundred clients.
    assert most - before < 100 << 20
    # The hundred pages alone make a slow machine slower, so the limit there is ten times the usual time.
    assert slowest(times) < max(0.25, 10 * usual)


def test_limits_are_switched_off_on_this_machine_only(strict_site):
    with pytest.raises(AssertionError, match="TOQUE_RATE_LIMITS=off"):
        strict_site.environment |= {"TOQUE_RATE_LIMITS": "off", "TOQUE_HOST": "0.0.0.0"}
        strict_site.toque("serve")
