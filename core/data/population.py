"""Population counts: how many people of the population have each combination of key values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data.microdata import Microdata
from core.errors import CodebookError

COUNT_NAMES = ("count", "n", "population", "freq", "frequency")
"""Names by which a column of counts is recognised, whatever their case; the first one found is proposed."""


@dataclass(frozen=True, eq=False)
class PopulationFile:
    """A table of the population as it was brought in.

    Parameters
    ----------
    microdata : Microdata
        One row a combination: some or all variables of a key set, and the count.
    count : str
        The column that holds the count.
    keyset : str
        The key set that it is for; empty: every key set that it has a variable of.
    """

    microdata: Microdata
    count: str
    keyset: str = ""

    def counts(self) -> NDArray[np.float64]:
        """Return (k,) the people of each row; raise CodebookError where a row has no usable count."""
        numbers = self.microdata.columns[self.count].numbers
        if numbers is None:
            numbers = np.full(self.microdata.n_records, np.nan)
        unusable = int((~(np.isfinite(numbers) & (numbers >= 0))).sum())
        if unusable:
            raise CodebookError(
                f"population file {self.microdata.name!r}: column {self.count!r} holds no number of people in "
                f"{unusable} of {self.microdata.n_records} rows; mend those rows or leave them out"
            )
        return numbers


def proposed_count(columns: Sequence[str]) -> str | None:
    """Return the column that is called like a count; None where none is."""
    folded = {name.strip().casefold(): name for name in reversed(columns)}
    return next((folded[name] for name in COUNT_NAMES if name in folded), None)


def population_file(microdata: Microdata, keyset: str = "", count: str = "") -> PopulationFile:
    """Take a file as population counts.

    Parameters
    ----------
    microdata : Microdata
    keyset : str
        The key set that it is for; empty: every one that it has a variable of.
    count : str
        The column of counts; empty: the one that is called like a count.

    Raises
    ------
    CodebookError
        No column is called like a count, or a row has no usable count.
    """
    name = count or proposed_count(tuple(microdata.columns))
    if name is None or name not in microdata.columns:
        raise CodebookError(
            f"population file {microdata.name!r}: no column is called {count or ', '.join(COUNT_NAMES)}; "
            "call the column that holds the number of people 'count'"
        )
    population = PopulationFile(microdata, name, keyset)
    population.counts()
    return population
