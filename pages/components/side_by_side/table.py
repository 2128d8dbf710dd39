"""Every measure of the pinned scenarios in one table, with what the intervals say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.measures import Measure
from core.statistics.reproducible import above, below
from core.views import MeasuredValue, MeasureRow, direction, n_in_words
from pages.components import layout
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import difference, interval, value
from pages.components.methods_link import method_links

LETTERS = "ABC"
LINE_BREAK = "  \n"
HEADLINE = (
    "gdu",
    "expected_match_risk",
    "indicators_inside",
    "aldu_univariate",
    "aldu_bivariate",
    "propensity",
    "cluster",
    "ecdf_maximum",
)
"""Measures that are shown before all others: the axes of the map first."""

FAMILIES = {
    "gdu": "Global data utility",
    "propensity": "Propensity",
    "cluster": "Clusters",
    "ecdf": "Distribution functions",
    "tables": "Tables",
    "loss": "Information loss",
    "analyses": "Analyses",
    "risk": "Disclosure risk",
}


def lettered(names: Sequence[str]) -> dict[str, str]:
    """Return the letter of each scenario."""
    return {name: LETTERS[i] for i, name in enumerate(names)}


def measures_table(rows: Sequence[MeasureRow], names: Sequence[str], key: str) -> None:
    """Show measures as rows and the files as columns; what the intervals say stands beneath the measure's name."""
    heads = [f"{letter} · {md(name, 40)}" for name, letter in lettered(names).items()]
    table = pd.DataFrame([[_name(row), *_cells(row)] for row in rows], columns=["Measure", *heads])
    with st.container(key=f"side_table_{key}"):
        st.table(table.set_index("Measure"), border="horizontal", alt="Measures of the files side by side")
    cautions(rows)
    method_links([row.measure for row in rows], f"side_{key}")


def headline_rows(rows: Sequence[MeasureRow]) -> list[MeasureRow]:
    """Return the rows of the few measures that stand first, the map's two axes before all, where the files differ."""
    by_place = sorted((row for row in rows if row.measure.id in HEADLINE), key=lambda r: HEADLINE.index(r.measure.id))
    return [row for row in by_place if row.differs]


def family_tables(rows: Sequence[MeasureRow], names: Sequence[str]) -> None:
    """Show the measures by family, each once it is opened: those that differ as a table, the others by name."""
    for name, group in families(rows).items():
        differing = [row for row in group if row.differs]
        label = f"{name}: {len(differing)} of {len(group)} differ"
        layout.details(label, f"side_{group[0].measure.family}", partial(_family, group, names, name))
    side_by_side_download(rows, names)


def _family(group: Sequence[MeasureRow], names: Sequence[str], name: str) -> None:
    differing, same = ([row for row in group if row.differs is differs] for differs in (True, False))
    if differing:
        measures_table(differing, names, name)
    if same:
        st.caption(f"The same in each, or without a value in each: {_titles(same)}.")


def _titles(rows: Sequence[MeasureRow]) -> str:
    return "; ".join(md(row.measure.name, 80) + _target(row) for row in rows)


def families(rows: Sequence[MeasureRow]) -> dict[str, list[MeasureRow]]:
    """Return the rows by family, utility before risk, under the family's name."""
    by_family: dict[str, list[MeasureRow]] = {}
    for row in rows:
        by_family.setdefault(FAMILIES.get(row.measure.family, row.measure.family.capitalize()), []).append(row)
    return by_family


def verdict(row: MeasureRow) -> str:
    """Return which file is better by the intervals, as a badge with words; why not, where they cannot say."""
    if not row.verdict:
        return f":small[:gray[{md(row.why_not, 120)}]]"
    if not row.chance_by:
        return _badge(row)
    return _badge(row) + "  \n" + f":small[:gray[judged by: {row.chance_by}]]"


def _badge(row: MeasureRow) -> str:
    if not row.better:
        return ":gray-badge[may be chance]"
    best = [i for i in range(len(row.cells)) if sum(a == i for a, _rest in row.better) == len(row.cells) - 1]
    if best:
        return f":blue-badge[{LETTERS[best[0]]} better]"
    return ":blue-badge[" + ", ".join(f"{LETTERS[a]} better than {LETTERS[b]}" for a, b in row.better) + "]"


def _name(row: MeasureRow) -> str:
    lines = [f"**{md(row.measure.name, 80)}**{_target(row)}", f":small[:gray[{direction(row.measure)}]]", verdict(row)]
    if row.original is not None and row.original.value is not None:
        original = f"original: {value(row.measure, row.original.value)}"
        lines.insert(2, f":small[:gray[{original}]]")
    return LINE_BREAK.join(lines)


def _target(row: MeasureRow) -> str:
    return f" · {', '.join(md(t, 40) for t in row.target)}" if row.target else ""


def _cells(row: MeasureRow) -> list[str]:
    first = next((c.value for c in row.cells), None)
    return [_shown(row.measure, cell, None if i == 0 else first) for i, cell in enumerate(row.cells)]


def _shown(measure: Measure, cell: MeasuredValue, reference: float | None = None) -> str:
    """Return value, interval, difference to the first scenario, and n."""
    if cell.value is None:
        return f"–{LINE_BREAK}:small[:gray[{md(cell.reason, 160)}]]"
    lines = [f"**{value(measure, cell.value)}**"]
    if cell.caution:
        lines.append(":orange-badge[does not hold]")
    if cell.interval is not None:
        lines.append(f":small[:gray[{interval(measure, cell.interval)}{measure.interval_mark}]]")
    if reference is not None and (above(cell.value, reference) or below(cell.value, reference)):
        arrow = "▲" if cell.value > reference else "▼"
        lines.append(f":small[{arrow} {difference(measure, abs(cell.value - reference))}]")
    lines.append(f":small[:gray[{n_in_words(cell.n or 0, cell.weighting, ignored=cell.not_weighted)}]]")
    return LINE_BREAK.join(lines)


def cautions(rows: Sequence[MeasureRow]) -> None:
    """Say why figures do not hold."""
    sentences = dict.fromkeys(cell.caution for row in rows for cell in row.cells if cell.caution)
    for sentence in sentences:
        st.caption(f"Does not hold: {md(sentence, 500)}")


def side_by_side_download(rows: Sequence[MeasureRow], names: Sequence[str]) -> None:
    """Offer every figure as a file; it holds figures of risk."""
    lines = []
    for row in rows:
        line: dict[str, object] = {
            "confidential": "yes" if row.measure.is_risk else "",
            "measure": row.measure.id,
            "name": row.measure.name,
            "of": plain(", ".join(row.target)),
            "better": str(row.measure.better),
            "about its interval": row.measure.interval_caution,
            "original": row.original.value if row.original else None,
        }
        for name, cell in zip(names, row.cells, strict=True):
            shown = plain(name)
            line |= {
                shown: cell.value,
                f"{shown}: from": cell.interval[0] if cell.interval else None,
                f"{shown}: to": cell.interval[1] if cell.interval else None,
                f"{shown}: n": cell.n,
                f"{shown}: not defined because": plain(cell.reason, 500),
            }
        line["verdict"] = (
            "; ".join(f"{plain(names[a])} better than {plain(names[b])}" for a, b in row.better)
            or row.why_not
            or "may be chance"
        )
        lines.append(line)
    table_download(pd.DataFrame(lines), "confidential_side_by_side")
