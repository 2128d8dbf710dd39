"""The variables that two files have in common, coded alike, and how records of one can be found in the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.data import COMPARED_ROLES, ROW_LINK, Codebook, Microdata, Role, Scenario, ScenarioDeclaration, missing_in
from core.errors import PairingError
from core.pairing.coding.matching import match_columns
from core.pairing.relations.alike import Alike, Codes, alike
from core.pairing.relations.order import agreeing

FEWEST_AGREEING = 2
"""Variables that go together row by row; one alone may be a pattern of the design, such as a rotation group."""


@dataclass(frozen=True, eq=False)
class FoundByIdentifier:
    """Records found again by an identifier.

    Parameters
    ----------
    name : str
    rows : int64 array (n_masked,)
        Row in the original, -1: none.
    agreeing : list of str
        Other variables that agree in them.
    n_others : int
        Other variables that could agree.
    """

    name: str
    rows: Codes
    agreeing: list[str]
    n_others: int

    @property
    def holds(self) -> bool:
        """Whether enough of the others agree; else its numbers were given anew, or values moved to other records."""
        return len(self.agreeing) >= min(FEWEST_AGREEING, self.n_others) > 0


@dataclass(frozen=True, eq=False)
class ComparedFiles:
    """Both files as far as they can be compared.

    Parameters
    ----------
    original, masked : Microdata
    common : tuple of Alike
        Variables that hold a value in both files.
    roles : mapping of str to Role
        By name in the original; variables that the codebook does not name are missing.
    left_out, added : tuple of str
        Variables of the original that the masked file lacks or has emptied; those that only the masked file has.
    """

    original: Microdata
    masked: Microdata
    common: tuple[Alike, ...]
    roles: Mapping[str, Role]
    left_out: tuple[str, ...]
    added: tuple[str, ...]

    def counts(self, name: str) -> bool:
        """Whether a variable makes a record what it is: identifiers, weights and households are often given anew."""
        return self.roles.get(name, Role.ANALYSIS) in COMPARED_ROLES

    @cached_property
    def counted(self) -> tuple[Alike, ...]:
        """The common variables that count; all where none does."""
        return tuple(v for v in self.common if self.counts(v.name)) or self.common

    @cached_property
    def left_out_counted(self) -> tuple[str, ...]:
        """The variables that count and that the masked file does not have."""
        return tuple(name for name in self.left_out if self.counts(name))

    @cached_property
    def agreeing(self) -> list[str]:
        """The variables of these that go together row by row."""
        return agreeing(self.counted) if self.original.n_records == self.masked.n_records else []

    @property
    def in_order(self) -> bool:
        """Whether enough variables go together row by row."""
        return len(self.agreeing) >= min(FEWEST_AGREEING, len(self.counted))

    @cached_property
    def by_identifier(self) -> FoundByIdentifier | None:
        """The records found again by an identifier with which other variables agree."""
        return next((by for by in self.identifiers if by.holds), None)

    @cached_property
    def identifiers(self) -> tuple[FoundByIdentifier, ...]:
        """The records found again by each identifier of which both files have the same values, once each."""
        return tuple(by for v in self.common if (by := self._found_by(v)) is not None and (by.rows >= 0).any())

    def _found_by(self, v: Alike) -> FoundByIdentifier | None:
        if self.roles.get(v.name) is not Role.IDENTIFIER or not (_is_unique(v.original) and _is_unique(v.masked)):
            return None
        row_of = np.full(v.width + 1, -1, dtype=np.int64)
        row_of[v.original[v.original >= 0]] = np.flatnonzero(v.original >= 0)
        rows = row_of[v.masked]
        known = np.flatnonzero(rows >= 0)
        known = known[np.argsort(rows[known], kind="stable")]
        others = [o.take(rows[known], known) for o in self.counted if o is not v]
        return FoundByIdentifier(v.name, rows, agreeing(others) if len(known) else [], len(others))

    @property
    def link(self) -> str | None:
        """What the records can be linked by, None where nothing shows it."""
        if self.in_order:
            return ROW_LINK
        return self.by_identifier.name if self.by_identifier is not None else None


def _is_unique(codes: Codes) -> bool:
    own = codes[codes >= 0]
    return len(own) > 0 and int(np.bincount(own).max()) == 1


def lay_side_by_side(original: Microdata, scenario: Scenario, codebook: Codebook) -> ComparedFiles:
    """Match the variables of both files, also names that differ in capitals or spaces only, and code them alike."""
    masked = scenario.microdata
    try:
        match = match_columns(original, scenario)
    except PairingError:  # a wrong renaming is said where the files are paired
        match = match_columns(original, Scenario(masked, ScenarioDeclaration(masked.name)))
    names = {**match.names, **match.similar}
    missing = {v.name: v.missing for v in codebook.variables}
    every = [alike(name, theirs, original, masked, missing.get(name, ())) for name, theirs in names.items()]
    common = tuple(v for v in every if not any(missing_in(store).all() for store in v.stores))
    here = {v.name for v in common} | {v.name for v in every if missing_in(v.stores[0]).all()}
    theirs = set(names.values())
    return ComparedFiles(
        original,
        masked,
        common,
        {v.name: v.role for v in codebook.variables},
        tuple(name for name in original.columns if name not in here),
        tuple(name for name in masked.columns if name not in theirs),
    )
