"""Risk before and after: one row a file, the original first; one column a measure; all of it as a download."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Outcome, PageSection, Result, Scope, Skipped, detail_of
from core.risk import MEASURES, MissingRule, RiskDetail
from core.views import (
    FILE_RISK_MEASURE,
    RISK_SECTIONS,
    as_category,
    headings,
    riskiest_first,
    rules_offered,
    under_rule,
    units_dealt,
    validity,
)
from pages.components.escaping import md, plain
from pages.components.figures_in_words import names
from pages.components.methods_link import method_links
from pages.components.paging import page_of
from pages.components.risk.cells import Notes, cell
from pages.components.risk.exports import confidential_download
from pages.components.risk.keysets import MISSING_RULES, outcomes_of

Lookup = Callable[[Assessment, str], Outcome | None]
"""(file, id of a measure) -> its outcome for the key set."""

READABLE = 12
"""Files whose rows fit a screen or two."""

CHOICE = "risk_section"
RULE = "risk_missing_rule"
RULES = {"wildcard": "agree with every value", "category": "are a category of their own"}


def before_and_after(comparison: Comparison, keyset: str, *, threshold: float, chosen: str) -> None:
    """Show the chosen group of measures for all files, and offer all groups as a table."""
    by_id = {s.id: s for s in RISK_SECTIONS}
    wanted = st.segmented_control(
        "Measures",
        list(by_id),
        format_func=lambda name: by_id[name].name,
        default=next(iter(by_id)),
        required=True,
        key=CHOICE,
        label_visibility="collapsed",
    )
    section = by_id[wanted]
    st.markdown(f"**{section.question}**")
    st.caption(section.aid)
    files = comparison.files
    by_file = {id(file): outcomes_of(file, keyset) for file in files}

    def lookup(file: Assessment, measure: str) -> Outcome | None:
        return by_file[id(file)].get(measure)

    ranked = riskiest_first(comparison.scenarios, FILE_RISK_MEASURE, keyset)
    riskiest = ranked if len(ranked) > READABLE else files[1:]
    part = page_of(len(riskiest), READABLE, "Files shown, the riskiest first", "risk_files_page")
    rule = _rule(rules_offered(comparison), section)
    st.caption(section.missing or MISSING_RULES[rule])
    if dealt := units_dealt(comparison):
        st.caption(md(dealt, 400))
    under = lookup if section.missing else (lambda f, m: under_rule(lookup(f, m), rule))
    _section_table(section, (files[0], *riskiest[part]), under, headings(section, threshold), chosen)
    confidential_download(long_table(files, keyset, lookup), "disclosure_risk")


def _rule(offered: tuple[MissingRule, ...], section: PageSection) -> MissingRule:
    """Ask for the rule for missing key values that the table stands under, where there is a choice."""
    if len(offered) == 1 or section.missing:
        return offered[0]
    chosen: MissingRule = st.segmented_control(
        "Missing key values",
        list(offered),
        format_func=lambda rule: RULES[rule],
        default=offered[0],
        required=True,
        key=RULE,
    )
    return chosen


def _section_table(
    section: PageSection, files: tuple[Assessment, ...], lookup: Lookup, headed: list[tuple[str, str]], chosen: str
) -> None:
    columns = [(m, head) for m, head in headed if _has_value(files, m, lookup)]
    notes = Notes()
    if columns:
        rows = {file_label(f, i, chosen): _row(f, files[0], columns, lookup, notes) for i, f in enumerate(files)}
        heads = ["n", *(head for _first, head in columns)]
        table = pd.DataFrame.from_dict(rows, orient="index", columns=heads)
        table.index.name = "File"
        with st.container(key=f"risk_table_{section.id}"):
            st.table(
                table,
                border="horizontal",
                alt=f"{section.question} By file, the original first",
            )
    lines = [*_noted(section, notes), *_undefined(headed, columns, files, lookup)]
    if lines:
        st.caption("  \n".join(lines))
    method_links([measure for measure, _rest in headed], f"risk_{section.id}")
    with st.expander("What do these columns say?"):
        for measure, head in headed:
            about = measure_by_id(measure)
            st.markdown(f"**{head}**: {md(about.summary, 400)} :small[:gray[{md(about.reference, 300)}]]")


def _has_value(files: tuple[Assessment, ...], measure: str, lookup: Lookup) -> bool:
    return any(isinstance(lookup(f, measure), Result) for f in files)


def file_label(file: Assessment, position: int, chosen: str) -> str:
    """Return the name of a file at the head of its row; the chosen one stands out."""
    if position == 0:
        return "**Original**"
    shown = md(file.name, 60)
    return f"▸ **{shown}**" if file.name == chosen else shown


def _row(
    file: Assessment, original: Assessment, columns: list[tuple[str, str]], lookup: Lookup, notes: Notes
) -> list[str]:
    outcomes = [lookup(file, measure) for measure, _rest in columns]
    beside = [None if file is original else lookup(original, measure) for measure, _rest in columns]
    counts = Counter(o.n for o in outcomes if isinstance(o, Result))
    n = counts.most_common(1)[0][0] if counts else None
    return [
        "–" if n is None else f"{n:,}",
        *(cell(o, file.name, n, notes, b) for o, b in zip(outcomes, beside, strict=True)),
    ]


def _noted(section: PageSection, notes: Notes) -> list[str]:
    """Return why figures do not hold, cannot be compared or are not there; escaped."""
    lines = [
        (f"Figures of **{md(file)}** do not hold: {md('; '.join(told), 600)}.") for file, told in notes.invalid.items()
    ]
    lines += [
        (f"Figures of **{md(file)}** that cannot be compared with the original's: {md(' '.join(told), 900)}")
        for file, told in notes.beside.items()
    ]
    lines += [f"({letter}) Not defined because {md(why, 400)}." for why, letter in notes.undefined.items()]
    lines += [f"No 95% interval where none is shown: {md(why, 300)}." for why in notes.no_interval]
    return [*lines, *notes.too_low, *([section.note] if section.note else [])]


def _undefined(
    headed: list[tuple[str, str]], columns: list[tuple[str, str]], files: tuple[Assessment, ...], lookup: Lookup
) -> list[str]:
    """Return why columns are not in the table, those with the same reason together; escaped."""
    absent: dict[str, list[str]] = {}
    for measure, head in headed:
        if (measure, head) not in columns:
            outcomes = [lookup(f, measure) for f in files]
            reasons = dict.fromkeys(o.reason for o in outcomes if isinstance(o, Skipped))
            absent.setdefault("; ".join(reasons), []).append(head)
    return [
        f"Not defined because {md(why, 500)}: {names(heads)}." if why else f"Not measured in this run: {names(heads)}."
        for why, heads in absent.items()
    ]


def long_table(files: tuple[Assessment, ...], keyset: str, lookup: Lookup) -> pd.DataFrame:
    """Return all measures of all files, one a row: for a file, with full precision; those without a column first."""
    without = [m.id for m in MEASURES if m.scope is Scope.FILE and m.section is None]
    ids = [*without, *(m.id for columns in RISK_SECTIONS.values() for m in columns)]
    outcomes = [(f, i, m, o) for i, f in enumerate(files) for m in ids if (o := lookup(f, m)) is not None]
    return pd.DataFrame([_line(f, i, keyset, m, o) for f, i, m, o in outcomes])


def _line(file: Assessment, position: int, keyset: str, measure: str, outcome: Outcome) -> dict[str, object]:
    result = outcome if isinstance(outcome, Result) else None
    detail = detail_of(result, RiskDetail)
    ends = result.interval if result and result.interval else (None, None)
    reason = outcome.reason if isinstance(outcome, Skipped) else "" if result else "a fault of the program"
    return {
        "file": plain("Original" if position == 0 else file.name),
        "key set": plain(keyset),
        "measure": measure,
        "name": measure_by_id(measure).name,
        "value": result.value if result else None,
        "from": ends[0],
        "to": ends[1],
        "about its interval": measure_by_id(measure).interval_caution if result and result.interval else "",
        "n": result.n if result else None,
        "missing keys": detail.get("missing") if detail else None,
        "missing keys as a category": as_category(result) if result else None,
        "threshold": detail.get("threshold") if detail else None,
        "not defined because": plain(reason, 1000),
        "does not hold because": plain("; ".join(validity(outcome)), 1000),
    }
