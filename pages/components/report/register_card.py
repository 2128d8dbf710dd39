"""Register of releases: upload it, list reviews due, add this decision, check for differencing, download it."""

from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from core.decision import Check, Register, RegisteredRelease, check_earlier
from core.errors import ProjectError, RUMapError
from core.execution import call_in_worker
from core.reports import Project, read_register, registered_release, write_register
from core.wording import counted, first_of, sentence_case
from pages.components.decision_trail import noted
from pages.components.downloads import table_beneath
from pages.components.escaping import md
from pages.components.report.decision_checks import show_checks
from pages.components.workspace import change, current

UPLOADS = "register_uploads"


def register_card(project: Project) -> None:
    """Show the register of this original and offer what can be done with it."""
    known, open_one = project.register, current().register
    if known is None and open_one is not None:
        _of_another_original(project, open_one)
        return
    _bring_in(project)
    if known is None:
        st.caption("No register yet: the first decision that is added starts one.")
    else:
        _say_due(known)
        _releases(known)
    _add(project)
    if known is not None:
        _lay_beside(project, known)
        _offer(known)


def _of_another_original(project: Project, known: Register) -> None:
    """Say that the open register cannot take this decision, and offer to save and to close it."""
    other = f"The register that is open is about another original, {md(known.original)}"
    st.caption(f"{other}: save it, close it, and bring in the one of this original.")
    if warning := known.about_changed(project.original.sha256):
        st.warning(f"{md(sentence_case(warning), 600)}.", icon=":material/warning:")
    _offer(known)
    if st.button("Close this register", icon=":material/close:", key="register_close"):
        _keep(None, "register of releases of another original closed")


def _offer(known: Register) -> None:
    """Offer a register as a file."""
    st.download_button(
        "Save the register (.rumap)",
        data=lambda: write_register(known),
        file_name="releases.rumap",
        mime="application/octet-stream",
        icon=":material/save:",
        on_click="ignore",
        key="register_save",
        help="What went out, when, by which rules, who signed and when to look again; no microdata.",
    )


def _bring_in(project: Project) -> None:
    count = st.session_state.get(UPLOADS, 0)
    upload = st.file_uploader("Bring in the register of this original", type="rumap", key=f"register_upload_{count}")
    if upload is None:
        return
    try:
        known = read_register(upload.getvalue(), upload.name)
        if known.original_sha256 != project.original.sha256:
            about = known.about_changed(project.original.sha256)
            words = f"{upload.name}: it is about another original, {known.original}, byte for byte"
            raise ProjectError(f"{words}. {sentence_case(about)}" if about else words)
        # what was added here since is not lost; nor is what a colleague added to another copy
        known = known if project.register is None else project.register.merged(known, upload.name)
    except ProjectError as error:
        st.error(f"{md(str(error), 600)}.", icon=":material/error:")
        return
    st.session_state[UPLOADS] = count + 1
    _keep(known, f"register of releases brought in: {upload.name}")


def _keep(register: Register | None, action: str) -> None:
    change(register=register, record=noted(action))
    st.rerun()


def _say_due(known: Register) -> None:
    today = str(datetime.now(UTC).date())
    due = known.due(today)
    if due:
        names = first_of([f"{r.name} (since {r.look_again})" for r in due])
        st.warning(f"Due for review: {md(names, 600)}.", icon=":material/event:")
    else:
        st.caption(f"No release is due to be looked at again on {today}.")
    if undated := known.undated():
        names = first_of([r.name for r in undated])
        st.caption(f"No review date was set for {md(names, 600)}.")


def _releases(known: Register) -> None:
    lines = [
        {"Release": r.name, "Decided": r.decided, "Type": str(r.release), "Signed by": ", ".join(r.signed),
         "Look again": r.look_again, "File": r.file, "Note": r.note}
        for r in known.releases
    ]  # fmt: skip
    count = counted(len(known.releases), "decision", "decisions")
    title = f"{count} in the register"
    table_beneath(pd.DataFrame(lines), "register_confidential", title, title)


def _add(project: Project) -> None:
    """Offer to add the signed decision; say what is missing where it cannot be."""
    record = project.record
    signed = bool(record.decision and record.first)
    name = st.text_input(
        "What is this release called?",
        project.scenario_name(record.decision) if record.decision else "",
        key=f"register_name_{record.decision}",
        disabled=not signed,
    )
    if not signed:
        st.caption("A decision can be added once it is recorded and signed.")
    if st.button("Add this decision", icon=":material/playlist_add:", disabled=not signed, key="register_add"):
        known = project.register or Register(project.original.name, project.original.sha256)
        try:
            added = known.with_release(registered_release(project, name))
        except ProjectError as error:
            st.error(f"{md(str(error), 300)}.", icon=":material/error:")
            return
        _keep(added, f"added to the register of releases: {name}")


def _lay_beside(project: Project, known: Register) -> None:
    """Offer to lay the file that was decided on beside every other release, and show what was found."""
    released = _released(project, known)
    others = [r for r in known.in_force() if r is not released]
    if released is None or not others:
        return
    here = current().original_data is not None and bool(current().scenarios())
    if st.button(
        "Check against the other releases", icon=":material/fact_check:", disabled=not here, key="register_check"
    ):
        _run(released, others, known)
    st.caption("Other releases are checked where their files are here: bring them in too, on the Set up page.")
    if released.checks:
        show_checks(released.checks, "register_checks_confidential")


def _released(project: Project, known: Register) -> RegisteredRelease | None:
    digests = {f.name: f.sha256 for f in project.masked}
    return known.latest(digests.get(project.record.decision, ""))


def _run(released: RegisteredRelease, others: list[RegisteredRelease], known: Register) -> None:
    workspace = current()
    original = workspace.original_data
    scenarios = {s.microdata.sha256: s for s in workspace.scenarios()}
    if original is None or released.sha256 not in scenarios:
        st.error("The released file itself is needed: bring it in again on the Set up page.", icon=":material/error:")
        return
    earlier = [(release, scenarios.get(release.sha256)) for release in others]
    codebook = workspace.effective_codebook
    try:
        with st.spinner("Checking …", show_time=True):
            checks: tuple[Check, ...] = call_in_worker(
                check_earlier, original, scenarios[released.sha256], earlier, codebook
            )
    except RUMapError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    action = f"{released.name} checked against {counted(len(others), 'other release', 'other releases')}"
    # as it is now: another tab may have added to it meanwhile
    _keep((current().register or known).with_checks(released.sha256, checks), action)
