"""Attacks on the chosen file: a sentence to read out for each, the rates behind it, and what is missing."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.measures import Measure
from core.risk import RateDetail
from core.views import AttackLine, attack_lines, attacks_without_figure
from core.wording import first_of, sentence_case
from pages.components.downloads import numbers, of_rows
from pages.components.escaping import md, plain
from pages.components.risk.exports import confidential_download


def attacks(comparison: Comparison, file: Assessment) -> None:
    """Show the attacks on a file; say where none was measured, and what a control would add."""
    st.markdown(f"On **{md(file.name, 60)}**:")
    lines = attack_lines(file)
    without = attacks_without_figure(file)
    if not lines and not without:
        st.markdown("No attack was measured in this run. Choose attacks among the measures on the Set up page.")
        return
    shared = _of_all(lines)
    if lines:
        _sizes(comparison, lines[0])
    for sentence in shared:
        st.warning(md(sentence_case(sentence) + ".", 900), icon=":material/group_off:")
    for line in lines:
        st.markdown(f"**{md(line.name, 120)}.** {md(line.sentence, 400)}")
        st.caption(f"The intruder knows {md(line.rates['knows'], 300)}.")
        for sentence in line.result.validity:
            if sentence not in shared:
                st.markdown(f":orange[:material/warning:] {md(sentence_case(sentence), 400)}")
    for reason, names in by_reason(without).items():
        st.markdown(f"**{first_of(names)}**: no figure, because {md(reason, 300)}.")
    if lines:
        table = attack_table(lines)
        st.dataframe(table, alt="All attacks on this file with their rates", column_config=numbers(table),
                     **of_rows(len(table)))  # fmt: skip
        confidential_download(table, "attacks")


def _of_all(lines: Sequence[AttackLine]) -> tuple[str, ...]:
    """Return why no figure of several holds: said once, above them."""
    return (
        tuple(s for s in lines[0].result.validity if all(s in line.result.validity for line in lines))
        if len(lines) > 1
        else ()
    )


def by_reason(without: Sequence[tuple[Measure, str]]) -> dict[str, list[str]]:
    """Return the names of measures without a figure by the reason, each reason once."""
    return {reason: [m.name for m, why in without if why == reason] for reason in dict.fromkeys(r for _m, r in without)}


def _sizes(comparison: Comparison, line: AttackLine) -> None:
    """Say how many records are in each file, and what is lacking without a control."""
    sizes = line.rates
    if sizes["n_control"] is None:
        st.info(
            "There is no control file, so attacks are held against guessing alone: what the file rightly teaches "
            "about everybody counts as risk. Bring in records of other people on the Set up page.",
            icon=":material/group_off:",
        )
    else:
        st.caption(
            f"{sizes['n_original']:,} people in the original, {sizes['n_masked']:,} records in the file, "
            f"{sizes['n_control']:,} other people in the control."
        )
    for note in comparison.control_notes:
        st.markdown(f":orange[:material/warning:] {md(sentence_case(note), 500)}.")


def attack_table(lines: Sequence[AttackLine]) -> pd.DataFrame:
    """Return the rates of all attacks, in percent with their 95% intervals, and how many were made."""
    return pd.DataFrame({
        "Attack": [plain(line.name) for line in lines],
        "Risk net of chance, %": [100 * line.result.value for line in lines],
        **{name: ends for i, name in enumerate(("from", "to")) for ends in [_ends(lines, i)]},
        "On the original, %": [100 * line.rates["attack"]["rate"] for line in lines],
        "Attacks": [line.rates["attack"]["attacks"] for line in lines],
        "On other people, %": [_rate(line.rates["control"]) for line in lines],
        "Attacks on other people": [rate["attacks"] if (rate := line.rates["control"]) else None for line in lines],
        "By guessing, %": [_rate(line.rates.get("baseline")) for line in lines],
        "Does not hold because": [plain(" ".join(line.result.validity)) for line in lines],
    })  # fmt: skip


def _ends(lines: Sequence[AttackLine], i: int) -> list[float | None]:
    return [None if line.result.interval is None else 100 * line.result.interval[i] for line in lines]


def _rate(rate: RateDetail | None) -> float | None:
    return None if rate is None else 100 * rate["rate"]
