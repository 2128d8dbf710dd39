"""Small files that no person stands behind, on which a measure or a masking method shows whether it keeps its word."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.data import (
    ROW_LINK,
    Codebook,
    Column,
    KeySet,
    Level,
    Microdata,
    Pair,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
)
from core.pairing import pair

N = 150
VARIABLES = (
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("region", Level.NOMINAL, Role.KEY),
    Variable("health", Level.ORDINAL, Role.SENSITIVE),
    Variable("income", Level.CONTINUOUS, Role.SENSITIVE),
    Variable("household", Level.NOMINAL, Role.HOUSEHOLD),
    Variable("weight", Level.CONTINUOUS, Role.WEIGHT),
)
KEYS = ("age", "region")
COMPARED = ("age", "region", "health", "income")
CODEBOOK = Codebook(VARIABLES, (KeySet("keys", KEYS, "weight"),))
Columns = Mapping[str, Column]


def people() -> dict[str, Column]:
    """Return the columns of the original: two variables hang together, some values are missing."""
    random = np.random.default_rng(11)
    age = random.integers(20, 50, N).astype(float)
    income = age * 100 + random.normal(0, 600, N).round()
    income[random.random(N) < 0.05] = np.nan
    return {
        "age": Column(age),
        "region": Column(None, random.integers(0, 3, N).astype(np.int32), ("east", "north", "west")),
        "health": Column(np.clip(age // 10 + random.integers(-1, 2, N), 1, 5)),
        "income": Column(income),
        "household": Column((np.arange(N) // 3).astype(float)),
        "weight": Column(random.uniform(5, 20, N).round(2)),
    }


def noisy(columns: Columns) -> dict[str, Column]:
    """Return the people with noise on their income and each other's health."""
    random = np.random.default_rng(12)
    income, health = columns["income"].numbers, columns["health"].numbers
    assert income is not None
    assert health is not None
    changed = {"income": Column(income + random.normal(0, 400, N)), "health": Column(random.permutation(health))}
    return {**columns, **changed}


def shuffled(columns: Columns) -> dict[str, Column]:
    """Return the people with every value given to somebody else, and all numbers moved apart."""
    random = np.random.default_rng(13)
    taken = {name: column.take(random.permutation(N)) for name, column in columns.items() if name in COMPARED}
    moved = {n: Column(c.numbers**2) for n, c in taken.items() if c.numbers is not None and n != "health"}
    return {**columns, **taken, **moved}


def alike_in_keys(columns: Columns) -> dict[str, Column]:
    """Return the people with the same key values, so that nobody stands out."""
    region = columns["region"]
    same = {"age": Column(np.full(N, 30.0)), "region": Column(None, np.zeros(N, dtype=np.int32), region.labels)}
    return {**columns, **same}


def in_order(columns: Columns, rows: NDArray[np.int64]) -> dict[str, Column]:
    """Return the records in another order."""
    return {name: column.take(rows) for name, column in columns.items()}


def renamed(columns: Columns) -> dict[str, Column]:
    """Return the people with other words, and other codes, for their regions."""
    codes = columns["region"].codes
    assert codes is not None
    turned = np.array([2, 0, 1], dtype=np.int32)[codes]
    return {**columns, "region": Column(None, turned, ("A", "B", "C"))}


def file_of(columns: Columns, name: str = "trial.csv") -> Microdata:
    """Return columns as a file."""
    return Microdata(name, columns, N)


def pair_of(original: Columns, masked: Columns) -> Pair:
    """Return two files, linked record by record and coded alike."""
    scenario = Scenario(file_of(masked, "m.csv"), ScenarioDeclaration("m.csv", "m", ROW_LINK))
    return pair(file_of(original, "o.csv"), scenario, CODEBOOK)
