"""The design of the propensity model: which terms a file can carry, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.statistics.arrays import Floats, Integers, WeightedCounts
from core.statistics.tables import distinct_rows
from core.utility.propensity.terms import (
    PENALISED_KNOTS,
    QUARTILES,
    TIMES,
    Block,
    Term,
    cubic,
    joint_roughness,
    main_effects,
    make_block,
    model_two,
    pairs,
    product,
    quadratic,
)
from core.utility.stacked import Stacked
from core.wording import first_of

RECORDS_PER_TERM = 10
MOST_TERMS = 400
NAMED = 10
NOTHING_VARIES = "every variable has one and the same value in both files: there is nothing to tell them apart by"
MOST_CELLS = 3.3e7
"""Distinct records times columns that are held in memory: 264 MB an array."""

_MODELS: dict[str, Callable[[Sequence[Block]], list[Term]]] = {
    "main": main_effects,
    "pairs": pairs,
    "quadratic": quadratic,
    "model2": model_two,
    "cubic": cubic,
}


@dataclass(frozen=True, eq=False)
class Merged:
    """The m distinct merged records: a row of each, and how many of either file are like it, or their weights."""

    row: Integers
    point: Integers
    original: WeightedCounts
    masked: WeightedCounts

    @property
    def size(self) -> WeightedCounts:
        """Records at each point."""
        return self.original + self.masked


@dataclass(frozen=True, eq=False)
class PropensityDesign:
    """Terms of a model, what was left out of it and why; or the reason why it cannot be built."""

    terms: tuple[Term, ...]
    notices: tuple[str, ...] = ()
    reason: str = ""

    def columns(self) -> Floats:
        """Return the design matrix (m, p), without the intercept."""
        # row by row in memory: blocks of rows are what every later step works on
        return np.ascontiguousarray(np.hstack([t.columns for t in self.terms]))

    def roughness(self) -> Floats:
        """Return (p, p) the roughness of the curves of all terms; 0 for columns that are no curve."""
        joint = joint_roughness(self.terms)
        return np.zeros((sum(t.columns.shape[1] for t in self.terms),) * 2) if joint is None else joint


def merge(stacked: Stacked) -> Merged:
    """Find the distinct merged records."""
    columns = [np.where(v.missing(), 0.0, v.values) for v in stacked.variables]
    columns += [v.missing().astype(np.float64) for v in stacked.variables if v.missing().any()]
    rows = distinct_rows(np.column_stack(columns))
    m, n = len(rows.row), stacked.n_original
    weights = stacked.weights_by_file()
    original, masked = (
        np.bincount(part, w, m) for part, w in zip((rows.point[:n], rows.point[n:]), weights, strict=True)
    )
    return Merged(rows.row, rows.point, original, masked)


def make_design(stacked: Stacked, merged: Merged, model: str) -> PropensityDesign:
    """Build the columns of a model at the distinct merged records.

    Parameters
    ----------
    stacked : Stacked
    merged : Merged
    model : str
        One of ``PropensityParameters.model`` but "cart".
    """
    knots = PENALISED_KNOTS if model == "penalised" else QUARTILES
    blocks = [make_block(v, merged.row, merged.size, knots) for v in stacked.variables]
    if not any(b.spline.columns.shape[1] for b in blocks):
        return PropensityDesign((), (), NOTHING_VARIES)
    affordable = int(MOST_CELLS // len(merged.row))
    carried = min(stacked.n_original, stacked.n_masked) // RECORDS_PER_TERM
    if model in ("spline", "penalised"):
        return _spline_design(blocks, min(carried, MOST_TERMS, affordable), curved_products=model == "spline")
    width = _width_of(model, blocks)
    if width > affordable:
        reason = f"model {model!r} has {width:,} terms, too many for {len(merged.row):,} records: choose a smaller one"
        return PropensityDesign((), (), reason)
    terms = tuple(t for t in _MODELS[model](blocks) if t.columns.shape[1])
    notices = (f"{width} terms are many for this number of records",) if width > carried else ()
    return PropensityDesign(terms, notices)


def _width_of(model: str, blocks: Sequence[Block]) -> int:
    """Return how many columns a model has, from its first row alone."""
    return sum(t.columns.shape[1] for t in _MODELS[model]([b.first_row() for b in blocks]))


def _spline_design(blocks: Sequence[Block], limit: int, *, curved_products: bool) -> PropensityDesign:
    """Choose splines, then interactions, smallest first, until the limit is reached."""
    notices: list[str] = []
    main = [b.spline for b in blocks]
    if sum(t.columns.shape[1] for t in main) > limit:
        notices.append("numbers enter as straight lines: splines would be too many terms for this number of records")
        main = [b.straight for b in blocks]
    used = sum(t.columns.shape[1] for t in main)
    if used > limit:
        notices.append(f"{used} terms are many for this number of records")
    # the joint distribution of two variables that are the same in every record says nothing
    open_pairs = [(a, b) for a, b in combinations(blocks, 2) if not (a.unmasked and b.unmasked)]
    chosen: dict[tuple[str, str], tuple[Term, Term]] = {}
    for curved in (False, True) if curved_products else (False,):
        forms = [(a.spline, b.spline) if curved else (a.straight, b.straight) for a, b in open_pairs]
        for a, b in sorted(forms, key=lambda f: (_width(f), f[0].name, f[1].name)):
            extra = _width((a, b)) - _width(chosen.get((a.name, b.name)))
            if extra >= 0 and used + extra <= limit:
                chosen[a.name, b.name] = (a, b)
                used += extra
    notices += _left_out(blocks, open_pairs, chosen, curved_products=curved_products)
    kept = [t for t in main if t.columns.shape[1]]
    interactions = [product(*chosen[a.name, b.name]) for a, b in open_pairs if (a.name, b.name) in chosen]
    return PropensityDesign((*kept, *(t for t in interactions if t.columns.shape[1])), tuple(notices))


def _width(pair: tuple[Term, Term] | None) -> int:
    return pair[0].columns.shape[1] * pair[1].columns.shape[1] if pair else 0


def _left_out(
    blocks: Sequence[Block],
    open_pairs: Sequence[tuple[Block, Block]],
    chosen: dict[tuple[str, str], tuple[Term, Term]],
    *,
    curved_products: bool,
) -> list[str]:
    notices = []
    unmasked = [b.name for b in blocks if b.unmasked]
    if len(unmasked) > 1:
        notices.append(f"the same in every record, so they interact with masked variables only: {', '.join(unmasked)}")
    without = [f"{a.name}{TIMES}{b.name}" for a, b in open_pairs if (a.name, b.name) not in chosen]
    if without:
        notices.append(f"left out for lack of records: {first_of(without, NAMED)}")
    lines = [
        f"{a.name}{TIMES}{b.name}"
        for a, b in open_pairs
        if curved_products
        and (a.name, b.name) in chosen
        and _width(chosen[a.name, b.name]) < _width((a.spline, b.spline))
    ]
    if lines:
        notices.append(f"interactions of straight lines for lack of records: {first_of(lines, NAMED)}")
    return notices
