"""The four whole-file measures of every scenario, each with its place among what chance shows."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from textwrap import wrap

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Outcome, Result, Skipped
from core.views import WHOLE_FILE, WholeFileValue, cluster_values, lowest_across_groups, whole_file_value
from core.wording import _, counted
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import powers_of_ten
from pages.components.methods_link import method_links

SYMBOLS = {"propensity": _("Up"), "cluster": _("Uc"), "ecdf_maximum": _("Um"), "ecdf_mean_square": _("Us")}
HEADS = {
    "propensity": _("Up · propensity"),
    "cluster": _("Uc · clusters"),
    "ecdf_maximum": _("Um · largest gap"),
    "ecdf_mean_square": _("Us · mean squared gap"),
}
SCALED = {"propensity": "N·Up", "cluster": "G·Uc", "ecdf_mean_square": "N·Us"}
NO_BREAK_SPACE = "\u00a0"
LINE_BREAK = "  \n"
LINE = 26
"""Characters of a line of a sentence in the table."""


def whole_file_table(comparison: Comparison, chosen: str) -> None:
    """Show one row a scenario, and what the marks in it mean; all of it as a download."""
    notes: dict[str, str] = {}
    rows = [_row(file, chosen, notes) for file in comparison.scenarios]
    table = pd.DataFrame(rows, columns=[_("Scenario"), _("Records"), *HEADS.values(), _("What Up says")])
    with st.container(key="whole_file_table"):
        st.table(table.set_index(_("Scenario")), border="horizontal", alt=_("Whole-file measures of every scenario"))
    for reason, letter in notes.items():
        st.caption(_("({letter}) Not defined because {reason}.").format(letter=letter, reason=md(reason, 500)))
    for reason in _reasons_without_null(comparison):
        st.caption(_("No comparison with chance where none is shown: {reason}.").format(reason=md(reason, 300)))
    st.caption(
        _(
            "Expected, and samples: what chance alone shows in a file of this size drawn from the original. "
            "Grey: inside that. Orange: larger than in 95 of 100 such files. "
            "Recoded variables are compared after the same recode of the original, dropped ones not at all."
        )
    )
    _say_lowest_across_groups(comparison)
    method_links(WHOLE_FILE, "whole_file")
    table_download(long_table(comparison), "whole_file_measures")


def _say_lowest_across_groups(comparison: Comparison) -> None:
    """Say which file has the lowest Uc most often: no single number of groups is the right one."""
    lowest = lowest_across_groups(comparison)
    if lowest is None:
        return
    files = "; ".join(
        _("{name} at {wins}").format(name=f"**{md(name, 60)}**", wins=wins) for name, wins in lowest.wins.items()
    )
    tried = ", ".join(f"{g:,}" for g in lowest.numbers_of_groups)
    st.caption(
        _(
            "Lowest Uc over {n} numbers of groups ({tried}): {files}. No number of groups is the right one, so Woo et "
            "al. (2009) take the file that is lowest most often, after its disclosure risk was considered."
        ).format(n=len(lowest.numbers_of_groups), tried=tried, files=files)
    )


def figure(x: float) -> str:
    """Return a value of these measures as it is written."""
    return "0" if x == 0 else powers_of_ten(f"{x:,.3g}")


def place_badge(value: WholeFileValue) -> str:
    """Return where a value lies among those of chance, as a badge; empty where that is unknown."""
    chance = value.chance
    if chance.above is None:
        return ""
    words = _("above {above:.0f} of {replicates}").format(
        above=chance.above * chance.replicates, replicates=chance.replicates
    )
    if value.ratio is not None:
        words = _("{ratio:.2g} × expected").format(ratio=value.ratio)
    return f":{'orange' if chance.beyond else 'gray'}-badge[{words.replace(' ', NO_BREAK_SPACE)}]"


def _row(file: Assessment, chosen: str, notes: dict[str, str]) -> list[str]:
    values = {measure: whole_file_value(file, measure) for measure in WHOLE_FILE}
    name = f"**{md(file.name, 60)}**"
    head = f"▸{NO_BREAK_SPACE}{name}" if file.name == chosen else name
    unseen = _unseen(file)
    sentence = values["propensity"].sentence
    return [
        f"{head}{LINE_BREAK}:small[:gray[{unseen}]]" if unseen else head,
        f"{file.rows:,}",
        *(_cell(values[measure], notes) for measure in HEADS),
        _in_lines(sentence) if sentence else "–",
    ]


def _in_lines(sentence: str) -> str:
    """Return a sentence in lines that stay whole in a narrow window, where the table is scrolled sideways."""
    lines = (md(line).replace(" ", NO_BREAK_SPACE) for line in wrap(sentence, LINE))
    return LINE_BREAK.join(f":small[{line}]" for line in lines)


def _cell(value: WholeFileValue, notes: dict[str, str]) -> str:
    if value.value is None:
        letter = notes.setdefault(value.reason, ascii_lowercase[len(notes) % 26])
        return f"–{NO_BREAK_SPACE}({letter})"
    lines = [f"**{figure(value.value)}**", place_badge(value)]
    if value.scaled is not None:
        scaled = f"{SCALED[value.measure]} {figure(value.scaled)}".replace(" ", NO_BREAK_SPACE)
        lines.insert(1, f":small[:gray[{scaled}]]")
    return LINE_BREAK.join(line for line in lines if line)


def _unseen(file: Assessment) -> str:
    """Return how many variables these measures see only after a recode, or not at all."""
    described = next((o.detail for m in WHOLE_FILE if (o := _described(file.outcome(m))) and o.detail), {})
    parts = [
        f"{len(described.get(key, ()))} {word}"
        for key, word in (("recoded", _("recoded")), ("removed", _("dropped")))
        if described.get(key)
    ]
    return ", ".join(parts)


def _described(outcome: Outcome | None) -> Result | Skipped | None:
    return outcome if isinstance(outcome, (Result, Skipped)) else None


def _reasons_without_null(comparison: Comparison) -> Sequence[str]:
    values = (whole_file_value(file, measure) for file in comparison.scenarios for measure in WHOLE_FILE)
    reasons = (f"{SYMBOLS[v.measure]}: {v.chance.reason}" for v in values if v.value is not None and v.chance.reason)
    return list(dict.fromkeys(reasons))


def long_table(comparison: Comparison) -> pd.DataFrame:
    """Return every value with its null, one a row, with full precision: for a file."""
    return pd.DataFrame([_line(file, value) for file in comparison.scenarios for value in _all_values(file)])


def _all_values(file: Assessment) -> list[WholeFileValue]:
    values: list[WholeFileValue] = []
    for measure in WHOLE_FILE:
        groups = cluster_values(file) if measure == "cluster" else ()
        values.extend(groups or (whole_file_value(file, measure),))
    return values


def _line(file: Assessment, value: WholeFileValue) -> dict[str, object]:
    chance = value.chance
    return {
        "scenario": plain(file.name),
        "measure": value.measure,
        "name": measure_by_id(value.measure).name,
        "groups": value.groups,
        "value": value.value,
        _("N or G times value"): value.scaled,
        _("ratio to expectation"): value.ratio,
        _("null mean"): chance.mean,
        _("null 5 %"): chance.low,
        _("null 50 %"): chance.middle,
        _("null 95 %"): chance.high,
        _("share of null below"): chance.above,
        _("null samples"): chance.replicates or None,
        _("in words"): plain(value.sentence, 1000),
        "n": value.n,
        _("not defined because"): plain(value.reason, 1000),
        _("no null because"): plain(chance.reason, 1000),
    }


def in_words(file: Assessment) -> None:
    """Say what each measure says of one scenario, and on how many records it rests."""
    for measure in WHOLE_FILE:
        value = whole_file_value(file, measure)
        symbol = f"**{SYMBOLS[measure]}**"
        if value.value is None:
            st.markdown(
                _("{symbol} is not defined because {reason}.").format(symbol=symbol, reason=md(value.reason, 500))
            )
            continue
        said = md(value.sentence or _("no comparison with chance: {reason}").format(reason=value.chance.reason), 400)
        groups = _(" at {groups}").format(groups=counted(value.groups, "group", "groups")) if value.groups else ""
        st.markdown(f"{symbol} {figure(value.value)}{groups}: {said}. :small[:gray[n = {value.n:,}]]")
