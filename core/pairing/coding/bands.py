"""Band strings such as ``[20,30)``, ``20-29``, ``<20``, ``80+``: one label, and a whole set of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.data import Bands, Closed, number_label
from core.errors import PairingError

_N = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_INTERVAL = re.compile(rf"([\[(])\s*({_N}|-inf(?:inity)?)\s*[,;]\s*({_N}|\+?inf(?:inity)?)\s*([\])])")
_RANGE = re.compile(rf"({_N})\s*(?:-|to|\.\.)\s*({_N})")
_AT_LEAST = re.compile(
    rf"(?:>=|at least)\s*({_N})|({_N})\s*\+|({_N})\s+(?:and|or|&)\s+(?:over|above|more|older|up|higher|greater)"
)
_MORE_THAN = re.compile(rf"(?:>|over|above|more than|greater than|older than)\s*({_N})")
_AT_MOST = re.compile(
    rf"(?:<=|up to|at most)\s*({_N})|({_N})\s+(?:and|or|&)\s+(?:under|below|less|fewer|younger|lower)"
)
_LESS_THAN = re.compile(rf"(?:<|under|below|less than|fewer than|younger than)\s*({_N})")
_SPELLING = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "≥": ">=", "≤": "<=", "\u00a0": " "})
_YEARS = re.compile(r"\b(?:years?|yrs?)(?: old| of age)?\b")
_NUMBER = re.compile(_N)
LONGEST = 100
"""Characters of a band's label; nobody writes longer ones, and free text need not be looked at."""


MOST_BANDS = 5_000
"""Different labels from which on a column holds no bands: nobody compares that many, and each costs time."""


@dataclass(frozen=True)
class Band:
    """One band: its ends, infinite where it is open, and whether they belong to it."""

    lower: float
    upper: float
    lower_closed: bool
    upper_closed: bool

    @property
    def is_open_ended(self) -> bool:
        """True where one end is infinite, as in ``80+`` or ``<5``."""
        return math.isinf(self.lower) or math.isinf(self.upper)

    def covers(self, other: Band) -> bool:
        """Return whether every value of the other band lies in this one."""
        below = self.lower < other.lower or (
            self.lower == other.lower and (self.lower_closed or not other.lower_closed)
        )
        above = self.upper > other.upper or (
            self.upper == other.upper and (self.upper_closed or not other.upper_closed)
        )
        return below and above


def single(value: float) -> Band:
    """Return the band that holds one value."""
    return Band(value, value, lower_closed=True, upper_closed=True)


def parse_band(label: str) -> Band | None:
    """Read one band string; None where the label is no band.

    Parameters
    ----------
    label : str
        ``[20,30)``, ``(20,30]``, ``20-29`` (any dash), ``20 to 29``, ``<20``, ``<=19``, ``80+``, ``>=80``, ``>80``,
        ``80 and over``, ``under 20`` and their like; with signs, decimals, spaces, and "years".
    """
    if len(label) > LONGEST:
        return None
    text = _YEARS.sub("", " ".join(label.translate(_SPELLING).lower().split())).strip()
    interval = _INTERVAL.fullmatch(text)
    if interval:
        left, lower, upper, right = interval.groups()
        return _checked(Band(float(lower), float(upper), left == "[", right == "]"))
    between = _RANGE.fullmatch(text)
    if between:
        return _range(*between.groups())
    return _open_band(text)


def _open_band(text: str) -> Band | None:
    for pattern, top, closed in (
        (_AT_LEAST, True, True),
        (_MORE_THAN, True, False),
        (_AT_MOST, False, True),
        (_LESS_THAN, False, False),
    ):
        match = pattern.fullmatch(text)
        if match:
            limit = float(next(group for group in match.groups() if group is not None))
            return Band(limit, math.inf, closed, False) if top else Band(-math.inf, limit, False, closed)
    return None


def _range(lower: str, upper: str) -> Band | None:
    # 24-01004 is a code, 05-09 a band: leading zeros are for ends of equal length
    padded = any(len(end) > 1 and end[0] == "0" and end[1] != "." for end in (lower, upper))
    if padded and len(lower) != len(upper):
        return None
    return _checked(Band(float(lower), float(upper), lower_closed=True, upper_closed=True))


def _checked(band: Band) -> Band | None:
    both_closed = band.lower_closed and band.upper_closed
    return band if band.lower < band.upper or (band.lower == band.upper and both_closed) else None


def parse_all(labels: Iterable[str]) -> dict[str, Band] | None:
    """Read every label as a band; None where one of them is none, there is no label, or there are too many."""
    read: dict[str, Band] = {}
    for label in labels:
        band = parse_band(label)
        if band is None or len(read) == MOST_BANDS:
            return None
        read[label] = band
    return read or None


def assemble(bands: dict[str, Band], *, whole: bool) -> Bands:
    """Put bands side by side.

    Parameters
    ----------
    bands : dict of str to Band
        Label -> band, in any order.
    whole : bool
        The banded variable holds whole numbers only.

    Returns
    -------
    Bands
        Ascending; closed on both ends where the labels are ranges of whole numbers (``20-29``, ``30-39``), else
        half-open as the labels say. An end that differs from the rest (the first of ``[0,10]``, ``(10,20]``) is
        moved to the next number, so that the same values belong to the band.

    Raises
    ------
    PairingError
        Bands overlap, leave a gap, or share an edge that belongs to both.
    """
    ordered = sorted(bands.items(), key=lambda item: (item[1].lower, item[1].upper))
    unit = 10.0 ** -_decimals(bands.values())
    joins = {_join(a, b, unit) for a, b in pairwise(ordered)}
    closed = _style(joins, ordered[0][1], whole=whole)
    edges = tuple(_edges(band, closed, whole=whole) for _, band in ordered)
    return Bands(edges, tuple(label for label, _ in ordered), closed)


def _decimals(bands: Iterable[Band]) -> int:
    ends = [end for band in bands for end in (band.lower, band.upper) if math.isfinite(end)]
    return max((len(number_label(end).partition("e")[0].partition(".")[2]) for end in ends), default=0)


def _join(left: tuple[str, Band], right: tuple[str, Band], unit: float) -> Closed:
    """Return how two neighbours meet; raise PairingError where they do not meet once."""
    a, b = left[1], right[1]
    names = f"bands {left[0]!r} and {right[0]!r}"
    if a.upper > b.lower:
        raise PairingError(f"{names} overlap; give each value one band")
    if a.upper == b.lower:
        if a.upper_closed and b.lower_closed:
            raise PairingError(f"{names} both hold {number_label(a.upper)}; say which one does, as in [20,30)")
        if a.upper_closed or b.lower_closed:
            return Closed.RIGHT if a.upper_closed else Closed.LEFT
    elif a.upper_closed and b.lower_closed and abs(b.lower - a.upper - unit) < unit * 1e-6:
        return Closed.BOTH
    raise PairingError(f"{names} leave a gap; declare the recode with a band for every value")


def _style(joins: set[Closed], only: Band, *, whole: bool) -> Closed:
    if len(joins) == 1:
        return next(iter(joins))
    if not joins:
        if only.lower_closed and not only.upper_closed:
            return Closed.LEFT
        return Closed.RIGHT if only.upper_closed and not only.lower_closed else Closed.BOTH
    if Closed.BOTH in joins or whole:
        return Closed.BOTH
    raise PairingError("some bands are closed on the left and some on the right; declare the recode with one of them")


def _edges(band: Band, closed: Closed, *, whole: bool) -> tuple[float, float]:
    holds_lower = closed in (Closed.BOTH, Closed.LEFT)
    holds_upper = closed in (Closed.BOTH, Closed.RIGHT)
    lower, upper = band.lower, band.upper
    if band.lower_closed != holds_lower:
        lower = _neighbour(lower, up=holds_lower, whole=whole)
    if band.upper_closed != holds_upper:
        upper = _neighbour(upper, up=band.upper_closed, whole=whole)
    return lower, upper


def _neighbour(end: float, *, up: bool, whole: bool) -> float:
    if math.isinf(end):
        return end
    if whole and end == int(end):
        return end + (1 if up else -1)
    return math.nextafter(end, math.inf if up else -math.inf)


def band_labels(bands: Bands) -> tuple[str, ...]:
    """Return the label of each band; made from its edges where none was declared."""
    if bands.labels:
        return bands.labels
    return tuple(_label(lower, upper, bands.closed) for lower, upper in bands.edges)


def _label(lower: float, upper: float, closed: Closed) -> str:
    low, high = (number_label(end) if math.isfinite(end) else str(end) for end in (lower, upper))
    if closed is Closed.BOTH:
        return low if lower == upper else f"{low} to {high}"
    return f"[{low},{high})" if closed is Closed.LEFT else f"({low},{high}]"


def lower_bounds(labels: Sequence[str]) -> dict[str, tuple[float, float]] | None:
    """Return label -> ends where every label is a band or a number and at least one is a band; else None."""
    if len(labels) > MOST_BANDS:
        return None
    bands = {label: parse_band(label) for label in labels}
    if not any(bands.values()):
        return None
    ends: dict[str, tuple[float, float]] = {}
    for label, band in bands.items():
        if band is not None:
            ends[label] = (band.lower, band.upper)
        elif _NUMBER.fullmatch(label.lower()):
            ends[label] = (float(label), float(label))
        else:
            return None
    return ends
