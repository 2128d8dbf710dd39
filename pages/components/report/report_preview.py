"""A report before it is downloaded: for whom, what is in it, and its files."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Literal

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.errors import ReportError, RUMapError
from core.reports import (
    LOWEST,
    THRESHOLD,
    Figure,
    Kind,
    Paragraph,
    Project,
    Report,
    Section,
    ShareOptions,
    Table,
    Tone,
    checklist,
    make_report,
    released_scenario,
)
from pages.components import layout
from pages.components.charts import NO_TOOLS
from pages.components.decision_trail import noted
from pages.components.escaping import md, plain
from pages.components.report.report_export import exports
from pages.components.workspace import change, current

IN_HAND = "report_in_hand"
AUDIENCES = {Kind.INTERNAL: "Internal", Kind.SHAREABLE: "Users of the released file"}
ABOUT = {
    Kind.INTERNAL: "Everything, marked confidential on every page: for the file of the decision.",
    Kind.SHAREABLE: (
        "Utility only: which variables and pairs are less accurate, by how much. "
        "No risk, parameter, seed, extreme, small cell or name of another scenario."
    ),
}


def report_card(project: Project, comparison: Comparison) -> None:
    """Ask for whom the report is, and offer it: to users once what must not be in it was looked for."""
    kind = audience()
    shared = kind is Kind.SHAREABLE
    options = share_options(project) if shared else ShareOptions()
    if options is None:
        return
    make = report_maker(project, kind, options, comparison)
    looked_at = st.toggle("Preview", value=shared, key=f"show_preview_{kind}")
    report = made(make) if shared or looked_at else None
    if report is not None and looked_at:
        preview(report)
    if not shared:
        exports(project, kind, options, comparison, ready=True)
    elif report is not None:
        exports(project, kind, options, comparison, ready=release_checklist(report, project, options))


def audience() -> Kind:
    """Ask for whom the report is."""
    kind = layout.one_of("Audience", AUDIENCES, "report_kind")
    st.caption(ABOUT[kind])
    return kind


def share_options(project: Project) -> ShareOptions | None:
    """Ask what the shareable report is about and may say; None while the released scenario is not known."""
    names = [s.name for s in project.comparison.scenarios] if project.comparison else []
    places = st.columns([3, 1.4, 3], vertical_alignment="bottom")
    decided = _decided(project)
    scenario = places[0].selectbox(
        "Released scenario",
        names,
        None if decided is None else names.index(decided),
        format_func=plain,
        placeholder="Choose the released one",
        key=f"share_scenario_{decided}",
    )
    threshold = places[1].number_input(
        "Fewest records",
        LOWEST,
        1000,
        THRESHOLD,
        help="Nothing is said where fewer records may stand behind a figure or in a cell of a small table. What counts "
        "is the next of 3, 5, 10, 20, 30 …: reports with thresholds that lie closer together would tell a count.",
        key="share_threshold",
        persist_state="session",
    )
    with places[2]:
        kinds = st.checkbox("Say in general how each variable was masked", key="share_kinds", persist_state="session")
        named = st.checkbox("Name the released file", key="share_named", persist_state="session")
    if threshold < THRESHOLD and not _reason_on_record(project, int(threshold)):
        return None
    if scenario is None:
        st.info("Record the decision above, or choose which version is released.", icon=":material/help:")
        return None
    return ShareOptions(str(scenario), int(threshold), masking_kinds=kinds, file_name=named)


def _decided(project: Project) -> str | None:
    """Return the name of the scenario that was decided on; it is never taken from the figures."""
    try:
        return released_scenario(project).name
    except ReportError:
        return None


def _reason_on_record(project: Project, threshold: int) -> bool:
    """Ask why figures on fewer than ten records are told, and write it into the record; whether it is there."""
    known = project.record.threshold_reason
    reason = st.text_input(
        f"Why may figures be published that rest on fewer than {THRESHOLD} records?",
        known,
        key="share_threshold_reason",
    ).strip()
    if not reason:
        st.warning("Without a reason on record nothing is told below that.", icon=":material/edit_note:")
        return False
    if reason != known:
        action = f"threshold of {threshold} records for users: {reason}"
        change(record=noted(action, replace(current().record, threshold_reason=reason)))
        st.rerun()
    return True


def report_maker(project: Project, kind: Kind, options: ShareOptions, judged: Comparison) -> Callable[[], Report]:
    """Return what makes the report: once, and not before somebody wants to see or save it."""
    in_hand: tuple[object, object, Callable[[], Report]] | None = st.session_state.get(IN_HAND)
    made_from = (project.record, project.codebook, kind, options)
    if in_hand is not None and in_hand[0] is project.comparison and in_hand[1] == made_from:
        return in_hand[2]
    make = cache(partial(make_report, project, kind, options, judged))
    st.session_state[IN_HAND] = (project.comparison, made_from, make)
    return make


def made(make: Callable[[], Report]) -> Report | None:
    """Return the report; say why where it cannot be made."""
    try:
        return make()
    except RUMapError as error:
        st.error(f"{md(str(error), 600)}.", icon=":material/error:")
        return None


def release_checklist(report: Report, project: Project, options: ShareOptions) -> bool:
    """Show what was looked for in the shareable report, and ask for a last look; return whether all is confirmed."""
    points = checklist(report, project, options)
    for point in points:
        icon = ":material/check:" if point.kept else ":material/close:"
        st.markdown(f"{icon} {point.statement}" + (f": {md(point.found, 300)}" if point.found else ""))
    st.markdown(":material/check: No parameter of the masking, no seed: the report has no place for them")
    seen = st.checkbox("I have read the preview, and nothing in it may do harm", key="share_seen")
    return seen and all(p.kept for p in points)


def preview(report: Report) -> None:
    """Show one part of the report at a time."""
    place = st.selectbox(
        "Part of the report",
        range(len(report.sections)),
        format_func=lambda i: plain(report.sections[i].title),
        key=f"preview_{report.kind}",
    )
    if report.mark:
        st.badge(report.mark, color="red")
    _show(report.sections[place], str(report.kind))


def _show(section: Section, key: str) -> None:
    st.subheader(md(section.title, 300), anchor=False)
    if not section.blocks:
        st.caption("Nothing more to say.")
    for place, block in enumerate(section.blocks):
        if isinstance(block, Paragraph):
            {Tone.GOOD: st.success, Tone.WARNING: st.warning}.get(block.tone, st.markdown)(md(block.text, 4000))
        elif isinstance(block, Table):
            _show_table(block)
        else:
            _show_figure(block, f"preview_{key}_{section.id}_{place}")


def _show_table(table: Table) -> None:
    st.markdown(f"**{md(table.title, 200)}**")
    # columns may be called alike, which a table on the screen does not take
    heads = [h if table.columns.index(h) == i else f"{h} ({i + 1})" for i, h in enumerate(table.columns)]
    rows = [[plain(c.text, 300) for c in row] for row in table.rows]
    frame = pd.DataFrame(rows, columns=[plain(h) for h in heads])
    height: int | Literal["content"] = 380 if len(rows) > 10 else "content"
    st.dataframe(frame, hide_index=True, height=height, alt=plain(table.title))
    if table.note:
        st.caption(md(table.note, 400))


def _show_figure(figure: Figure, key: str) -> None:
    st.markdown(f"**{md(figure.title, 200)}**")
    st.plotly_chart(dict(figure.spec), key=key, config=NO_TOOLS, alt=figure.alt)
