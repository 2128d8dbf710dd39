"""How many people of the population share each record's keys, where a table of counts says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypedDict, final

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, PopulationCounts, category_text
from core.errors import PairingError
from core.risk.key_cells.cells import KeyCells
from core.risk.parameters import MissingRule
from core.risk.population_counts.tables import shared_categories
from core.statistics.tables import Frequencies, alike, cells_of
from core.wording import counted

MOST_NAMED = 5
"""Categories that a finding names at most."""


@final
class UnusedCounts(TypedDict):
    """Population counts that could not be used, and why."""

    file: str
    sha256: str
    variables: list[str]
    problem: str


@final
class UsedCounts(TypedDict):
    """Population counts that were used, and what in them does not fit the file."""

    file: str
    sha256: str
    variables: list[str]
    people: float
    combinations_counted_below_the_file: int
    combinations_absent: int
    records_in_them: int
    categories_that_nobody_has: dict[str, list[str]]


@dataclass(frozen=True, eq=False)
class KnownPopulation:
    """The combinations of one key set, looked up in a table of the population.

    Parameters
    ----------
    counts : PopulationCounts
    variables : tuple of str
        The keys of the file that the table has: what the counts are about.
    complete : bool
        Whether these are all keys of the file, so that its individual risks are known.
    records : int64 array (m,)
        Records that have each combination of all keys.
    sample : int64 array (m,)
        f on these variables.
    people : float64 array (m,)
        F on them as counted; 0 where the table lacks the combination.
    n_combinations, n_absent : int
        Combinations of the file that the table lacks or counts below the file; those that it lacks.
    strange : tuple of (str, tuple of str)
        Variables, and their categories in the file that nobody of the table has.
    problem : str
        Why nothing can be looked up, with the remedy; empty where it can.
    """

    counts: PopulationCounts
    variables: tuple[str, ...] = ()
    complete: bool = False
    records: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    sample: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    people: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    n_combinations: int = 0
    n_absent: int = 0
    strange: tuple[tuple[str, tuple[str, ...]], ...] = ()
    problem: str = ""

    @property
    def at_least(self) -> NDArray[np.float64]:
        """F of each combination, never below f: anyone who is in the file is in the population."""
        return np.maximum(self.people, self.sample)

    def described(self) -> UsedCounts | UnusedCounts:
        """Return what is in the detail of every measure that uses the counts."""
        file, sha256, variables = self.counts.file, self.counts.sha256, list(self.variables)
        if self.problem:
            return {"file": file, "sha256": sha256, "variables": variables, "problem": self.problem}
        return {
            "file": file,
            "sha256": sha256,
            "variables": variables,
            "people": float(self.counts.counts.sum()),
            "combinations_counted_below_the_file": self.n_combinations,
            "combinations_absent": self.n_absent,
            "records_in_them": int(self.records[self.people < self.sample].sum()),
            "categories_that_nobody_has": {name: list(labels) for name, labels in self.strange},
        }

    def findings(self) -> tuple[str, ...]:
        """Return in words what does not fit between the file and the counts."""
        if self.problem:
            return (f"population counts of {self.counts.file} not used: {self.problem}",)
        if not self.n_combinations:
            return ()
        records = int(self.records[self.people < self.sample].sum())
        named = "; ".join(f"{name}: {', '.join(labels)}" for name, labels in self.strange)
        return (
            f"{self.n_combinations} combinations of the file ({counted(records, 'record', 'records')}) have fewer "
            f"people in {self.counts.file} than records in the file, {self.n_absent} of them none: the number of "
            "records was used; check that both speak of the same population in the same categories"
            + (f" (nobody in it has {named})" if named else ""),
        )


def known_population(cells: KeyCells, keyset: str, missing: MissingRule) -> KnownPopulation | None:
    """Look up the combinations of a key set.

    Parameters
    ----------
    cells : KeyCells
        Those in use.
    keyset : str
        Its name; a table for this key set goes before one for all.
    missing : "wildcard", "category" or "drop"
        A missing key agrees with every combination of the table, or with missing ones only.

    Returns
    -------
    KnownPopulation or None
        None: no table is about this key set.
    """
    release, keys = cells.release, cells.coding.keys
    tables = [t for t in release.population if t.keyset == keyset] or [t for t in release.population if not t.keyset]
    table = next((t for t in tables if any(k in t.columns or k in t.problems for k in keys)), None)
    if table is None:
        return None
    problems = [table.problems[k] for k in keys if k in table.problems]
    if problems:
        return KnownPopulation(table, tuple(k for k in keys if k in table.columns), problem=problems[0])
    columns = {name: column for name, column in cells.columns.items() if name in table.columns}
    try:
        codes = [shared_categories(name, column, table.columns[name]) for name, column in columns.items()]
    except PairingError as error:
        return KnownPopulation(table, tuple(columns), problem=str(error))
    ours, theirs = (np.column_stack(file) for file in zip(*codes, strict=True))
    known = _looked_up(table, ours, theirs, cells.counts, missing)
    strange = _strange(columns, theirs[table.counts > 0], release.value_labels)
    return replace(known, variables=tuple(columns), complete=len(columns) == len(keys), strange=strange)


def _looked_up(
    table: PopulationCounts,
    ours: NDArray[np.int32],
    theirs: NDArray[np.int32],
    records: NDArray[np.int64],
    missing: MissingRule,
) -> KnownPopulation:
    codes = np.vstack([theirs, ours])
    both = cells_of(codes)
    # records of the file and people of the table in one count: whole numbers are exact, and stand apart
    in_file = np.bincount(both.of_row[len(theirs) :], records, len(both.rows)).astype(np.int64)
    in_table = np.bincount(both.of_row[: len(theirs)], table.counts, len(both.rows)).astype(np.float64)
    counted_cells = Frequencies(in_file, in_table)
    if missing == "wildcard":
        counted_cells = alike(codes[both.rows], in_file, in_table)
    assert counted_cells.population is not None
    place = both.of_row[len(theirs) :]
    sample, people = counted_cells.sample[place], counted_cells.population[place]
    return KnownPopulation(
        table,
        records=records,
        sample=sample,
        people=people,
        n_combinations=len(np.unique(place[people < sample])),
        n_absent=len(np.unique(place[people == 0])),
    )


def _strange(
    columns: Mapping[str, Coded], theirs: NDArray[np.int32], meanings: Mapping[str, Mapping[str, str]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the categories of the file that nobody of the table has; numbers are values of people, not named."""
    strange = []
    for j, (name, column) in enumerate(columns.items()):
        if column.level is not Level.CONTINUOUS:
            lone = np.setdiff1d(column.values[column.values >= 0], theirs[:, j])
            labels = meanings.get(name, {})
            strange.append((name, tuple(category_text(column.categories[code], labels) for code in lone[:MOST_NAMED])))
    return tuple((name, labels) for name, labels in strange if labels)
