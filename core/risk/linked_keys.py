"""Key sets of linked files, and the attacks on them that link each masked record to the nearest original."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.measures import Basis, Subject
from core.risk import key_frequencies
from core.risk.families import KEYS_AND_LINKS, LINKAGE_AND_INTERVALS, risk_measure
from core.risk.key_frequencies import KeySetFrequencies
from core.risk.key_sets import outcomes
from core.risk.pairs import PairedKeys, keys_of
from core.risk.parameters import RiskParameters
from core.risk.treatments import with_maskings
from core.statistics.reproducible import generator


@dataclass(frozen=True, eq=False)
class LinkedKeys(PairedKeys):
    """One key set in both files, and its frequencies in the masked file, counted when first asked for."""

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


linked_measure = risk_measure.sharing(subject=Subject.PAIR, prepare=prepare_links).over(outcomes)
"""Of a function that returns the outcome of one key set."""
attack_measure = linked_measure.sharing(
    requires=KEYS_AND_LINKS,
    basis=Basis.LINKS,
    group=LINKAGE_AND_INTERVALS,
    why_above="The figure is higher than the original's by chance: masking decides which of several records alike is "
    "the nearest.",
)


def draw_targets(
    originals: NDArray[np.float64],
    masked: NDArray[np.float64],
    keyset: PairedKeys,
    name: str,
    most: int,
) -> NDArray[np.int64]:
    """Draw the masked records to attack; sorted by their values first, so that the files' order does not matter.

    Parameters
    ----------
    originals, masked : float64 arrays (n_o, m), (n_s, m)
    keyset : PairedKeys
        Of linked files.
    name : str
        Id of the measure, which has its own random stream.
    most : int
        How many to draw; 0: all.

    Returns
    -------
    int64 array
        Rows of linked masked records.
    """
    links = keyset.pair.links
    assert links is not None
    linked = np.flatnonzero(links >= 0)
    if not most or most >= len(linked):
        return linked
    content = (*masked[linked].T, *originals[links[linked]].T)
    ordered = linked[np.lexsort(content[::-1])]
    random = generator(keyset.parameters.seed, f"{name}|{keyset.name}|0")
    return np.asarray(ordered[np.sort(random.choice(len(ordered), most, replace=False))])
