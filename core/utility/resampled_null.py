"""What a measure shows when nothing but chance differs: the original against samples of itself.

Woo et al. (2009), section 4: records of the original are drawn with replacement, as many as the
masked file has, and the measure compares them with the original. A classification tree is compared with a
permutation null instead: the records of both files are assigned to them at random.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NotRequired, TypedDict, final

import numpy as np
from numpy.typing import NDArray

from core.statistics.reproducible import comparable, generator

QUICK = 20
"""Replicates of a quick run."""

INSIDE = 0.95
"""A value not above this share of the null is inside what a fresh sample would show."""


@final
class NoNullDetail(TypedDict):
    """No replicates (0), and why."""

    replicates: int
    reason: str


Quantiles = TypedDict("Quantiles", {"0.05": float, "0.5": float, "0.95": float})
"""By share: the values of the replicates that leave this share below them."""


@final
class NullDetail(TypedDict):
    """What the replicates show, sorted, and where the value lies among them: ``above`` this share of them.

    ``dealt``: the replicates are no samples, but the records of both files assigned to them at random.
    """

    replicates: int
    mean: float
    sd: float | None
    quantiles: Quantiles
    values: NotRequired[list[float]]
    above: float
    inside: bool
    sentence: str
    dealt: NotRequired[bool]


@dataclass(frozen=True)
class ResampledNull:
    """Values of a measure on samples of the original, and where the masked file's value lies.

    Parameters
    ----------
    values : tuple of float
        One per replicate; empty where there are none, and ``reason`` says why.
    reason : str
    permuted : bool
        The replicates are the records of both files, assigned to them at random.
    """

    values: tuple[float, ...]
    reason: str = ""
    permuted: bool = False

    def described(self, value: float) -> NullDetail | NoNullDetail:
        """Return the null and a value's place in it, JSON-ready; ``above`` is the share of the null below it."""
        if not self.values:
            return {"replicates": 0, "reason": self.reason}
        null = np.array(self.values)
        above = float((comparable(null) < comparable(value)).mean())
        detail: NullDetail = {
            "replicates": len(null),
            "mean": float(null.mean()),
            "sd": float(null.std(ddof=1)) if len(null) > 1 else None,
            "quantiles": {
                "0.05": float(np.quantile(null, 0.05)),
                "0.5": float(np.quantile(null, 0.5)),
                "0.95": float(np.quantile(null, 0.95)),
            },
            "values": [float(x) for x in np.sort(null)],
            "above": above,
            "inside": above <= INSIDE,
            "sentence": _sentence(above, len(null), permuted=self.permuted),
        }
        if self.permuted:
            detail["dealt"] = True
        return detail


NO_NULL = ResampledNull((), "the files cannot be compared")
NOT_ASKED_FOR = "no replicates were asked for"


def draws(seed: int, measure: str, n_original: int, n_masked: int, replicates: int) -> Iterator[NDArray[np.int64]]:
    """Yield the original's rows drawn for each replicate, (n_masked,) each, with replacement."""
    for replicate in range(replicates):
        yield generator(seed, f"{measure}||{replicate}").integers(0, n_original, n_masked)


def no_null(replicates: int, cost: float, affordable: float) -> str:
    """Return why there is no resampled null; empty where there is to be one.

    Parameters
    ----------
    replicates : int
    cost, affordable : float
        Of one evaluation; what about two seconds can do. A quick run affords a quarter of it.
    """
    if replicates == 0:
        return NOT_ASKED_FOR
    if cost > (affordable if replicates > QUICK else affordable / 4):
        return f"one evaluation at this size takes too long to be repeated {replicates} times"
    return ""


def as_null(values: Sequence[float], *, permuted: bool = False) -> ResampledNull:
    """Return the null made of these values."""
    return ResampledNull(tuple(float(v) for v in values), permuted=permuted)


class NullsKept:
    """Nulls of originals that this process has met: every masked file meets the same one.

    Parameters
    ----------
    most : int
        How many are kept; those asked for last.
    """

    def __init__(self, most: int = 4) -> None:
        self._most, self._kept, self._lock = most, dict[bytes, tuple[ResampledNull, ...]](), Lock()

    def of(self, key: Iterable[Any], make: Callable[[], Sequence[ResampledNull]]) -> tuple[ResampledNull, ...]:
        """Return what is made from all that the key names: arrays, and what ``repr`` distinguishes."""
        digest = hashlib.blake2b()
        for part in key:
            array = np.ascontiguousarray(part) if isinstance(part, np.ndarray) else None
            digest.update(repr(part if array is None else (array.dtype.str, array.shape)).encode())
            if array is not None:
                digest.update(array.reshape(-1).view(np.uint8).data)
        name = digest.digest()
        with self._lock:
            known = self._kept.get(name)
        nulls = tuple(make()) if known is None else known
        with self._lock:
            self._kept.pop(name, None)
            self._kept[name] = nulls  # the last one asked for
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return nulls


def _sentence(above: float, replicates: int, *, permuted: bool) -> str:
    place = "inside" if above <= INSIDE else "beyond"
    if permuted:
        return (
            f"{place} what the same records would show if they were permuted between the two files at random "
            f"(larger than {above:.0%} of {replicates} permutations)"
        )
    return (
        f"{place} what a sample of this size drawn from the original's own records would show "
        f"(larger than {above:.0%} of {replicates} samples)"
    )
