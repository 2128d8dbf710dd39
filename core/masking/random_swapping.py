"""Random data swapping: pairs of records exchange their values of some variables, under constraints."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import Masking
from core.errors import MaskingError
from core.masking.columns import (
    categories,
    column,
    combination_ids,
    distinct,
    with_columns,
)
from core.masking.method import Takes, Treated, Work, method, setting

METHOD = "random swapping"
ROUNDS = 20
"""Random pairings that are tried for the records whose partner is not allowed, before they are paired in order."""


@dataclass(frozen=True)
class SwappingParameters:
    """Who may swap with whom.

    Parameters
    ----------
    percent : float
        Records that take part, in percent of those that may; above 0, at most 100.
    within : tuple of str
        Both records of a pair agree on these.
    across : tuple of str
        Both records of a pair differ on at least one of these.
    """

    percent: float = field(
        default=10.0, metadata=setting("Records that swap, %", low=0.0, high=100.0, step=1.0, above_low=True)
    )
    within: tuple[str, ...] = field(
        default=(),
        metadata=setting("Partners agree on", help="Such as household size: swapped records resemble."),
    )
    across: tuple[str, ...] = field(
        default=(),
        metadata=setting("Partners differ on", help="Such as the tract: records leave their own area."),
    )


@method(
    id="random_swapping",
    name="Random swapping",
    takes=Takes.ANY,
    masking=Masking.SWAP,
    parameters=SwappingParameters,
    summary="Random pairs of records exchange their values of the named variables.",
    reference="Dalenius and Reiss (1982); Lemons, Dajani, You and Jordan, section 2.2",
    random=True,
)
def random_swapping(work: Work, parameters: SwappingParameters) -> Treated:
    """Let pairs of records, drawn at random, exchange their values of all named variables together.

    Records are drawn without replacement among those that lack none of the variables, and paired at random under the
    constraints; a record for which no partner is left stays as it is. Variables that only constrain the
    pairs stay untouched.

    Raises
    ------
    MaskingError
        The percentage is out of bounds or draws fewer than two records, or a variable is in two lists.

    References
    ----------
    Dalenius and Reiss (1982), Data-swapping: a technique for disclosure control; Lemons, Dajani, You and Jordan,
    section 2.2 (partners outside the tract); Woo et al. (2009), section 3.2.
    """
    names = distinct(work.variables, METHOD)
    if not 0 < parameters.percent <= 100:
        raise MaskingError(f"{METHOD}: percent must be above 0 and at most 100, not {parameters.percent}")
    for name in parameters.within:
        if name in names:
            raise MaskingError(f"{METHOD}: {name!r} is swapped, so partners that agree on it would change nothing")
    present = np.all([categories(work.microdata, name, work.missing)[0] >= 0 for name in names], axis=0)
    able = np.flatnonzero(present)
    size = round(parameters.percent * len(able) / 100)
    if size < 2:
        raise MaskingError(f"{METHOD}: {parameters.percent}% of {len(able)} records is no pair; raise percent")
    drawn = work.rng.choice(able, size=size, replace=False)
    partner = np.arange(work.microdata.n_records)
    within, across = parameters.within, parameters.across
    group, area = combination_ids(work.microdata, within)[drawn], combination_ids(work.microdata, across)[drawn]
    first, second = partners(group, area if across else None, work.rng)
    partner[drawn[first]], partner[drawn[second]] = drawn[second], drawn[first]
    return Treated(with_columns(work.microdata, {n: column(work.microdata, n).take(partner) for n in names}))


def partners(
    group: NDArray[np.int64], area: NDArray[np.int64] | None, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pair records at random within groups, each pair from two areas.

    Parameters
    ----------
    group : int64 array (n,)
        Partners have the same.
    area : int64 array (n,) or None
        Partners have different ones; None: any.
    rng : numpy.random.Generator

    Returns
    -------
    first, second : int64 arrays (pairs,)
        Places of the partners; no place occurs twice.
    """
    firsts, seconds = [], []
    left = np.arange(len(group))
    for attempt in range(ROUNDS + 1):
        last = attempt == ROUNDS
        a, b = _paired(left, group, area, rng, ordered=last)
        allowed = np.ones(len(a), dtype=bool) if area is None else area[a] != area[b]
        firsts.append(a[allowed])
        seconds.append(b[allowed])
        left = np.setdiff1d(left, np.concatenate([a[allowed], b[allowed]]))
        if len(left) < 2 or area is None:
            break
    return np.concatenate(firsts), np.concatenate(seconds)


def _paired(
    left: NDArray[np.int64],
    group: NDArray[np.int64],
    area: NDArray[np.int64] | None,
    rng: np.random.Generator,
    *,
    ordered: bool,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return candidates: group by group, the first half of a random order, paired with the second.

    ``ordered`` lays each group out area by area, so that the halves meet in as many different areas as can be.
    """
    shuffled = rng.permutation(left)
    inner = area[shuffled] if ordered and area is not None else np.zeros(len(shuffled), dtype=np.int64)
    order = shuffled[np.lexsort((inner, group[shuffled]))]
    size = np.bincount(np.unique(group[order], return_inverse=True)[1])
    start = np.cumsum(size) - size
    half = size // 2
    place = np.arange(half.sum()) - np.repeat(np.cumsum(half) - half, half)
    base = np.repeat(start, half)
    return order[base + place], order[base + np.repeat(size - half, half) + place]
