"""Main-effect blocks of the variables, and the columns that each model builds from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import BSpline
from scipy.linalg import block_diag

from core.data import Level
from core.statistics.arrays import Floats, WeightedCounts
from core.utility.propensity.block_shape import DEGREE, BlockShape
from core.utility.propensity.numbers import few_or_knots, numbers_seen
from core.utility.stacked import StackedVariable

QUARTILES = 3
PENALISED_KNOTS = 20
"""Inner knots of a penalised spline: more than a curve needs, since the penalty smooths it."""

TIMES = " × "


@dataclass(frozen=True, eq=False)
class Term:
    """Some columns of the design with one meaning.

    Parameters
    ----------
    name : str
        The variables it is made of.
    columns : float64 array (m, q)
        Column by column in memory.
    labels : tuple of str
        Of each column.
    roughness : float64 array (q, q) or None
        b' roughness b is the integral of the squared second derivative of the curve with coefficients b;
        None: the columns are no curve.
    """

    name: str
    columns: Floats
    labels: tuple[str, ...]
    roughness: Floats | None = None


@dataclass(frozen=True, eq=False)
class Block:
    """One variable, ready for every model; its columns are made when they are asked for.

    Parameters
    ----------
    variable : StackedVariable
    row : array (m,)
        Its merged record at each point.
    shape : BlockShape
        What its columns depend on, of all records.
    """

    variable: StackedVariable
    row: NDArray[np.signedinteger]
    shape: BlockShape

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.variable.name

    @cached_property
    def seen(self) -> Floats:
        """(m,) nominal: codes; else in units of their standard deviation; NaN where missing."""
        values = self.variable.at(self.row)
        if self.shape.categories is not None:
            return values
        # a constant says nothing
        return values / self.shape.spread if self.shape.spread else np.where(np.isnan(values), np.nan, 0.0)

    @property
    def unmasked(self) -> bool:
        """Whether both files hold the same in every record."""
        return self.shape.unmasked

    @property
    def number(self) -> Floats | None:
        """(m,) numbers in units of their standard deviation, the mean where missing; None: nominal."""
        return None if self.shape.categories is not None else self.shape.with_mean(self.seen)

    @cached_property
    def indicators(self) -> Term:
        """Of every category but the first (a missing value is one more); of a number, of missing values."""
        if self.shape.categories is not None:
            return self.straight
        missing = np.isnan(self.seen)[:, None] if self.shape.partly_missing else np.empty((len(self.row), 0))
        return Term(self.name, missing.astype(np.float64), tuple(self._of_missing()))

    @cached_property
    def spline(self) -> Term:
        """A number as a spline, or one indicator a value where there are few, and the indicator of missing values."""
        return self._term(curved=True)

    @cached_property
    def straight(self) -> Term:
        """The variable as it enters a model of main effects."""
        return self._term(curved=False)

    def labels(self, *, curved: bool) -> list[str]:
        """Return what each column of ``spline``, or of ``straight``, is called."""
        shape = self.shape
        if shape.categories is not None:
            own = [f"{self.name}: {label}" for label in shape.categories[1:]]
        elif not curved:
            own = [self.name]
        elif shape.few is not None:
            own = [f"{self.name}: value {i + 1}" for i in range(1, len(shape.few))]
        else:
            own = [f"{self.name}: spline {i + 1}" for i in range(len(shape.knots) - DEGREE - 2)]
        return own + self._of_missing()

    def at(self, rows: slice | NDArray[np.bool_]) -> Block:
        """Return the block with some of its records."""
        return replace(self, row=self.row[rows])

    def _term(self, *, curved: bool) -> Term:
        shape, own = self.shape, self._own_columns(curved=curved)
        columns = np.vstack([own, np.isnan(self.seen)]) if shape.partly_missing else np.asarray(own)
        rough = shape.roughness if curved and shape.categories is None and shape.few is None else None
        if rough is not None and shape.partly_missing:
            rough = np.asarray(block_diag(rough, np.zeros((1, 1))))
        return Term(self.name, columns.astype(np.float64).T, tuple(self.labels(curved=curved)), rough)

    def _own_columns(self, *, curved: bool) -> NDArray[np.generic]:
        """Return (q, m) the columns but that of missing values; of categories, values and splines all but the first."""
        shape, seen = self.shape, self.seen
        if shape.categories is not None:
            return np.asarray(seen == np.arange(1, len(shape.categories))[:, None])
        if not curved:
            return shape.with_mean(seen)[None]
        if shape.few is not None:
            return np.asarray(seen == shape.few[1:, None])
        splines = BSpline.design_matrix(shape.with_mean(seen), shape.knots, DEGREE, extrapolate=True)
        return np.asarray(splines.toarray().T[1:])

    def _of_missing(self) -> list[str]:
        return [f"{self.name}: missing"] if self.shape.partly_missing else []


def make_block(
    variable: StackedVariable, row: NDArray[np.signedinteger], size: WeightedCounts, knots: int = QUARTILES
) -> Block:
    """Prepare one variable at the distinct records ``row`` with ``size`` records each; knots at its quantiles."""
    if variable.level is Level.NOMINAL:
        # without a category all are missing
        partly = variable.partly and bool(variable.categories)
        return Block(variable, row, BlockShape(variable.categories, partly, variable.unmasked))
    seen = numbers_seen(variable, row, size)
    few, ends = few_or_knots(variable, row, size, seen, knots)
    partly = variable.partly and seen.present > 0
    return Block(variable, row, BlockShape(None, partly, variable.unmasked, seen.mean, seen.spread, few, ends))


def product(a: Term, b: Term) -> Term:
    """Return all products of a column of one term and a column of the other."""
    columns = (a.columns.T[:, None, :] * b.columns.T[None, :, :]).reshape(-1, len(a.columns)).T
    labels = tuple(f"{x}{TIMES}{y}" for x in a.labels for y in b.labels)
    return Term(f"{a.name}{TIMES}{b.name}", columns, labels)


def join(terms: Sequence[Term], name: str) -> Term:
    """Return several terms as one."""
    labels = tuple(label for t in terms for label in t.labels)
    return Term(name, side_by_side(terms), labels, joint_roughness(terms))


def side_by_side(terms: Sequence[Term]) -> Floats:
    """Return (m, p) the columns of several terms, column by column in memory."""
    return np.concatenate([t.columns.T for t in terms]).T


def joint_roughness(terms: Sequence[Term]) -> Floats | None:
    """Return the roughness of several curves together; columns that are no curve have none. None without curves."""
    if all(t.roughness is None for t in terms):
        return None
    parts = [np.zeros((t.columns.shape[1],) * 2) if t.roughness is None else t.roughness for t in terms]
    return np.asarray(block_diag(*parts))


def power(block: Block, exponent: int) -> list[Term]:
    """Return a power of a number; a nominal variable has none but itself."""
    if block.number is None:
        return []
    name = f"{block.name}^{exponent}"
    return [Term(name, (block.number**exponent)[:, None], (name,))]


def main_effects(blocks: Sequence[Block]) -> list[Term]:
    """Return every variable on its own."""
    return [b.straight for b in blocks]


def pairs(blocks: Sequence[Block]) -> list[Term]:
    """Return main effects and all products of two different variables (order 1 of synthpop)."""
    return main_effects(blocks) + [product(a, b) for a, b in combinations(main_effects(blocks), 2)]


def quadratic(blocks: Sequence[Block]) -> list[Term]:
    """Return all second-order terms (Woo et al. 2009, equation 6)."""
    return pairs(blocks) + [t for b in blocks for t in power(b, 2)]


def model_two(blocks: Sequence[Block]) -> list[Term]:
    """Return the terms of equation 7 for any number of variables.

    z_i, z_i z_j, z_i^2, z_i^2 z_j^2, z_i^3. The model depends on where 0 lies (z_i^2 z_j^2 without
    z_i^2 z_j), so numbers are scaled but never centred.
    """
    squares = [join([*power(b, 2), b.indicators], f"{b.name}^2") for b in blocks]
    both = [product(a, b) for a, b in combinations(squares, 2)]
    return quadratic(blocks) + both + [t for b in blocks for t in power(b, 3)]


def cubic(blocks: Sequence[Block]) -> list[Term]:
    """Return the full third-order polynomial; a product of two indicators of one variable is 0."""
    straight = main_effects(blocks)
    terms = list(straight)
    for degree in (2, 3):
        for chosen in combinations_with_replacement(range(len(blocks)), degree):
            terms.extend(_monomials(blocks, straight, chosen))
    return terms


def _monomials(blocks: Sequence[Block], straight: Sequence[Term], chosen: tuple[int, ...]) -> list[Term]:
    parts: list[Term] = []
    for i in dict.fromkeys(chosen):
        exponent = chosen.count(i)
        powers = [straight[i]] if exponent == 1 else power(blocks[i], exponent)
        if not powers:
            return []
        parts.extend(powers)
    term = parts[0]
    for other in parts[1:]:
        term = product(term, other)
    return [term]
