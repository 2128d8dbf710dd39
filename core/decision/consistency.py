"""Whether a masked file is still consistent: sums, ratios and domains of the original (SDC Practice Guide, step 11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Count, Level, Pair, PairedVariable
from core.errors import PlanError
from core.statistics.estimates import broken, exact_ratios, exact_sums
from core.wording import counted

MOST_COLUMNS = 60
"""Columns of numbers among which sums are looked for."""

ROUNDING = 1e-6
"""Relative error that a masked file's own rounding may bring into a relation."""


class Status(StrEnum):
    """What a check found."""

    KEPT = "kept"
    BROKEN = "broken"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class Check:
    """One check of one masked file.

    Parameters
    ----------
    scenario : str
        Its name.
    about : str
        What was checked, in words.
    status : Status
    sentence : str
        What was found, or why nothing could be; with counts, never with values of records.
    count : int
        Records or values concerned.
    """

    scenario: str
    about: str
    status: Status
    sentence: str
    count: Count = 0


@dataclass(frozen=True)
class LinearRelation:
    """total = sum of factor x part, in every record."""

    total: str
    parts: tuple[tuple[float, str], ...]

    def __str__(self) -> str:
        terms = [name if factor == 1 else f"{factor:.6g} × {name}" for factor, name in self.parts]
        return f"{self.total} = {' + '.join(terms)}"

    @property
    def names(self) -> tuple[str, ...]:
        """All variables that it is about."""
        return (self.total, *(name for _, name in self.parts))


def declared_relation(text: str, names: Collection[str]) -> LinearRelation:
    """Read a relation that the officer writes, such as ``income = wage + rent``.

    Raises
    ------
    PlanError
        No equals sign, or a name that is no variable of the original.
    """
    total, equals, right = (part.strip() for part in text.partition("="))
    parts = [part.strip() for part in right.split("+")]
    if not equals or not all(parts):
        raise PlanError(f"{text!r}: write a relation like total = part + part")
    for name in (total, *parts):
        if name not in names:
            raise PlanError(f"{text!r}: {name!r} is no variable of the original")
    return LinearRelation(total, tuple((1.0, name) for name in parts))


def found_relations(pair: Pair) -> tuple[LinearRelation, ...]:
    """Find the sums a = b + c and the ratios a = r b that hold in all records of the original."""
    numbers = [v for v in pair.variables if v.original.level is Level.CONTINUOUS][:MOST_COLUMNS]
    if len(numbers) < 2:
        return ()
    columns = np.array([v.original.values for v in numbers], dtype=np.float64)
    names = [v.name for v in numbers]
    ratios = [LinearRelation(names[a], ((r, names[b]),)) for a, b, r in exact_ratios(columns)]
    sums = [LinearRelation(names[a], ((1.0, names[b]), (1.0, names[c]))) for a, b, c in exact_sums(columns)]
    return (*sums, *ratios)


def check_relations(pair: Pair, relations: Sequence[LinearRelation]) -> tuple[Check, ...]:
    """Check relations of the original in the masked file."""
    variables = {v.name: v for v in pair.variables}
    return tuple(_check_relation(pair.name, relation, variables) for relation in relations)


def _check_relation(scenario: str, relation: LinearRelation, variables: Mapping[str, PairedVariable]) -> Check:
    lost = [name for name in relation.names if _masked_numbers(variables.get(name)) is None]
    if lost:
        sentence = f"not checked: {', '.join(lost)} {'is' if len(lost) == 1 else 'are'} removed or no numbers any more"
        return Check(scenario, str(relation), Status.NOT_CHECKED, sentence)
    total = _masked_numbers(variables[relation.total])
    parts = [_masked_numbers(variables[name]) for _, name in relation.parts]
    assert total is not None
    expected = np.sum([f * p for (f, _), p in zip(relation.parts, parts, strict=True) if p is not None], axis=0)
    differing, known = broken(total, expected, ROUNDING)
    if not differing:
        return Check(scenario, str(relation), Status.KEPT, f"holds in all {known:,} records where it can be seen")
    return Check(
        scenario, str(relation), Status.BROKEN, f"does not hold in {differing:,} of {known:,} records", differing
    )


def _masked_numbers(variable: PairedVariable | None) -> NDArray[np.float64] | None:
    if variable is None or variable.masked is None or variable.masked.level is not Level.CONTINUOUS:
        return None
    return np.asarray(variable.masked.values, dtype=np.float64)


def check_domains(pair: Pair) -> tuple[Check, ...]:
    """Look for masked values that the original cannot have: beyond its range, negative, broken, unknown categories."""
    checks: list[Check] = []
    for v in pair.variables:
        if v.masked is not None and v.masked.level is not v.recoded.level:
            sentence = "not checked: the masked values cannot be compared with the original's"
            checks.append(Check(pair.name, f"values of {v.name}", Status.NOT_CHECKED, sentence))
        elif v.masked is not None:
            checks += [Check(pair.name, f"values of {n}", Status.BROKEN, s, k) for n, s, k in _impossible(v)]
    if checks:
        return tuple(checks)
    return (Check(pair.name, "values that the original cannot have", Status.KEPT, "there are none"),)


def _impossible(variable: PairedVariable) -> list[tuple[str, str, int]]:
    assert variable.masked is not None
    if variable.masked.level is not Level.CONTINUOUS:
        known = variable.recoded
        seen = {known.categories[code] for code in np.unique(known.values[~known.is_missing()]).astype(int)}
        strange = [code for code, label in enumerate(variable.masked.categories) if label not in seen]
        count = int(np.sum(np.isin(variable.masked.values, strange)))
        unseen = counted(count, "value is a category", "values are categories")
        return [(variable.name, f"{unseen} that no original record has", count)] if count else []
    if variable.original.level is not Level.CONTINUOUS:
        return []
    original, masked_numbers = _numbers(variable.original), _numbers(variable.masked)
    if not len(original) or not len(masked_numbers):
        return []
    return [(variable.name, s, k) for s, k in _impossible_numbers(original, masked_numbers) if k]


def _numbers(column: Coded) -> NDArray[np.float64]:
    return np.asarray(column.values[~column.is_missing()], dtype=np.float64)


def _impossible_numbers(original: NDArray[np.float64], masked: NDArray[np.float64]) -> list[tuple[str, int]]:
    negative = int(np.sum(masked < 0)) if original.min() >= 0 else 0
    outside = int(np.sum((masked < original.min()) | (masked > original.max()))) - negative
    not_whole = int(np.sum(masked != np.round(masked))) if (original == np.round(original)).all() else 0
    return [
        (f"{counted(negative, 'value is', 'values are')} negative; the original has none", negative),
        (f"{counted(outside, 'value lies', 'values lie')} outside the original's range", max(outside, 0)),
        (
            f"{counted(not_whole, 'value is no whole number', 'values are no whole numbers')}; all of the original are",
            not_whole,
        ),
    ]
