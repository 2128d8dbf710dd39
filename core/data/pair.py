"""Original and one masked file, coded alike once: what every measure works on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data.codebook import KeySet
from core.data.file_kind import FileKind
from core.data.pair_weights import PairWeights
from core.data.recode import Recode
from core.data.sample_design import SampleDesign, records_alone
from core.data.uses import NO_USES, Uses
from core.data.variable import Level, Masking, Variable


@dataclass(frozen=True, eq=False)
class Coded:
    """One variable of one file, ready to be measured.

    Parameters
    ----------
    level : Level
    values : float64 array (n,) with NaN for missing where continuous; else int32 codes, -1 for missing
    categories : tuple of str
        The label of each code, ordinal ones lowest first; empty where continuous.
    """

    level: Level
    values: NDArray[np.float64] | NDArray[np.int32]
    categories: tuple[str, ...] = ()

    def is_missing(self) -> NDArray[np.bool_]:
        """Return (n,) true where the value is missing."""
        if self.level is Level.CONTINUOUS:
            return np.isnan(self.values)
        return np.asarray(self.values < 0)

    def take(self, rows: NDArray[np.int64] | slice) -> Coded:
        """Return the variable with only these rows, in this order; those of a slice share its memory."""
        return replace(self, values=self.values[rows])


class TakenColumns(Mapping[str, Coded]):
    """Columns with only some rows: taken when a column is asked for, since few measures ask for all of them."""

    def __init__(self, columns: Mapping[str, Coded], rows: NDArray[np.int64]) -> None:
        self._columns, self._rows = columns, rows
        self._taken: dict[str, Coded] = {}

    def __getitem__(self, name: str) -> Coded:
        if name not in self._taken:
            self._taken[name] = self._columns[name].take(self._rows)
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


@dataclass(frozen=True, eq=False)
class PairedVariable:
    """One variable of the original beside its masked version.

    Parameters
    ----------
    variable : Variable
    original : Coded
        As it stands in the original.
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


@dataclass(frozen=True, eq=False)
class PopulationCounts:
    """Counts of the population in the categories of one file.

    Parameters
    ----------
    file, sha256 : str
        Where they come from.
    keyset : str
        The key set that they are for; empty: every one.
    columns : mapping of str to Coded
        Key variables, k rows each; categories are matched with the file's by their labels.
    counts : float64 array (k,)
        People of each row, not negative.
    problems : mapping of str to str
        Variables that cannot be brought into the file's categories, and why.
    """

    file: str
    sha256: str
    keyset: str
    columns: Mapping[str, Coded]
    counts: NDArray[np.float64]
    problems: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class KeysFound:
    """Masked records whose combination of key values some record of the original has: all, where values are true.

    Parameters
    ----------
    variables : tuple of str
        Those compared, of which nobody said how they were masked: key variables, or all where keys tell nothing.
    n, found : int
        Masked records looked at, and those found; a missing masked value fits any.
    by_chance : float
        The share that would be found if every variable were shuffled by itself: near 1 the test tells nothing.
    """

    variables: tuple[str, ...]
    n: int
    found: int
    by_chance: float


@dataclass(frozen=True, eq=False)
class Release:
    """One file on its own, coded: what risk measures look at.

    Parameters
    ----------
    name : str
    n_records : int
    columns : mapping of str to Coded
        Key, sensitive and analysis variables that the file has.
    weights, households : mapping of str to float64 array (n,)
        Weight variables (NaN where missing) and household numbers (coded as numbers), by name.
    keysets : tuple of KeySet
        As declared; a file may lack some of their variables.
    sensitive : tuple of str
        Variables with the role sensitive, whether the file has them or not.
    maskings : mapping of str to Masking
        How variables of a masked file were masked, where declared.
    perturbed : frozenset of str
        Variables whose values are seen to differ from the original beyond recodes and suppression.
    borrowed_weights : frozenset of str
        Weights that the file lacks and that were taken from the linked records of the original.
    link_doubt : str
        Why the links, by which ``perturbed`` and ``borrowed_weights`` were found, look wrong.
    share_of_original : float
        Records of a masked file by those of the original where they are fewer, else 1.
    population : tuple of PopulationCounts
        Counts of the population by key combination, in the categories of this file.
    value_labels : mapping of str to mapping of str to str
        By variable: what its codes mean, where a file says so.
    drawn : SampleDesign or None
        How the records were drawn, where a variable tells; None: one by one.
    keys_found : mapping of str to KeysFound
        Of a masked file that is neither linked nor declared, by key set: how many of its keys the original has.
    kind : FileKind or None
        What a masked file is, where somebody said so.
    """

    name: str
    n_records: int
    columns: Mapping[str, Coded]
    weights: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    households: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    keysets: tuple[KeySet, ...] = ()
    sensitive: tuple[str, ...] = ()
    maskings: Mapping[str, Masking] = field(default_factory=dict)
    perturbed: frozenset[str] = frozenset()
    borrowed_weights: frozenset[str] = frozenset()
    link_doubt: str = ""
    share_of_original: float = 1.0
    population: tuple[PopulationCounts, ...] = ()
    value_labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    drawn: SampleDesign | None = None
    keys_found: Mapping[str, KeysFound] = field(default_factory=dict)
    kind: FileKind | None = None

    @property
    def design(self) -> SampleDesign:
        """How the records were drawn."""
        return records_alone(self.n_records) if self.drawn is None else self.drawn

    def take(self, rows: NDArray[np.int64]) -> Release:
        """Return the file with only these records."""
        return replace(
            self,
            n_records=len(rows),
            columns=TakenColumns(self.columns, rows),
            weights={name: weight[rows] for name, weight in self.weights.items()},
            households={name: number[rows] for name, number in self.households.items()},
            drawn=None if self.drawn is None else self.drawn.take(rows),
        )


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
        The row of the original that each masked record stems from, -1 where unknown; None: not linked.
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
        )

    def rows(self, rows: slice) -> Pair:
        """Return a block of records of either file, which shares the pair's memory.

        Of the files themselves it has the compared variables alone, and no links: what is counted in a block of one
        file needs no record of another one.
        """
        sizes = (len(range(*rows.indices(file.n_records))) for file in (self.original, self.masked))
        original, masked = (
            replace(EMPTY, name=file.name, n_records=n)
            for file, n in zip((self.original, self.masked), sizes, strict=True)
        )
        variables = tuple(v.take(rows, rows) for v in self.variables)
        return Pair(self.name, variables, original, masked)


EMPTY = Release("", 0, {})
