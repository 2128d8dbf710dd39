"""The tables of a page in which measures have a column, as the measures declare them."""

from __future__ import annotations

from collections.abc import Iterable

from core import utility
from core.assessment import CATALOGUE
from core.measures import Measure, PageSection


def _sections(first: Iterable[PageSection], measures: Iterable[Measure]) -> dict[PageSection, tuple[Measure, ...]]:
    """Return the sections of a page with their columns: those in its order, then those that only measures name."""
    declared = sorted((m for m in measures if m.section is not None), key=lambda m: m.place)
    sections = dict.fromkeys([*first, *(m.section for m in declared if m.section is not None)])
    return {section: tuple(m for m in declared if m.section == section) for section in sections}


LOSS_SECTIONS = _sections(utility.SECTIONS, (m for m in CATALOGUE if not m.is_risk))
"""Of the information loss on What is lost: section -> the measures of its columns."""
