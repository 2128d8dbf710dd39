"""Other packages that bring measures, masking methods, readers and formats: found by their entry points.

What another package offers is trusted with the data as this program is: anyone who installs it decides that. It is not
trusted to keep its promises: what cannot be imported, or is not what it says, is left out and named.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

Thing = TypeVar("Thing")

MEASURES, METHODS, READERS, FORMATS = "rumap.measures", "rumap.methods", "rumap.readers", "rumap.formats"
"""Groups of entry points."""


class NotAccepted(Exception):
    """What another package offers is not what it says; the message says in what."""


@dataclass(frozen=True)
class Origin:
    """The distribution that something comes from.

    Parameters
    ----------
    distribution, version : str
    """

    distribution: str
    version: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


@dataclass(frozen=True)
class Offer:
    """What another package offers.

    Parameters
    ----------
    name : str
        Of its entry point: the id of a measure or method, the ending of files.
    origin : Origin
    load : callable
        Imports it.
    """

    name: str
    origin: Origin
    load: Callable[[], Any]


@dataclass(frozen=True)
class Unusable:
    """An offer that is left out, and why in words."""

    name: str
    origin: Origin
    why: str

    def __str__(self) -> str:
        return f"{self.name} of {self.origin} is left out: {self.why}"


@cache
def offers(group: str) -> tuple[Offer, ...]:
    """Return what other packages offer in a group, in the order of the packages' names; nothing is imported."""
    offered = {_offer(entry) for entry in entry_points(group=group)}
    return tuple(sorted(offered, key=lambda offer: (offer.origin.distribution, offer.name)))


def _offer(entry: EntryPoint) -> Offer:
    about = entry.dist
    name, version = ("unknown", "0") if about is None else (about.name, about.version)
    return Offer(entry.name, Origin(name, version), entry.load)


def accepted(
    group: str, own: Collection[Thing], check: Callable[[Offer, Any, Collection[Thing]], None]
) -> tuple[Mapping[Thing, Origin], tuple[Unusable, ...]]:
    """Return what other packages bring to a group with where it comes from, and what is left out.

    Parameters
    ----------
    group : str
    own : collection
        What this program has of the kind.
    check : callable
        Is told the offer, what it loads, and what there is before it; raises NotAccepted where that is not
        what it says.
    """
    origins: dict[Thing, Origin] = {}
    left_out = []
    for offer in offers(group):
        try:
            thing = offer.load()
            check(offer, thing, (*own, *origins))
            origins[thing] = offer.origin
        except NotAccepted as error:
            left_out.append(Unusable(offer.name, offer.origin, str(error)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bad package must not end the program
            why = f"it cannot be imported ({error_and_place(error)})"
            left_out.append(Unusable(offer.name, offer.origin, why))
    return origins, tuple(left_out)


def error_and_place(error: BaseException) -> str:
    """Return the kind of an error and its place in the program; its message may quote data."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    if not places:
        return type(error).__name__
    return f"{type(error).__name__} in {Path(places[-1][0]).name}, line {places[-1][1]}"
