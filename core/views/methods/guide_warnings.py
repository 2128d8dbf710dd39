"""What the SDC Practice Guide warns about when measures of utility are read, for the place where the figure stands."""

from core.assessment import Assessment, measure_by_id
from core.data import Masking

INTERCHANGED = frozenset({Masking.SWAP, Masking.PRAM})
"""Maskings that write another record's value, or another category, in the place of the true one."""

DIRECT = (
    "values were interchanged or redrawn, so that comparing them one by one gives the impression of a high loss; "
    "means, covariances and benchmark indicators say more (SDC Practice Guide, choice of utility measure)"
)


def interchanged(assessment: Assessment) -> tuple[str, ...]:
    """Return the variables of a file whose values were swapped or redrawn, as declared."""
    return tuple(v.name for v in assessment.variables if v.masking in INTERCHANGED)


def is_warned(assessment: Assessment, measure: str) -> bool:
    """Whether a figure compares values one by one in a file where they were interchanged."""
    return measure_by_id(measure).value_by_value and bool(interchanged(assessment))
