"""How the cost of every measure grows: ``python -m experiments.studies.scale_exponents`` prints a table in Markdown.

Processor time of one process for a quick run with intervals on one masked file, by the measures that share their most
costly step: at 25,000 and 100,000 records of 20 variables, and at 10 and 40 variables of 25,000 records. The exponents
are those of a power of the number of records, or of variables, between the two; where the larger run takes less than a
tenth of a second nothing is said. Columns are those of ``interval_share``: of four variables one is a number of which
every record has another, one a number of about a hundred values, one ordinal, one nominal. With ``--repeat`` each run
is made several times and the least counts, since other work on a machine makes processor time longer, never shorter.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter

from core.assessment import make_plan
from core.assessment.work import Family, families
from experiments.studies.interval_share import inputs, seconds

RECORDS = 25_000, 100_000
VARIABLES = 10, 40
BESIDE = 20
"""Variables at both numbers of records."""

LEAST = 0.1
"""Seconds of the larger run from which an exponent is given."""

Size = tuple[int, int]
Work = str
"""The id of the first of some measures that share their most costly step."""


def exponent(smaller: float, larger: float, ratio: float) -> float | None:
    """Return the power of the ratio of two sizes by which the cost grows; None where it is too small to tell."""
    return math.log(larger / smaller) / math.log(ratio) if larger >= LEAST and smaller > 0 else None


def measured(size: Size, repeat: int) -> Counter[Work]:
    """Return the processor seconds of each piece of work at records x variables, the least of some runs."""
    runs = [seconds(inputs(*size, 1)) for _ in range(repeat)]
    return Counter({work: min(run[work] for run in runs) for work in runs[0]})


def table(spent: dict[Size, Counter[Work]]) -> list[str]:
    """Return the lines of the table, the costliest work first."""
    few, many = ((n, BESIDE) for n in RECORDS)
    narrow, wide = ((RECORDS[0], k) for k in VARIABLES)
    names = {f.ids[0]: f.measures[0].name + (f" and {len(f.ids) - 1} more" if f.ids[1:] else "") for f in _families()}
    lines = [
        f"| measures | {few[0]:,} x {BESIDE} | {many[0]:,} x {BESIDE} | power of n "
        f"| {narrow[0]:,} x {narrow[1]} | {wide[0]:,} x {wide[1]} | power of variables |",
        "|---|---|---|---|---|---|---|",
    ]
    for work, _ in spent[many].most_common():
        of_n = exponent(spent[few][work], spent[many][work], many[0] / few[0])
        of_variables = exponent(spent[narrow][work], spent[wide][work], wide[1] / narrow[1])
        if of_n is None and of_variables is None:
            continue
        cells = [f"{spent[few][work]:.2f}", f"{spent[many][work]:.2f}", _shown(of_n)]
        cells += [f"{spent[narrow][work]:.2f}", f"{spent[wide][work]:.2f}", _shown(of_variables)]
        lines.append(f"| {names[work]} | {' | '.join(cells)} |")
    return lines


def _families() -> tuple[Family, ...]:
    return families(make_plan("quick"))


def _shown(power: float | None) -> str:
    return "" if power is None else f"{power:.1f}"


def main() -> None:
    """Measure four sizes and print the table, and what each size takes in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=1)
    repeat = parser.parse_args().repeat
    seconds(inputs(1_500, 8, 1))  # kernels are compiled before anything is timed
    sizes = [*((n, BESIDE) for n in RECORDS), *((RECORDS[0], k) for k in VARIABLES)]
    spent = {size: measured(size, repeat) for size in sizes}
    sys.stdout.write("\n".join(table(spent)) + "\n")
    for (n, k), work in spent.items():
        sys.stdout.write(f"{n:,} x {k}: {sum(work.values()):.1f} s\n")


if __name__ == "__main__":
    main()
