"""Key sets of linked files, and the attacks on them that link each masked record to the nearest original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Answer, Answers, Basis, Measure, Subject
from core.pairing import shared_codes
from core.risk import key_frequencies
from core.risk.families import KEYS_AND_LINKS, LINKAGE_AND_INTERVALS, NOT_LINKED, risk_measure
from core.risk.key_frequencies import KeySetFrequencies
from core.risk.key_sets import outcomes
from core.risk.pairs import PairedKeys, keys_of
from core.risk.parameters import RiskParameters
from core.risk.treatments import with_maskings
from core.statistics.reproducible import generator


@dataclass(frozen=True, eq=False)
class LinkedKeys(PairedKeys):
    """One key set in both files, and its frequencies in the masked file, counted when first asked for."""

    @property
    def links(self) -> NDArray[np.int64]:
        """The original's record of each masked one (m,), -1 where none is known."""
        return np.full(self.pair.masked.n_records, -1) if self.pair.links is None else self.pair.links

    @cached_property
    def frequencies(self) -> KeySetFrequencies:
        """Key frequencies and individual risks of the masked file."""
        release = with_maskings(self.pair, self.parameters)
        alone = replace(release, keysets=tuple(k for k in release.keysets if k.name == self.name))
        (counted,) = key_frequencies.prepare(alone, self.parameters)
        return counted  # type: ignore[no-any-return]


def prepare_links(pair: Pair, parameters: RiskParameters) -> tuple[LinkedKeys, ...]:
    """Find the variables of every key set in both files; attacks are made when asked for."""
    return keys_of(LinkedKeys, pair, parameters)


def linked_outcomes(
    measure: Measure, prepared: tuple[LinkedKeys, ...], outcome: Callable[[LinkedKeys], Answer]
) -> Answers:
    """Yield the outcome of every key set; Skipped where no record is linked."""
    return outcomes(measure, prepared, lambda k: outcome(k) if (k.links >= 0).any() else k.skipped(NOT_LINKED))


key_set_measure = risk_measure.sharing(subject=Subject.PAIR, prepare=prepare_links)
linked_measure = key_set_measure.sharing(requires=KEYS_AND_LINKS).over(linked_outcomes)
"""Of a function that returns the outcome of one key set of linked files."""
attack_measure = linked_measure.sharing(
    basis=Basis.LINKS,
    group=LINKAGE_AND_INTERVALS,
    why_above="The figure is higher than the original's by chance: masking decides which of several records alike is "
    "the nearest.",
)


def draw_targets(
    originals: NDArray[Any], masked: NDArray[Any], keyset: LinkedKeys, name: str, most: int
) -> NDArray[np.int64]:
    """Draw linked masked records to attack, given the keys of both files (n, k), (m, k); at most 0: all."""
    linked = np.flatnonzero(keyset.links >= 0)
    return drawn_rows((*masked[linked].T, *originals[keyset.links[linked]].T), linked, keyset, name, most)


def drawn_rows(
    columns: tuple[NDArray[Any], ...], rows: NDArray[np.int64], keyset: LinkedKeys, name: str, most: int
) -> NDArray[np.int64]:
    """Draw some rows; sorted by their columns (n,) first, so that the files' order does not matter.

    The measure of this name has its own random stream. At most 0: all are taken.
    """
    if not most or most >= len(rows):
        return rows
    ordered = rows[np.lexsort(columns[::-1])]
    random = generator(keyset.parameters.seed, f"{name}|{keyset.name}|0")
    return np.asarray(ordered[np.sort(random.choice(len(ordered), most, replace=False))])


def n_values(variable: PairedVariable) -> int:
    """Return how many values a variable has in both files together."""
    original, masked = shared_codes(variable)
    return 1 + int(max(original.max(initial=-1), masked.max(initial=-1)))
