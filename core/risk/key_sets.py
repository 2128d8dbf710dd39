"""What all measures of key sets share: the outcome of each key set, and why it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from core.data import Coded, Level, PairedVariable, Release
from core.measures import Answer, Answers, Measure, Skipped
from core.risk.validity import KeysFoundDetail, why_not_valid

NO_KEYS = "no key variables are tagged: give the role 'key' to what an intruder may know, or name a key set"

Detail = TypeVar("Detail", bound=Mapping[str, object])
SkippedDetail = TypeVar("SkippedDetail", bound=Mapping[str, object])


class KeysDetail(KeysFoundDetail):
    """The key variables of a key set that the file has."""

    keys: list[str]


class OfKeySet(Protocol):
    """One key set of one file, or of two."""

    @property
    def name(self) -> str:
        """Name of the key set."""

    @property
    def keys(self) -> tuple[str, ...] | tuple[PairedVariable, ...]:
        """Its variables that the masked file has."""

    @property
    def file(self) -> Release:
        """The masked file, with what is declared and seen of its masking."""

    @property
    def why_none(self) -> str:
        """Why nothing can be said of it, with the remedy; empty where something can."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader of the figures should know."""

    def skipped(self, reason: str) -> Skipped[Any]:
        """Return that a measure of this key set has no value, and why; ``outcomes`` says which measure."""


KeySetOf = TypeVar("KeySetOf", bound=OfKeySet)


def outcomes(
    measure: Measure,
    prepared: Iterable[KeySetOf],
    outcome: Callable[[KeySetOf], Answer[Detail, SkippedDetail]],
    also: Callable[[KeySetOf], tuple[str, ...]] = lambda _: (),
) -> Answers[Detail, SkippedDetail]:
    """Yield the measure's outcome of every key set; Skipped where there is none, or nothing can be said of it.

    Its flags are those of the key set where the measure gives none of its own. Where the masking of the keys, and of
    the variables that ``also`` names, makes the measure invalid, ``validity`` says so.
    """
    prepared = tuple(prepared)
    if not prepared:
        yield Skipped(measure.id, (), NO_KEYS)
    for keyset in prepared:
        if keyset.why_none:
            yield replace(keyset.skipped(keyset.why_none), measure=measure.id)
            continue
        answer = outcome(keyset)
        names = [key if isinstance(key, str) else key.name for key in keyset.keys]
        sentences = why_not_valid(measure.basis, (*names, *also(keyset)), keyset.file, keyset.name)
        flags = keyset.flags if answer.flags is None else answer.flags
        yield replace(answer, measure=measure.id, flags=flags, validity=(*answer.validity, *sentences))


def continuous_flags(columns: Iterable[tuple[str, Coded | None]]) -> tuple[str, ...]:
    """Say of which variables every distinct value is a category."""
    continuous = (name for name, column in columns if column is not None and column.level is Level.CONTINUOUS)
    return tuple(f"{name}: each distinct value is a category" for name in continuous)
