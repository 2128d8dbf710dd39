"""One parameter of a masking method as a widget, by its type."""

from collections.abc import Mapping, Sequence
from dataclasses import Field
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin

import streamlit as st

from core.errors import MaskingError
from core.masking import setting_of
from pages.components.escaping import plain

WORDS = {
    "nearest": "To the nearest multiple",
    "unbiased": "Up or down at random, unbiased",
    "limit": "Limit itself",
    "mean": "Mean of the values beyond it",
    "mdav": "Nearest records (MDAV)",
    "z_scores": "Order of the summed z-scores",
    "first_component": "Order of the first principal component",
    "each": "Order of each variable on its own",
    "keep": "As they are",
    "scale": "Times records by drawn records",
    "kept": "As in the original",
    "normal": "Normal around the regression",
    "both": "Both (20 to 29)",
    "left": "The lower one: [20, 30)",
    "right": "The upper one: (20, 30]",
}
"""What choices are called on the screen."""

BANDS_HELP = "One band a line: its two ends. Example: 0, 19"
GROUPS_HELP = "One group a line: its new name = its categories. Example: South = S1, S2"


def parameter_input(field: Field[Any], kind: Any, value: Any, variables: Sequence[str], key: str) -> Any:
    """Ask for one parameter; return its value.

    Raises
    ------
    MaskingError
        Lines of bands or groups that cannot be read.
    """
    asked = setting_of(field)
    label, help_ = asked.label, asked.help or None
    if kind is bool:
        return st.checkbox(label, bool(value), help=help_, key=key)
    if get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        choices = [str(c) for c in (get_args(kind) if get_origin(kind) is Literal else kind)]
        chosen = st.selectbox(
            label, choices, choices.index(str(value)), format_func=lambda c: WORDS.get(c, c), help=help_, key=key
        )
        return chosen if get_origin(kind) is Literal else kind(chosen)
    if field.name == "bands":
        return _bands(st.text_area(label, _band_lines(value), help=BANDS_HELP, key=key, height=110))
    if isinstance(value, Mapping):
        return _groups(st.text_area(label, _group_lines(value), help=GROUPS_HELP, key=key, height=110))
    if field.name == "labels":
        text = st.text_input(label, ", ".join(value), help="Separated by commas; empty: made from the ends.", key=key)
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(value, tuple):
        chosen_ones = st.multiselect(
            label, variables, [v for v in value if v in variables], format_func=plain, help=help_, key=key
        )
        return tuple(chosen_ones)
    return _number(asked, kind, value, key)


def _number(asked: Any, kind: Any, value: Any, key: str) -> Any:
    whole = int in (kind, *get_args(kind))
    turn = int if whole else float

    def bound(x: float | None) -> Any:
        return None if x is None else turn(x)

    step = bound(asked.step) or (1 if whole else None)
    entered = st.number_input(
        asked.label,
        bound(asked.low),
        bound(asked.high),
        value,
        step=step,
        format=None if whole else "%g",
        help=asked.help or None,
        key=key,
    )
    return None if entered is None else turn(entered)


def _band_lines(value: Sequence[tuple[float, float]]) -> str:
    return "\n".join(f"{lower:g}, {upper:g}" for lower, upper in value)


def _bands(text: str) -> tuple[tuple[float, float], ...]:
    bands = []
    for line in filter(str.strip, text.splitlines()):
        parts = line.split(",")
        try:
            lower, upper = (float(part) for part in parts)
        except ValueError:
            raise MaskingError("write each band as its two ends, such as: 20, 29") from None
        bands.append((lower, upper))
    return tuple(bands)


def _group_lines(value: Mapping[str, Sequence[str]]) -> str:
    return "\n".join(f"{masked} = {', '.join(originals)}" for masked, originals in value.items())


def _groups(text: str) -> dict[str, tuple[str, ...]]:
    groups = {}
    for line in filter(str.strip, text.splitlines()):
        masked, equals, originals = line.partition("=")
        if not equals:
            raise MaskingError("write each group as: new name = category, category")
        groups[masked.strip()] = tuple(part.strip() for part in originals.split(",") if part.strip())
    return groups
