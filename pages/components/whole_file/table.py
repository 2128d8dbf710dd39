"""The whole-file measures of every scenario, each with its place among what chance shows."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import detail_of
from core.utility import StackedDetail
from core.views import (
    OF_ALL,
    OF_FEW,
    Chance,
    WholeFileValue,
    cluster_values,
    effective_n,
    lowest_across_groups,
    n_in_words,
    whole_file_measures,
    whole_file_value,
)
from core.wording import counted
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value as written
from pages.components.methods.drawer import method_links

SYMBOLS = {
    "propensity": "Up",
    "cluster": "Uc",
    "ecdf_maximum": "Um",
    "ecdf_mean_square": "Us",
    "ecdf_pairs_maximum": "Um pairs",
    "ecdf_pairs_mean_square": "Us pairs",
    "ecdf_triples_maximum": "Um triples",
    "ecdf_triples_mean_square": "Us triples",
}
HEADS = {
    "propensity": "Told apart by a model (Up)",
    "cluster": "Uneven groups (Uc)",
    "ecdf_maximum": "Largest gap (Um)",
    "ecdf_mean_square": "Mean squared gap (Us)",
    "ecdf_pairs_maximum": "Largest gap over pairs (Um)",
    "ecdf_pairs_mean_square": "Mean squared gap of the worst pair (Us)",
    "ecdf_triples_maximum": "Largest gap over triples (Um)",
    "ecdf_triples_mean_square": "Mean squared gap of the worst triple (Us)",
}
NO_BREAK_SPACE = "\u00a0"
LINE_BREAK = "  \n"


def whole_file_table(comparison: Comparison, chosen: str) -> None:
    """Show one row a scenario, and what the marks in it mean; all of it as a download."""
    notes: dict[str, str] = {}
    measures = whole_file_measures(comparison)
    of_all, of_few = ([m for m in group if m in measures] for group in (OF_ALL, OF_FEW))
    if of_all:
        _table(comparison, of_all, chosen, notes, "all", "Whole-file measures of every scenario")
    if of_few:
        alt = "Measures of pairs and triples of variables of every scenario"
        _table(comparison, of_few, chosen, notes, "few", alt)
    for reason, letter in notes.items():
        st.caption(f"({letter}) Not defined because {md(reason, 500)}.")
    for reason in _reasons_without_null(comparison):
        st.caption(f"No comparison with chance where none is shown: {md(reason, 300)}.")
    st.caption(
        "The figure is the value that the map draws; lower is better. Beneath it: how far that is from the "
        "original, beside a fresh survey or beside samples drawn from the original. Grey: no further than such "
        "samples. Orange: further than 95 of 100 of them. Recoded variables are compared after the same recode of "
        "the original, dropped ones not at all."
    )
    _say_lowest_across_groups(comparison)
    method_links(measures, "whole_file")
    table_download(long_table(comparison), "whole_file_measures")


def _table(
    comparison: Comparison, measures: Sequence[str], chosen: str, notes: dict[str, str], part: str, alt: str
) -> None:
    rows = [_row(file, measures, chosen, notes) for file in comparison.scenarios]
    table = pd.DataFrame(rows, columns=["Scenario", "Records", *(HEADS[m] for m in measures)])
    with st.container(key=f"whole_file_table_{part}"):
        st.table(table.set_index("Scenario"), border="horizontal", alt=alt)


def _say_lowest_across_groups(comparison: Comparison) -> None:
    """Say which file has the lowest Uc most often: no single number of groups is the right one."""
    lowest = lowest_across_groups(comparison)
    if lowest is None:
        return
    files = "; ".join(
        "{name} at {wins}".format(name=f"**{md(name, 60)}**", wins=wins) for name, wins in lowest.wins.items()
    )
    tried = ", ".join(f"{g:,}" for g in lowest.numbers_of_groups)
    st.caption(
        f"Lowest Uc over {len(lowest.numbers_of_groups)} numbers of groups ({tried}): {files}. No number of "
        "groups is the right one, so Woo et "
        "al. (2009) take the file that is lowest most often, after its disclosure risk was considered."
    )


def place_badge(value: WholeFileValue) -> str:
    """Return where a value lies among those of chance, as a badge; empty where that is unknown."""
    chance = value.chance
    if chance.above is None:
        return ""
    words = _samples(chance) if value.ratio is None else _beside(value)
    return f":{'orange' if chance.beyond else 'gray'}-badge[{words.replace(' ', NO_BREAK_SPACE)}]"


def _beside(value: WholeFileValue) -> str:
    yardstick = "a fresh survey" if value.fresh else "a sample"
    return f"{value.ratio:.3g} × {yardstick}"


def _samples(chance: Chance) -> str:
    """Return how many samples are closer to the original, short."""
    closer = round((chance.above or 0.0) * chance.replicates)
    if closer == 0:
        return f"closer than all {chance.replicates} samples"
    if closer == chance.replicates:
        return f"further than all {chance.replicates} samples"
    return f"further than {closer} of {chance.replicates} samples"


def _row(file: Assessment, measures: Sequence[str], chosen: str, notes: dict[str, str]) -> list[str]:
    name = f"**{md(file.name, 60)}**"
    head = f"▸{NO_BREAK_SPACE}{name}" if file.name == chosen else name
    unseen = _unseen(file)
    return [
        f"{head}{LINE_BREAK}:small[:gray[{unseen}]]" if unseen else head,
        f"{file.rows:,}",
        *(_cell(whole_file_value(file, measure), notes) for measure in measures),
    ]


def _cell(value: WholeFileValue, notes: dict[str, str]) -> str:
    if value.value is None:
        letter = notes.setdefault(value.reason, ascii_lowercase[len(notes) % 26])
        return f"–{NO_BREAK_SPACE}({letter})"
    return LINE_BREAK.join(
        line for line in (f"**{written(measure_by_id(value.measure), value.value)}**", place_badge(value)) if line
    )


def _unseen(file: Assessment) -> str:
    """Return how many variables these measures see only after a recode, or not at all."""
    details = (detail_of(file.outcome(measure), StackedDetail) for measure in SYMBOLS)
    described = next((detail for detail in details if detail), None)
    if described is None:
        return ""
    unseen = ((described["recoded"], "recoded"), (described["removed"], "dropped"))
    return ", ".join(f"{len(names)} {word}" for names, word in unseen if names)


def _reasons_without_null(comparison: Comparison) -> Sequence[str]:
    measures = whole_file_measures(comparison)
    values = (whole_file_value(file, measure) for file in comparison.scenarios for measure in measures)
    reasons = (f"{SYMBOLS[v.measure]}: {v.chance.reason}" for v in values if v.value is not None and v.chance.reason)
    return list(dict.fromkeys(reasons))


def long_table(comparison: Comparison) -> pd.DataFrame:
    """Return every value with its null, one a row, with full precision: for a file."""
    measures = whole_file_measures(comparison)
    return pd.DataFrame([_line(file, value) for file in comparison.scenarios for value in _all_values(file, measures)])


def _all_values(file: Assessment, measures: Sequence[str]) -> list[WholeFileValue]:
    values: list[WholeFileValue] = []
    for measure in measures:
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
        "records or groups times the value": value.scaled,
        "times its yardstick": value.ratio,
        "null mean": chance.mean,
        "null 5%": chance.low,
        "null 50%": chance.middle,
        "null 95%": chance.high,
        "share of null below": chance.above,
        "null samples": chance.replicates or None,
        "in words": plain(value.sentence, 1000),
        "n": value.n,
        "effective n": None if value.weighting is None else effective_n(value.weighting),
        "not defined because": plain(value.reason, 1000),
        "no null because": plain(chance.reason, 1000),
    }


def in_words(file: Assessment, measures: Sequence[str]) -> None:
    """Say what each measure says of one scenario, and on how many records it rests."""
    for measure in measures:
        value = whole_file_value(file, measure)
        symbol = f"**{HEADS[measure]}**"
        if value.value is None:
            st.markdown(f"{symbol} is not defined because {md(value.reason, 500)}.")
            continue
        said = md(value.sentence or f"no comparison with chance: {value.chance.reason}", 400)
        groups = (f" at {counted(value.groups, 'group', 'groups')}") if value.groups else ""
        n = n_in_words(value.n or 0, value.weighting)
        st.markdown(f"{symbol} {written(measure_by_id(measure), value.value)}{groups}: {said}. :small[:gray[{n}]]")
