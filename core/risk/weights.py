"""Which sampling weight goes with a key set, and whether it can be used."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Release
from core.wording import counted, trimmed_percent


@dataclass(frozen=True, eq=False)
class SetWeight:
    """The sampling weight of a key set in one file.

    Parameters
    ----------
    name : str or None
        None: individual risks are 1/f.
    values : float64 array (n,) or None
        All finite, none negative; None where there is no weight, or a problem.
    each : float or None
        The people that every record stands for, where that is known in the place of a weight.
    basis : str
        What the individual risks rest on, in words.
    problem : str
        Why individual risks cannot be computed, with the remedy; empty where they can.
    flags : tuple of str
        What a reader of the figures should know.
    kind : str
        What makes risks of two files comparable: the same kind in both; "1/f" where there is no weight.
    of_nobody : int
        Records of the file with weight 0, which stand for nobody: what rests on weights leaves them out.
    """

    name: str | None = None
    values: NDArray[np.float64] | None = None
    each: float | None = None
    basis: str = ""
    problem: str = ""
    flags: tuple[str, ...] = ()
    kind: str = "1/f"
    of_nobody: int = 0

    def people(self, n: int) -> float | None:
        """Return how many people n records stand for, all that are in use; None where nothing tells."""
        if self.each is not None:
            return self.each * n
        # sorted, so that the order of records changes no rounding
        return None if self.values is None else float(np.sort(self.values).sum())


def set_weight(
    release: Release, keyset: KeySet, records: NDArray[np.int64] | slice, sampling_fraction: float = 0.0
) -> SetWeight:
    """Choose the weight: the one that the key set names, else the only one of the file, else none.

    Where there is none, and the share of the population that is in the original is known, every record stands
    for as many people as that share says.

    Parameters
    ----------
    release : Release
    keyset : KeySet
    records : int64 array (n,) or slice
        The rows in use.
    sampling_fraction : float
        Records of the original by people of the population; 0: not known.
    """
    name = keyset.weight
    if name is None and len(release.weights) > 1:
        tagged = ", ".join(sorted(release.weights))
        return SetWeight(
            problem=f"several weights are tagged ({tagged}): say which one goes with key set {keyset.name!r}"
        )
    name = name if name is not None else next(iter(release.weights), None)
    if name is not None and name in release.weights:
        return _checked(name, release.weights[name][records], release)
    if sampling_fraction:
        return _even(sampling_fraction, release.share_of_original)
    if name is None:
        return SetWeight(basis="1 divided by the number of records alike, because no weight is tagged in this file")
    basis = f"1 divided by the number of records alike, because the weight {name!r} is not in this file"
    return SetWeight(basis=basis, flags=(basis,))


def _even(sampling_fraction: float, share_of_original: float) -> SetWeight:
    share = sampling_fraction * share_of_original
    of_it = "" if share_of_original == 1 else f", of which this file holds {trimmed_percent(share_of_original)}"
    basis = f"individual risks for a sample of {trimmed_percent(sampling_fraction)} of the population{of_it}"
    return SetWeight(each=1 / share, basis=basis, kind=f"fraction {sampling_fraction:g}")


def _checked(name: str, values: NDArray[np.float64], release: Release) -> SetWeight:
    unusable = int((~(np.isfinite(values) & (values >= 0))).sum())
    if unusable:
        return SetWeight(
            name,
            problem=f"weight {name!r} is missing or negative in {unusable} of {len(values)} records: "
            "correct it in the file, or leave those records out",
        )
    if len(values) and not values.any():
        return SetWeight(name, problem=f"weight {name!r} is above 0 in no record")
    low = int(((values > 0) & (values < 1)).sum())
    flags: tuple[str, ...] = (f"{counted(low, 'record has', 'records have')} a weight {name!r} below 1",) if low else ()
    basis = f"individual risks with weight {name!r}"
    if name in release.borrowed_weights:
        scaled = "" if release.share_of_original == 1 else ", scaled up to this sample"
        basis = f"{basis} of the linked original records{scaled}: this file has no weight"
        flags += (basis,)
    nobody = int((release.weights[name] == 0).sum())
    if nobody:
        basis = f"{basis}, without {counted(nobody, 'record', 'records')} of weight 0"
        flags += (basis,)
    return SetWeight(name, values, basis=basis, flags=flags, kind=f"weight {name}", of_nobody=nobody)
