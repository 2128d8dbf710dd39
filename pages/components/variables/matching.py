"""How each masked file met the original: recodes in words, what was removed, what cannot be compared."""

from __future__ import annotations

import streamlit as st

from core import pairing
from core.data import Pair, PairedVariable
from core.errors import RUMapError
from core.wording import first_of, gathered
from pages.components.cached_pairs import match_of
from pages.components.escaping import md
from pages.components.flags_in_words import flags_in_words
from pages.components.same_words import MOST_NAMES, lines_of
from pages.components.workspace import Workspace


def matches(workspace: Workspace) -> None:
    """Show how each masked file met the original."""
    files = [scenario.microdata.name for scenario in workspace.scenarios()]
    with st.spinner("Matching variables and finding recodes …"):
        met = [(file, _met(workspace, file)) for file in files]
    for file, match in met:
        if isinstance(match, RUMapError):
            st.error(f"**{md(file)}** {md(str(match), 600)}", icon=":material/block:")
        else:
            _show(match)


def _met(workspace: Workspace, file: str) -> Pair | RUMapError:
    try:
        return match_of(workspace, file)
    except RUMapError as error:
        return error


def _show(pair: Pair) -> None:
    """Show one masked file's variables: kept, recoded, removed, not comparable."""
    problems = [v for v in pair.variables if v.problem]
    recoded = [v for v in pair.variables if v.recode is not None and not v.problem]
    removed = [v for v in pair.variables if v.masked is None and not v.problem]
    doubted = any(v.doubts for v in pair.variables)
    icon = ":material/warning:" if problems or doubted else ":material/check_circle:"
    with st.expander(f"{md(pair.name)} · {_counts(pair, recoded, removed, problems)}", icon=icon):
        for line in lines_of((f"**{md(v.name)}**", _of_itself(v.name, v.problem)) for v in problems):
            st.warning(line, icon=":material/warning:")
        for variable in recoded:
            st.markdown(f"**{md(variable.name)}** {recode_in_words(variable)}")
        if removed:
            st.markdown("Removed in this file: " + ", ".join(f"**{md(v.name)}**" for v in removed))
        if pair.added:
            st.markdown("Only in this file, listed but not scored: " + ", ".join(md(name) for name in pair.added))
        flagged = gathered((f"**{md(v.name)}**", flag) for v in pair.variables for flag in v.flags)
        for names, flag in flagged:
            st.caption(f":material/info: {first_of(names, MOST_NAMES)}: {' '.join(flags_in_words([flag]))}")
        if not (problems or recoded or removed or pair.added or flagged):
            st.markdown("Every variable is there, with the categories of the original.")
        st.caption(md(pair.link_reason, 400))


def _of_itself(name: str, problem: str) -> str:
    """Return a problem without the name of the variable in front of it."""
    return problem.removeprefix(f"variable {name!r}: ")


def _counts(
    pair: Pair, recoded: list[PairedVariable], removed: list[PairedVariable], problems: list[PairedVariable]
) -> str:
    kept = len(pair.variables) - len(recoded) - len(removed) - len(problems)
    parts = [
        (kept, "kept"),
        (len(recoded), "recoded"),
        (len(removed), "removed"),
        (len(problems), "not comparable"),
    ]
    return " · ".join(f"{count} {word}" for count, word in parts if count)


def recode_in_words(variable: PairedVariable) -> str:
    """Return what the recode of a variable does, as escaped Markdown."""
    return md(pairing.recode_in_words(variable), 600)
