"""Outcomes of pairs arranged for the screen: matrices, lists of the worst, two scenarios apart."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy
from numpy.typing import NDArray

from core.assessment import Assessment
from core.measures import Outcome, Result, Skipped, detail_of
from core.statistics.estimates import NORMAL_95
from core.statistics.reproducible import above, comparable, sort_value
from core.utility import LduBivariateDetail
from core.wording import percent

Order = Literal["file", "worst", "cluster"]

STEP_WORDS = {
    "none": "no association in either file",
    "one": "associated in one file only",
    "direction": "direction of the association changed",
    "strength": "strength of the association compared",
    "untestable": "cannot be tested",
    "removed": "variable removed",
    "not comparable": "variable not comparable",
    "": "not measured",
}
"""The step that decided a pair, in words."""


@dataclass(frozen=True, eq=False)
class PairMatrix:
    """LDUbiv of all pairs of one scenario.

    Parameters
    ----------
    names : tuple of str, (k,)
    utility, change : float array (k, k)
        Symmetric; NaN on the diagonal and where there is no value. See ``StrengthChange``.
    steps : str array (k, k)
        The step that decided, or why there is no value: keys of ``STEP_WORDS``.
    by_chance : bool array (k, k)
        Whether a fresh survey may show as large a change.
    """

    names: tuple[str, ...]
    utility: NDArray[np.float64]
    steps: NDArray[np.str_]
    change: NDArray[np.float64]
    by_chance: NDArray[np.bool_]

    def words(self) -> NDArray[np.str_]:
        """Return (k, k) the steps in words."""
        texts = [[STEP_WORDS.get(step, step) for step in row] for row in self.steps.tolist()]
        return np.array(texts, dtype=np.str_).reshape(self.steps.shape)


@dataclass(frozen=True, eq=False)
class PairDifference:
    """LDUbiv of one scenario minus that of another.

    Parameters
    ----------
    names : tuple of str, (k,)
    difference : float array (k, k)
        In -1..1, positive where the first is better; NaN where either has no value.
    words : str array (k, k)
        Both utilities and what decided them.
    """

    names: tuple[str, ...]
    difference: NDArray[np.float64]
    words: NDArray[np.str_]


@dataclass(frozen=True)
class StrengthChange:
    """The effect behind an LDUbiv: by how much an association became stronger (above 0) or weaker.

    Parameters
    ----------
    value : float
        Coefficient of the masked file less that of the original (V, epsilon, eta, |r|), in -1..1; one that was turned
        round is counted from its full strength through 0, in -2..0.
    by_chance : bool
        Whether another survey of the same population may differ as much: whatever the coefficient, its standard
        error is at most about 1 / sqrt(n).
    """

    value: float
    by_chance: bool


def association_change(result: Result) -> StrengthChange | None:
    """Return the effect behind an LDUbiv; None where neither file has a coefficient."""
    detail = detail_of(result, LduBivariateDetail)
    before, after = detail["coefficient_original"], detail["coefficient_masked"]
    if before is None and after is None:
        return None
    # of one that chance may have made the direction says nothing; the step takes mere strengthening for a turn, too
    turned = detail["step"] == "direction" and (detail["cosine"] or -1.0) < 0
    first, second = math.sqrt(before or 0.0), math.sqrt(after or 0.0)
    change = -(first + second) if turned else second - first
    fresh = NORMAL_95 * math.sqrt(1 / max(detail["n_original"], 1) + 1 / max(detail["n_masked"], 1))
    return StrengthChange(change, not above(abs(change), fresh))


@dataclass(frozen=True)
class PairRow:
    """One pair of a list of pairs, with what decided it and the change of its association."""

    a: str
    b: str
    utility: float
    step: str
    test: str
    n: int
    change: StrengthChange | None = None


@dataclass(frozen=True)
class DifferenceRow:
    """One pair in two scenarios."""

    a: str
    b: str
    first: float
    second: float
    first_step: str
    second_step: str

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second


def pair_matrix(assessment: Assessment, order: Order = "file", roles: Collection[str] | None = None) -> PairMatrix:
    """Arrange a scenario's pairwise utilities as a symmetric matrix.

    Parameters
    ----------
    assessment : Assessment
    order : {"file", "worst", "cluster"}
        As in the file; variables with the lowest mean utility first; or alike variables side by side
        (average linkage on 1 - utility, 1 where there is none, with optimal leaf ordering:
        Bar-Joseph, Gifford and Jaakkola 2001).
    roles : collection of str or None
        Only variables with these roles.
    """
    records = [v for v in assessment.variables if roles is None or v.role in roles]
    place = {v.name: i for i, v in enumerate(records)}
    utility = np.full((len(records), len(records)), np.nan)
    change, by_chance = np.full(utility.shape, np.nan), np.zeros(utility.shape, dtype=bool)
    steps = np.full(utility.shape, "", dtype="<U32")
    for i, record in enumerate(records):
        if record.status in {"removed", "not comparable"}:
            steps[i, :] = steps[:, i] = record.status
    for outcome in assessment.of("ldu_bivariate"):
        if not outcome.target:
            continue  # no variable of the file was compared
        i, j = (place.get(name, -1) for name in outcome.target)
        if i >= 0 and j >= 0:
            steps[i, j] = steps[j, i] = step_of(outcome) or steps[i, j]
            if isinstance(outcome, Result):
                utility[i, j] = utility[j, i] = outcome.value
                if (effect := association_change(outcome)) is not None:
                    change[i, j] = change[j, i] = effect.value
                    by_chance[i, j] = by_chance[j, i] = effect.by_chance
    rows = ordered(utility, order)
    names = tuple(records[i].name for i in rows)
    return PairMatrix(names, *(each[np.ix_(rows, rows)] for each in (utility, steps, change, by_chance)))


def pair_difference(
    first: Assessment, second: Assessment, order: Order = "file", roles: Collection[str] | None = None
) -> PairDifference:
    """Subtract the pairwise utilities of two scenarios of one original.

    Parameters
    ----------
    first, second : Assessment
    order : {"file", "worst", "cluster"}
        "worst": variables on which the first loses most against the second come first; "cluster":
        variables that differ alike side by side.
    roles : collection of str or None

    Raises
    ------
    ValueError
        The scenarios do not have the same variables.
    """
    a, b = pair_matrix(first, "file", roles), pair_matrix(second, "file", roles)
    if a.names != b.names:
        raise ValueError("two scenarios of one original have the same variables")
    difference = a.utility - b.utility
    # the orders look for low values of a utility in 0..1
    rows = ordered((1 + difference) / 2, order)
    words = np.array(
        [[_both_in_words(a.utility[i, j], b.utility[i, j], first.name, second.name) for j in rows] for i in rows],
        dtype=np.str_,
    ).reshape(difference.shape)
    return PairDifference(tuple(a.names[i] for i in rows), difference[np.ix_(rows, rows)], words)


def worst_pairs(assessment: Assessment, n: int, roles: Collection[str] | None = None) -> tuple[PairRow, ...]:
    """Return the ``n`` pairs that lost most.

    Those whose association changed by more than a fresh survey's come first, the largest change first; then the others
    by their utility, which is a score of p values.
    """
    names = _names(assessment, roles)
    pairs = [r for r in assessment.results("ldu_bivariate") if names is None or names.issuperset(r.target)]
    rows = sorted(enumerate(pairs), key=lambda item: _badness(item[1], item[0]))
    return tuple(_pair_row(result) for _, result in rows[:n])


def _pair_row(result: Result) -> PairRow:
    detail = detail_of(result, LduBivariateDetail)
    return PairRow(
        result.target[0],
        result.target[1],
        result.value,
        detail["step"],
        detail["test"],
        result.n,
        association_change(result),
    )


def largest_differences(
    first: Assessment, second: Assessment, n: int, roles: Collection[str] | None = None
) -> tuple[DifferenceRow, ...]:
    """Return the ``n`` pairs that differ most between two scenarios, largest difference first."""
    names = _names(first, roles)
    others = {frozenset(r.target): r for r in second.results("ldu_bivariate")}
    rows = [
        DifferenceRow(r.target[0], r.target[1], r.value, other.value, step_of(r), step_of(other))
        for r in first.results("ldu_bivariate")
        if (other := others.get(frozenset(r.target))) and (names is None or names.issuperset(r.target))
    ]
    return tuple(sorted(rows, key=lambda row: -sort_value(abs(row.difference)))[:n])


def step_of(outcome: Outcome) -> str:
    """Return the step that decided a pair: a key of ``STEP_WORDS``."""
    detail = detail_of(outcome, LduBivariateDetail)
    if detail is None:
        return "untestable" if isinstance(outcome, Skipped) else ""
    return detail["step"]


def ordered(utility: NDArray[np.float64], order: Order) -> NDArray[np.int64]:
    """Return (k,) in which order the variables of a symmetric (k, k) matrix of utilities are to stand."""
    size = len(utility)
    if order == "file" or size < 3:
        return np.arange(size)
    if order == "worst":
        known = ~np.isnan(utility)
        total = np.where(known, utility, 0.0).sum(axis=1)
        mean = np.where(known.any(axis=1), total / np.maximum(1, known.sum(axis=1)), np.inf)
        return np.argsort(comparable(mean), kind="stable")
    distance = np.where(np.isnan(utility), 1.0, 1.0 - utility)
    np.fill_diagonal(distance, 0.0)
    apart = comparable(scipy.spatial.distance.squareform(distance, checks=False), scale=1.0)
    tree = scipy.cluster.hierarchy.linkage(apart, method="average", optimal_ordering=True)
    return np.asarray(scipy.cluster.hierarchy.leaves_list(tree), dtype=np.int64)


def most_affected(values: NDArray[np.float64], n: int, *, smallest: bool = True) -> NDArray[np.int64]:
    """Return the places of about ``n`` variables, ascending: those of the worst pairs, pair by pair.

    Parameters
    ----------
    values : float array (k, k)
        Symmetric; NaN: no value.
    n : int
        At least 2; a pair more than asked for is not begun.
    smallest : bool
        The smallest values are the worst; else the largest sizes.
    """
    rows, columns = np.tril_indices(len(values), k=-1)
    ranked = comparable(values[rows, columns] if smallest else -np.abs(values[rows, columns]))
    chosen: dict[int, None] = {}
    for place in np.argsort(ranked, kind="stable"):  # NaN stands last
        new = {int(rows[place]), int(columns[place])} - chosen.keys()
        if len(chosen) + len(new) <= n:
            chosen |= dict.fromkeys(sorted(new))
        if len(chosen) >= min(n, len(values)):
            break
    return np.array(sorted(chosen), dtype=np.int64)


def _names(assessment: Assessment, roles: Collection[str] | None) -> set[str] | None:
    return None if roles is None else {v.name for v in assessment.variables if v.role in roles}


def _both_in_words(a: float, b: float, first: str, second: str) -> str:
    values = ["no value" if np.isnan(x) else percent(x) for x in (a, b)]
    return f"{first} {values[0]}, {second} {values[1]}"


def _badness(result: Result, place: int) -> tuple[bool, float, float, int]:
    effect = association_change(result)
    size = 0.0 if effect is None else -sort_value(abs(effect.value))
    return (
        (False, size, 0.0, place) if effect and not effect.by_chance else (True, sort_value(result.value), size, place)
    )
