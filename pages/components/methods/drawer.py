"""The help drawer: how a figure is calculated and when it misleads, from every figure and from the menu's foot."""

import re
from collections.abc import Sequence

import streamlit as st

from core.assessment import CATALOGUE, LEFT_OUT, measure_by_id
from core.intake import left_out_readers
from core.masking import left_out_methods
from core.measures import Group, Measure
from core.views import GROUPS, measures_of
from pages.components.escaping import md
from pages.components.methods.card import intervals_section, method_card, settings_table

ICON, WIDTH = ":material/functions:", 560
PARAMETER = "measure"
"""Of the address of any page: the id of the measure whose card is opened."""
ALL = "All measures"
MOST_CARDS = 20
"""Up to this number of measures found are shown as cards at once; more by group."""

EXAMPLES = "swapping, K-S, k-anonymity, swap rate"
"""Searches shown in the empty field: each finds what it names first."""

OTHER_NAMES = (
    (r"kolmogorov.smirnov", "k-s ks"),
    (r"\b\d-anonymity", "k-anonymity k anonymity"),
    (r"\b\d-diversity", "l-diversity l diversity"),
    (r"\bswap", "swapping"),
    (r"linked\sby|linkage", "record linkage"),
    (r"re-identification", "reidentification"),
    (r"unique", "uniqueness"),
)
"""A pattern of the cards' own words, and other names under which people look for it."""


def method_links(measures: Sequence[str | Measure], key: str) -> None:
    """Show one small button that opens the cards of measures, each once."""
    described = [measure_by_id(m) if isinstance(m, str) else m for m in measures]
    if described and st.button(":small[How is it calculated?]", icon=ICON, type="tertiary", key=f"methods_{key}"):
        drawer(tuple(dict.fromkeys(described)))


def methods_button() -> bool:
    """Show the button that opens the drawer with all measures; whether it was pressed."""
    return st.button("Methods", icon=":material/menu_book:", type="tertiary", key="methods_help")


def measure_of_address() -> tuple[Measure, ...]:
    """Return the measure that the address names, which is then taken out of it; empty where it names none."""
    named = st.query_params.to_dict().get(PARAMETER)
    if named is None:
        return ()
    del st.query_params[PARAMETER]
    return tuple(m for m in CATALOGUE if m.id == named)


@st.dialog("How is it calculated, and when does it mislead?", width=WIDTH, position="right")
def drawer(measures: tuple[Measure, ...] = ()) -> None:
    """Open the drawer on the cards of some measures, or on all of them."""
    show_methods(measures)


def show_methods(measures: tuple[Measure, ...]) -> None:
    """Show the cards that are looked for, else those of the measures at hand, else all, folded away by group."""
    words, group = _search_fields()
    if words.strip() or group is not None:
        matching = found_measures(words, group)
        if not matching:
            st.info("No measure's card holds all these words. Try fewer, or another group.", icon=":material/search:")
        else:
            more = f", the first {MOST_CARDS} shown" if len(matching) > MOST_CARDS else ""
            st.caption(f"{len(matching)} found{more}")
        _cards(matching[:MOST_CARDS])
    elif measures:
        _cards(measures)
        settings_table(measures[0].family)
    else:
        for left_out in (*LEFT_OUT, *left_out_methods(), *left_out_readers()):
            st.warning(md(str(left_out), 400), icon=":material/extension_off:")
        for each in GROUPS:
            _folded(f"**{each.title}** ({len(measures_of(each))}) · {each.about}", each.title, measures_of(each))
        intervals_section()


def _search_fields() -> tuple[str, Group | None]:
    """Ask for words and a group; return both."""
    left, right = st.columns(2)
    words = left.text_input("Search", key="methods_words", placeholder=f"{EXAMPLES} …", max_chars=80)
    title = right.selectbox("Group", (ALL, *(g.title for g in GROUPS)), key="methods_group")
    return words, next((g for g in GROUPS if g.title == title), None)


def _cards(measures: Sequence[Measure]) -> None:
    """Show a few cards at once, of more their names, which open."""
    if len(measures) <= 2:
        for measure in measures:
            method_card(measure)
        return
    for measure in measures:
        _folded(measure.name, measure.id, (measure,))


def _folded(label: str, key: str, measures: Sequence[Measure]) -> None:
    with st.expander(label, key=f"methods_of_{key}", on_change="rerun") as fold:
        if fold.open:
            for measure in measures:
                method_card(measure)


def found_measures(words: str, group: Group | None) -> tuple[Measure, ...]:
    """Return the measures of a group whose card holds every word, those with all words in the name first."""
    wanted = words.lower().split()
    measures = CATALOGUE if group is None else measures_of(group)
    matching = [m for m in measures if all(word in _text(m) for word in wanted)]
    return tuple(sorted(matching, key=lambda m: not all(word in _with_other_names(m.name) for word in wanted)))


def _text(measure: Measure) -> str:
    parts = (measure.name, measure.id, measure.summary, measure.reading, measure.misleads, measure.reference)
    return _with_other_names(" ".join((*parts, measure.group.title)))


def _with_other_names(text: str) -> str:
    """Return a text in small letters, with other names that the field has for what it speaks of."""
    plain = text.lower()
    return " ".join((plain, *(other for pattern, other in OTHER_NAMES if re.search(pattern, plain))))
