"""What each step of a recipe touches: computed anew whenever the recipe changes, remembered while it stays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.data import Codebook, Microdata
from core.errors import ProcessError, TookTooLong
from core.execution import call_in_worker
from core.masking import Changes, Recipe, StepReport, step_reports, write_recipe
from core.wording import counted, one_or_many, sentence_case
from pages.components.escaping import md

KEY = "laboratory_feedback"
LIVE_RECORDS = 20_000
"""Larger files are masked only when asked for: every keystroke would wait."""

MOST_NAMED = 6


@dataclass(frozen=True)
class Feedback:
    """What was found.

    Parameters
    ----------
    reports : tuple of StepReport
        Of the steps that can be applied.
    problem : str
        Why the next one cannot; or "".
    waiting : bool
        The file is large and nobody has asked yet.
    unknown : str
        Why it could not be found out; the recipe may be applied all the same. Or "".
    """

    reports: tuple[StepReport, ...] = ()
    problem: str = ""
    waiting: bool = False
    unknown: str = ""

    @property
    def complete(self) -> bool:
        """Whether the whole recipe can be applied, as far as is known."""
        return not self.problem


def feedback(original: Microdata, codebook: Codebook, recipe: Recipe, seed: int) -> Feedback:
    """Return what the recipe's steps touch."""
    mark = (original.sha256, write_recipe(recipe), seed, repr(codebook.variables))
    kept: tuple[Any, Feedback] | None = st.session_state.get(KEY)
    if kept and kept[0] == mark:
        return kept[1]
    if original.n_records > LIVE_RECORDS and not st.session_state.pop("lab_show_touched", False):
        return Feedback(waiting=True)
    try:
        reports, problem = call_in_worker(step_reports, original, codebook, recipe, seed)
        touched = Feedback(reports, problem.partition(": ")[2])  # it is beneath its step: no need to name it
    except TookTooLong as error:
        touched = Feedback(unknown=str(error))
    except ProcessError as error:
        return Feedback(unknown=str(error))  # of the machine: asked again at the next rerun
    st.session_state[KEY] = mark, touched
    return touched


def step_feedback(touched: Feedback, i: int) -> None:
    """Say what one step touches, or why it cannot be applied."""
    if i < len(touched.reports):
        report = touched.reports[i]
        st.markdown(f":material/bolt: {in_words(report.changes)}")
        for note in report.notes:
            st.caption(md(note, 300))
    elif i == len(touched.reports) and touched.problem:
        st.error(md(touched.problem, 400), icon=":material/error:")
    elif touched.problem:
        st.caption("Waits for the step above.")


def in_words(changes: Changes) -> str:
    """Return in a sentence what a step changed; names escaped."""
    if changes.records_after < changes.records_before:
        parts = [f"{changes.records_after:,} of {changes.records_before:,} records are left"]
    elif changes.removed:
        parts = [
            one_or_many("{names} is removed", "{names} are removed", len(changes.removed)).format(
                names=", ".join(md(name) for name in changes.removed)
            )
        ]
    elif not changes.total_cells:
        return "Touches nothing."
    else:
        parts = []
    if changes.total_cells:
        cells, records = (
            counted(changes.total_cells, "cell", "cells"),
            f"{changes.records:,} of {changes.records_after:,} records",
        )
        parts.append(f"touches **{cells}** in **{records}**: {_named(changes.cells)}")
    if changes.total_suppressed:
        every = changes.total_suppressed == changes.total_cells
        parts.append("all of them emptied" if every else f"{changes.total_suppressed:,} of them emptied")
    text = "; ".join(parts)
    return f"{sentence_case(text)}."


def _named(cells: Mapping[str, int]) -> str:
    largest = sorted(cells.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{md(name)} {n:,}" for name, n in largest[:MOST_NAMED])
    return shown + (f" and {len(largest) - MOST_NAMED} more variables" if len(largest) > MOST_NAMED else "")


def ask_for_feedback(touched: Feedback) -> None:
    """On a large file offer to show what the recipe touches; say why it is not known."""
    if touched.unknown:
        st.warning(f"What the steps touch is not known: {md(touched.unknown, 400)}", icon=":material/warning:")
    if touched.waiting and st.button("Show what each step touches", icon=":material/bolt:", key="lab_touch"):
        st.session_state["lab_show_touched"] = True
        st.rerun()
