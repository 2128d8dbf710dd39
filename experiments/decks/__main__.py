"""Run by ``make decks``: how often the program's verdict on files with a known right answer is right, as tables.

``python -m experiments.decks [--files 500] [--seed 1] [--workers 2] [--risk-alone] [--store FILE]``: what is in the
store (JSON lines) is not judged again, so that a long run can be stopped and taken up. A file is made again from seed,
original and place.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from experiments.decks.counted import report
from experiments.decks.deck import FILES
from experiments.decks.judged import Line, lines_of
from experiments.decks.through_engine import NEEDED, RISK_ALONE


def main() -> int:
    """Judge the deck and print what it shows; 1 where a file goes out that must not."""
    parser = argparse.ArgumentParser(prog="python -m experiments.decks", description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--risk-alone", action="store_true", help="judge no utility: four times as many files")
    parser.add_argument("--store", type=Path)
    asked = parser.parse_args()
    earlier = list(_stored(asked.store))
    lines = [*earlier, *_judged(asked, {line["number"] for line in earlier})]
    sys.stdout.write(f"Seed {asked.seed}\n\n{report([Line(**line) for line in lines])}\n")
    return int(any(Line(**line).unsafe and line["standing"] == "can go out" for line in lines))


def _stored(store: Path | None) -> Iterator[dict[str, Any]]:
    if store is not None and store.exists():
        yield from map(json.loads, store.read_text(encoding="utf-8").splitlines())


def _judged(asked: argparse.Namespace, known: set[int]) -> Iterator[dict[str, Any]]:
    numbers = [number for number in range(-(-asked.files // FILES)) if number not in known]
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        needed = RISK_ALONE if asked.risk_alone else NEEDED
        waiting = [pool.submit(lines_of, asked.seed, number, FILES, needed) for number in numbers]
        for done, finished in enumerate(as_completed(waiting), start=1):
            lines = finished.result()
            sys.stderr.write(f"\r{done} of {len(numbers)} originals")
            if asked.store is not None:
                with asked.store.open("a", encoding="utf-8") as store:
                    store.writelines(f"{json.dumps(line)}\n" for line in lines)
            yield from lines
    sys.stderr.write("\n")


if __name__ == "__main__":
    sys.exit(main())
