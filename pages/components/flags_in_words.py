"""What is said of several variables alike, once; and flags of figures in words."""

from collections.abc import Iterable

import streamlit as st

from core.wording import first_of, gathered, sentence_case
from pages.components.escaping import md

MOST_NAMES = 15
"""Names that a line lists."""


def lines_of(said: Iterable[tuple[str, str]], longest: int = 600) -> list[str]:
    """Return one line for what is said of several variables alike.

    Parameters
    ----------
    said : iterable of (str, str)
        What a sentence is about, as escaped Markdown ("": the file), and the sentence, as it is.
    longest : int
        Characters of a sentence.
    """
    return [_line([name for name in names if name], md(text, longest)) for names, text in gathered(said)]


def _line(names: list[str], text: str) -> str:
    if not names:
        return sentence_case(text)
    return f"{first_of(names, MOST_NAMES)}: {text}"


MEANING = {
    "heaped values": (
        "Many records share a value. The Kolmogorov-Smirnov test reacts strongly when masking breaks "
        "such ties: look at the gap rather than at p, or give the variable the level ordinal."
    ),
    "sparse table": "Sparse table: more than 20% of the expected counts are below 5, or one is below 1. p is rough.",
    "more than 50 categories": (
        "More than 50 categories: the test sees little, and Cramér's V is too high; see the bias-corrected one."
    ),
    "a category stands in one file only": "A category stands in one of the files only.",
    "knife edge": (
        "The association is nearly as strong as before, but it is significant in one file and just misses that in the "
        "other: the pair counts as lost."
    ),
    "one file allows no test": (
        "One file allows no test, because a variable is constant there or too few records are "
        "complete; it is taken as no association."
    ),
    "every value is missing": "Every value is missing in the masked file: it counts as removed.",
    "no record is observed": "No value is observed in either file: nothing could be lost.",
    "recode utility clipped": (
        "The groups of the recode are more spread than the variable itself; its utility is taken as 0."
    ),
    "recoded: ": "Recoded in the masked file: {rest}.",
    "type changed: ": "The level of measurement changed: {rest}.",
}
"""By how a flag begins; ``{rest}`` is what follows."""


def flags_in_words(flags: Iterable[str]) -> list[str]:
    """Return what flags mean, escaped; those that say the same of several variables are one."""
    by_meaning: dict[str, list[str]] = {}
    for flag in flags:
        start = next((start for start in MEANING if flag.startswith(start)), "")
        words, rest = (MEANING[start], flag.removeprefix(start)) if start else ("{rest}", flag)
        by_meaning.setdefault(words, []).append(md(rest, 300))
    return [words.format(rest="; ".join(rests)) for words, rests in by_meaning.items()]


def show_flags(flags: Iterable[object]) -> None:
    """Show what a reader of a figure should know."""
    for words in flags_in_words([str(flag) for flag in flags]):
        st.caption(f":material/info: {words}")
