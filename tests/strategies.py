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

SIZES = (1, 2, 3, 5, 12, 40, 150)
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
    n = draw(st.sampled_from(SIZES))
    n_masked = draw(st.sampled_from((n, *SIZES)))
    rows = random.permutation(n) if n_masked == n else random.integers(0, n, n_masked)
    factor = random.normal(size=n)
    variables = []
    for i in range(draw(st.integers(least_variables, 5))):
        original = _drawn_variable(draw, random, factor)
        variables.append(_drawn_masking(draw, random, f"v{i}", original, rows))
    return pair_of(*variables, n_masked=n_masked)


@st.composite
def identical_pairs(draw: st.DrawFn) -> Pair:
    """Draw a file and the same file again, without recodes; records keep their order."""
    drawn = draw(pairs())
    return pair_of(*(paired(v.name, v.original, v.original, weight=v.variable.weight) for v in drawn.variables))


def _drawn_variable(draw: st.DrawFn, random: np.random.Generator, factor: NDArray[np.float64]) -> Coded:
    n = len(factor)
    z = draw(st.sampled_from((0.0, 0.5, 3.0))) * factor + random.normal(size=n)
    kind = draw(st.sampled_from(("real", "large", "whole", "constant", "ordinal", "nominal", "one level")))
    if kind in ("ordinal", "nominal", "one level"):
        top = 0 if kind == "one level" else draw(st.integers(1, 6))
        codes = np.clip(np.floor(z + top / 2), 0, top).astype(np.int32)
        coded = categorical(Level.ORDINAL if kind == "ordinal" else Level.NOMINAL, codes, top + 1)
    else:
        values = {"real": z, "large": 1e6 + 1e3 * z, "whole": np.round(3 * z), "constant": np.full(n, 7.5)}
        coded = continuous(values[kind])
    return _with_missing(coded, random.random(n) < draw(st.sampled_from((0.0, 0.0, 0.2, 0.9, 1.0))))


def _with_missing(coded: Coded, gone: NDArray[np.bool_]) -> Coded:
    values = coded.values.copy()
    values[gone] = np.nan if coded.level is Level.CONTINUOUS else -1
    return replace(coded, values=values)


def _drawn_masking(
    draw: st.DrawFn, random: np.random.Generator, name: str, original: Coded, rows: NDArray[np.int64]
) -> PairedVariable:
    weight = draw(st.sampled_from((1.0, 1.0, 0.5, 3.0)))
    ways = ("kept", "swapped", "suppressed", "noise", "recoded", "removed")
    way = draw(st.sampled_from(ways))
    kept = original.take(rows)
    if way == "removed":
        return paired(name, original, None, weight=weight)
    if way == "suppressed":
        gone = random.random(len(rows)) < draw(st.sampled_from((0.1, 0.5, 1.0)))
        return paired(name, original, _with_missing(kept, gone), weight=weight)
    if way == "swapped":
        return paired(name, original, kept.take(random.permutation(len(rows))), weight=weight)
    if way == "noise" and original.level is Level.CONTINUOUS:
        return paired(name, original, continuous(kept.values + random.normal(size=len(rows))), weight=weight)
    if way == "recoded":
        recoded, recode = _drawn_recode(draw, original)
        return paired(name, original, recoded.take(rows), recoded, recode, weight)
    return paired(name, original, kept, weight=weight)


def _drawn_recode(draw: st.DrawFn, original: Coded) -> tuple[Coded, Recode]:
    if original.level is not Level.CONTINUOUS:
        merged = np.where(original.values < 0, -1, original.values // 2).astype(np.int32)
        labels = original.categories
        groups = {f"{labels[i]}+": labels[i : i + 2] for i in range(0, len(labels), 2)}
        return Coded(original.level, merged, tuple(groups)), CategoryMap(groups)
    seen = original.values[~np.isnan(original.values)]
    middle = float(np.median(seen)) if len(seen) else 0.0
    if draw(st.booleans()):
        return continuous(np.minimum(original.values, middle)), Cap(above=middle)
    bands = Bands(((-np.inf, middle), (middle, np.inf)), ("low", "high"), Closed.LEFT)
    codes = np.where(np.isnan(original.values), -1, original.values >= middle).astype(np.int32)
    level = draw(st.sampled_from((Level.ORDINAL, Level.NOMINAL)))
    return Coded(level, codes, bands.labels), bands
