"""What the officer requires of a file: thresholds with their source, each to be edited, and which files meet them."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.decision import (
    DIS_SUDA,
    FILE_RISK,
    INDIVIDUAL_RISK,
    K_CHOICES,
    SAMPLE_UNIQUES,
    SMALLEST_GROUP,
    THRESHOLDS,
    Judgement,
    Threshold,
    Verdict,
    judge,
)
from core.views import FILE_RISK_MEASURE, risk_parameters
from core.wording import _, trimmed_percent
from pages.components.escaping import md
from pages.components.figures_in_words import value
from pages.components.risk.keysets import MISSING_RULES
from pages.components.risk.limit_input import limit_input
from pages.components.risk.table import Lookup, file_label

BADGES = {
    Verdict.MET: ":green-badge[:material/check: met]",
    Verdict.NOT_MET: _(":red-badge[:material/close: not met]"),
    Verdict.NOT_VALID: _(":orange-badge[:material/block: does not hold]"),
    Verdict.CANNOT_TELL: _(":orange-badge[:material/question_mark: cannot be told]"),
    Verdict.NO_VALUE: _(":gray-badge[:material/remove: not measured]"),
}


@dataclass(frozen=True)
class RiskLimits:
    """The thresholds as they are set: k, and shares in 0..1."""

    k: int
    uniques: float
    individual: float
    file: float
    dis: float


def limit_inputs(measured_threshold: float) -> RiskLimits:
    """Show the thresholds for editing; return them."""
    with st.grid(5, min_column_width=150, gap="medium") as grid:
        with grid.cell():
            k = st.selectbox(
                _("Smallest group, k"),
                K_CHOICES,
                K_CHOICES.index(int(SMALLEST_GROUP.default)),
                help=_help(SMALLEST_GROUP),
                key="limit_k",
                persist_state="session",
            )
        with grid.cell():
            uniques = limit_input(SAMPLE_UNIQUES, _("Sample uniques, %"))
        with grid.cell():
            individual = limit_input(INDIVIDUAL_RISK, _("Individual risk, %"), measured_threshold)
        with grid.cell():
            file = limit_input(FILE_RISK, _("Re-identification rate, %"))
        with grid.cell():
            dis = limit_input(DIS_SUDA, _("DIS-SUDA, %"))
    return RiskLimits(k, uniques, individual, file, dis)


def _help(threshold: Threshold) -> str:
    return f"{threshold.name}. {threshold.source}."


def which_files_meet(comparison: Comparison, limits: RiskLimits, lookup: Lookup, chosen: str) -> None:
    """Show for every file and threshold whether it is met, in words; and where the defaults come from."""
    files = (comparison.original, *comparison.scenarios)
    rows = {file_label(f, i, chosen): [_chip(j) for j in judgements(f, limits, lookup)] for i, f in enumerate(files)}
    heads = [
        _("Records below k = {k}: none").format(k=limits.k),
        _("Alone: at most {share}").format(share=trimmed_percent(limits.uniques)),
        _("Records above {share}: none").format(share=trimmed_percent(limits.individual)),
        _("Rate: at most {share}").format(share=trimmed_percent(limits.file)),
        _("Largest DIS-SUDA: at most {share}").format(share=trimmed_percent(limits.dis)),
    ]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=heads)
    table.index.name = _("File")
    with st.container(key="risk_table_limits"):
        st.table(table, border="horizontal", alt=_("Which files meet which thresholds"))
    rule = MISSING_RULES[risk_parameters(comparison).missing]
    st.caption(_("{rule} Only in DIS-SUDA it agrees with nothing.").format(rule=rule))
    st.caption(
        _(
            "† Masking wrote false values into key variables, which counts of key values do not see. "
            "‡ Key values were perturbed: the rate is the larger of the linkage rate and the re-identification rate of "
            "records whose key values are true."
        )
    )
    with st.expander(_("Where do these thresholds come from?")):
        st.markdown(_("They are values met in practice, offered as a start: what is acceptable is your decision."))
        for threshold in THRESHOLDS:
            default = f"{threshold.default:g}" if threshold is SMALLEST_GROUP else trimmed_percent(threshold.default)
            st.markdown(f"**{threshold.name}** {default} · {md(threshold.source, 400)}.")


def judgements(file: Assessment, limits: RiskLimits, lookup: Lookup) -> list[Judgement]:
    """Return the judgements of a file, in the order of the thresholds."""
    k_measure, file_measure = f"k_violations_{limits.k}", FILE_RISK_MEASURE
    asked = (
        (k_measure, 0.0),
        ("sample_uniques", limits.uniques),
        ("risk_above_threshold", 0.0),
        (file_measure, limits.file),
        ("dis_suda_max", limits.dis),
    )
    return [judge(lookup(file, measure), measure, limit) for measure, limit in asked]


def _chip(judgement: Judgement) -> str:
    badge = BADGES[judgement.verdict]
    if judgement.value is None:
        return f"{badge}  \n:small[:gray[{md('; '.join(judgement.reasons), 90)}]]"
    shown = value(measure_by_id(judgement.measure), judgement.value)
    mark = " ‡" if judgement.measure == "global_or_linkage_risk" else ""
    return f"{badge} :small[{shown}{mark}]"
