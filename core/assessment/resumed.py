"""What an earlier run of the same files and plan had finished, and need not be computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.assessment.comparison import Assessment, Comparison
from core.assessment.inputs import Inputs
from core.assessment.work import Family
from core.measures import Outcome, Subject


@dataclass(frozen=True)
class Finished:
    """One family on one file.

    Parameters
    ----------
    position : int
        0 for the original, 1, 2, ... for the scenarios.
    about : Assessment
        What was known of the file, without outcomes.
    ids : tuple of str
        Of the family's measures.
    outcomes : tuple of Outcome
    """

    position: int
    about: Assessment
    ids: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


Place = tuple[Subject, tuple[int, int]]
"""What a family measures, and the file and the family's number: as calls of a run name it."""


def finished_earlier(inputs: Inputs, earlier: Comparison) -> dict[Place, Finished]:
    """Return what is finished, by place.

    Parameters
    ----------
    inputs : Inputs
    earlier : Comparison
        Of the same files, codebook and plan, as far as that run came. The outcomes of a family came all at once, so
        that it was finished where there is one.
    """
    files = {a.file: a for a in (earlier.original, *earlier.scenarios, earlier.control) if a is not None}
    by_position = [files.get(inputs.original.name), *(files.get(s.microdata.name) for s in inputs.beside)]
    done: dict[Place, Finished] = {}
    for place, family in _places(inputs):
        position = place[1][0]
        if (finished := _finished(position, by_position[position], family)) is not None:
            done[place] = finished
    return done


def _places(inputs: Inputs) -> Iterator[tuple[Place, Family]]:
    for index, family in enumerate(inputs.families):
        if family.subject is not Subject.SIZE:
            for position in range(len(inputs.beside) + 1):
                yield (family.subject, (position, index)), family
    for place, work in inputs.repeated().items():
        yield (Subject.SIZE, place), work.family


def _finished(position: int, about: Assessment | None, family: Family) -> Finished | None:
    outcomes = () if about is None else tuple(o for o in about.outcomes if o.measure in family.ids)
    if about is None or not outcomes:
        return None
    return Finished(position, replace(about, outcomes=()), family.ids, outcomes)
