"""Which sampling weight goes with a key set, and whether it can be used."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Release


@dataclass(frozen=True, eq=False)
class SetWeight:
    """The sampling weight of a key set in one file.

    Parameters
    ----------
    name : str or None
        None: individual risks are 1/f.
    values : float64 array (n,) or None
        All finite and above 0; None where there is no weight, or a problem.
    basis : str
        What the individual risks rest on, in words.
    problem : str
        Why individual risks cannot be computed, with the remedy; empty where they can.
    flags : tuple of str
        What a reader of the figures should know.
    """

    name: str | None = None
    values: NDArray[np.float64] | None = None
    basis: str = ""
    problem: str = ""
    flags: tuple[str, ...] = ()


def set_weight(release: Release, keyset: KeySet, records: NDArray[np.int64]) -> SetWeight:
    """Choose the weight: the one that the key set names, else the only one of the file, else none.

    Parameters
    ----------
    release : Release
    keyset : KeySet
    records : int64 array (n,)
        The rows in use.
    """
    name = keyset.weight
    if name is None and len(release.weights) > 1:
        tagged = ", ".join(sorted(release.weights))
        return SetWeight(
            problem=f"several weights are tagged ({tagged}): say which one goes with key set "
            f"{keyset.name!r} (weight = ... in the key set)"
        )
    if name is None and not release.weights:
        return SetWeight(basis="mean 1/f because no weight is tagged in this file")
    name = name if name is not None else next(iter(release.weights))
    if name not in release.weights:
        basis = f"mean 1/f because the weight {name!r} is not in this file"
        return SetWeight(basis=basis, flags=(basis,))
    return _checked(name, release.weights[name][records])


def _checked(name: str, values: NDArray[np.float64]) -> SetWeight:
    unusable = int((~(np.isfinite(values) & (values > 0))).sum())
    if unusable:
        return SetWeight(
            name,
            problem=f"weight {name!r} is missing, zero or negative in {unusable} of {len(values)} records: "
            "mend it in the file, or leave those records out",
        )
    low = int((values < 1).sum())
    flags = (f"{low} records have a weight {name!r} below 1",) if low else ()
    return SetWeight(name, values, f"individual risks with weight {name!r}", flags=flags)
