"""Sensitive values of classes, counted in blocks: the figures of the whole file to the last bit."""

import numpy as np
import pytest

from core.data import Coded, KeySet, Level, Release
from core.risk import RiskParameters, prepare
from core.risk.attribute import sensitive
from core.risk.attribute.sensitive import classes
from core.statistics.disclosure.diversity import closeness, diversity
from core.tables import blockwise
from tests.class_tables import class_table

N = 61


@pytest.fixture(scope="module")
def file() -> Release:
    random = np.random.default_rng(3)
    key, health = (random.integers(-1, top, N).astype(np.int32) for top in (4, 3))
    income = np.where(random.random(N) < 0.1, np.nan, np.round(random.lognormal(2, 1, N)))
    columns = {
        "key": Coded(Level.NOMINAL, key, tuple("abcd")),
        "health": Coded(Level.NOMINAL, health, tuple("xyz")),
        "income": Coded(Level.CONTINUOUS, income),
    }
    return Release("file", N, columns, keysets=(KeySet("keys", ("key",)),), sensitive=("health", "income"))


@pytest.mark.parametrize("rule", ["category", "drop"])
@pytest.mark.parametrize("records", [N, 1, 7])
def test_figures_of_classes_are_those_of_the_whole_file(file, rule, records, monkeypatch):
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    monkeypatch.setattr(sensitive, "BLOCK", records)
    (keyset,) = prepare(file, RiskParameters(missing=rule))
    formed, key, income = classes(keyset), file.columns["key"].values, file.columns["income"].values
    used = key >= 0 if rule == "drop" else np.ones(N, dtype=bool)
    ranks = np.where(np.isnan(income), -1, np.unique(income, return_inverse=True)[1])
    for name, values, ordered in (("health", file.columns["health"].values, False), ("income", ranks, True)):
        table = class_table(np.unique(key[used], return_inverse=True)[1], values[used])
        whole = diversity(table, keyset.parameters.recursive_c, missing=keyset.parameters.sensitive_missing)
        for mine, theirs in zip(formed.diversities[name], whole, strict=True):
            assert mine.tobytes() == theirs.tobytes()
        assert formed.distances[name].tobytes() == closeness(table, ordered=ordered).tobytes()
    assert formed.sizes.tolist() == np.unique(key[used], return_counts=True)[1].tolist()
