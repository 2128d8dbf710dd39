"""Pairs of files for tests: written out by hand, or drawn by Hypothesis.

A drawn pair mixes levels of measurement and ways of masking, with missing values, variables of one
level, constants, tiny files, files of unequal length, and variables of which nothing is observed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level, Pair, PairedVariable, Recode, Release, Variable

SIZES = (1, 2, 3, 12, 40, 150, 150, 150, 150)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


# ---- written out by hand


def continuous(values: Sequence[float] | NDArray[np.float64]) -> Coded:
    """Return a continuous variable; NaN is missing."""
    return Coded(Level.CONTINUOUS, np.array(values, dtype=np.float64))


def categorical(level: Level, codes: Sequence[int] | NDArray[np.int32], n_categories: int = 0) -> Coded:
    """Return a categorical variable with categories a, b, c ...; -1 is missing."""
    array = np.array(codes, dtype=np.int32)
    n_categories = n_categories or (int(array.max(initial=-1)) + 1)
    labels = LETTERS[:n_categories] if n_categories <= len(LETTERS) else map(str, range(n_categories))
    return Coded(level, array, tuple(labels))


def nominal(codes: Sequence[int] | NDArray[np.int32], n_categories: int = 0) -> Coded:
    """Return a nominal variable."""
    return categorical(Level.NOMINAL, codes, n_categories)


def ordinal(codes: Sequence[int] | NDArray[np.int32], n_categories: int = 0) -> Coded:
    """Return an ordinal variable."""
    return categorical(Level.ORDINAL, codes, n_categories)


def paired(
    name: str,
    original: Coded,
    masked: Coded | None,
    recoded: Coded | None = None,
    recode: Recode | None = None,
    weight: float = 1.0,
) -> PairedVariable:
    """Return a variable of both files; without ``recoded`` it is not recoded."""
    variable = Variable(name, original.level, weight=weight)
    return PairedVariable(variable, original, recoded or original, masked, recode)


def pair_of(*variables: PairedVariable, n_masked: int | None = None) -> Pair:
    """Return a pair of files, not linked."""
    n_original = len(variables[0].original.values)
    if n_masked is None:
        n_masked = next((len(v.masked.values) for v in variables if v.masked is not None), n_original)
    original = Release("original", n_original, {v.name: v.original for v in variables})
    masked = Release("masked", n_masked, {v.name: v.masked for v in variables if v.masked is not None})
    return Pair("scenario", variables, original, masked)


def copies(coded: Coded, times: int) -> Coded:
    """Return the variable of a file in which every record stands several times."""
    return replace(coded, values=np.tile(coded.values, times))


# ---- changes that no deterministic measure may notice


def with_shuffled_rows(pair: Pair, seed: int) -> Pair:
    """Return the pair with the records of each file in another order."""
    random = np.random.default_rng(seed)
    return pair.take(random.permutation(pair.original.n_records), random.permutation(pair.masked.n_records))


def with_shuffled_columns(pair: Pair, seed: int) -> Pair:
    """Return the pair with the variables in another order."""
    order = np.random.default_rng(seed).permutation(len(pair.variables))
    return replace(pair, variables=tuple(pair.variables[i] for i in order))


def with_relabelled_categories(pair: Pair, seed: int) -> Pair:
    """Return the pair with the categories of nominal variables coded in another order, under other labels."""
    random = np.random.default_rng(seed)
    return replace(pair, variables=tuple(_relabelled(v, random) for v in pair.variables))


def _relabelled(v: PairedVariable, random: np.random.Generator) -> PairedVariable:
    def recoded_by(coded: Coded, order: NDArray[np.int64]) -> Coded:
        codes = np.append(order, -1)[coded.values].astype(np.int32)
        return Coded(coded.level, codes, tuple(f"new {i}" for i in range(len(order))))

    original, recoded, masked = v.original, v.recoded, v.masked
    if original.level is Level.NOMINAL:
        original = recoded_by(original, random.permutation(len(original.categories)))
    if recoded.level is Level.NOMINAL:
        order = random.permutation(len(recoded.categories))
        recoded = recoded_by(recoded, order)
        masked = None if masked is None else recoded_by(masked, order)
    if v.recode is None:
        original = recoded
    return replace(v, original=original, recoded=recoded, masked=masked)


# ---- drawn by Hypothesis


@st.composite
def pairs(draw: st.DrawFn, least_variables: int = 1) -> Pair:
    """Draw a pair of files, masked variable by variable in any of the ways known here."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, n_masked = (int(size) for size in random.choice(SIZES, 2))
    rows = random.integers(0, n, n_masked) if random.random() < 0.5 else random.permutation(n)
    factor = random.normal(size=n)
    names = [f"v{i}" for i in range(draw(st.integers(least_variables, 5)))]
    return pair_of(*(_drawn_masking(random, name, _drawn_variable(random, factor), rows) for name in names))


@st.composite
def identical_pairs(draw: st.DrawFn) -> Pair:
    """Draw a file and the same file again, without recodes; records keep their order."""
    drawn = draw(pairs())
    return pair_of(*(paired(v.name, v.original, v.original, weight=v.variable.weight) for v in drawn.variables))


# Sizes and what a variable is like come from the random stream, not from Hypothesis: its preference for the
# simplest choice would leave hardly a pair of variables that are associated in both files.


def _drawn_variable(random: np.random.Generator, factor: NDArray[np.float64]) -> Coded:
    n = len(factor)
    z = random.choice([0.0, 0.5, 3.0, 3.0]) * factor + random.normal(size=n)
    kind = random.choice(["real", "large", "whole", "ordinal", "nominal", "constant"], p=[0.2, 0.1, 0.2, 0.2, 0.2, 0.1])
    if kind in ("ordinal", "nominal"):
        top = int(random.integers(0, 7))
        codes = np.clip(np.floor(z + top / 2), 0, top).astype(np.int32)
        coded = categorical(Level(kind), codes, top + 1)
    else:
        values = {"real": z, "large": 1e6 + 1e3 * z, "whole": np.round(3 * z), "constant": np.full(n, 7.5)}
        coded = continuous(values[kind])
    return _with_missing(coded, random.random(n) < random.choice([0, 0.2, 0.9, 1], p=[0.6, 0.3, 0.05, 0.05]))


def _with_missing(coded: Coded, gone: NDArray[np.bool_]) -> Coded:
    values = coded.values.copy()
    values[gone] = np.nan if coded.level is Level.CONTINUOUS else -1
    return replace(coded, values=values)


def _drawn_masking(random: np.random.Generator, name: str, original: Coded, rows: NDArray[np.int64]) -> PairedVariable:
    weight = float(random.choice([1.0, 1.0, 0.5, 3.0]))
    kept = original.take(rows)
    way = random.choice(
        ["kept", "swapped", "suppressed", "changed", "recoded", "removed"], p=[0.3, 0.1, 0.15, 0.2, 0.2, 0.05]
    )
    if way == "removed":
        return paired(name, original, None, weight=weight)
    if way == "suppressed":
        gone = random.random(len(rows)) < random.choice([0.1, 0.5, 1.0], p=[0.5, 0.4, 0.1])
        return paired(name, original, _with_missing(kept, gone), weight=weight)
    if way == "swapped":
        return paired(name, original, kept.take(random.permutation(len(rows))), weight=weight)
    if way == "changed":
        return paired(name, original, _changed(random, kept), weight=weight)
    if way == "recoded":
        recoded, recode = _drawn_recode(random, original)
        return paired(name, original, recoded.take(rows), recoded, recode, weight)
    return paired(name, original, kept, weight=weight)


def _changed(random: np.random.Generator, kept: Coded) -> Coded:
    """Return the variable with noise, or turned round (associations change their direction)."""
    if random.random() < 0.5:
        return replace(kept, values=_turned(kept))
    if kept.level is Level.CONTINUOUS:
        return continuous(kept.values + random.normal(size=len(kept.values)))
    moved = np.minimum(kept.values + random.integers(0, 2, len(kept.values)), len(kept.categories) - 1)
    return replace(kept, values=np.where(kept.values < 0, -1, moved).astype(np.int32))


def _turned(kept: Coded) -> NDArray[np.float64] | NDArray[np.int32]:
    if kept.level is Level.CONTINUOUS:
        return -kept.values
    return np.where(kept.values < 0, -1, len(kept.categories) - 1 - kept.values).astype(np.int32)


def _drawn_recode(random: np.random.Generator, original: Coded) -> tuple[Coded, Recode]:
    if original.level is not Level.CONTINUOUS:
        merged = np.where(original.values < 0, -1, original.values // 2).astype(np.int32)
        labels = original.categories
        groups = {f"{labels[i]}+": labels[i : i + 2] for i in range(0, len(labels), 2)}
        return Coded(original.level, merged, tuple(groups)), CategoryMap(groups)
    seen = original.values[~np.isnan(original.values)]
    middle = float(np.median(seen)) if len(seen) else 0.0
    kind = random.choice(["cap", "ordinal", "nominal"])
    if kind == "cap":
        return continuous(np.minimum(original.values, middle)), Cap(above=middle)
    bands = Bands(((-np.inf, middle), (middle, np.inf)), ("low", "high"), Closed.LEFT)
    codes = np.where(np.isnan(original.values), -1, original.values >= middle).astype(np.int32)
    return Coded(Level(kind), codes, bands.labels), bands
