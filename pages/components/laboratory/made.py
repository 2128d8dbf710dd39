"""The masked files made in the laboratory: named and run, with the best of the others, with what each step did."""

import re
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.decision import Decision, FileVerdict
from core.masking import Masked, Recipe, csv_bytes, write_recipe
from core.views import risk_utility_map, why_no_map
from core.wording import exact_percent
from pages.components import layout
from pages.components.cached import cached
from pages.components.compare.map_chart import choose_on_map, map_chart
from pages.components.compare.map_settings import map_as_kept
from pages.components.downloads import show_table
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.feedback import in_words
from pages.components.laboratory.tasks import change_bench, plan_of, start_run
from pages.components.selection import choose_scenario, scenario, shown_versions
from pages.components.toml_file import toml_download
from pages.components.verdict.sentence_card import SIGNS, decision_of
from pages.components.workspace import Workspace, change, current


def best_so_far(workspace: Workspace) -> None:
    """Answer the page's question with what is there: the best file, or that nothing has been measured yet."""
    comparison = workspace.comparison
    if comparison is None or not comparison.scenarios:
        layout.answer("Nothing has been measured yet: build a masking, and run it as the first scenario.")
    else:
        layout.answer(md(decision_of(workspace, comparison).sentence, 1500))


def run_form(workspace: Workspace, bench: Bench, recipe: Recipe, *, ready: bool) -> None:
    """Ask for the scenario's name; run the recipe, or take the recipe along."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input("Name of the new scenario", recipe.title(), width=380, key=f"lab_name_{bench.edition}")
        seed = st.number_input("Seed", 0, 2**31 - 1, bench.seed, key="lab_seed", width=120,
                               help="Same seed, same file.")  # fmt: skip
        if seed != bench.seed:
            change_bench(seed=int(seed))
            st.rerun()
        taken = name.strip() in {s.name for s in workspace.scenarios()} - {m.declaration.name for m in bench.made}
        named = replace(recipe, name=name.strip())
        st.button("Run as a new scenario", icon=":material/science:", type="primary", key="lab_run",
                  disabled=bench.working or not ready or not name.strip() or taken, on_click=start_run,
                  args=(named, file_name(workspace, name.strip())))  # fmt: skip
        _recipe_download(named, "lab_recipe")
    if taken:
        st.error("A masked file has this name already: give the new scenario another one.", icon=":material/error:")
    st.caption(
        "Nothing has been measured yet: the file is made now and measured with the next run."
        if plan_of(workspace.comparison) is None
        else "It is measured as the other scenarios were, and its point joins them on the map."
    )


def file_name(workspace: Workspace, name: str) -> str:
    """Return a file name for a scenario that no other masked file has."""
    stem = re.sub(r"[^0-9A-Za-z]+", "_", name).strip("_").lower()[:60] or "masked"
    made = {m.microdata.name: m.declaration.name for m in workspace.laboratory.made}
    taken = {s.microdata.name for s in workspace.scenarios() if made.get(s.microdata.name) != name}
    candidates = (f"{stem}{suffix}.csv" for suffix in ("", *(f"_{i}" for i in range(2, 1000))))
    return next(c for c in candidates if c not in taken)


def _recipe_download(recipe: Recipe, key: str) -> None:
    toml_download("Recipe (TOML)", lambda: write_recipe(recipe), "recipe", f"download_{key}", type="tertiary",
                  disabled=not recipe.steps)  # fmt: skip


def made_files(workspace: Workspace) -> None:
    """Show what was made with the best of the others, what each step did, and every measured file on the map."""
    original, comparison = workspace.original_data, workspace.comparison
    made = [m for m in workspace.laboratory.made if original and m.original == original.sha256]
    decision = decision_of(workspace, comparison) if comparison and comparison.scenarios else None
    measured = [m.declaration.name for m in made if decision and any(f.scenario == m.declaration.name
                for f in decision.files)]  # fmt: skip
    if decision and measured:
        _against_the_best(decision, measured)
    for number, masked in enumerate(made):
        _one(masked, number, on_map=masked.declaration.name in measured)
    if comparison is not None and decision is not None and not why_no_map(comparison):
        settings = map_as_kept(comparison, workspace.purpose)
        names = [s.name for s in comparison.scenarios]
        chosen = measured[-1] if measured else scenario(names)
        ru_map = cached(risk_utility_map, comparison, utility=settings.utility, risk=settings.risk)
        map_chart(comparison, ru_map, settings, decision, chosen, choose_on_map(shown_versions(decision, chosen)))
        st.caption(" · ".join(f"**{i}** {md(name, 40)}" for i, name in enumerate(names, 1)))


def _against_the_best(decision: Decision, names: list[str]) -> None:
    """Show verdict, rules met, risk, utility and figures kept of the new files and of the best of the others."""
    new = [f for f in decision.files if f.scenario in names]
    others = [f for f in decision.ranked if f.scenario not in names][:1]
    table = pd.DataFrame([_line(f, "new") for f in new] + [_line(f, "best of the others") for f in others])
    show_table(table, "proposals_confidential", "The new scenarios with the best of the others")
    for guard in new[-1].guards[:1]:
        st.caption(f"What speaks against the newest: {md(guard.sentence, 400)}.")


def _line(file: FileVerdict, what: str) -> dict[str, object]:
    return {
        "File": file.scenario,
        "It is": what,
        "Verdict": f"{SIGNS[file.standing]} {file.standing.heading}",
        "Rules met": f"{file.met} of {file.rules}",
        "Utility": file.utility_text or "not measured",
        "Risk": "not measured" if file.risk is None else exact_percent(file.risk.value),
        "Figures kept": f"{file.kept} of {file.published}" if file.published else "none chosen",
    }


def _one(masked: Masked, number: int, *, on_map: bool) -> None:
    name = masked.declaration.name
    with st.container(border=True, key=f"lab_made_{number}"):
        st.markdown(f"**{md(name)}** · {md(masked.microdata.name)} · seed {masked.seed}")
        for i, report in enumerate(masked.report, start=1):
            st.markdown(f"{i}. {report.method}: {in_words(report.changes)}")
        with st.container(horizontal=True):
            if on_map and st.button("See it on the map", icon=":material/scatter_plot:", key=f"lab_map_{number}"):
                choose_scenario(name)
                st.switch_page(layout.COMPARE)
            st.download_button(
                "Masked file (CSV)", data=lambda: csv_bytes(masked.microdata), file_name=plain(masked.microdata.name),
                mime="text/csv", icon=":material/download:", type="tertiary", on_click="ignore",
                key=f"download_lab_file_{number}",
            )  # fmt: skip
            _recipe_download(masked.recipe, f"lab_made_{number}")
            st.button("Take it away", icon=":material/delete:", type="tertiary", key=f"lab_drop_{number}",
                      on_click=_drop, args=(name,))  # fmt: skip


def _drop(name: str) -> None:
    """Take a scenario away, from the bench and from the comparison."""
    workspace = current()
    kept = tuple(m for m in workspace.laboratory.made if m.declaration.name != name)
    comparison = workspace.comparison
    if comparison is not None:
        comparison = replace(comparison, scenarios=tuple(s for s in comparison.scenarios if s.name != name))
    change(laboratory=replace(workspace.laboratory, made=kept), comparison=comparison)
