"""What intervals rest on, in words: which units the jackknife assigned, and with how many degrees of freedom."""

from core.assessment import Comparison
from core.data import Unit
from core.measures import Jackknife, JackknifeUnits, Result
from core.wording import counted, one_or_many

FEWEST_DEGREES = 8
"""Degrees of freedom below which an interval is wide, and itself uncertain."""


def jackknife_units(comparison: Comparison) -> str:
    """Return a sentence or two about the units behind a run's intervals; "" where they are single records."""
    files = (*comparison.scenarios, comparison.original)
    outcomes = (o for file in files for o in file.outcomes if isinstance(o, Result))
    jackknife = next((o.jackknife for o in outcomes if o.jackknife is not None and o.jackknife.design), None)
    return "" if jackknife is None else jackknife_words(jackknife)


def jackknife_words(jackknife: Jackknife) -> str:
    """Return which units an interval leaves out a group at a time; "" where they are single records."""
    if jackknife.design is None:
        return ""
    sentences = [
        "95% intervals leave out one of {groups} groups of {units} at a time: {degrees}.".format(
            units=" and ".join(_units(file) for file in jackknife.design.files),
            groups=len(jackknife.replicates),
            degrees=counted(jackknife.degrees_of_freedom, "degree of freedom", "degrees of freedom"),
        )
    ]
    joined = jackknife.design.files[0].joined
    if joined:
        sentences.append(
            one_or_many(
                "{n:,} stratum of a single unit was joined with its neighbour.",
                "{n:,} strata of a single unit were joined with their neighbours.",
                joined,
            ).format(n=joined)
        )
    if jackknife.degrees_of_freedom < FEWEST_DEGREES:
        sentences.append("So few units make an interval wide, and its width uncertain.")
    return " ".join(sentences)


def _units(file: JackknifeUnits) -> str:
    named = {
        Unit.CLUSTER: "whole clusters ({n:,}, by {variable})",
        Unit.HOUSEHOLD: "whole households ({n:,}, by {variable})",
        Unit.RECORD: "records ({n:,})",
    }
    words = named[file.unit].format(n=file.n, variable=file.variable)
    if file.strata == 1:
        return words
    return f"{words} within {file.strata:,} strata"
