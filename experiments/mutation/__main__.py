"""Run by ``make mutate``: how many of the listed mutations the tests catch, by room, and which survive."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from experiments.mutation.mutants import Mutant, mutants
from experiments.mutation.trial import attempt_here, begin, red_tests

WANTED = {
    "risk": 0.92, "statistics": 0.92, "utility": 0.92, "reports": 0.92, "intake": 0.9, "masking": 0.9, "views": 0.9,
    "charts": 0.9,
}  # fmt: skip
"""Share of a room's mutations that must be caught."""


def main() -> int:
    """Try the mutations in processes of their own; 1 if too few are caught, 2 if the list no longer fits the code."""
    parser = argparse.ArgumentParser(prog="python -m experiments.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="such as risk utility; without any, all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="mutations whose file or text holds this")
    asked = parser.parse_args()
    chosen = [m for m in mutants(*asked.rooms) if asked.only in f"{m.file} {m.before}"]
    found: list[tuple[Mutant, str]] = []
    with (
        tempfile.TemporaryDirectory(prefix="mutation-") as folder,
        ProcessPoolExecutor(asked.workers, get_context("spawn"), initializer=begin, initargs=(folder,)) as pool,
    ):
        red = _red(pool, {m.room for m in chosen})
        waiting = {pool.submit(attempt_here, mutant, red[mutant.room]): mutant for mutant in chosen}
        for done in as_completed(waiting):
            mutant, outcome = waiting[done], done.result()
            found.append((mutant, outcome))
            if outcome != "caught":
                what = (
                    outcome
                    if outcome.startswith("GONE")
                    else f"{outcome} {mutant.file} ({mutant.kind}): {mutant.after}"
                )
                say(f"[{len(found)}/{len(chosen)}] {what}")
    return _tell(found)


def _red(pool: ProcessPoolExecutor, rooms: set[str]) -> dict[str, list[str]]:
    found = {room: pool.submit(red_tests, room) for room in sorted(rooms)}
    for done in found.values():
        for test in done.result():
            say(f"left out, it fails without any mutation: {test}")
    return {room: done.result() for room, done in found.items()}


def _tell(found: list[tuple[Mutant, str]]) -> int:
    total = Counter(m.room for m, outcome in found if not outcome.startswith("GONE"))
    caught = Counter(m.room for m, outcome in found if outcome == "caught")
    gone = sum(outcome.startswith("GONE") for _, outcome in found)
    say(f"\n{'room':12} caught of")
    for room in sorted(total):
        say(f"{room:12} {caught[room]:6} {total[room]:2}  {caught[room] / total[room]:.0%}")
    if gone:
        say(f"{gone} mutations no longer fit the code: correct experiments/mutation/lists")
        return 2
    return int(any(caught[r] < WANTED[r] * total[r] for r in total if r in WANTED))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
