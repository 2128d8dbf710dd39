"""How a masked file met the original: recodes in words, what was removed, what cannot be compared."""

import streamlit as st

from core import pairing
from core.data import Pair, PairedVariable
from core.wording import first_of, gathered
from pages.components.escaping import md
from pages.components.flags_in_words import MOST_NAMES, flags_in_words, lines_of


def counts(pair: Pair) -> str:
    """Return how many variables were kept, recoded, removed, or cannot be compared."""
    n = {"recoded": len(_recoded(pair)), "removed": len(_removed(pair)), "not comparable": len(_problems(pair))}
    kept = {"kept": len(pair.variables) - sum(n.values())}
    return " · ".join(f"{count} {word}" for word, count in (kept | n).items() if count)


def how_met(pair: Pair) -> None:
    """Show one masked file's variables: recoded, removed, not comparable, added."""
    for line in lines_of((f"**{md(v.name)}**", _of_itself(v.name, v.problem)) for v in _problems(pair)):
        st.warning(line, icon=":material/warning:")
    for variable in _recoded(pair):
        st.markdown(f"**{md(variable.name)}** {recode_in_words(variable)}")
    if removed := _removed(pair):
        st.markdown("Removed in this file: " + ", ".join(f"**{md(v.name)}**" for v in removed))
    if pair.added:
        st.markdown("Only in this file, listed but not scored: " + ", ".join(md(name) for name in pair.added))
    for names, flag in gathered((f"**{md(v.name)}**", flag) for v in pair.variables for flag in v.flags):
        st.caption(f":material/info: {first_of(names, MOST_NAMES)}: {' '.join(flags_in_words([flag]))}")
    st.caption(md(pair.link_reason, 400))


def recode_in_words(variable: PairedVariable) -> str:
    """Return what the recode of a variable does, as escaped Markdown."""
    return md(pairing.recode_in_words(variable), 600)


def _problems(pair: Pair) -> list[PairedVariable]:
    return [v for v in pair.variables if v.problem]


def _recoded(pair: Pair) -> list[PairedVariable]:
    return [v for v in pair.variables if v.recode is not None and not v.problem]


def _removed(pair: Pair) -> list[PairedVariable]:
    return [v for v in pair.variables if v.masked is None and not v.problem]


def _of_itself(name: str, problem: str) -> str:
    """Return a problem without the name of the variable in front of it."""
    return problem.removeprefix(f"variable {name!r}: ")
