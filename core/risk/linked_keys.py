"""Key sets of linked files, and the attacks on them that link each masked record to the nearest original."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Basis, Subject
from core.pairing import shared_code_tables
from core.risk import key_frequencies
from core.risk.families import KEYS_AND_LINKS, LINKAGE, LINKAGE_AND_INTERVALS, risk_measure
from core.risk.gower import gower_columns
from core.risk.key_frequencies import KeySetFrequencies
from core.risk.pairs import PairedKeys, deviation, pair_outcomes, paired_keys
from core.risk.parameters import RiskParameters
from core.risk.rate_intervals import rate_interval
from core.risk.treatments import is_numeric, with_maskings
from core.statistics.linkage import Linkage, ValueDifference, link, link_within
from core.statistics.reproducible import generator


@dataclass(frozen=True, eq=False)
class Attack:
    """A nearest-record attack on one key set.

    Parameters
    ----------
    share : float
        Of the masked records attacked, all of which have a parent, how many are linked to it.
    first_or_second : float
        How many have at most one original nearer than their parent.
    n_targets, n_linked : int
        Masked records attacked; those whose parent is known.
    variables : tuple of str
        Compared.
    interval : (float, float)
        95%, of the share.
    interval_kind : str
    """

    share: float
    first_or_second: float
    n_targets: int
    n_linked: int
    variables: tuple[str, ...]
    interval: tuple[float, float]
    interval_kind: str


@dataclass(frozen=True, eq=False)
class LinkedKeys(PairedKeys):
    """One key set in both files, with the attacks on it, each made once when first asked for."""

    @cached_property
    def gower(self) -> Attack | None:
        """The attack on all keys; None where no record is linked."""
        return _attack(self, self.keys, "linkage_gower", gower_columns)

    @cached_property
    def spruill(self) -> Attack | None:
        """The attack on continuous keys; None where no record is linked."""
        numeric = tuple(v for v in self.keys if is_numeric(v))
        groups = tuple(v for v in self.keys if v.name in self.parameters.spruill_within)
        return _attack(self, numeric, "linkage_spruill", _standardised, groups)

    @cached_property
    def frequencies(self) -> KeySetFrequencies:
        """Key frequencies and individual risks of the masked file."""
        release = with_maskings(self.pair, self.parameters)
        alone = replace(release, keysets=tuple(k for k in release.keysets if k.name == self.name))
        (counted,) = key_frequencies.prepare(alone, self.parameters)
        return counted  # type: ignore[no-any-return]


def prepare_links(pair: Pair, parameters: RiskParameters) -> tuple[LinkedKeys, ...]:
    """Find the variables of every key set in both files; attacks are made when asked for."""
    return tuple(
        LinkedKeys(k.name, k.pair, k.parameters, k.keys, k.removed, k.problem) for k in paired_keys(pair, parameters)
    )


linked_measure = risk_measure.sharing(subject=Subject.PAIR, prepare=prepare_links).over(pair_outcomes)
"""Of a function that returns the outcome of one key set."""
attack_measure = linked_measure.sharing(
    requires=KEYS_AND_LINKS,
    basis=Basis.LINKS,
    group=LINKAGE_AND_INTERVALS,
    section=LINKAGE,
    place=-1,
    why_above="The figure is higher than the original's by chance: masking decides which of several records alike is "
    "the nearest.",
)


def _standardised(variable: PairedVariable) -> tuple[NDArray[np.float64], NDArray[np.float64], ValueDifference]:
    assert variable.masked is not None
    original, masked = variable.recoded.values, variable.masked.values
    unit = deviation(original) or 1.0
    return original / unit, masked / unit, ValueDifference.SQUARED


def _attack(
    keyset: LinkedKeys,
    keys: tuple[PairedVariable, ...],
    name: str,
    scaled: Any,
    groups: tuple[PairedVariable, ...] = (),
) -> Attack | None:
    links = keyset.pair.links
    if links is None or not keys:
        return None
    linked = np.flatnonzero(links >= 0)
    if not len(linked):
        return None
    # by name, so that the order of columns changes no rounding
    columns = [scaled(v) for v in sorted(keys, key=lambda v: v.name)]
    originals = np.column_stack([original for original, _, _ in columns])
    masked = np.column_stack([values for _, values, _ in columns])
    targets = draw_targets(originals, masked, keyset, name, keyset.parameters.linkage_targets)
    linkage = _linked(
        originals, masked[targets], links[targets], tuple(term for _, _, term in columns), targets, groups
    )
    return Attack(
        float(np.sort(linkage.correct).mean()),
        float(linkage.second.mean()),
        len(targets),
        len(linked),
        tuple(v.name for v in keys),
        *rate_interval(linkage.correct, links[targets], keyset.pair, "masked records attacked"),
    )


def _linked(
    originals: NDArray[np.float64],
    masked: NDArray[np.float64],
    parents: NDArray[np.int64],
    terms: tuple[ValueDifference, ...],
    targets: NDArray[np.int64],
    groups: tuple[PairedVariable, ...],
) -> Linkage:
    """Return the attack on all originals, or on those in the same group as each masked record."""
    if not groups:
        return link(originals, masked, parents, terms)
    ours, theirs = shared_code_tables(sorted(groups, key=lambda v: v.name))
    return link_within(originals, masked, parents, terms, (ours, theirs[targets]))


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
