"""The contract of a masking method: its traits, its parameters, and what it hands back.

A method is one function ``(work, parameters) -> Treated`` with declared traits. Importing it registers nothing;
``METHODS`` lists them, and what is listed is offered by recipes, the laboratory and the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Codebook, Masking, Microdata, Recode, number_label
from core.masking.columns import MissingCodes, missing_codes


class Takes(StrEnum):
    """Which variables a method works on; keys: those of the first key set where none is named."""

    NUMBERS = "numbers"
    CATEGORIES = "categories"
    ANY = "any"
    KEYS = "keys"
    RECORDS = "records"


@dataclass(frozen=True, eq=False)
class Work:
    """What one step of a recipe works on.

    Parameters
    ----------
    microdata : Microdata
        The file as the steps before left it.
    codebook : Codebook
        Of the original: missing codes, roles and key sets.
    variables : tuple of str
        As the step names them.
    rng : numpy.random.Generator
        The step's own stream.
    """

    microdata: Microdata
    codebook: Codebook
    variables: tuple[str, ...]
    rng: np.random.Generator

    @property
    def missing(self) -> MissingCodes:
        """Missing codes by variable."""
        return missing_codes(self.codebook)


@dataclass(frozen=True, eq=False)
class Treated:
    """What one step hands back.

    Parameters
    ----------
    microdata : Microdata
    recodes : mapping of str to Recode
        Recodes that it applied, to be declared.
    maskings : mapping of str to Masking
        Where a variable's masking is another than the method's own.
    rows : int64 array or None
        The record before that each record comes from; None: the same records in the same order.
    linked : bool
        False: the records come from no record before.
    notes : tuple of str
        What the officer should know of it.
    """

    microdata: Microdata
    recodes: Mapping[str, Recode] = field(default_factory=dict)
    maskings: Mapping[str, Masking] = field(default_factory=dict)
    rows: NDArray[np.int64] | None = None
    linked: bool = True
    notes: tuple[str, ...] = ()


Apply = Callable[[Work, Any], Treated]


@dataclass(frozen=True)
class Method:
    """A masking method and its traits.

    Parameters
    ----------
    id, name : str
    takes : Takes
        Which variables it is for.
    masking : Masking
        How it is declared.
    parameters : type
        Frozen dataclass whose fields carry a ``setting``.
    summary : str
        What it does, in one sentence for an officer.
    reference : str
    random : bool
        Whether it draws at random.
    apply : callable
    """

    id: str
    name: str
    takes: Takes
    masking: Masking
    parameters: type
    summary: str
    reference: str
    random: bool
    apply: Apply


def method(
    *,
    id: str,  # noqa: A002 - the catalogue's own word
    name: str,
    takes: Takes,
    masking: Masking,
    parameters: type,
    summary: str,
    reference: str,
    random: bool,
) -> Callable[[Apply], Method]:
    """Turn a function ``(work, parameters) -> Treated`` into a Method with these traits; registers nothing."""

    def declare(apply: Apply) -> Method:
        return Method(id, name, takes, masking, parameters, summary, reference, random, apply)

    return declare


@dataclass(frozen=True)
class Setting:
    """How a parameter is asked for: its name in words, its range, what it means.

    Parameters
    ----------
    label : str
    low, high : float or None
        The smallest and the largest value.
    step : float or None
    help : str
    above_low, below_high : bool
        Whether the ends of the range themselves are not allowed.
    """

    label: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    help: str = ""
    above_low: bool = False
    below_high: bool = False

    def refusal(self, value: float) -> str:
        """Return what a value must be, in words; empty where it is so."""
        too_low = self.low is not None and (value <= self.low if self.above_low else value < self.low)
        too_high = self.high is not None and (value >= self.high if self.below_high else value > self.high)
        if not (too_low or too_high):
            return ""
        lowest, highest = "above" if self.above_low else "at least", "below" if self.below_high else "at most"
        ends = ((lowest, self.low), (highest, self.high))
        return " and ".join(f"{words} {number_label(end)}" for words, end in ends if end is not None)


def setting(
    label: str,
    *,
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    help: str = "",  # noqa: A002 - what the page calls it
    above_low: bool = False,
    below_high: bool = False,
) -> dict[str, Setting]:
    """Return the metadata of a parameter's field: how it is asked for, and what it may be."""
    return {"setting": Setting(label, low, high, step, help, above_low, below_high)}


DECIMALS = setting("Decimals", low=0, high=12, step=1)
"""How every method asks for the decimals that it rounds to."""


def setting_of(parameter: Field[Any]) -> Setting:
    """Return how a parameter is asked for."""
    entry = parameter.metadata["setting"]
    assert isinstance(entry, Setting)
    return entry
