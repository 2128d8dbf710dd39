"""How a new scenario stands beside the best so far: verdict, utility and risk of both."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.decision import Decision, FileVerdict
from core.views import risk_utility_map, why_no_map
from core.wording import exact_percent
from pages.components import layout
from pages.components.cached import cached
from pages.components.compare.map_chart import choose_on_map, map_chart
from pages.components.compare.map_settings import map_as_kept
from pages.components.escaping import md
from pages.components.pins import shown_versions
from pages.components.selection import scenario
from pages.components.verdict.sentence_card import COLOURS, decision_of
from pages.components.workspace import Workspace


def best_so_far(workspace: Workspace) -> None:
    """Answer the page's question with what is there: the best file, or that nothing has been measured yet."""
    comparison = workspace.comparison
    if comparison is None or not comparison.scenarios:
        layout.answer("Nothing has been measured yet: build a masking, and run it as the first scenario.")
        return
    decision = decision_of(workspace, comparison)
    layout.answer(md(decision.sentence, 1500))


def beside_the_best(workspace: Workspace, name: str, number: int) -> None:
    """Show verdict, rules met, risk, utility and figures kept of a new scenario and of the best of the others."""
    if workspace.comparison is None:
        return
    decision = decision_of(workspace, workspace.comparison)
    new = next((f for f in decision.files if f.scenario == name), None)
    if new is None:
        return
    best = best_other(decision, name)
    files = [("**{name}**, the new one", new), *([("{name}, the best of the others", best)] if best else [])]
    rows = [_row(words.format(name=md(f.scenario, 60)), f) for words, f in files]
    heads = ["File", "Verdict", "Rules met", "Utility", "Risk", "Figures kept"]
    with st.container(key=f"side_table_lab_{number}"):
        st.table(
            pd.DataFrame(rows, columns=heads).set_index("File"),
            border="horizontal",
            alt="The new scenario beside the best of the others",
        )
    for guard in new.guards[:1]:
        st.caption(f"What speaks against the new one: {md(guard.sentence, 400)}.")


def files_on_the_map(workspace: Workspace) -> None:
    """Draw every measured file on the map; the one that was made last is emphasised, else the best."""
    comparison = workspace.comparison
    if comparison is None or not comparison.scenarios or why_no_map(comparison):
        return
    decision = decision_of(workspace, comparison)
    settings = map_as_kept(comparison, workspace.purpose)
    names = [s.name for s in comparison.scenarios]
    made = [m.declaration.name for m in workspace.laboratory.made if m.declaration.name in names]
    chosen = made[-1] if made else scenario(names)
    ru_map = cached(risk_utility_map, comparison, utility=settings.utility, risk=settings.risk)
    map_chart(comparison, ru_map, settings, decision, chosen, choose_on_map(shown_versions(decision, chosen)))
    st.caption(" · ".join(f"**{i}** {md(name, 40)}" for i, name in enumerate(names, 1)))


def best_other(decision: Decision, name: str) -> FileVerdict | None:
    """Return the best file but one: that which is proposed, or comes closest, or is next."""
    ranked = (decision.chosen, decision.closest, decision.runner_up)
    best = next((n for n in ranked if n is not None and n != name), None)
    return next((f for f in decision.files if f.scenario == best), None)


def _row(name: str, file: FileVerdict) -> list[str]:
    return [
        name,
        f":{COLOURS[file.standing]}-badge[{file.standing.heading}]",
        f"{file.met} of {file.rules}",
        file.utility_text or "not measured",
        "not measured" if file.risk is None else exact_percent(file.risk.value),
        f"{file.kept} of {file.published}" if file.published else "none chosen",
    ]
