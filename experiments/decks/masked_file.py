"""A masked file of the deck, with all that its maker knows: what was written for what, and with what chance."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from experiments.decks.population import Population

BLANK = -1


@dataclass(frozen=True, eq=False)
class Written:
    """How one variable is written in a masked file.

    Parameters
    ----------
    detail : int64 array (s,)
        Of each value the published one that it is recoded to.
    chance : float64 array (p, p + 1)
        The chance that a published value is written as each of them, in the end as a blank.
    numbers : float64 array (p,) or None
        The published values; None: categories.
    labels : tuple of str
        The published categories; () where they are numbers.
    """

    detail: NDArray[np.int64]
    chance: NDArray[np.float64]
    numbers: NDArray[np.float64] | None
    labels: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """Published values."""
        return len(self.chance)

    @property
    def is_true(self) -> bool:
        """Whether every value is written as it is."""
        return bool(np.array_equal(self.chance, true_chance(self.n)))


def true_chance(n: int) -> NDArray[np.float64]:
    """Return the chances of values that are written as they are."""
    return np.eye(n, n + 1)


@dataclass(frozen=True, eq=False)
class MaskedFile:
    """One masked file.

    Parameters
    ----------
    kind : str
        What was done, in words.
    population : Population
    original : dict of str to int64 array (n,)
        Codes of the people.
    columns : dict of str to int64 array (m,)
        Published codes, -1: blank.
    written : dict of str to Written
    parents : int64 array (m,)
        The person that each record is of, -1: nobody.
    share : float
        The chance that a person of the original has a record.
    declared : dict of str to str
        Masking by variable, as the codebook says it; may be wrong or missing.
    file_kind : str
        What the file is declared to be; empty: nothing.
    links : {"identifier", "row", "none", "wrong identifier", "wrong rows"}
    dose : float
        Grows with what is done, within one kind.
    """

    kind: str
    population: Population
    original: dict[str, NDArray[np.int64]]
    columns: dict[str, NDArray[np.int64]]
    written: dict[str, Written]
    parents: NDArray[np.int64]
    share: float = 1.0
    declared: dict[str, str] = field(default_factory=dict)
    file_kind: str = ""
    links: str = "none"
    dose: float = 0.0

    @property
    def m(self) -> int:
        """Records."""
        return len(self.parents)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that it publishes."""
        return tuple(key for key in self.population.keys if key in self.columns)

    def taken(self, rows: NDArray[np.int64]) -> MaskedFile:
        """Return some records, in this order."""
        return replace(self, columns={v: c[rows] for v, c in self.columns.items()}, parents=self.parents[rows])
