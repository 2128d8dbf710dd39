"""A measure: a function with declared traits.

A measure is computed in two steps, so that what several measures share is computed once:
``prepare(subject, parameters)`` makes the dear part (local utilities, key frequencies ...), and
``compute(prepared)`` yields the measure's outcomes from it. Measures with the same ``prepare``
are run together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.measures.outcome import Outcome


class Scope(StrEnum):
    """What one outcome is about."""

    FILE = "file"
    VARIABLE = "variable"
    PAIR = "pair"
    RECORD = "record"


class Better(StrEnum):
    """Which direction is good: more utility, or less risk."""

    HIGHER = "higher"
    LOWER = "lower"


class Subject(StrEnum):
    """What is measured: the pair of files, one release alone (also the original), or the original and a size."""

    PAIR = "pair"
    RELEASE = "release"
    SIZE = "size"


class Passes(StrEnum):
    """What a measure passes over all records for: what its time grows with."""

    VARIABLES = "variables"
    PAIRS = "pairs of variables"
    KEYS = "key variables"
    RECORDS = "records compared with records, up to a limit of the measure's own"


class Requires(StrEnum):
    """What a measure cannot do without."""

    LINKS = "links"
    KEYS = "keys"
    WEIGHTS = "weights"


Prepare = Callable[..., Any]
Compute = Callable[[Any], Iterator[Outcome]]


@dataclass(frozen=True)
class Measure:
    """A measure and its traits.

    Parameters
    ----------
    id, name : str
        Fixed id; name in words.
    family : str
        Name of the parameter family (gdu, risk ...).
    scope : Scope
    subject : Subject
    better : Better
    bounds : (float, float)
    reference : str
        Source of the formula.
    parameters : type
        Frozen dataclass of the family's parameters; its defaults are the measure's.
    prepare, compute : callable
        The shared step ``(subject, parameters) -> prepared``; ``compute(prepared)`` yields outcomes.
        Of a SIZE measure ``prepare(pair, size, parameters, random)`` is one repetition, with the
        original on both sides of the pair, and ``compute`` takes the tuple of all repetitions.
    requires : frozenset of Requires
    summary : str
        What it says, in one sentence for an officer.
    formula : str
        As LaTeX, for its card; empty where words say it better.
    reading : str
        How to read a value, with the values that stand for good and bad.
    misleads : str
        When it misleads.
    replicable : bool
        Whether it may be computed again on jackknife replicates; False where that would cost too much, or where
        replicates measure something else than the file.
    repetitions : callable or None
        Of a SIZE measure: ``null.replicates`` -> how many repetitions it takes.
    passes : Passes
        What ``prepare`` passes over: the same for all measures that share it.
    """

    id: str
    name: str
    family: str
    scope: Scope
    subject: Subject
    better: Better
    bounds: tuple[float, float]
    reference: str
    parameters: type
    prepare: Prepare
    compute: Compute
    requires: frozenset[Requires] = frozenset()
    summary: str = ""
    replicable: bool = True
    repetitions: Callable[[int], int] | None = None
    formula: str = ""
    reading: str = ""
    misleads: str = ""
    passes: Passes = Passes.VARIABLES


def measure(
    *,
    id: str,  # noqa: A002 - the catalogue's own word
    name: str,
    family: str,
    scope: Scope,
    subject: Subject,
    better: Better,
    bounds: tuple[float, float],
    reference: str,
    parameters: type,
    prepare: Prepare,
    requires: frozenset[Requires] = frozenset(),
    summary: str = "",
    replicable: bool = True,
    repetitions: Callable[[int], int] | None = None,
    formula: str = "",
    reading: str = "",
    misleads: str = "",
    passes: Passes = Passes.VARIABLES,
) -> Callable[[Compute], Measure]:
    """Turn a function ``compute(prepared)`` into a Measure with these traits; registers nothing."""

    def declare(compute: Compute) -> Measure:
        return Measure(
            id,
            name,
            family,
            scope,
            subject,
            better,
            bounds,
            reference,
            parameters,
            prepare,
            compute,
            requires,
            summary,
            replicable,
            repetitions,
            formula,
            reading,
            misleads,
            passes,
        )

    return declare
