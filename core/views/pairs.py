"""Outcomes of pairs arranged for the screen: matrices, lists of the worst, two scenarios apart."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.assessment import Assessment
from core.measures import Outcome, Result, Skipped, detail_of
from core.statistics.estimates import NORMAL_95
from core.statistics.reproducible import above, comparable, sort_value
from core.utility import LduBivariateDetail

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


def pair_matrix(assessment: Assessment) -> PairMatrix:
    """Arrange a scenario's pairwise utilities as a symmetric matrix, variables as in the original file."""
    records = assessment.variables
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
    return PairMatrix(tuple(v.name for v in records), utility, steps, change, by_chance)


def worst_pairs(assessment: Assessment, n: int) -> tuple[PairRow, ...]:
    """Return the ``n`` pairs that lost most.

    Those whose association changed by more than a fresh survey's come first, the largest change first; then the others
    by their utility, which is a score of p values.
    """
    rows = sorted(enumerate(assessment.results("ldu_bivariate")), key=lambda item: _badness(item[1], item[0]))
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


def step_of(outcome: Outcome) -> str:
    """Return the step that decided a pair: a key of ``STEP_WORDS``."""
    detail = detail_of(outcome, LduBivariateDetail)
    if detail is None:
        return "untestable" if isinstance(outcome, Skipped) else ""
    return detail["step"]


def worst_first(utility: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return (k,) the variables of a symmetric (k, k) matrix of utilities, those with the lowest mean first."""
    known = ~np.isnan(utility)
    total = np.where(known, utility, 0.0).sum(axis=1)
    mean = np.where(known.any(axis=1), total / np.maximum(1, known.sum(axis=1)), np.inf)
    return np.argsort(comparable(mean), kind="stable")


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
    for place in np.argsort(ranked, kind="stable"):  # NaN is last
        new = {int(rows[place]), int(columns[place])} - chosen.keys()
        if len(chosen) + len(new) <= n:
            chosen |= dict.fromkeys(sorted(new))
        if len(chosen) >= min(n, len(values)):
            break
    return np.array(sorted(chosen), dtype=np.int64)


def _badness(result: Result, place: int) -> tuple[bool, float, float, int]:
    effect = association_change(result)
    size = 0.0 if effect is None else -sort_value(abs(effect.value))
    return (
        (False, size, 0.0, place) if effect and not effect.by_chance else (True, sort_value(result.value), size, place)
    )
