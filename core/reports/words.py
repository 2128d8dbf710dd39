"""Outcomes as cells and words of a report."""

from __future__ import annotations

from core.measures import Measure, Outcome
from core.reports.report_model import Cell
from core.wording import exact_percent, percent

NOTHING = Cell("–")


def text(content: object) -> Cell:
    """Return a cell of text."""
    return Cell(str(content)) if content not in (None, "") else NOTHING


def count(n: int | None) -> Cell:
    """Return a cell with a whole number."""
    return NOTHING if n is None else Cell(f"{n:,}", n)


def share(x: float | None) -> Cell:
    """Return a cell with a share in percent."""
    return NOTHING if x is None else Cell(exact_percent(x), x)


def number(x: float | None) -> Cell:
    """Return a cell with a number of four digits."""
    return NOTHING if x is None else Cell(f"{x:,.4g}", x)


def coarse_share(x: float | None) -> Cell:
    """Return a cell with a share in whole percent, as users are told it: more digits would be made up."""
    return NOTHING if x is None else Cell(percent(x, 0), x)


def value(measure: Measure, x: float | None) -> Cell:
    """Return a cell with a value as its measure is written."""
    return NOTHING if x is None else Cell(measure.value_text(x), x)


def outcome_cell(measure: Measure, outcome: Outcome | None) -> Cell:
    """Return a cell with an outcome; a dash where there is no value: the reasons stand elsewhere."""
    return NOTHING if outcome is None else value(measure, outcome.value)


def interval_cell(measure: Measure, outcome: Outcome | None) -> Cell:
    """Return a cell with a 95% interval."""
    if outcome is None or outcome.interval is None:
        return NOTHING
    low, high = (value(measure, end).text for end in outcome.interval)
    ends = f"{low} to {high}"
    return Cell(ends + measure.interval_mark)
