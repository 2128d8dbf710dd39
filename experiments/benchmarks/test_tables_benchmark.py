"""Speed of tables, distances and information loss: run with ``pytest FILE --benchmark-only``.

No time is asserted: machines differ. The ratio to counting the same tables with pandas is taken within one
run and printed as ``extra_info``, as is the highest memory of the process.
"""

from __future__ import annotations

import time
from itertools import combinations

import pandas as pd
import pytest

from core.assessment import CATALOGUE
from core.assessment.work import measure_all
from core.data import Pair
from core.tables import counted_variable, files_of
from core.utility.distances.k_marginal import compare_marginals
from core.utility.loss import LossParameters
from core.utility.tables import TableParameters
from tests.mixed_files import mixed_files

PANDAS_TABLES = 60
"""Tables that are also counted with pandas; the time of all is extrapolated from them."""


def pandas_distances(pair: Pair, k: int) -> tuple[list[float], float]:
    """Return L1 of the first tables of k variables by pandas, and the seconds that one took."""
    counted = {v.name: counted_variable(pair, v, 20) for v in sorted(pair.variables, key=lambda v: v.name)}
    frames = [
        pd.DataFrame({v.name: counted[v.name].codes(files_of(pair, v)[side]) for v in pair.variables})
        for side in (0, 1)
    ]
    started, found = time.process_time(), []
    for table in list(combinations(counted, k))[:PANDAS_TABLES]:
        shares = [frame.value_counts(list(table), normalize=True) for frame in frames]
        found.append(float(shares[0].sub(shares[1], fill_value=0).abs().sum()))
    return found, (time.process_time() - started) / len(found)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the kernels before anything is timed."""
    compare_marginals(mixed_files(200, 8, 0.05), TableParameters())


@pytest.fixture(scope="module")
def large() -> Pair:
    """A file of 100,000 records and 20 variables, 5 % of each swapped."""
    return mixed_files(100_000, 20)


def test_k_marginal_of_a_hundred_thousand_by_twenty(benchmark, large):
    found = benchmark.pedantic(compare_marginals, (large, TableParameters()), rounds=2)
    by_pandas = 0.0
    for each in found.found:
        distances, seconds = pandas_distances(large, each.k)
        by_pandas += seconds * each.tables
        assert max(distances) <= dict(each.worst)[each.worst[0][0]] + 1e-9
    benchmark.extra_info["tables"] = [each.tables for each in found.found]
    benchmark.extra_info["pandas, s (extrapolated)"] = round(by_pandas, 1)
    benchmark.extra_info["ratio to pandas"] = round(by_pandas / benchmark.stats.stats.median, 1)


@pytest.mark.parametrize("family", ["tables", "loss"])
def test_every_measure_of_a_family_at_a_hundred_thousand_by_twenty(benchmark, large, family):
    parameters = {"tables": TableParameters(), "loss": LossParameters()}[family]
    steps: dict[object, list] = {}
    for measure in CATALOGUE:
        if measure.family == family:
            steps.setdefault(measure.prepare, []).append(measure)

    def all_measures() -> int:
        for measures in steps.values():
            started = time.process_time()
            measure_all(measures, large, parameters)
            benchmark.extra_info[measures[0].id] = round(time.process_time() - started, 3)
        return len(steps)

    assert benchmark.pedantic(all_measures, rounds=1) > 2
