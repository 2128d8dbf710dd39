"""The index of clauses: where the report shows what standards ask for, and what it does not show."""

from __future__ import annotations

from collections.abc import Iterable

from core.assessment import Comparison
from core.measures import Result
from core.reports.internal.clauses import CLAUSES, Clause
from core.reports.report_model import Cell, Section, Table
from core.reports.words import text
from core.wording import first_of

NOT_BY_PROGRAM = "not shown by this program"


def clause_section(comparison: Comparison, sections: Iterable[Section]) -> Section:
    """Return the index over the other sections of the report.

    Parameters
    ----------
    comparison : Comparison
        Whose measures have figures or not.
    sections : iterable of Section
        Those of the report, in their order.
    """
    titles = {s.id: s.title for s in sections if s.blocks}
    measured = {o.measure for a in comparison.scenarios for o in a.outcomes if isinstance(o, Result)}
    shown = {clause: _where(clause, titles, measured) for clause in CLAUSES}
    rows = tuple((text(c.standard), text(c.asked), *_cells(c, where)) for c, where in shown.items())
    heads = "Standard", "Clause", "Where it is shown", "Not shown"
    note = "A section is named by its title. What is shown supports an assessment; whether it is enough is not judged."
    title = f"{sum(bool(where) for where in shown.values())} of {len(CLAUSES)} clauses of standards are answered here"
    return Section("clauses", title, (Table("Clauses and where they are shown", heads, rows, note),))


def _where(clause: Clause, titles: dict[str, str], measured: set[str]) -> list[str]:
    """Return the titles of the sections that show a clause in this report."""
    if clause.measures and not measured.intersection(clause.measures):
        return []
    return [titles[name] for name in clause.sections if name in titles]


def _cells(clause: Clause, where: list[str]) -> tuple[Cell, Cell]:
    if where:
        return text(first_of(where)), text(clause.beyond)
    if clause.sections == ("register",):
        return text("not shown: no register of releases was brought in"), text(clause.beyond)
    if clause.sections:
        return text("not shown: not measured in this run"), text(clause.beyond)
    return text(NOT_BY_PROGRAM), text(clause.beyond)
