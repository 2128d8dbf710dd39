"""Suppressed or recoded values that can be recovered: another released variable gives them away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Answers, Passes, Requires, Result, Scope, Skipped, Subject
from core.risk.families import ATTRIBUTE_DISCLOSURE, NOT_LINKED, risk_measure
from core.risk.key_cells.coding import categories
from core.risk.parameters import RiskParameters
from core.statistics.arrays import Codes
from core.statistics.disclosure import times_determining
from core.statistics.tables import codes_counted

ID = "values_given_away"

LEAST_REPEATED = 0.5
"""A variable that repeats fewer of its records' values than this determines others by chance alone."""


class HiddenValues(TypedDict):
    """Values of a variable that the masked file hides: numbers of suppressed and of recoded ones."""

    suppressed: int
    recoded: int


class InferableValuesDetail(HiddenValues):
    """Values hidden, and of them those that each other variable gives away."""

    given_away_by: dict[str, HiddenValues]


@dataclass(frozen=True)
class InferableVariable:
    """A variable of the original that another one, released, gives away.

    Parameters
    ----------
    variable : str
        Suppressed or recoded.
    by : str
        Determines it in the original: every value goes with one value of ``variable``.
    suppressed, recoded : int
        Hidden values of linked records that can be read off; of suppressed cells and of recoded ones.
    """

    variable: str
    by: str
    suppressed: int
    recoded: int


@dataclass(frozen=True, eq=False)
class Hidden:
    """The linked records whose value of a variable the masked file hides."""

    variable: PairedVariable
    suppressed: NDArray[np.bool_]
    recoded: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ReleasedVariable:
    """A released variable: its values in the original (as recoded), and which linked records kept them."""

    name: str
    codes: Codes
    kept: NDArray[np.bool_]


def inferable_values(pair: Pair) -> tuple[InferableVariable, ...]:
    """List the suppressed or recoded variables that another released variable determines in the original.

    A value counts as given away where the masked record still holds the true value of the determining
    variable, and at least two records of the original show what that value goes with.

    Parameters
    ----------
    pair : Pair
        Without links nothing is listed.

    Returns
    -------
    tuple of InferableVariable
        In the order of the variables.
    """
    if pair.links is None:
        return ()
    hidden = list(_hidden(pair))
    return tuple(each for of_variable in _recovered_by_any(pair, hidden) for each in of_variable)


def prepare_recoverable(pair: Pair, parameters: RiskParameters) -> Pair:
    """Nothing is shared and no parameter is used: return the pair."""
    del parameters
    return pair


@risk_measure(
    id=ID,
    name="Masked values given away",
    subject=Subject.PAIR,
    reference="Hundepool et al. (2010), Handbook on Statistical Disclosure Control, 3.2: audit of the protected file",
    prepare=prepare_recoverable,
    summary="The share of a variable's suppressed or recoded values that another released variable gives away.",
    formula=r"\frac{\#\{ \text{hidden, but determined} \}}{\#\{ \text{hidden values} \}}",
    reading="The most that one other released variable gives away. 0: none; 1: suppressing or recoding was in vain, "
    "for instance where a district is hidden and the postal code is left.",
    misleads="One variable at a time is looked at: two together, or sums and differences, may give more away. "
    "Relations that hold nearly always, but not always, do not count.",
    scope=Scope.VARIABLE,
    requires=frozenset({Requires.LINKS}),
    needs="suppressed or recoded values",
    passes=Passes.VARIABLES,
    group=ATTRIBUTE_DISCLOSURE,
)
def values_given_away(pair: Pair) -> Answers[InferableValuesDetail, InferableValuesDetail]:
    """Yield, for every variable with hidden values, the largest share that one other variable gives away."""
    if pair.links is None:
        yield Skipped(ID, (), NOT_LINKED)
        return
    every = list(_hidden(pair))
    for hidden, recovered_by in zip(every, _recovered_by_any(pair, every), strict=True):
        total = int(hidden.suppressed.sum() + hidden.recoded.sum())
        recovered = sorted(recovered_by, key=lambda f: (-f.suppressed - f.recoded, f.by))
        most = recovered[0].suppressed + recovered[0].recoded if recovered else 0
        detail: InferableValuesDetail = {
            "suppressed": int(hidden.suppressed.sum()),
            "recoded": int(hidden.recoded.sum()),
            "given_away_by": {f.by: {"suppressed": f.suppressed, "recoded": f.recoded} for f in recovered},
        }
        yield Result(ID, (hidden.variable.name,), most / total, total, detail=detail)


def _hidden(pair: Pair) -> Iterator[Hidden]:
    """Yield the variables with values that the masked file hides, from those that it has and can be compared."""
    assert pair.links is not None
    rows = np.flatnonzero(pair.links >= 0)
    parents = pair.links[rows]
    for variable in pair.variables:
        if variable.masked is None or variable.records_problem:
            continue
        known = ~variable.original.is_missing()[parents]
        gone = variable.masked.is_missing()[rows]
        suppressed = known & gone
        recoded = known & ~gone if variable.recode is not None else np.zeros(len(rows), dtype=bool)
        recoded = recoded & _coarser(variable)[parents]
        if suppressed.any() or recoded.any():
            yield Hidden(variable, suppressed, recoded)


def _coarser(variable: PairedVariable) -> NDArray[np.bool_]:
    """Return (n,) true where the recoded value stands for several values of the original."""
    if variable.recoded is variable.original:
        return np.zeros(len(variable.original), dtype=bool)
    fine, coarse = categories(variable.original), categories(variable.recoded)
    both = (coarse >= 0) & (fine >= 0)
    several = _several(coarse[both], fine[both])
    return np.asarray(several[np.minimum(coarse, len(several) - 1)] & both)


def _recovered_by_any(pair: Pair, every: Sequence[Hidden]) -> list[list[InferableVariable]]:
    """Return by hidden variable what others give away; one released variable at a time is laid out."""
    recovered: list[list[InferableVariable]] = [[] for _ in every]
    targets = [categories(hidden.variable.original) for hidden in every]
    varied = [len(np.flatnonzero(codes_counted(target))) > 1 for target in targets]
    for source in _sources(pair) if any(varied) else ():
        for place, hidden in enumerate(every):
            if varied[place] and source.name != hidden.variable.name:
                recovered[place].extend(_recovered(pair, hidden, targets[place], source))
    return recovered


def _sources(pair: Pair) -> Iterator[ReleasedVariable]:
    assert pair.links is not None
    rows = np.flatnonzero(pair.links >= 0)
    parents = pair.links[rows]
    for variable in pair.variables:
        if variable.masked is not None and not variable.records_problem:
            codes = categories(variable.recoded)
            kept = (variable.recoded.values[parents] == variable.masked.values[rows]) & (codes[parents] >= 0)
            yield ReleasedVariable(variable.name, codes, np.asarray(kept))


def _recovered(pair: Pair, hidden: Hidden, target: Codes, source: ReleasedVariable) -> Iterator[InferableVariable]:
    assert pair.links is not None
    times = times_determining(source.codes, target)
    if times is None or not times.any():
        return
    repeated = times > 1
    if times[repeated].sum() / times.sum() < LEAST_REPEATED:
        return
    # the last one, never repeated, stands for -1: a missing value
    readable = source.kept & repeated[source.codes[pair.links[pair.links >= 0]]]
    suppressed, recoded = int((readable & hidden.suppressed).sum()), int((readable & hidden.recoded).sum())
    if suppressed or recoded:
        yield InferableVariable(hidden.variable.name, source.name, suppressed, recoded)


def _several(source: Codes, target: Codes) -> NDArray[np.bool_]:
    """Return by value of the source (and False after the last) whether records with it have several targets."""
    size = int(source.max(initial=-1)) + 2
    one = np.zeros(size, dtype=np.int64)
    one[source] = target
    return np.bincount(source[one[source] != target], minlength=size) > 0
