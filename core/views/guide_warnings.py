"""What the SDC Practice Guide warns about when measures of utility are read, for the place where the figure stands."""

from __future__ import annotations

from collections.abc import Iterable

from core.assessment import Assessment
from core.data import Masking
from core.wording import _

INTERCHANGED = frozenset({Masking.SWAP, Masking.PRAM})
"""Maskings that write another record's value, or another category, in the place of the true one."""

VALUE_BY_VALUE = frozenset({"il1s", "values_mse", "values_mae", "values_variation", "records_changed_mean"})
"""Measures that compare each value with the one that it was."""

DIRECT = _(
    "values were interchanged or redrawn, so that comparing them one by one gives the impression of a high loss; "
    "means, covariances and benchmark indicators say more (SDC Practice Guide, choice of utility measure)"
)
GENERAL: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset({"il1s", "eigenvalues", "robust_eigenvalues"}),
        _("IL1s and differences of eigenvalues serve to compare maskings with each other (SDC Practice Guide)."),
    ),
    (
        frozenset({"missing_values_mean"}),
        _("Missing values can have other sources than masking, such as nonresponse (SDC Practice Guide)."),
    ),
)
"""(measures, warning) of every file."""


def interchanged(assessment: Assessment) -> tuple[str, ...]:
    """Return the variables of a file whose values were swapped or redrawn, as declared."""
    return tuple(v.name for v in assessment.variables if v.masking in INTERCHANGED)


def is_warned(assessment: Assessment, measure: str) -> bool:
    """Whether a figure compares values one by one in a file where they were interchanged."""
    return measure in VALUE_BY_VALUE and bool(interchanged(assessment))


def general_warnings(measures: Iterable[str]) -> tuple[str, ...]:
    """Return what is to be said of these measures in every file."""
    shown = frozenset(measures)
    return tuple(warning for about, warning in GENERAL if about & shown)
