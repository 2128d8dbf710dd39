"""Spoil files of every format and read them: ``python -m experiments.fuzz --number 10000 --seed 1``."""

import argparse
import json
import sys
import time

from core.intake import sandbox
from experiments.fuzz.campaign import as_json, in_words, run_campaign
from experiments.fuzz.forked import ForkingReader
from experiments.fuzz.seeds import NAMES


def main() -> int:
    """Run a campaign over all formats, or over those that are named; 1 where anything happened that must not."""
    parser = argparse.ArgumentParser(prog="python -m experiments.fuzz", description=__doc__)
    parser.add_argument("--number", type=int, default=200, help="spoilt files, of each format")
    parser.add_argument("--total", type=int, help="spoilt files of all formats together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--json", action="store_true", help="write the tallies for a program")
    options = parser.parse_args()
    sandbox.WAITING_READER = ForkingReader()
    number = options.number if options.total is None else -(-options.total // len(options.names))
    started, failed, files = time.perf_counter(), False, 0
    for name in options.names:
        tally = run_campaign(name, number, options.seed)
        if tally is None:
            continue
        failed |= bool(tally.faults)
        files += tally.read + tally.refused
        if options.json:
            sys.stdout.write(json.dumps(as_json(tally)) + "\n")
        else:
            lines = [in_words(tally), *(f"    {line}" for line in (*tally.faults, *tally.unforeseen))]
            sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
    if not options.json:
        minutes = (time.perf_counter() - started) / 60
        sys.stdout.write(f"{files:,} files, seed {options.seed}, {minutes:.1f} minutes\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
