"""The recipe run as a new scenario, and the scenarios that were made: their files, recipes and reports."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

from core.masking import Masked, Recipe, csv_bytes, write_recipe
from pages.components import layout
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.feedback import in_words
from pages.components.laboratory.standing import beside_the_best
from pages.components.laboratory.tasks import change_bench, plan_of, start_run
from pages.components.selection import choose_scenario
from pages.components.toml_file import toml_download
from pages.components.workspace import Workspace, change, current


def run_form(workspace: Workspace, bench: Bench, recipe: Recipe, *, ready: bool) -> None:
    """Ask for the scenario's name; run the recipe, or take the recipe along."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input("Name of the new scenario", recipe.title(), width=380, key=f"lab_name_{bench.edition}")
        seed = st.number_input(
            "Seed", 0, 2**31 - 1, bench.seed, key="lab_seed", width=120, help="Same seed, same file."
        )
        if seed != bench.seed:
            change_bench(seed=int(seed))
            st.rerun()
        taken = {s.name for s in workspace.scenarios()} - {m.declaration.name for m in bench.made}
        named = replace(recipe, name=name.strip())
        st.button(
            "Run as a new scenario",
            icon=":material/science:",
            type="primary",
            key="lab_run",
            disabled=bench.working or not ready or not name.strip() or name.strip() in taken,
            on_click=start_run,
            args=(named, file_name(workspace, name.strip())),
        )
        recipe_download(named, "lab_recipe")
    if name.strip() in taken:
        st.error("A masked file has this name already: give the new scenario another one.", icon=":material/error:")
    if plan_of(workspace.comparison) is None:
        st.caption("Nothing has been measured yet: the file is made now and measured with the next run.")
    else:
        st.caption("It is measured as the other scenarios were, and its point joins them on the map.")


def file_name(workspace: Workspace, name: str) -> str:
    """Return a file name for a scenario that no other masked file has."""
    stem = re.sub(r"[^0-9A-Za-z]+", "_", name).strip("_").lower()[:60] or "masked"
    made = {m.microdata.name: m.declaration.name for m in workspace.laboratory.made}
    taken = {s.microdata.name for s in workspace.scenarios() if made.get(s.microdata.name) != name}
    candidates = (f"{stem}{suffix}.csv" for suffix in ("", *(f"_{i}" for i in range(2, 1000))))
    return next(c for c in candidates if c not in taken)


def recipe_download(recipe: Recipe, key: str) -> None:
    """Offer a recipe as TOML."""
    toml_download(
        "Recipe (TOML)",
        lambda: write_recipe(recipe),
        "recipe",
        f"download_{key}",
        type="tertiary",
        disabled=not recipe.steps,
    )


def made_scenarios(workspace: Workspace) -> None:
    """Show what was made: what each step did, the masked file, its recipe; lead to the map."""
    original = workspace.original_data
    made = [m for m in workspace.laboratory.made if original and m.original == original.sha256]
    measured = {s.name for s in workspace.comparison.scenarios} if workspace.comparison else set()
    for number, masked in enumerate(made):
        _one(workspace, masked, number, on_map=masked.declaration.name in measured)


def _one(workspace: Workspace, masked: Masked, number: int, *, on_map: bool) -> None:
    name = masked.declaration.name
    with st.container(border=True, key=f"lab_made_{number}"):
        st.markdown(f"**{md(name)}** · {md(masked.microdata.name)} · seed {masked.seed}")
        if on_map:
            beside_the_best(workspace, name, number)
        for i, report in enumerate(masked.report, start=1):
            st.markdown(f"{i}. {report.method}: {in_words(report.changes)}")
        with st.container(horizontal=True):
            if on_map and st.button("See it on the map", icon=":material/scatter_plot:", key=f"lab_map_{number}"):
                choose_scenario(name)
                st.switch_page(layout.COMPARE)
            st.download_button(
                "Masked file (CSV)",
                data=lambda: csv_bytes(masked.microdata),
                file_name=plain(masked.microdata.name),
                mime="text/csv",
                icon=":material/download:",
                type="tertiary",
                on_click="ignore",
                key=f"download_lab_file_{number}",
            )
            recipe_download(masked.recipe, f"lab_made_{number}")
            st.button(
                "Take it away", icon=":material/delete:", type="tertiary", key=f"lab_drop_{number}", on_click=_drop,
                args=(name,),
            )  # fmt: skip


def _drop(name: str) -> None:
    """Take a scenario away, from the bench and from the comparison."""
    workspace = current()
    kept = tuple(m for m in workspace.laboratory.made if m.declaration.name != name)
    comparison = workspace.comparison
    if comparison is not None:
        comparison = replace(comparison, scenarios=tuple(s for s in comparison.scenarios if s.name != name))
    change(laboratory=replace(workspace.laboratory, made=kept), comparison=comparison)
