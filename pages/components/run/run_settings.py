"""What is measured, how thoroughly, and what the figures of utility weigh."""

import streamlit as st

from core.assessment import Plan, chosen_measures, estimated_seconds, in_one_setting, make_plan
from core.data import Level
from core.decision import RELEASE_NAMES, UNIVARIATE_SHARES, Purpose, ReleaseType
from core.execution import compiles_first, usable_cores
from core.utility import PropensityParameters
from core.views import OfferedWeight, offered_weights, records_in_words
from core.wording import counted, sentence_case, trimmed_percent
from pages.components import layout
from pages.components.escaping import md, plain
from pages.components.lost.whole_file import MODELS
from pages.components.run.risk_run_settings import risk_settings
from pages.components.task import roughly
from pages.components.workspace import Workspace

HELP = (
    "On: distributions, tables, moments, Up, Uc, Um and Us compare sums of weights: what users of weighted figures "
    "see. Off: every record counts alike. GDU and comparisons record by record do not change. A masked file "
    "without the weight takes it along its links; without links these measures are skipped for it."
)


def weight_switch(workspace: Workspace) -> list[str]:
    """Ask whether utility is weighted, and by which weight; return it as settings of the plan."""
    assert workspace.original_data is not None
    offered = offered_weights(workspace.original_data, workspace.effective_codebook)
    if not offered:
        return []
    with st.container(key="utility_weights"):
        on = st.toggle(
            "Count sampling weights in measures of utility",
            len(offered) == 1,
            key="utility_weighted",
            persist_state="session",
            help=HELP,
        )
        chosen = _choice(offered) if on and len(offered) > 1 else offered[0]
        _said(chosen, several=len(offered) > 1, on=on)
    if not on or chosen.problem:
        return ["utility.weighted=false"]
    return ["utility.weighted=true", f"utility.weight={in_one_setting([chosen.variable])}"]


def _choice(offered: tuple[OfferedWeight, ...]) -> OfferedWeight:
    name = st.selectbox(
        "Which weight?", [w.variable for w in offered], format_func=plain, key="utility_weight", persist_state="session"
    )
    return next((w for w in offered if w.variable == name), offered[0])


def _said(chosen: OfferedWeight, *, several: bool, on: bool) -> None:
    """Say what the weight adds up to and is worth, or why it cannot be used."""
    if chosen.records is None:
        st.warning(
            f"The weight **{md(chosen.variable)}** cannot be used: {md(chosen.problem, 300)}. Utility counts "
            "every record alike.",
            icon=":material/balance:",
        )
    elif on:
        words = md(records_in_words(chosen.records), 300)
        st.caption(f":material/balance: **{md(chosen.variable)}**: {words}.")
    elif several:
        st.caption("Several weights are tagged: switch on to choose one. Till then every record counts alike.")
    else:
        st.caption(f"Every record counts alike, although **{md(chosen.variable)}** is tagged as a sampling weight.")


PERMUTATIONS = 50
"""As many as synthpop takes."""

RECODES = {"recode_pairs": "by the categories left", "recode_allocation": "by records nearer to another band"}


def utility_settings(workspace: Workspace, purpose: Purpose) -> list[str]:
    """Ask what the figures of utility should weigh; return it as settings of the plan."""
    st.markdown("**How much does each variable count in the utility figures?**")
    return [*_univariate_share(purpose), *_recode_measures(workspace), *_propensity(), *_left_out(workspace)]


def _univariate_share(purpose: Purpose) -> list[str]:
    share = UNIVARIATE_SHARES[purpose.release]
    st.caption(
        f"Variables count {trimmed_percent(share)} and pairs {trimmed_percent(1 - share)} of GDU: "
        f"{RELEASE_NAMES[purpose.release].lower()}. A public-use file serves mostly descriptive "
        "statistics, so variables count 75% there, a proposal of this program; else both count 50%, as Kocar's "
        "(2018) equation has it."
    )
    return [f"gdu.univariate_share={share}"] if share != UNIVARIATE_SHARES[ReleaseType.SCIENTIFIC] else []


def _recode_measures(workspace: Workspace) -> list[str]:
    names = [v.name for v in workspace.effective_codebook.compared() if v.level is Level.CONTINUOUS]
    chosen: dict[str, list[str]] = {}
    for name, words in RECODES.items():
        free = [n for n in names if n not in {taken for other in chosen.values() for taken in other}]
        chosen[name] = st.multiselect(
            f"Numbers whose recode loss is measured {words}",
            free,
            format_func=plain,
            key=f"gdu_{name}",
            persist_state="session",
            help="All others: by how far values lie from the mean of their band (Kocar 2018, section 3.3).",
        )
    return [f"gdu.{name}={in_one_setting(named)}" for name, named in chosen.items() if named]


def _propensity() -> list[str]:
    """Ask for the model of the propensity measure, and what chance is taken to be."""
    model = st.selectbox(
        "Model of the propensity measure (Up)",
        list(MODELS),
        list(MODELS).index(PropensityParameters().model),
        format_func=lambda name: sentence_case(MODELS[name]),
        key="propensity_model",
        persist_state="session",
        help="Users of synthpop know the classification tree, every variable on its own, and all products of two.",
    )
    permuted = st.checkbox(
        "Judge it by 50 random permutations of the records of both files",
        key="propensity_dealt",
        persist_state="session",
        help="The null of synthpop. A tree has no other; regressions have a formula and samples of the original.",
    )
    settings = [f"propensity.model={model}"] if model != PropensityParameters().model else []
    return [*settings, "propensity.null=permutation", f"propensity.replicates={PERMUTATIONS}"] if permuted else settings


def _left_out(workspace: Workspace) -> list[str]:
    left_out = st.multiselect(
        "Left out of the propensity measure (Up) alone",
        [v.name for v in workspace.effective_codebook.compared()],
        format_func=plain,
        key="propensity_leave_out",
        persist_state="session",
        help="With many variables the model cannot hold every term. Variables that matter little for the analyses "
        "the file is for can be left out, so that those that matter get more terms (Woo et al. 2009, section "
        "4). All other measures still compare them.",
    )
    return [f"propensity.leave_out={in_one_setting(left_out)}"] if left_out else []


PRESETS = {"quick": "Quick", "full": "Full"}
ABOUT = {
    "quick": "Every measure, with intervals from 20 groups of records.",
    "full": "Every measure, with intervals from 50 groups of records: steadier intervals, more time.",
}


def run_settings(workspace: Workspace, purpose: Purpose, settings: list[str]) -> Plan:
    """Ask what is measured, and how thoroughly; return the plan with these settings too."""
    with st.expander("Which measures, and how thorough?"):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        preset = str(layout.one_of("How thorough?", PRESETS, "preset", place=left))
        seed = right.number_input(
            "Seed",
            0,
            2**31 - 1,
            1,
            key="seed",
            persist_state="session",
            help="Same files, settings and seed: same figures.",
        )
        st.caption(ABOUT[preset])
        measures = chosen_measures(make_plan(preset, settings, seed=int(seed)))
        with st.popover(f"The {counted(len(measures), 'measure', 'measures')} of this run", type="tertiary"):
            for measure in measures:
                st.markdown(f"**{measure.name}** {measure.summary}")
        settings = [*settings, *utility_settings(workspace, purpose), *risk_settings(workspace)]
    return make_plan(preset, settings, seed=int(seed))


def duration(workspace: Workspace, plan: Plan) -> str:
    """Return how long a run takes, roughly."""
    assert workspace.original_data is not None
    files = workspace.original_data, workspace.scenarios(), workspace.effective_codebook
    seconds = estimated_seconds(*files, plan, usable_cores(), workspace.control_data)
    return roughly(seconds) + (", and a minute to compile it first" if compiles_first() else "")
