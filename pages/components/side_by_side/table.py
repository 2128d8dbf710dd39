"""Every measure of the pinned scenarios in one table, with what the intervals say."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.measures import Better, Measure
from core.statistics.reproducible import above, below
from core.views import MeasuredValue, MeasureRow, direction
from core.wording import _
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import interval, value
from pages.components.methods_link import method_links

LETTERS = "ABC"
LINE_BREAK = "  \n"
HEADLINE = ("gdu", "aldu_univariate", "aldu_bivariate", "propensity", "cluster", "ecdf_maximum", "global_risk")
"""Measures that are shown before all others."""

FAMILIES = {
    "gdu": _("Global data utility"),
    "propensity": _("Propensity"),
    "cluster": _("Clusters"),
    "ecdf": _("Distribution functions"),
    "tables": _("Tables"),
    "loss": _("Information loss"),
    "analyses": _("Analyses"),
    "risk": _("Disclosure risk"),
}


def lettered(names: Sequence[str]) -> dict[str, str]:
    """Return the letter of each scenario."""
    return {name: LETTERS[i] for i, name in enumerate(names)}


def measures_table(rows: Sequence[MeasureRow], names: Sequence[str], key: str) -> None:
    """Show measures as rows, the original and the scenarios as columns, the verdict last."""
    heads = [f"{letter} · {md(name, 40)}" for name, letter in lettered(names).items()]
    table = pd.DataFrame(
        [[_name(row), _original(row), *_cells(row), verdict(row)] for row in rows],
        columns=[_("Measure"), _("Original"), *heads, _("What the intervals say")],
    )
    with st.container(key=f"risk_table_side_{key}"):
        st.table(table.set_index(_("Measure")), border="horizontal", alt=_("Measures of the scenarios side by side"))
    method_links([row.measure for row in rows], f"side_{key}")


def headline_rows(rows: Sequence[MeasureRow]) -> list[MeasureRow]:
    """Return the rows of the few measures that stand first."""
    return [row for row in rows if row.measure.id in HEADLINE]


def families(rows: Sequence[MeasureRow]) -> dict[str, list[MeasureRow]]:
    """Return the rows by family, utility before risk, under the family's name."""
    by_family: dict[str, list[MeasureRow]] = {}
    for row in rows:
        by_family.setdefault(FAMILIES.get(row.measure.family, row.measure.family.capitalize()), []).append(row)
    return by_family


def verdict(row: MeasureRow) -> str:
    """Return who is better by the intervals, as a badge with words; why not, where they cannot say."""
    if not row.verdict:
        return f":small[:gray[{md(row.why_not, 120)}]]"
    if not row.better:
        return _(":gray-badge[no clear difference]")
    best = [i for i in range(len(row.cells)) if sum(a == i for a, _rest in row.better) == len(row.cells) - 1]
    if best:
        return _(":blue-badge[{letters} better]").format(letters=LETTERS[best[0]])
    return (
        ":blue-badge["
        + ", ".join(
            _("{letters} better than {letters2}").format(letters=LETTERS[a], letters2=LETTERS[b]) for a, b in row.better
        )
        + "]"
    )


def _name(row: MeasureRow) -> str:
    target = f" · {', '.join(md(t, 40) for t in row.target)}" if row.target else ""
    return f"**{md(row.measure.name, 80)}**{target}{LINE_BREAK}:small[:gray[{direction(row.measure)}]]"


def _original(row: MeasureRow) -> str:
    if row.original is not None:
        return _shown(row.measure, row.original)
    low, high = row.measure.bounds
    best = high if row.measure.better is Better.HIGHER else low
    return f":gray[{value(row.measure, best)}]" if abs(best) != float("inf") else ":gray[–]"


def _cells(row: MeasureRow) -> list[str]:
    first = next((c.value for c in row.cells), None)
    return [_shown(row.measure, cell, None if i == 0 else first) for i, cell in enumerate(row.cells)]


def _shown(measure: Measure, cell: MeasuredValue, reference: float | None = None) -> str:
    """Return value, interval, difference to the first scenario, and n."""
    if cell.value is None:
        return f"–{LINE_BREAK}:small[:gray[{md(cell.reason, 160)}]]"
    lines = [f"**{value(measure, cell.value)}**" + ("†" if cell.caution else "")]
    if cell.interval is not None:
        lines.append(f":small[:gray[{interval(measure, cell.interval)}]]")
    if reference is not None and (above(cell.value, reference) or below(cell.value, reference)):
        arrow = "▲" if cell.value > reference else "▼"
        lines.append(f":small[{arrow} {value(measure, abs(cell.value - reference))}]")
    lines.append(f":small[:gray[n = {cell.n:,}]]")
    return LINE_BREAK.join(lines)


def cautions(rows: Sequence[MeasureRow]) -> None:
    """Say what the daggers mean."""
    sentences = dict.fromkeys(cell.caution for row in rows for cell in row.cells if cell.caution)
    for sentence in sentences:
        st.caption(f"† {md(sentence, 500)}")


def side_by_side_download(rows: Sequence[MeasureRow], names: Sequence[str]) -> None:
    """Offer every figure as a file; it holds figures of risk."""
    lines = []
    for row in rows:
        line: dict[str, object] = {
            "confidential": "yes" if row.is_risk else "",
            "measure": row.measure.id,
            "name": row.measure.name,
            "of": plain(", ".join(row.target)),
            "better": str(row.measure.better),
            "original": row.original.value if row.original else None,
        }
        for name, cell in zip(names, row.cells, strict=True):
            shown = plain(name)
            line |= {
                shown: cell.value,
                _("{shown}: from").format(shown=shown): cell.interval[0] if cell.interval else None,
                _("{shown}: to").format(shown=shown): cell.interval[1] if cell.interval else None,
                f"{shown}: n": cell.n,
                _("{shown}: not defined because").format(shown=shown): plain(cell.reason, 500),
            }
        line["verdict"] = (
            "; ".join(
                _("{names} better than {names2}").format(names=plain(names[a]), names2=plain(names[b]))
                for a, b in row.better
            )
            or row.why_not
            or _("no clear difference")
        )
        lines.append(line)
    table_download(pd.DataFrame(lines), "confidential_side_by_side")
