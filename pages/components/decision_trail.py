"""The audit trail: what was done, with the time, each entry chained to the one before."""

import hashlib
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.decision import ReleaseRecord
from core.reports import write_results
from core.wording import counted
from pages.components.downloads import table_beneath
from pages.components.escaping import plain
from pages.components.server.lifetime_cache import LifetimeCache
from pages.components.workspace import Workspace, change, current

KNOWN_RESULTS = "trail_results"
_digests: LifetimeCache[str] = LifetimeCache()
"""By results: their hash, for which all of them are written out."""


def noted(action: str, record: ReleaseRecord | None = None) -> ReleaseRecord:
    """Return the record, by default the present one, with one more entry of now."""
    return with_saves(record or current().record).done(now(), action)


def now() -> str:
    """Return the time, as the trail has it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def with_saves(record: ReleaseRecord) -> ReleaseRecord:
    """Return the record with an entry for each time the project was saved since the last one."""
    saves = current().saves
    while saves:
        record = record.done(saves.pop(0), "project saved")
    return record


def note_results(workspace: Workspace) -> Workspace:
    """Write new results into the trail, once, by their hash."""
    comparison = workspace.comparison
    if comparison is None or st.session_state.get(KNOWN_RESULTS) is comparison:
        return workspace
    st.session_state[KNOWN_RESULTS] = comparison
    action = results_action(comparison)
    if any(entry.action == action for entry in workspace.record.trail):
        return workspace
    return change(record=noted(action))


def results_action(comparison: Comparison) -> str:
    """Return the words for results: how many scenarios, from which seed, with which hash."""
    digest = _digests.about(comparison, lambda: hashlib.sha256(write_results(comparison).encode()).hexdigest())
    seed = comparison.plan.get("seed")
    scenarios = counted(len(comparison.scenarios), "scenario", "scenarios")
    return f"results of {scenarios}, seed {seed}, SHA-256 {digest}"


def trail(record: ReleaseRecord) -> None:
    """Show the trail."""
    if not record.trail:
        st.markdown("Nothing has been recorded yet.")
        return
    table = pd.DataFrame({
        "Time (UTC)": [e.time for e in record.trail],
        "What was done": [plain(e.action, 200) for e in record.trail],
        "Chain": [e.chain[:16] for e in record.trail],
    })  # fmt: skip
    last = record.trail[-1]
    st.markdown(f"{counted(len(record.trail), 'entry', 'entries')}, the last one on {_day_and_time(last.time)}.")
    table_beneath(table, "audit_trail_confidential", "The audit trail, first entry first", "All entries")


def _day_and_time(moment: str) -> str:
    """Return a moment of the trail as people write it; as it is where it is none."""
    try:
        return f"{datetime.fromisoformat(moment).astimezone(UTC):%d %B %Y at %H:%M} UTC".lstrip("0")
    except ValueError:
        return plain(moment, 40)
