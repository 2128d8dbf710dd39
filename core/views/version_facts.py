"""A masked file compared with the original before anything is measured: what changed, what it still carries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Codebook,
    Coded,
    FileKind,
    Microdata,
    Pair,
    PairedVariable,
    Relation,
    RelationKind,
    Scenario,
    without_records,
)
from core.errors import RUMapError
from core.pairing import Leftover, code_alike, kind_of_part, leftovers, similar_names
from core.views.own_detail import OwnDetail, own_detail


class Change(StrEnum):
    """What masking did to a variable, as far as the files show it."""

    SAME = "same"
    RECODED = "recoded"
    VALUES = "changed"
    BLANKS = "with blanks"
    GONE = "gone"
    UNKNOWN = "not comparable"


@dataclass(frozen=True, eq=False)
class VersionFacts:
    """One masked file compared with the original.

    Parameters
    ----------
    pair : Pair or None
        How its variables met the original, without a record of either file; None: see ``problem``.
    changes : mapping of str to Change
        By variable that is compared, in the original's order.
    details : mapping of str to OwnDetail
        By variable: its values over the original's own bins.
    leftovers : tuple of Leftover
    similar : mapping of str to str
        Variables of the original that it lacks, and its own whose names differ in spelling only.
    kind : FileKind or None
        What a part of the original is, where the files show it.
    problem : str
        Why it cannot be compared, with the remedy; empty where it can.
    """

    pair: Pair | None = None
    changes: Mapping[str, Change] = field(default_factory=dict)
    details: Mapping[str, OwnDetail] = field(default_factory=dict)
    leftovers: tuple[Leftover, ...] = ()
    similar: Mapping[str, str] = field(default_factory=dict)
    kind: FileKind | None = None
    problem: str = ""


def version_facts(original: Microdata, scenario: Scenario, codebook: Codebook, met: Relation) -> VersionFacts:
    """Compare a masked file with the original; a file that cannot be compared says why."""
    similar: Mapping[str, str] = {}
    try:
        similar = similar_names(original, scenario)
        kind = kind_of_part(original, scenario, codebook) if met.kind is RelationKind.PART else None
        left = leftovers(original, scenario, codebook, met)
        pair = code_alike(original, scenario, codebook)
    except RUMapError as error:
        return VersionFacts(similar=similar, problem=str(error))
    changes = {v.name: change_of(v, pair.links) for v in pair.variables}
    details = {v.name: own_detail([pair], v.name) for v in pair.variables}
    return VersionFacts(without_records(pair), changes, details, left, similar, kind)


def change_of(variable: PairedVariable, links: NDArray[np.int64] | None) -> Change:
    """Return what masking did to one variable; without links only what other values or their numbers show."""
    if variable.masked is None:
        return Change.GONE
    if variable.problem:
        return Change.UNKNOWN
    if variable.recode is not None:
        return Change.RECODED
    of_files = _as_linked if links is not None else _by_counts
    values, blanks = of_files(variable.recoded, variable.masked, links)
    return Change.VALUES if values else Change.BLANKS if blanks else Change.SAME


def _as_linked(original: Coded, masked: Coded, links: NDArray[np.int64] | None) -> tuple[bool, bool]:
    """Return whether a linked record has another value, and whether one lacks its value now."""
    assert links is not None
    rows = np.flatnonzero(links >= 0)
    ours, theirs = links[rows], rows
    known, blank = ~original.is_missing()[ours], masked.is_missing()[theirs]
    differs = original.values[ours] != masked.values[theirs]
    return bool(np.any(differs & known & ~blank)), bool(np.any(known & blank))


def _by_counts(original: Coded, masked: Coded, _links: NDArray[np.int64] | None) -> tuple[bool, bool]:
    """Return whether a value is there more often than in the original, and whether blanks are a larger share."""
    before, now = (dict(zip(*np.unique(_known(c), return_counts=True), strict=True)) for c in (original, masked))
    blanks = [int(c.is_missing().sum()) * len(other) for c, other in ((original, masked), (masked, original))]
    return any(count > before.get(value, 0) for value, count in now.items()), blanks[1] > blanks[0]


def _known(coded: Coded) -> NDArray[np.float64]:
    return np.asarray(coded.values[~coded.is_missing()], dtype=np.float64)
