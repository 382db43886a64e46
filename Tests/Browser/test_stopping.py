"""How the program ends."""

import signal

import pytest

from running_site import RunningSite


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_site_that_is_asked_to_stop_the_moment_it_runs_stops_cleanly(empty_site: RunningSite, number):
    for _ in range(10):
        empty_site.process.send_signal(number)
        assert empty_site.process.wait(30) == 0
        empty_site.start()
