"""What an earlier run of the same files and plan had finished, and need not be computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.assessment.comparison import Comparison
from core.assessment.inputs import Inputs
from core.assessment.work import Place, WorkItem
from core.measures import Outcome


def finished_earlier(inputs: Inputs, earlier: Comparison) -> Iterator[tuple[Place, WorkItem, tuple[Outcome, ...]]]:
    """Yield the work that is finished, with its outcomes.

    Parameters
    ----------
    inputs : Inputs
    earlier : Comparison
        Of the same files, codebook and plan, as far as that run came. The outcomes of a family came all at once, so
        that it was finished where there is one.
    """
    files = {a.file: a for a in (earlier.original, *earlier.scenarios, earlier.control) if a is not None}
    names = [inputs.original.name, *(scenario.microdata.name for scenario in inputs.measured_files)]
    for (position, index), family in inputs.places.items():
        about = files.get(names[position])
        outcomes = () if about is None else tuple(o for o in about.outcomes if o.measure in family.ids)
        if about is not None and outcomes:
            yield (position, index), WorkItem(family, [(position, replace(about, outcomes=()))]), outcomes
