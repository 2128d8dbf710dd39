"""Why a scenario has its Global Data Utility: where the points went, and what the score is to be read against."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, planned_parameters
from core.charts import Strip, pair_steps_figure, utility_strip_figure
from core.measures import Skipped
from core.utility import GduParameters
from core.views import Diagnosis, diagnose, run_weight
from core.wording import percent, sentence_case
from pages.components import layout
from pages.components.cached import cached
from pages.components.compare import gdu_words as words
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_scenario
from pages.components.workspace import Workspace


def gdu_card(workspace: Workspace, comparison: Comparison, assessment: Assessment) -> None:
    """Show why the scenario scored what it scored."""
    weights = tuple((v.name, v.weight) for v in workspace.effective_codebook.variables)
    diagnosis = cached(_diagnosed, assessment, weights=weights)
    if isinstance(diagnosis, Skipped):
        st.info(
            f"{md(assessment.name)} has no Global Data Utility: {md(diagnosis.reason, 500)}",
            icon=":material/info:",
        )
        return
    st.markdown(
        f"**{md(assessment.name)}** scores **{percent(diagnosis.gdu.value)}** of Global Data Utility."
        + f" {words.headline(diagnosis)} {words.interval_words(diagnosis)}"
    )
    left, right = st.columns(2, gap="medium")
    with left:
        _where_the_points_went(diagnosis, assessment)
        _pairs(diagnosis)
    with right:
        _against(diagnosis)
        _other_readings(diagnosis, comparison)
    st.caption(words.sizes(diagnosis, run_weight(comparison)))
    method_links(["gdu"], "gdu")
    for notice in diagnosis.notices:
        st.caption(f":material/info: {md(sentence_case(notice), 300)}.")


def _against(diagnosis: Diagnosis) -> None:
    st.markdown("**What is the score to be read against?**")
    st.plotly_chart(
        cached(_strips, diagnosis, dark=is_dark()),
        key="gdu_strip",
        config=NO_TOOLS,
        alt="The score and its two halves between shuffled columns, a fresh survey and the original",
    )
    st.markdown(words.floor_words(diagnosis))
    st.markdown(words.bottom_words(diagnosis.gdu, diagnosis.reasons.get("resolution", "")))


def _diagnosed(assessment: Assessment, *, weights: tuple[tuple[str, float], ...]) -> Diagnosis | Skipped:
    return diagnose(assessment, dict(weights))


def _strips(diagnosis: Diagnosis, *, dark: bool) -> Any:
    rows = [Strip("GDU", diagnosis.gdu), Strip("Variables", diagnosis.univariate)]
    if diagnosis.bivariate is not None:
        rows.append(Strip("Pairs", diagnosis.bivariate))
    return utility_strip_figure(rows, dark=dark)


def _pairs(diagnosis: Diagnosis) -> None:
    total = sum(step.pairs for step in diagnosis.steps)
    st.markdown(f"**What decided the {total:,} pairs?**")
    st.plotly_chart(
        cached(pair_steps_figure, diagnosis.steps, dark=is_dark()),
        key="gdu_steps",
        config=NO_TOOLS,
        alt="Numbers of pairs by the step that decided them",
    )
    st.markdown(words.close_pairs_words(diagnosis))
    if diagnosis.bivariate is None:
        st.markdown("No pair can be tested, so GDU is the mean of the single variables alone.")


def _where_the_points_went(diagnosis: Diagnosis, assessment: Assessment) -> None:
    st.markdown("**Where did the points go?**")
    if not diagnosis.accounted:
        st.caption("The losses cannot be told apart: the variables' weights have changed since the run.")
        return
    lines = words.cause_lines(diagnosis)
    st.markdown("\n".join(f"- {line}" for line in lines) if lines else "Nothing worth a tenth of a point was lost.")
    with st.container(horizontal=True):
        if st.button("What is lost", icon=":material/grid_on:", key="gdu_lost"):
            choose_scenario(assessment.name)
            st.switch_page(layout.LOST)
        table_download(losses_table(diagnosis), "gdu_losses")


def losses_table(diagnosis: Diagnosis) -> pd.DataFrame:
    """Return every loss; together they are 100 minus GDU in percent."""
    return pd.DataFrame({
        "what": [plain(" × ".join(loss.variables)) for loss in diagnosis.losses],
        "cause": [loss.cause for loss in diagnosis.losses],
        "points of 100": [100 * loss.share for loss in diagnosis.losses],
    })  # fmt: skip


def _other_readings(diagnosis: Diagnosis, comparison: Comparison) -> None:
    st.markdown("**What would it score when read otherwise?**")
    basis = planned_parameters(comparison.plan, GduParameters).basis
    st.markdown("\n".join(f"- {words.other_reading(other, diagnosis, basis)}" for other in diagnosis.others))
