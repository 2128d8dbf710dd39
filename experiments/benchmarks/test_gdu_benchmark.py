"""Speed of GDU: run with ``pytest experiments/benchmarks/test_gdu_benchmark.py --benchmark-only``.

No time is asserted: machines differ. The ratios to a plain loop and to numpy with each variable ranked once are taken
within one run and printed as ``extra_info`` (goals: at least 60, and 3), as are the highest memory of the process and
the files' sizes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from threadpoolctl import threadpool_limits

from core.data import Level, Pair
from core.statistics.estimates.jackknife import assign_groups
from core.statistics.reproducible.seeds import generator
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.averages import global_utility
from tests.mixed_files import mixed_files
from tests.strategies import nominal, pair_of, paired


def plain_loop(pair: Pair) -> dict[tuple[str, str], list[float]]:
    """Return the p values of every variable and pair by scipy on pandas columns, one after the other."""
    frames = [
        pd.DataFrame({v.name: getattr(v, side).values for v in pair.variables}) for side in ("original", "masked")
    ]
    levels = {v.name: v.original.level for v in pair.variables}
    found = {(name, name): [_plain_univariate(frames, name, level)] for name, level in levels.items()}
    for a, b in combinations(levels, 2):
        found[a, b] = [_plain_bivariate(frame, a, b, levels) for frame in frames]
    return found


def _plain_univariate(frames: list[pd.DataFrame], name: str, level: Level) -> float:
    if level is Level.CONTINUOUS:
        return float(stats.ks_2samp(frames[0][name], frames[1][name], method="asymp").pvalue)
    counts = pd.DataFrame([frame[name].value_counts() for frame in frames]).fillna(0)
    return float(stats.chi2_contingency(counts, correction=False).pvalue)


def _plain_bivariate(frame: pd.DataFrame, a: str, b: str, levels: dict[str, Level]) -> float:
    kinds = levels[a], levels[b]
    if kinds == (Level.NOMINAL, Level.NOMINAL):
        return float(stats.chi2_contingency(pd.crosstab(frame[a], frame[b]), correction=False).pvalue)
    if Level.NOMINAL in kinds:
        groups, values = (a, b) if kinds[0] is Level.NOMINAL else (b, a)
        return float(stats.kruskal(*(x for _, x in frame.groupby(groups)[values])).pvalue)
    return float(stats.spearmanr(frame[a], frame[b]).pvalue)


def ranked_once(pair: Pair, side: str) -> dict[tuple[str, str], float]:
    """Return the p values of all pairs of one file by numpy: variables are ranked once, and multiplied at once."""
    values = {v.name: getattr(v, side).values for v in pair.variables}
    nominal = [v.name for v in pair.variables if v.original.level is Level.NOMINAL]
    ordered = [name for name in values if name not in nominal]
    ranks, n = np.array([stats.rankdata(values[name]) for name in ordered]), pair.original.n_records
    rho, found = np.corrcoef(ranks), {}
    t = rho * np.sqrt((n - 2) / np.maximum(1 - rho**2, 1e-300))
    p = 2 * stats.t.sf(np.abs(t), n - 2)
    for i, j in combinations(range(len(ordered)), 2):
        found[ordered[i], ordered[j]] = float(p[i, j])
    for g in nominal:
        size = np.bincount(values[g])
        for own, name in zip(ranks, ordered, strict=True):
            between = (size * (np.bincount(values[g], own) / size - own.mean()) ** 2).sum()
            found[g, name] = found[name, g] = float(stats.chi2.sf(between / own.var(ddof=1), len(size) - 1))
    for a, b in combinations(nominal, 2):
        shape = values[a].max() + 1, values[b].max() + 1
        table = np.bincount(values[a] * shape[1] + values[b], minlength=shape[0] * shape[1]).reshape(shape)
        found[a, b] = float(stats.chi2_contingency(table, correction=False).pvalue)
    return found


@pytest.fixture(scope="module", autouse=True)
def as_in_a_run() -> Iterator[None]:
    """Compile the kernels before anything is timed, and let libraries have one thread, as a run does."""
    local_utilities(mixed_files(200, 8, 0.05), GduParameters())
    with threadpool_limits(1):
        yield


def test_fifty_thousand_by_twenty_against_a_plain_loop(benchmark):
    pair = mixed_files(50_000, 20)
    started = time.process_time()
    plain = plain_loop(pair)
    plain_seconds = time.process_time() - started
    started = time.process_time()
    once = [ranked_once(pair, side) for side in ("original", "masked")]
    once_seconds = time.process_time() - started
    local = benchmark(local_utilities, pair, GduParameters())
    benchmark.extra_info["ranked once, s"] = round(once_seconds, 2)
    benchmark.extra_info["ratio to ranks once"] = round(once_seconds / benchmark.stats.stats.median, 1)
    benchmark.extra_info["plain loop, s"] = round(plain_seconds, 2)
    benchmark.extra_info["ratio to the plain loop"] = round(plain_seconds / benchmark.stats.stats.median, 1)
    for u in local.univariate:
        assert u.comparison.p == pytest.approx(plain[u.variable, u.variable][0], abs=1e-9)
    for found in local.bivariate:
        p_values = [found.p_original, found.p_masked]
        assert p_values == pytest.approx(plain[found.variables], abs=1e-9)
        assert p_values == pytest.approx([p[found.variables] for p in once], abs=1e-9)


def test_hundred_thousand_by_hundred_with_five_per_cent_missing(benchmark):
    pair = mixed_files(100_000, 100, 0.05)
    local = benchmark.pedantic(local_utilities, (pair, GduParameters()), rounds=2)
    assert len(local.bivariate) == 4_950


def test_jackknife_of_twenty_groups_at_fifty_thousand_by_twenty(benchmark):
    pair, parameters = mixed_files(50_000, 20), GduParameters()
    groups = assign_groups(50_000, 20, generator(1, "benchmark"))

    def replicates() -> list[float | None]:
        kept = (np.flatnonzero(groups != g) for g in range(20))
        return [global_utility(local_utilities(pair.take(rows, rows), parameters)).value for rows in kept]

    assert all(value is not None for value in benchmark.pedantic(replicates, rounds=2))


def test_very_large_tables(benchmark):
    random = np.random.default_rng(1)
    a = random.integers(0, 5_000, 100_000)
    b = np.where(random.random(100_000) < 0.5, a, random.integers(0, 5_000, 100_000))
    files = [nominal(codes, 5_000) for codes in (a, b)]
    pair = pair_of(*(paired(name, f, f) for name, f in zip("ab", files, strict=True)))
    assert benchmark(local_utilities, pair, GduParameters()).bivariate[0].value == 1.0
