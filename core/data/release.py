"""One file on its own, coded: what risk measures look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data.codebook import KeySet
from core.data.coded import Coded, TakenColumns
from core.data.file_kind import FileKind
from core.data.sample_design import SampleDesign, records_alone
from core.data.variable import Masking


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

    def present(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of some variables that the file has."""
        return tuple(name for name in names if name in self.columns)

    def rows(self, rows: slice) -> Release:
        """Return a block of records, which shares the file's memory: their keys and sensitive variables alone."""
        wanted = dict.fromkeys([*(name for keyset in self.keysets for name in keyset.variables), *self.sensitive])
        columns = {name: self.columns[name].take(rows) for name in wanted if name in self.columns}
        return Release(self.name, len(range(*rows.indices(self.n_records))), columns, {}, {}, self.keysets)
