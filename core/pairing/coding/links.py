"""Which record of the original a masked record comes from: only as declared, never by position undeclared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.data import NO_LINK, ROW_LINK, Coded, Level, Microdata, is_row_by_row, names_of_link
from core.pairing.coding.columns import observed
from core.pairing.coding.matching import Match
from core.pairing.coding.notation import same_notation
from core.wording import counted

Values = TypeVar("Values", NDArray[np.float64], NDArray[np.int32], NDArray[Any])

FEWEST_TO_JUDGE = 30
CLEAR = 4.0
"""Standard errors beyond chance from which records are taken to agree."""
NEARLY_ALL = 0.9
"""Share of equal values, or correlation of numbers, that a variable without false values has at least."""


@dataclass(frozen=True, eq=False)
class Links:
    """The original's row of each masked record (int64 (n_masked,), -1 unknown; None: not linked), and why."""

    rows: NDArray[np.int64] | None
    reason: str
    problem: bool = False
    """Whether records should have been linked and cannot be."""


def link_records(
    original: Microdata, masked: Microdata, declared: str | None, match: Match, missing: Mapping[str, Sequence[str]]
) -> Links:
    """Link records as declared.

    Parameters
    ----------
    original, masked : Microdata
    declared : str or None
        "row", "none", the name of an identifier variable, or of several, or None where nothing was said.
    match : Match
        Names of the original's variables in the masked file.
    missing : mapping of str to sequence of str
        Missing codes by variable.
    """
    if declared is None:
        return Links(
            None, 'records are not linked: nothing was declared (linked = "row", or the name of an identifier variable)'
        )
    if declared == NO_LINK:
        return Links(None, "records are not linked, as declared")
    if declared == ROW_LINK:
        return _by_row(original.n_records, masked.n_records)
    names = names_of_link(declared, original.columns)
    for name in names:
        file = "original" if name not in original.columns else "masked file" if name not in match.names else ""
        if file:
            return Links(None, f"records are not linked: the {file} has no variable {name!r} to link by", problem=True)
    codes = [_identifiers(name, original, masked, match.names[name], missing.get(name, ())) for name in names]
    return _by_identifier(" and ".join(map(repr, names)), *reduce(_together, codes))


def _by_row(n_original: int, n_masked: int) -> Links:
    if n_original != n_masked:
        return Links(
            None,
            "records are not linked: declared as linked by row, but the original has "
            f"{counted(n_original, 'record', 'records')} and the masked file {n_masked:,}; name an identifier "
            "variable instead",
            problem=True,
        )
    return Links(np.arange(n_masked, dtype=np.int64), "linked by row, as declared")


def _identifiers(
    name: str, original: Microdata, masked: Microdata, their_name: str, missing: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the identifiers of both files in the same codes, -1 where there is none."""
    own, other, _ = same_notation(
        observed(original.columns[name], missing, original.n_records),
        observed(masked.columns[their_name], missing, masked.n_records),
        digits=False,
    )
    (codes, labels), (masked_codes, masked_labels) = own.categories(), other.categories()
    place = {label: code for code, label in enumerate(labels)}
    shared = np.array([place.setdefault(label, len(place)) for label in masked_labels] + [-1], dtype=np.int64)
    return codes.astype(np.int64), shared[masked_codes]


def _together(
    first: tuple[NDArray[np.int64], NDArray[np.int64]], second: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two identifiers as one, in codes of both files; -1 where either is missing."""
    a, b = (np.concatenate(codes) for codes in (first, second))
    both = np.where((a < 0) | (b < 0), -1, a * (b.max(initial=0) + 1) + b)
    codes = np.unique(np.append(both, -1), return_inverse=True)[1]
    n = len(first[0])
    return codes[:n] - 1, codes[n:-1] - 1


def _by_identifier(names: str, codes: NDArray[np.int64], masked_codes: NDArray[np.int64]) -> Links:
    repeat = "together repeat" if "' and '" in names else "repeats"
    for file, own in (("original", codes), ("masked file", masked_codes)):
        repeated = len(own[own >= 0]) - len(np.unique(own[own >= 0]))
        if repeated:
            many = counted(repeated, "identifier", "identifiers")
            return Links(None, f"records are not linked: {names} {repeat} {many} in the {file}", problem=True)
    row_of = np.full(int(max(codes.max(initial=-1), masked_codes.max(initial=-1))) + 2, -1, dtype=np.int64)
    row_of[codes[codes >= 0]] = np.flatnonzero(codes >= 0)
    rows = row_of[masked_codes]
    n_linked = int((rows >= 0).sum())
    if not n_linked:
        return Links(None, f"records are not linked: no value of {names} is in both files", problem=True)
    empty = int((masked_codes < 0).sum())
    without = f" ({empty} have no identifier)" if empty else ""
    return Links(rows, f"linked by {names}: {n_linked} of {len(rows)} masked records found in the original{without}")


def linked_values(original: Values, masked: Values, links: NDArray[np.int64]) -> tuple[Values, Values]:
    """Return the values of linked records, in the same order; of files linked row by row the arrays themselves."""
    if len(original) == len(masked) and is_row_by_row(links):
        return original, masked
    known = links >= 0
    return original[links[known]], masked[known]


def agree_beyond_chance(original: Coded, masked: Coded, links: NDArray[np.int64]) -> bool | None:
    """Return whether linked values agree more than in a random order; None where that cannot be judged.

    Categories: number of equal pairs against its mean and variance under random permutation. Numbers: correlation.
    Clear from four standard errors; fewer than 30 pairs are not judged.
    """
    x, y = _known(original, masked, links)
    if original.level is Level.CONTINUOUS:
        r = _correlation(x, y)
        return None if r is None else bool(r * np.sqrt(len(x) - 1) > CLEAR)
    return _equal(x.astype(np.int64), y.astype(np.int64), len(original.categories))


def nearly_all_agree(original: Coded, masked: Coded, links: NDArray[np.int64]) -> bool | None:
    """Return whether linked values are as alike as where none is false; None where that cannot be judged.

    Categories: nine of ten are equal. Numbers: correlated by 0.9.
    """
    x, y = _known(original, masked, links)
    if original.level is Level.CONTINUOUS:
        r = _correlation(x, y)
        return None if r is None else bool(r >= NEARLY_ALL)
    return bool((x == y).mean() >= NEARLY_ALL) if len(x) >= FEWEST_TO_JUDGE else None


def _known(original: Coded, masked: Coded, links: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the linked values that both files have."""
    x, y = linked_values(original.values, masked.values, links)
    if original.level is Level.CONTINUOUS:
        both = ~np.isnan(x) & ~np.isnan(y)
        return x[both].astype(np.float64), y[both].astype(np.float64)
    both = (x >= 0) & (y >= 0)
    return x[both], y[both]


def _correlation(x: NDArray[np.float64], y: NDArray[np.float64]) -> float | None:
    if len(x) < FEWEST_TO_JUDGE or x.min() == x.max() or y.min() == y.max():
        return None
    dx, dy = x / np.abs(x).max(), y / np.abs(y).max()
    dx, dy = dx - dx.mean(), dy - dy.mean()
    spread = np.sqrt((dx @ dx) * (dy @ dy))
    return float((dx @ dy) / spread) if spread > 0 else None


def _equal(x: NDArray[np.int64], y: NDArray[np.int64], n_categories: int) -> bool | None:
    n = len(x)
    if n < FEWEST_TO_JUDGE:
        return None
    a = np.bincount(x, minlength=n_categories) / n
    b = np.bincount(y, minlength=n_categories) / n
    both = a * b
    # variance of the number of fixed points of a random table with these margins, divided by n
    variance = ((both * (1 - a) * (1 - b)).sum() + both.sum() ** 2 - (both**2).sum()) * n / (n - 1)
    if variance <= 0:
        return None
    return bool((x == y).mean() - both.sum() > CLEAR * np.sqrt(variance / n))
