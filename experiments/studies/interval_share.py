"""What the jackknife takes of a quick run: ``python -m experiments.studies.interval_share``.

Processor time of every family of a run on mixed files (numbers, ordinal and nominal variables, 2 % of the values
missing, more and more values exchanged), with intervals and without. Prints the share of all, and the share of a run
without the attacks, which are searches and take most of the rest. The goal: under 15 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import numpy as np
from threadpoolctl import threadpool_limits

from core.assessment import make_plan
from core.assessment.calls import calls
from core.assessment.inputs import Inputs
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.statistics.reproducible import generator
from tests.mixed_files import mixed_files

KEYS = 8
"""Of the first variables, those that are no numbers are keys."""

ATTACKS = "singling_out_univariate"
"""The measure whose shared step searches for attacks."""


def inputs(records: int, variables: int, scenarios: int, *settings: str) -> Inputs:
    """Return what such a run starts from, with settings of its plan."""
    pair = mixed_files(records, variables, 0.02)
    columns = {
        v.name: np.where(v.original.is_missing(), np.nan, v.original.values.astype(np.float64)) for v in pair.variables
    }
    levels = {v.name: v.original.level for v in pair.variables}
    keys = [name for name in list(levels)[:KEYS] if levels[name] is not Level.CONTINUOUS]
    book = Codebook(
        tuple(Variable(name, level, Role.KEY if name in keys else Role.ANALYSIS) for name, level in levels.items())
    )
    files = [_exchanged(columns, number) for number in range(1, scenarios + 1)]
    masked = [Scenario(file, ScenarioDeclaration(file.name, linked="row")) for file in files]
    plan = make_plan("quick", settings)
    return Inputs(_file("original.csv", columns), masked, book, plan, "row")


def _exchanged(columns: dict[str, np.ndarray], number: int) -> Microdata:
    """Return a file with 2 % of each variable's values exchanged, or 4 %, 6 % ..."""
    random, masked = generator(number, "interval share"), {}
    for name, values in columns.items():
        chosen, masked[name] = random.random(len(values)) < 0.02 * number, values.copy()
        masked[name][chosen] = random.permutation(values[chosen])
    return _file(f"masked{number}.csv", masked)


def _file(name: str, columns: dict[str, np.ndarray]) -> Microdata:
    return Microdata(name, {v: Column(x) for v, x in columns.items()}, len(next(iter(columns.values()))), name)


def seconds(given: Inputs) -> Counter[str]:
    """Return the processor seconds of every family, by the id of its first measure."""
    spent: Counter[str] = Counter()
    before = time.process_time()
    with threadpool_limits(1):
        for call in calls(given, {}):
            (_, family), _ = call.key
            call.perform()
            now = time.process_time()
            # pairing and dealing, which go on between two calls, are part of a run
            spent[given.families[family].ids[0]] += now - before
            before = now
    return spent


def main() -> None:
    """Print what each family's replicates take, and the share of all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--variables", type=int, default=50)
    parser.add_argument("--scenarios", type=int, default=3)
    chosen = parser.parse_args()
    seconds(inputs(1_500, 8, 1))  # kernels are compiled before anything is timed
    size = chosen.records, chosen.variables, chosen.scenarios
    once, spent = seconds(inputs(*size, "interval.groups=0")), seconds(inputs(*size))
    for family, taken in spent.most_common():
        sys.stdout.write(f"{taken:8.2f} s, {once[family]:8.2f} s without intervals, {family}\n")
    total, without = spent.total(), spent.total() - spent[ATTACKS]
    left_out = total - once.total()
    sys.stdout.write(
        f"jackknife: {left_out:.1f} s of {total:.1f} s, {left_out / total:.1%}; "
        f"of a run without attacks ({without:.1f} s): {left_out / without:.1%}\n"
    )


if __name__ == "__main__":
    main()
