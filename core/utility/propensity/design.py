"""The design of the propensity model: which terms a file can carry, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.regression import DesignColumns, columns_of
from core.utility.propensity.merged import Merged
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
    side_by_side,
)
from core.utility.stacked import Stacked
from core.wording import first_of

RECORDS_PER_TERM = 10
MOST_TERMS = 400
"""Of the default model, at any number of records that carries them, so that files of different size can be compared."""

NAMED = 10
NOTHING_VARIES = "every variable has one and the same value in both files: there is nothing to tell them apart by"
LACK = "for lack of records"
MOST_COLUMNS = 3000
"""Columns of a model that is asked for by name; a pass over a million records takes a minute or two with as many."""

Build = Callable[[Sequence[Block]], list[Term]]

_MODELS: dict[str, Build] = {
    "main": main_effects,
    "pairs": pairs,
    "quadratic": quadratic,
    "model2": model_two,
    "cubic": cubic,
}


@dataclass(frozen=True, eq=False)
class PropensityDesign:
    """Terms of a model, what was left out of it and why; or the reason why it cannot be built.

    Parameters
    ----------
    blocks : tuple of Block
    build : callable
        Blocks -> terms, the same for any of their records.
    notices : tuple of str
    reason : str
    """

    blocks: tuple[Block, ...]
    build: Build
    notices: tuple[str, ...] = ()
    reason: str = ""

    @cached_property
    def terms(self) -> list[Term]:
        """The terms at the first record alone: their names, labels and roughness."""
        return self.at(slice(0, 1))

    def at(self, rows: slice) -> list[Term]:
        """Return the terms, with the columns of some records."""
        return [t for t in self.build([b.at(rows) for b in self.blocks]) if t.labels]

    def columns(self) -> DesignColumns:
        """Return the design matrix (m, p), without the intercept."""
        m, width = len(self.blocks[0].row), sum(len(t.labels) for t in self.terms)
        return columns_of(m, width, lambda rows: side_by_side(self.at(rows)))

    def where(self, kept: NDArray[np.bool_]) -> PropensityDesign:
        """Return the same terms for some of the records (m,)."""
        return replace(self, blocks=tuple(b.at(kept) for b in self.blocks))

    def roughness(self) -> Floats:
        """Return (p, p) the roughness of the curves of all terms; 0 for columns that are no curve."""
        joint = joint_roughness(self.terms)
        return np.zeros((sum(len(t.labels) for t in self.terms),) * 2) if joint is None else joint


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
    blocks = tuple(make_block(v, merged.row, merged.size, knots) for v in stacked.variables)
    first = [b.at(slice(0, 1)) for b in blocks]
    if not any(b.spline.labels for b in first):
        return PropensityDesign((), main_effects, reason=NOTHING_VARIES)
    carried = min(stacked.n_original, stacked.n_masked) // RECORDS_PER_TERM
    if model in ("spline", "penalised"):
        build, notices = _spline_terms(first, min(carried, MOST_TERMS), curved_products=model == "spline")
        return PropensityDesign(blocks, build, tuple(notices))
    build = _MODELS[model]
    width = sum(len(t.labels) for t in build(first))
    if width > MOST_COLUMNS:
        reason = f"model {model!r} has {width:,} terms, more than {MOST_COLUMNS:,}: choose a smaller one"
        return PropensityDesign((), main_effects, reason=reason)
    notices = [f"{width} terms are many for this number of records"] if width > carried else []
    return PropensityDesign(blocks, build, tuple(notices))


def _spline_terms(blocks: Sequence[Block], limit: int, *, curved_products: bool) -> tuple[Build, list[str]]:
    """Choose splines, then interactions, until the limit is reached; return them, and what to say."""
    notices: list[str] = []
    splines = sum(len(b.spline.labels) for b in blocks) <= limit
    if not splines:
        notices.append(f"numbers enter as straight lines: splines would be too many terms {_for_what(limit)}")
    used = sum(len((b.spline if splines else b.straight).labels) for b in blocks)
    if used > limit:
        notices.append(f"{used} terms are many {_for_what(limit)}")
    open_pairs = _open_pairs(blocks)
    chosen: dict[tuple[int, int], bool] = {}
    for curved in (False, True) if curved_products else (False,):
        for i, j in sorted(open_pairs, key=lambda p: (_width(blocks, p, curved=curved), _round_about(p, len(blocks)))):
            before = _width(blocks, (i, j), curved=chosen[i, j]) if (i, j) in chosen else 0
            extra = _width(blocks, (i, j), curved=curved) - before
            if extra >= 0 and used + extra <= limit:
                chosen[i, j] = curved
                used += extra
    notices += _left_out(blocks, open_pairs, chosen, limit, curved_products=curved_products)
    products = {p: chosen[p] for p in open_pairs if p in chosen}
    return partial(_main_and_products, curved=splines, products=products), notices


def _main_and_products(
    blocks: Sequence[Block], *, curved: bool, products: Mapping[tuple[int, int], bool]
) -> list[Term]:
    """Return main effects, then products of two variables; ``curved`` and ``products``: of splines."""

    def form(block: Block, bent: bool) -> Term:
        return block.spline if bent else block.straight

    both = [product(form(blocks[i], bent), form(blocks[j], bent)) for (i, j), bent in products.items()]
    return [form(block, curved) for block in blocks] + both


def _for_what(limit: int) -> str:
    return "for one model" if limit == MOST_TERMS else "for this number of records"


def _open_pairs(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Return the pairs that may differ: that of two variables that are the same in every record says nothing."""
    return [(i, j) for i, j in combinations(range(len(blocks)), 2) if not (blocks[i].unmasked and blocks[j].unmasked)]


def _round_about(pair: tuple[int, int], k: int) -> tuple[int, int]:
    """Order pairs of equal width so that those chosen first hold all variables alike: neighbours in a ring, by name."""
    i, j = pair
    return min(j - i, k - (j - i)), i


def _width(blocks: Sequence[Block], pair: tuple[int, int], *, curved: bool) -> int:
    a, b = (len((blocks[i].spline if curved else blocks[i].straight).labels) for i in pair)
    return a * b


def _left_out(
    blocks: Sequence[Block],
    open_pairs: Sequence[tuple[int, int]],
    chosen: dict[tuple[int, int], bool],
    limit: int,
    *,
    curved_products: bool,
) -> list[str]:
    notices = []
    cause = f"at most {MOST_TERMS} terms, the same for every number of records" if limit == MOST_TERMS else LACK
    unmasked = [b.name for b in blocks if b.unmasked]
    if len(unmasked) > 1:
        notices.append(f"the same in every record, so they interact with masked variables only: {', '.join(unmasked)}")
    name = {(i, j): f"{blocks[i].name}{TIMES}{blocks[j].name}" for i, j in open_pairs}
    without = [name[p] for p in open_pairs if p not in chosen]
    if without:
        notices.append(f"left out ({cause}): {first_of(without, NAMED)}")
    narrower = [p for p in chosen if _width(blocks, p, curved=False) < _width(blocks, p, curved=True)]
    lines = [name[p] for p in open_pairs if curved_products and p in narrower and not chosen[p]]
    if lines:
        notices.append(f"interactions of straight lines ({cause}): {first_of(lines, NAMED)}")
    return notices
