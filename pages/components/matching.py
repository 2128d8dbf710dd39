"""How each masked file met the original: recodes in words, what was removed, what cannot be compared."""

from __future__ import annotations

import streamlit as st

from core.data import Cap, CategoryMap, Pair, PairedVariable, Recode, number_label
from pages.components.escaping import md, plain

SOURCES = {
    "declared": "as declared",
    "bands": "read from the band labels",
    "cap": "found: values are capped",
    "inferred": "found from the linked records",
}


def show_match(file: str, found: Pair | str) -> None:
    """Show one masked file's variables: kept, recoded, removed, not comparable."""
    if isinstance(found, str):
        st.error(f"**{md(file)}** {md(found, 600)}", icon=":material/block:")
        return
    problems = [v for v in found.variables if v.problem]
    recoded = [v for v in found.variables if v.recode is not None and not v.problem]
    removed = [v for v in found.variables if v.masked is None and not v.problem]
    icon = ":material/warning:" if problems else ":material/check_circle:"
    with st.expander(f"{md(found.name)} · {_counts(found, recoded, removed, problems)}", icon=icon):
        for variable in problems:
            st.warning(f"**{md(variable.name)}** {md(variable.problem, 600)}", icon=":material/warning:")
        for variable in recoded:
            st.markdown(f"**{md(variable.name)}** {recode_in_words(variable)}")
        if removed:
            st.markdown("Removed in this file: " + ", ".join(f"**{md(v.name)}**" for v in removed))
        if found.added:
            st.markdown("Only in this file, listed but not scored: " + ", ".join(md(name) for name in found.added))
        if not (problems or recoded or removed or found.added):
            st.markdown("Every variable is there, with the categories of the original.")
        st.caption(md(found.link_reason, 400))


def _counts(
    found: Pair, recoded: list[PairedVariable], removed: list[PairedVariable], problems: list[PairedVariable]
) -> str:
    kept = len(found.variables) - len(recoded) - len(removed) - len(problems)
    parts = [(kept, "kept"), (len(recoded), "recoded"), (len(removed), "removed"), (len(problems), "not comparable")]
    return " · ".join(f"{count} {word}" for count, word in parts if count)


def recode_in_words(variable: PairedVariable) -> str:
    """Return what the recode of a variable does, as escaped Markdown."""
    if variable.recode is None:
        return "as in the original"
    return f"{_words(variable.recode)} ({SOURCES.get(variable.recode_source, md(variable.recode_source))})"


def _words(recode: Recode) -> str:
    if isinstance(recode, CategoryMap):
        groups = [f"{md(masked)} ← {_some(originals)}" for masked, originals in recode.groups.items()]
        return f"merged into {len(groups)} categories: " + _cut(groups)
    if isinstance(recode, Cap):
        return " and ".join(_caps(recode))
    labels = recode.labels or tuple(_band(lower, upper) for lower, upper in recode.edges)
    return f"grouped into {len(recode.edges)} bands: " + _cut([md(label) for label in labels])


def _caps(cap: Cap) -> list[str]:
    parts = []
    if cap.above is not None:
        parts.append(f"values above {md(number_label(cap.above))} written as one")
    if cap.below is not None:
        parts.append(f"values below {md(number_label(cap.below))} written as one")
    return parts


def _band(lower: float, upper: float) -> str:
    ends = [number_label(x) if abs(x) != float("inf") else "∞" for x in (lower, upper)]
    return f"{ends[0]} to {ends[1]}"


def _some(labels: tuple[str, ...]) -> str:
    return _cut([md(plain(label, 30)) for label in labels], 4)


def _cut(parts: list[str], most: int = 8) -> str:
    return ", ".join(parts[:most]) + (f" and {len(parts) - most} more" if len(parts) > most else "")
