"""Other settings of a recipe: a few values of one or two numbers tried, or the smallest masking searched."""

from collections.abc import Sequence
from dataclasses import fields

import numpy as np
import pandas as pd
import streamlit as st

from core.assessment import measure_by_id
from core.data import Codebook
from core.laboratory import MOST_SETTINGS, QUICK_RISK, QUICK_UTILITY, Question, SweepStep, Vary, value_of
from core.masking import Recipe, StepParameter, setting_of, value_at, variable_parameters
from core.measures import Better, Requires, Scope
from core.risk import MEASURES
from core.statistics.reproducible import above
from core.wording import trimmed_percent
from pages.components.downloads import numbers, show_table
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.steps import use_recipe
from pages.components.laboratory.tasks import start_search, start_sweep
from pages.components.workspace import current

RISKS = tuple(m.id for m in MEASURES if m.scope is Scope.FILE and m.better is Better.LOWER and m.is_share)
OF_THE_FILE = frozenset(m.id for m in MEASURES if Requires.KEYS not in m.requires)
"""Risk measures that are about the file, not about a key set."""


def try_form(bench: Bench, recipe: Recipe, codebook: Codebook, *, ready: bool) -> None:
    """Ask for the risk, one or two numbers of the recipe and their values; try them, or search the smallest masking."""
    places, keysets = variable_parameters(recipe), [k.name for k in codebook.effective_keysets()]
    if not places:
        st.caption("No step of this recipe has a number that could be varied.")
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    risk = left.selectbox("Risk", RISKS, RISKS.index(QUICK_RISK), format_func=lambda name: measure_by_id(name).name,
                          key="lab_risk", persist_state="session")  # fmt: skip
    keyset = right.selectbox("Key set", keysets, format_func=plain, key="lab_keyset") if keysets else None
    limit = current().purpose.limit_of(risk)
    st.markdown(
        "The rules in force have no limit for this measure of risk: the smallest masking cannot be searched."
        if limit is None
        else f"Acceptable: at most **{trimmed_percent(limit)}**"
    )
    varied = [_vary(recipe, places, "first")]
    rest = tuple(p for p in places if p != varied[0].place)
    if rest and st.toggle("Vary a second parameter", key="lab_second", persist_state="session"):
        varied.append(_vary(recipe, rest, "second"))
    n, busy = int(np.prod([len(v.values) for v in varied])), bench.working or not ready
    with st.container(horizontal=True):
        st.button(f"Try {n} settings", icon=":material/timeline:", key="lab_sweep",
                  disabled=busy or not 1 <= n <= MOST_SETTINGS, on_click=start_sweep,
                  args=(recipe, tuple(varied), QUICK_UTILITY, risk))  # fmt: skip
        low, high = min(varied[0].values), max(varied[0].values)
        possible = limit is not None and keyset is not None and low < high
        target = () if risk in OF_THE_FILE else (str(keyset),)
        question = Question(recipe, varied[0].place, low, high, risk, target, limit or 0.0, bench.seed)
        st.button("Search the smallest masking", icon=":material/search:", key="lab_search",
                  disabled=busy or not possible, on_click=start_search, args=(question,))  # fmt: skip


def _vary(recipe: Recipe, places: Sequence[StepParameter], key: str) -> Vary:
    with st.grid(5, min_column_width=150, gap="medium") as grid:
        with grid.cell(column_span=2):
            words = [place_words(recipe, p) for p in places]
            at = st.selectbox("Parameter", range(len(places)), _default_place(recipe, places),
                              format_func=words.__getitem__, key=f"lab_place_{key}")  # fmt: skip
        place = places[at]
        whole = isinstance(getattr(recipe.steps[place.step].parameters, place.parameter), int)
        low, high = map(int if whole else float, _default_range(recipe, place, whole=whole))
        name = f"{key}_{place.step}_{place.parameter}"
        with grid.cell():
            start = st.number_input("From", value=low, key=f"lab_from_{name}")
        with grid.cell():
            end = st.number_input("To", value=high, key=f"lab_to_{name}")
        with grid.cell():
            most = st.number_input("Settings", 2, 40, 5, key=f"lab_count_{name}")
    return Vary(place, values_between(start, end, int(most), whole=whole))


def place_words(recipe: Recipe, place: StepParameter) -> str:
    """Return a parameter as people call it, with its step."""
    step = recipe.steps[place.step]
    declared = next(field for field in fields(step.of.parameters) if field.name == place.parameter)
    return f"{place.step + 1}. {step.of.name}: {setting_of(declared).label}"


def _default_place(recipe: Recipe, places: Sequence[StepParameter]) -> int:
    """Return where the first k is, else the first parameter that is in use: not one that is 0 or empty."""
    used = [i for i, p in enumerate(places) if value_at(recipe, p)]
    return next((i for i in used if places[i].parameter == "k"), used[0] if used else 0)


def _default_range(recipe: Recipe, place: StepParameter, *, whole: bool) -> tuple[float, float]:
    """Return a range around the parameter's value, within what the method allows."""
    value, declared = value_at(recipe, place) or 1.0, fields(recipe.steps[place.step].of.parameters)
    asked = setting_of(next(field for field in declared if field.name == place.parameter))
    low = max(value / 3, asked.low if asked.low is not None else value / 3)
    high = min(value * 3, asked.high if asked.high is not None else value * 3)
    if whole:
        low, high = float(int(low)), float(round(high))
        return max(low, asked.low or low), max(high, low + 1)
    return round(low, 3), round(high, 3)


def values_between(start: float, end: float, count: int, *, whole: bool) -> tuple[float, ...]:
    """Return values evenly between two ends, both included; of whole numbers each once."""
    values = np.linspace(start, end, count)
    return tuple(dict.fromkeys(float(round(v)) if whole else float(round(v, 6)) for v in values))


def proposals(bench: Bench) -> None:
    """Say what a search came to, show every setting that was tried, and put one of them into the recipe."""
    answer = bench.answer
    if answer is not None:
        say = st.success if answer.value is not None and answer.monotone else st.warning
        say(md(answer.words, 600), icon=":material/flag:")
        for sentence in answer.warnings:
            st.warning(f"The risk figure does not hold: {md(sentence, 300)}", icon=":material/info:")
    steps = [*(bench.sweep.steps if bench.sweep else ()), *sorted(bench.tried, key=lambda s: s.setting.values)]
    if not steps:
        return
    of_sweep = [m for m in bench.sweep.comparison.plan["measures"] if m != QUICK_UTILITY] if bench.sweep else []
    risk = bench.question.risk if bench.question else next(iter(of_sweep), QUICK_RISK)
    table = pd.DataFrame([_line(step, risk, current().purpose.limit_of(risk)) for step in steps])
    show_table(table, "settings_tried", "Every setting that was tried, with utility and risk",
               column_config=numbers(table))  # fmt: skip
    known = {s.setting.name: s.setting.recipe for s in steps if s.assessment is not None}
    if not known:
        return
    proposed = answer and (answer.step or answer.nearest)
    names = list(known)
    place = names.index(proposed.setting.name) if proposed and proposed.setting.name in names else 0
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Setting", names, place, key="lab_setting", width=220)
        st.button("Use it in the recipe", icon=":material/input:", key="lab_take", on_click=use_recipe,
                  args=(known[name],))  # fmt: skip


def _line(step: SweepStep, risk: str, limit: float | None) -> dict[str, object]:
    results = step.assessment.results(risk) if step.assessment else ()
    worst = max(results, key=lambda r: r.value, default=None)
    utility = value_of(step, QUICK_UTILITY)
    within = "–" if worst is None or limit is None else "no" if above(worst.value, limit) else "yes"
    return {
        "Setting": step.setting.name,
        "GDU": utility.value if utility else None,
        measure_by_id(risk).name: worst.value if worst else None,
        "From": worst.interval[0] if worst and worst.interval else None,
        "To": worst.interval[1] if worst and worst.interval else None,
        "Within the limit": within,
        "Cells changed": sum(r.changes.total_cells for r in step.report),
        "Cells emptied": sum(r.changes.total_suppressed for r in step.report),
        "No value because": "; ".join(filter(None, (step.problem, *(worst.validity if worst else ())))),
    }
