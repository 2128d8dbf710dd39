"""The smallest masking that meets the risk limit: what to vary and how far, and the answer."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import measure_by_id
from core.data import Codebook, number_label
from core.laboratory import Answer, Question, SweepStep, value_of
from core.masking import Recipe, variable_parameters
from core.measures import Requires
from core.risk import MEASURES
from core.statistics.reproducible import above
from core.wording import trimmed_percent
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.limits import LIMIT_HELP, NO_LIMIT
from pages.components.laboratory.steps import use_recipe
from pages.components.laboratory.sweep import default_place, default_range, is_whole, place_words
from pages.components.laboratory.tasks import start_search
from pages.components.table_beneath import table_beneath

OF_THE_FILE = frozenset(m.id for m in MEASURES if Requires.KEYS not in m.requires)
"""Risk measures that are about the file, not about a key set."""


def search_form(
    bench: Bench, recipe: Recipe, codebook: Codebook, risk: str, limit: float | None, *, ready: bool
) -> None:
    """Ask for the parameter and its range; start the search."""
    places = variable_parameters(recipe)
    keysets = [k.name for k in codebook.effective_keysets()]
    if not places or not keysets:
        st.caption("The search needs a step with a number, and a key set that the risk is about.")
        return
    if limit is None:
        st.caption(NO_LIMIT + " " + "Choose another one above.")
        return
    with st.grid(5, min_column_width=150, gap="medium") as grid:
        with grid.cell(column_span=2):
            words = [place_words(recipe, p) for p in places]
            at = st.selectbox(
                "Parameter", range(len(places)), default_place(recipe, places), format_func=words.__getitem__,
                key="lab_search_place",
            )  # fmt: skip
        place = places[at]
        whole = is_whole(recipe, place)
        low, high = default_range(recipe, place)
        name = f"{place.step}_{place.parameter}"
        with grid.cell():
            start = st.number_input("Lowest value", value=int(low) if whole else low, key=f"lab_low_{name}")
        with grid.cell():
            end = st.number_input("Highest value", value=int(high) if whole else high, key=f"lab_high_{name}")
        with grid.cell():
            st.metric("Acceptable risk", trimmed_percent(limit), help=LIMIT_HELP)
    keyset = (
        st.selectbox("Key set", keysets, format_func=plain, key="lab_keyset", width=420)
        if len(keysets) > 1
        else keysets[0]
    )
    target = () if risk in OF_THE_FILE else (str(keyset),)
    question = Question(recipe, place, float(start), float(end), risk, target, limit, bench.seed)
    st.button(
        "Search the smallest masking",
        icon=":material/search:",
        key="lab_search",
        disabled=bench.working or not ready or not start < end,
        on_click=start_search,
        args=(question,),
    )


def search_result(tried: tuple[SweepStep, ...], question: Question, answer: Answer | None) -> None:
    """Say what was found, with what it does not promise; the values tried; take it over."""
    if answer is not None:
        say = st.success if answer.value is not None and answer.monotone else st.warning
        say(md(answer.words, 600), icon=":material/flag:")
        for sentence in answer.warnings:
            st.warning(
                f"The risk figure does not hold: {md(sentence, 300)}",
                icon=":material/info:",
            )
        step = answer.step or answer.nearest
        if step is not None:
            st.button(
                "Use it in the recipe" if answer.step else "Go on from the nearest: use it in the recipe",
                icon=":material/input:",
                key="lab_use_answer",
                on_click=use_recipe,
                args=(step.setting.recipe,),
            )
    if tried:
        table_beneath(_table(tried, question), "values_tried", "Values that the search tried, with their risk")


def _table(tried: tuple[SweepStep, ...], question: Question) -> pd.DataFrame:
    rows = []
    for step in sorted(tried, key=lambda s: s.setting.values):
        risk, utility = value_of(step, question.risk, question.target), value_of(step, "gdu")
        rows.append({
            plain(place_words(question.recipe, question.place)): number_label(step.setting.values[0]),
            measure_by_id(question.risk).name: risk.value if risk else None,
            "Within the limit": "–" if risk is None else "no" if above(risk.value, question.limit) else "yes",
            "GDU": utility.value if utility else None,
            "No value because": plain(step.problem, 300),
        })  # fmt: skip
    return pd.DataFrame(rows)
