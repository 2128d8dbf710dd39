"""From the first visit to the drawn map of the worked example, in seconds: ``python -m experiments.load.first_map``.

A server is started as ``make run`` does; the browser has seen nothing before. The button is pressed as soon as it is
there. Beside the clock, the processor time of server and browser: on a machine that others use it is what compares.
"""

import sys
import time
from statistics import median

import psutil

from tests.browser.screens import chromium, served

GOAL = 5.0
"""Seconds on a quiet machine with two processors."""


def main(rounds: int) -> None:
    """Print each round: button there, map drawn, processor seconds of server and browser."""
    taken = []
    for _ in range(rounds):
        with served() as address, chromium() as browser:
            before, start = processor_seconds(), time.monotonic()
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address, wait_until="commit")
            page.get_by_role("button", name="Open the worked example").click(timeout=90_000)
            button = time.monotonic() - start
            page.locator(".scatterlayer .points path").first.wait_for(timeout=90_000)
            drawn = time.monotonic() - start
            server, browser_ = (now - then for now, then in zip(processor_seconds(), before, strict=True))
            told = f"processor: server {server:.1f} s, browser {browser_:.1f} s"
            sys.stdout.write(f"button {button:.1f} s, map {drawn:.1f} s, {told}\n")
            taken.append(drawn)
    sys.stdout.write(f"median {median(taken):.1f} s from the first visit to the map; the goal is {GOAL:.0f} s\n")


def processor_seconds() -> tuple[float, float]:
    """Return what the server and the browser have used, each with the processes that it started."""
    server = browser = 0.0
    for process in psutil.Process().children(recursive=True):
        times = process.cpu_times()
        if "streamlit" in " ".join(process.cmdline()):
            server += times.user + times.system
        else:
            browser += times.user + times.system
    return server, browser


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
