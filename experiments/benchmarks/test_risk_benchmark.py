"""How long the risk measures take; run with --benchmark-only."""

import time

import numpy as np
import pytest

from core.data import Coded, KeySet, Level, Pair, PairedVariable, Release, Role, Variable
from core.measures import Subject
from core.risk import MEASURES, RiskParameters
from core.statistics.disclosure.minimal_uniques import minimal_uniques
from core.statistics.disclosure.suda import suda_scores
from core.statistics.linkage.linkage import ValueDifference, link
from core.statistics.tables.frequencies import wildcard_frequencies

CATEGORIES = (2, 4, 5, 8, 10, 20, 6, 3, 12, 7)
"""Categories of ten keys, skewed: the first are the most frequent."""


def keys(n: int, m: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    columns = [np.minimum(rng.geometric(0.3, n) - 1, k - 1).astype(np.int32) for k in CATEGORIES[:m]]
    return np.asfortranarray(np.column_stack(columns))


def test_frequencies_of_8_keys_at_10_million_records(benchmark) -> None:
    codes, weights = keys(10_000_000, 8), np.full(10_000_000, 10.0)
    benchmark.pedantic(wildcard_frequencies, (codes, weights), rounds=1)


def test_wildcard_frequencies_with_2_percent_missing_in_each_of_8_keys(benchmark) -> None:
    codes = keys(100_000, 8)
    codes[np.random.default_rng(2).random(codes.shape) < 0.02] = -1
    wildcard_frequencies(codes[:100])
    benchmark.pedantic(wildcard_frequencies, (codes, np.ones(len(codes))), rounds=3)


@pytest.mark.parametrize("m", [8, 10])
def test_suda_at_100_000_records(benchmark, m: int) -> None:
    codes = keys(100_000, m)
    minimal_uniques(codes[:100], m)
    benchmark.pedantic(lambda: suda_scores(minimal_uniques(codes, m), "suda2"), rounds=3)


@pytest.mark.parametrize("targets", [5_000, 100_000])
@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_linkage_of_100_000_mixed_records(benchmark, targets: int, noise: float) -> None:
    rng, n = np.random.default_rng(3), 100_000
    originals = np.column_stack([rng.random((n, 5)), keys(n, 5)]).astype(np.float64)
    chosen = rng.permutation(n)[:targets]
    masked = originals[chosen].copy()
    masked[:, :5] += noise * 0.29 * rng.normal(size=(targets, 5))
    terms = (ValueDifference.ABSOLUTE,) * 5 + (ValueDifference.EQUAL,) * 5
    link(originals[:50], masked[:1], np.zeros(1, np.int64), terms)
    benchmark.pedantic(link, (originals, masked, chosen, terms), rounds=1)


def file_of_20(n: int) -> Pair:
    """Return a linked pair: 8 nominal keys, 2 continuous ones with noise, 2 sensitive and 8 other variables."""
    rng = np.random.default_rng(4)
    codes = keys(n, 8)
    variables = []
    for j in range(20):
        role = Role.KEY if j < 10 else Role.SENSITIVE if j < 12 else Role.ANALYSIS
        if j in {8, 9} or j >= 16:
            values = rng.normal(size=n).round(1)
            original = Coded(Level.CONTINUOUS, values)
            masked = Coded(Level.CONTINUOUS, values + 0.1 * rng.normal(size=n).round(1)) if j in {8, 9} else original
        else:
            column = codes[:, j] if j < 8 else rng.integers(0, 5, n).astype(np.int32)
            original = masked = Coded(Level.NOMINAL, column, tuple(str(k) for k in range(20)))
        variables.append(PairedVariable(Variable(f"v{j:02}", original.level, role), original, original, masked))
    keysets = (
        KeySet("keys", tuple(f"v{j:02}" for j in range(8))),
        KeySet("wide", tuple(f"v{j:02}" for j in range(10))),
    )
    weights = {"w": rng.integers(5, 50, n).astype(np.float64)}
    households = {"h": (np.arange(n) // 3).astype(np.float64)}
    releases = [
        Release(name, n, {v.name: getattr(v, name) for v in variables}, weights, households, keysets, ("v10", "v11"))
        for name in ("original", "masked")
    ]
    return Pair("masked", tuple(variables), *releases, np.arange(n))


def six_keys(n: int, masking: str) -> Pair:
    """Return a linked pair of 20 nominal variables, six of them keys: one recoded, all with blanks, or redrawn."""
    rng, codes = np.random.default_rng(5), keys(n, 6)
    variables = []
    for j in range(20):
        column = codes[:, j] if j < 6 else rng.integers(0, 5, n).astype(np.int32)
        original = recoded = Coded(Level.NOMINAL, column, tuple(str(k) for k in range(20)))
        masked = column.copy()
        if masking == "recode" and j == 5:
            recoded, masked = Coded(Level.NOMINAL, column // 2, original.categories), column // 2
        changed = rng.random(n) < {"recode": 0.0, "blanks": 0.02, "redrawn": 0.2}[masking] * (j < 6)
        masked[changed] = -1 if masking == "blanks" else rng.permutation(column)[changed]
        role = Role.KEY if j < 6 else Role.ANALYSIS
        own = Coded(Level.NOMINAL, masked, original.categories)
        variables.append(PairedVariable(Variable(f"v{j:02}", Level.NOMINAL, role), original, recoded, own))
    keysets = (KeySet("keys", tuple(f"v{j:02}" for j in range(6))),)
    releases = [
        Release(name, n, {v.name: getattr(v, name) for v in variables}, {}, {}, keysets, ())
        for name in ("original", "masked")
    ]
    return Pair("masked", tuple(variables), *releases, np.arange(n))


@pytest.mark.parametrize("masking", ["recode", "blanks", "redrawn"])
def test_risk_of_a_file_of_100_000_records_with_six_keys(benchmark, masking: str) -> None:
    def measured(measure_id: str, pair: Pair) -> float:
        measure = next(m for m in MEASURES if m.id == measure_id)
        started = time.process_time()
        assert tuple(measure.compute(measure.prepare(pair, RiskParameters())))
        return time.process_time() - started

    for measure_id in ("expected_match_risk", "linkage_gower"):
        measured(measure_id, six_keys(500, masking))
    pair = six_keys(100_000, masking)
    benchmark.pedantic(measured, ("expected_match_risk", pair), rounds=3)
    linkage = min(measured("linkage_gower", pair) for _ in range(3))
    benchmark.extra_info.update(linkage=round(linkage, 3), ratio=round(benchmark.stats["min"] / linkage, 2), goal=1.5)


def all_measures(pair: Pair) -> int:
    """Compute every measure of risk once, those with the same expensive step together."""
    prepared: dict = {}
    count = 0
    for m in MEASURES:
        if m.prepare not in prepared:
            prepared[m.prepare] = m.prepare(pair if m.subject is Subject.PAIR else pair.masked, RiskParameters())
        count += len(tuple(m.compute(prepared[m.prepare])))
    return count


def test_all_risk_measures_on_100_000_records_of_20_variables(benchmark) -> None:
    all_measures(file_of_20(500))
    pair = file_of_20(100_000)
    assert benchmark.pedantic(all_measures, (pair,), rounds=1) > len(MEASURES)
