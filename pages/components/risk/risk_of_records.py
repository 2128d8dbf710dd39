"""How the records of a file are spread over individual risk, and which key variables make them stand out."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.charts import key_contributions_figure, risk_distribution_figure
from core.errors import RUMapError
from core.measures import Outcome, Result, Skipped, detail_of
from core.risk import SudaDetail
from core.views import RecordRisks, risk_bins, validity
from core.wording import counted, trimmed_percent
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import md, plain
from pages.components.risk.exports import confidential_beneath
from pages.components.risk.keysets import outcome_of
from pages.components.risk.record_risks import risks_of
from pages.components.workspace import Workspace


def risk_distribution(
    workspace: Workspace, comparison: Comparison, file: Assessment, keyset: str, threshold: float
) -> None:
    """Draw individual risk in the original and in a masked file, with the table behind it."""
    try:
        original = risks_of(workspace, comparison, comparison.original, keyset)
        masked = risks_of(workspace, comparison, file, keyset)
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    if original.problem and masked.problem:
        st.info(f"Not defined because {md(original.problem, 400)}.", icon=":material/info:")
        return
    bins = risk_bins(original, masked)
    st.plotly_chart(
        risk_distribution_figure(bins, threshold=threshold, dark=is_dark()),
        key="risk_distribution",
        config=NO_TOOLS,
        alt="Records by individual risk, original against masked; the table below holds the same figures",
    )
    _say_counts((("original", original), ("masked file", masked)), threshold)
    for sentence in validity(outcome_of(file, "global_risk", keyset)):
        st.caption(f"It does not hold: {md(sentence, 300)}.")
    table = pd.DataFrame({
        "risk above": bins.edges[:-1],
        "risk up to": bins.edges[1:],
        "original, records": bins.counts[0],
        "masked, records": bins.counts[1],
    })  # fmt: skip
    confidential_beneath(table, "individual_risk", "Individual risk of the records")


def _say_counts(files: tuple[tuple[str, RecordRisks], ...], threshold: float) -> None:
    for name, risks in files:
        if risks.problem:
            st.caption(f"{name[:1].upper()}{name[1:]}: not defined because {md(risks.problem, 300)}.")
            continue
        above = risks.count_above(threshold)
        left_out = (
            (f"; {counted(risks.n_left_out, 'record', 'records')} left out for a missing key or a weight of 0")
            if risks.n_left_out
            else ""
        )
        st.caption(
            f"{name[:1].upper()}{name[1:]}: **{above:,}** of {counted(risks.n, 'record', 'records')} above "
            f"{trimmed_percent(threshold)}, the riskiest at {trimmed_percent(float(risks.values[-1]), 3)}{left_out}."
        )


def contributions(comparison: Comparison, file: Assessment, keyset: str) -> None:
    """Draw each key variable's share of the SUDA scores, before and after."""
    before, after = (outcome_of(f, "suda_records", keyset) for f in (comparison.original, file))
    original, masked = _contributions(before), _contributions(after)
    keys = list(dict.fromkeys([*original, *masked]))
    if not keys:
        st.info(_why_none(before, after), icon=":material/info:")
        return
    if not masked:
        st.caption(f"Masked file: {_why_none(after)}")
    elif not any(masked.values()):
        st.caption("No record of the masked file is unique on any of the key variables: nothing contributes.")
    keys.sort(key=lambda k: -original.get(k, 0.0))
    st.plotly_chart(
        key_contributions_figure(keys, original, masked, dark=is_dark()),
        key="key_contributions",
        config=NO_TOOLS,
        alt="Share of the SUDA scores by key variable, original against masked",
    )
    for sentence in validity(after):
        st.caption(f"It does not hold: {md(sentence, 300)}.")
    table = pd.DataFrame({
        "key variable": [plain(k) for k in keys],
        "original": [original.get(k) for k in keys],
        "masked": [masked.get(k) for k in keys],
    })  # fmt: skip
    confidential_beneath(table, "key_contributions", "Contributions of the key variables")


def _contributions(outcome: Outcome | None) -> dict[str, float]:
    return detail_of(outcome, SudaDetail).get("contributions", {}) if isinstance(outcome, Result) else {}


def _why_none(*outcomes: Outcome | None) -> str:
    reasons = [f"Not defined because {md(o.reason, 300)}." for o in outcomes if isinstance(o, Skipped)]
    return reasons[0] if reasons else "SUDA scores were not measured in this run."
