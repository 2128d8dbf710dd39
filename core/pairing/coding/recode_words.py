"""A recode in words: what became of the original's categories, with what the codes mean where a file says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.data import Cap, CategoryMap, PairedVariable, Recode, category_text, number_label
from core.pairing.coding.columns import label_key
from core.wording import first_of

SOURCES = {
    "declared": "as declared",
    "bands": "read from the band labels",
    "cap": "found: values are capped",
    "inferred": "found from the linked records",
}
MOST_GROUPS, MOST_MEMBERS = 8, 4
LONGEST = 40
"""Characters of a category that are shown."""


def recode_in_words(variable: PairedVariable) -> str:
    """Return what the recode of a variable does and where it is known from; codes with their value labels."""
    if variable.recode is None:
        return "; ".join(variable.doubts) or "as in the original"
    source = SOURCES.get(variable.recode_source, variable.recode_source)
    return f"{_words(variable.recode, variable.value_labels, variable.recoded_labels)} ({source})"


def _words(recode: Recode, labels: Mapping[str, str], masked_labels: Mapping[str, str]) -> str:
    if isinstance(recode, CategoryMap):
        groups = [
            f"{_shown(masked, masked_labels)} ← {_members(originals, labels)}"
            for masked, originals in recode.groups.items()
        ]
        return f"merged into {len(groups)} categories: {first_of(groups, MOST_GROUPS)}"
    if isinstance(recode, Cap):
        return " and ".join(_caps(recode))
    bands = recode.labels or tuple(_band(lower, upper) for lower, upper in recode.edges)
    shown = [_shown(band, masked_labels) for band in bands]
    return f"grouped into {len(recode.edges)} bands: {first_of(shown, MOST_GROUPS)}"


def _caps(cap: Cap) -> list[str]:
    parts = []
    if cap.above is not None:
        parts.append(f"values above {number_label(cap.above)} written as one")
    if cap.below is not None:
        parts.append(f"values below {number_label(cap.below)} written as one")
    return parts


def _band(lower: float, upper: float) -> str:
    ends = [number_label(x) if abs(x) != float("inf") else "∞" for x in (lower, upper)]
    return f"{ends[0]} to {ends[1]}"


def _members(originals: Sequence[str], labels: Mapping[str, str]) -> str:
    return first_of([_shown(code, labels) for code in sorted(originals, key=label_key)], MOST_MEMBERS)


def _shown(code: str, labels: Mapping[str, str]) -> str:
    text = category_text(code, labels)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
