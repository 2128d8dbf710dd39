"""Original and one masked file, coded alike once: what every measure works on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data.coded import Coded
from core.data.packed import packed_links, stored_packed
from core.data.pair_weights import PairGroups, PairWeights
from core.data.recode import Recode
from core.data.release import Release
from core.data.uses import NO_USES, Uses
from core.data.variable import Masking, Variable


@dataclass(frozen=True, eq=False)
class PairedVariable:
    """One variable of the original beside its masked version.

    Parameters
    ----------
    variable : Variable
    original : Coded
        As it is in the original.
    recoded : Coded
        The original after the same recode as the masked file; the same object where there is none.
        Its level and categories are those of ``masked``.
    masked : Coded or None
        None: the variable was removed.
    recode : Recode or None
    recode_source : str
        "declared", "bands", "cap", "inferred" or "" where there is no recode.
    masking : Masking or None
        How it was masked, where declared.
    problem : str
        Why the two cannot be compared, with the remedy; empty where they can.
    unexplained : str
        Which masked values, of the lesser part of its records, no record of the original has, with the remedy; empty
        where there are none, or they are declared. Distributions are compared over the categories of both files.
    flags : tuple of str
        What a reader of its results should know; its doubts among them.
    doubts : tuple of str
        What speaks for another meaning of its masked values, though nothing is declared.
    value_labels : mapping of str to str
        What its codes mean, where a file says so; for people's eyes (`category_text`), never for matching.
    masked_labels : mapping of str to str
        What codes mean after the recode, where that is something else.
    """

    variable: Variable
    original: Coded
    recoded: Coded
    masked: Coded | None
    recode: Recode | None = None
    recode_source: str = ""
    masking: Masking | None = None
    problem: str = ""
    flags: tuple[str, ...] = ()
    value_labels: Mapping[str, str] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    masked_labels: Mapping[str, str] = field(default_factory=dict)
    unexplained: str = ""

    @property
    def records_problem(self) -> str:
        """Why its values cannot be looked up record by record: what is not explained would seem to fit nobody."""
        return self.problem or self.unexplained

    @property
    def name(self) -> str:
        """The variable's name in the original."""
        return self.variable.name

    @property
    def recoded_labels(self) -> Mapping[str, str]:
        """What the codes of ``recoded`` and ``masked`` mean."""
        return {**self.value_labels, **self.masked_labels}

    def take(self, original_rows: NDArray[np.int64] | slice, masked_rows: NDArray[np.int64] | slice) -> PairedVariable:
        """Return the variable with only these records of either file."""
        original = self.original.take(original_rows)
        recoded = original if self.recoded is self.original else self.recoded.take(original_rows)
        masked = None if self.masked is None else self.masked.take(masked_rows)
        return replace(self, original=original, recoded=recoded, masked=masked)


@stored_packed(links=packed_links)
@dataclass(frozen=True, eq=False)
class Pair:
    """Original and one masked file, coded alike.

    Parameters
    ----------
    name : str
        The scenario's name.
    variables : tuple of PairedVariable
        Those with role key, sensitive or analysis, in the original's order; removed ones included.
    original, masked : Release
        Either file on its own.
    links : int64 array (n_masked,) or None
        The row of the original that each masked record comes from, -1 where unknown; None: not linked. Stored packed,
        as the values of many records are.
    link_reason : str
        How the records are linked, or why they are not.
    link_doubt : str
        Why the links look wrong, for every figure that rests on them; empty where they do not.
    added : tuple of str
        Variables that only the masked file has; listed, not scored.
    uses : Uses
        Indicators, regressions, tables and scales that the officer chose.
    weights : PairWeights or None
        By which utility is weighted; None: every record counts alike.
    control : Release or None
        Records of other people of the population, which the masking never saw, in the codes of ``recoded``; columns
        that it lacks, or that could not be coded alike, are missing. None: there is no control file.
    control_doubt : str
        Why the masking seems to have seen the control, for every figure net of it; empty where nothing shows it.
    sets : tuple of Pair
        This file with each earlier one that is declared a set of the same scenario, which is in the place of
        the original; only where a measure compares sets with each other.
    groups : PairGroups or None
        The jackknife groups without which figures are worked out, too; None: only those of all records are.
    link_problem : bool
        Whether a link was declared that could not be made; ``link_reason`` says why.
    suppressed : mapping of str to float
        Of the original twice, in the place of a masked file: the shares of the original's values that it leaves
        blank, of variables where these are more than a hundredth.
    """

    name: str
    variables: tuple[PairedVariable, ...]
    original: Release
    masked: Release
    links: NDArray[np.int64] | None = None
    link_reason: str = ""
    link_doubt: str = ""
    added: tuple[str, ...] = ()
    uses: Uses = NO_USES
    weights: PairWeights | None = None
    control: Release | None = None
    control_doubt: str = ""
    sets: tuple[Pair, ...] = ()
    groups: PairGroups | None = None
    link_problem: bool = False
    suppressed: Mapping[str, float] = field(default_factory=dict)

    def take(self, original_rows: NDArray[np.int64], masked_rows: NDArray[np.int64]) -> Pair:
        """Return the pair with only these records of either file and the control; links follow where both ends stay."""
        links = None
        if self.links is not None:
            new_row = np.full(self.original.n_records + 1, -1, dtype=np.int64)
            new_row[original_rows] = np.arange(len(original_rows))
            links = new_row[self.links[masked_rows]]
        return replace(
            self,
            variables=tuple(v.take(original_rows, masked_rows) for v in self.variables),
            original=self.original.take(original_rows),
            masked=self.masked.take(masked_rows),
            links=links,
            weights=None if self.weights is None else self.weights.take(original_rows, masked_rows),
            groups=None if self.groups is None else self.groups.take(original_rows, masked_rows),
        )

    def rows(self, rows: slice) -> Pair:
        """Return a block of records of either file, which shares the pair's memory.

        Of the files themselves it has the compared variables alone, and no links: what is counted in a block of one
        file needs no record of another one.
        """
        sizes = (len(range(*rows.indices(file.n_records))) for file in (self.original, self.masked))
        original, masked = (
            Release(file.name, n, {}) for file, n in zip((self.original, self.masked), sizes, strict=True)
        )
        variables = tuple(v.take(rows, rows) for v in self.variables)
        groups = None if self.groups is None else self.groups.take(rows, rows)
        return Pair(self.name, variables, original, masked, groups=groups)
