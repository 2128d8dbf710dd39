"""Finding a measure: by words, by group, by the address of its card."""

from __future__ import annotations

import re

import streamlit as st

from core.assessment import CATALOGUE, measure_by_id
from core.measures import Group, Measure
from core.views import GROUPS, measures_of
from pages.components.methods_link import PARAMETER

ALL = "All measures"
MOST_CARDS = 20
"""Up to this number of measures found are shown as cards at once; more by group."""

EXAMPLES = "swapping, K-S, k-anonymity, swap rate"
"""Searches that stand in the empty field: each finds what it names first."""

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


def measure_of_address() -> Measure | None:
    """Return the measure that the address names; None where it names none, or none that there is."""
    try:
        return measure_by_id(st.query_params.get(PARAMETER, ""))
    except KeyError:
        return None


def search_fields() -> tuple[str, Group | None]:
    """Ask for words and a group; return both."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = st.text_input("Search", key="methods_words", placeholder=f"{EXAMPLES} …", max_chars=80)
        title = st.selectbox("Group", (ALL, *(g.title for g in GROUPS)), key="methods_group")
    return words, next((g for g in GROUPS if g.title == title), None)


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
