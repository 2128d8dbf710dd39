"""What was done to each version, and whether the versions are consistent."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.decision import (
    Check,
    ReleaseRecord,
    ScenarioNote,
    Status,
    check_figures,
    consistency_checks,
    declared_relation,
    lineage,
)
from core.errors import ProjectError, RUMapError
from core.execution import call_in_worker
from core.wording import counted
from pages.components.decision_trail import noted
from pages.components.downloads import table_beneath
from pages.components.escaping import md, plain
from pages.components.files.project_open import EPOCH
from pages.components.report.project_save import record_of
from pages.components.workspace import Workspace, change

ORIGINAL = "the original"


def scenario_notes(workspace: Workspace, comparison: Comparison) -> None:
    """Show notes and lineage for editing; keep what is changed."""
    record = record_of(workspace)
    names = {s.file: plain(s.name) for s in comparison.scenarios}
    files = {name: file for file, name in names.items()}
    notes = [record.note_of(file) for file in names]
    table = pd.DataFrame({
        "Scenario": list(names.values()),
        "Made from": [names.get(n.parent, ORIGINAL) for n in notes],
        "Note": [plain(n.note, 1000) for n in notes],
    })  # fmt: skip
    edited = st.data_editor(
        table,
        hide_index=True,
        disabled=["Scenario"],
        column_config={
            "Scenario": st.column_config.TextColumn(width=210, pinned=True),
            "Made from": st.column_config.SelectboxColumn(options=[ORIGINAL, *files], required=True, width=110),
            "Note": st.column_config.TextColumn(width=640),
        },
        height="content" if len(names) <= 16 else 600,
        key=f"notes_{st.session_state.get(EPOCH, 0)}",
        alt="Masked files, what each was made from, and notes",
    )
    rows = zip(names, edited["Made from"], edited["Note"], strict=True)
    edited_notes = tuple(ScenarioNote(file, str(note or ""), files.get(parent, "")) for file, parent, note in rows)
    _keep(replace(record, notes=edited_notes), workspace, changed=edited_notes != tuple(notes))


def _keep(record: ReleaseRecord, workspace: Workspace, *, changed: bool) -> None:
    try:
        for note in record.notes:
            lineage(record, note.file)
    except ProjectError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    if changed:
        change(record=replace(workspace.record, notes=record.notes))


ICONS = {Status.KEPT: ":material/check:", Status.BROKEN: ":material/warning:", Status.NOT_CHECKED: ":material/remove:"}


def consistency(workspace: Workspace, comparison: Comparison) -> None:
    """Offer the checks and show what they found."""
    names = {s.file: s.name for s in comparison.scenarios}
    left, right = st.columns(2)
    relations = left.text_area(
        "Relations that must hold, one a line",
        placeholder="income = wage + rent",
        help="Sums and ratios that hold in every record of the original are found without being named.",
        key="check_relations",
        persist_state="session",
        height=90,
    )
    released = right.multiselect(
        "Released side by side",
        list(names),
        format_func=lambda f: plain(names[f]),
        help="Releases of one original that the same user might hold: what do they give away together?",
        key="check_released",
        persist_state="session",
    )
    data_here = workspace.original_data is not None and bool(workspace.scenarios())
    if st.button("Check the files", icon=":material/fact_check:", disabled=not data_here, key="run_checks"):
        _run(workspace, comparison, relations, released)
    if not data_here:
        st.caption("The files themselves are needed: bring them in again on the Set up page.")
    show_checks(workspace.record.checks, "consistency_checks_confidential")


def _run(workspace: Workspace, comparison: Comparison, relations: str, released: list[str]) -> None:
    original = workspace.original_data
    assert original is not None
    try:
        declared = [declared_relation(line, original.columns) for line in relations.splitlines() if line.strip()]
        parents = {n.file: n.parent for n in record_of(workspace).notes if n.parent}
        with st.spinner("Checking …", show_time=True):
            checks = call_in_worker(
                consistency_checks,
                original,
                workspace.scenarios(),
                workspace.effective_codebook,
                relations=declared,
                parents=parents,
                released=released,
            )
            checks = (*checks, *(check for scenario in comparison.scenarios for check in check_figures(scenario)))
    except RUMapError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    broken = sum(c.status is Status.BROKEN for c in checks)
    record = replace(workspace.record, checks=checks)
    change(
        record=noted(
            "{checks}, {broken} found something".format(
                checks=counted(len(checks), "consistency check", "consistency checks"), broken=broken
            ),
            record,
        )
    )
    st.rerun()


def show_checks(checks: tuple[Check, ...], name: str) -> None:
    """Show what checks found: the first findings in sentences, all of them as a table under a name."""
    if not checks:
        st.caption("Not checked yet.")
        return
    broken = [c for c in checks if c.status is Status.BROKEN]
    left = sum(c.status is Status.NOT_CHECKED for c in checks)
    if left:
        st.warning(
            f"{counted(left, 'check', 'checks')} could not be made; the table says why.", icon=":material/remove:"
        )
    elif not broken:
        st.success(f"Nothing was found in {counted(len(checks), 'check', 'checks')}.", icon=":material/check:")
    for check in broken[:8]:
        st.markdown(f"{ICONS[check.status]} **{md(check.scenario)}**, {md(check.about)}: {md(check.sentence, 300)}.")
    if len(broken) > 8:
        st.caption(f"and {len(broken) - 8} more, in the table.")
    table = pd.DataFrame(
        [{"Scenario": c.scenario, "Check": c.about, "Verdict": str(c.status), "Found": c.sentence} for c in checks]
    )
    table_beneath(table, name, "All consistency checks")
