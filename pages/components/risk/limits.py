"""Every version against every limit of the rules in force, for the key set that is chosen."""

import streamlit as st
from plotly.graph_objects import Figure

from core.assessment import Assessment, Comparison
from core.charts import ColumnHead, LimitRow, limit_rows_figure
from core.decision import SMALLEST_GROUP, Judgement, Purpose, Requirement, Verdict, in_use, judged
from core.measures import Result
from core.views import not_comparable
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import chart, is_dark, picture_buttons
from pages.components.escaping import md
from pages.components.figures_in_words import names
from pages.components.methods.drawer import method_links
from pages.components.purpose.words import head
from pages.components.selection import choose_scenario

CHART, LONGEST = "limits_chart", 600
HOW = "Circle: met; square: not met; diamond: not known; hollow: does not hold or compare. Bars: 95% intervals."
HOUSEHOLDS = " Households are not judged: no rule is about their risk."
WHY = {
    Verdict.NOT_VALID: "Figures of {files} do not hold: {reason}.",
    Verdict.NO_VALUE: "There are no figures of {files}: {reason}.",
    Verdict.NOT_FOR: "Rules that do not apply to {files}: {reason}.",
}


def limits(opened: Opened) -> None:
    """Draw a row a version and a column a rule, and say once for each reason why figures do not hold."""
    comparison, keyset = opened.comparison, opened.keyset
    rules = in_use(comparison, opened.purpose).requirements
    if not rules:
        st.info("The rules in force have no limit of risk.", icon=":material/rule:")
        return
    figure = cached(_figure, comparison, opened.purpose, keyset=keyset, looked_at=opened.looked_at, dark=is_dark())
    alt = "Every version against every limit; the table of all figures holds the same"
    chart(figure, CHART, alt, click=lambda point: choose_scenario(point[0]) if point[0] else None)
    unjudged = not all(f.households_judged for f in opened.decision.files)
    st.caption(HOW + (HOUSEHOLDS if unjudged else ""))
    _why_not(comparison, opened.purpose, keyset)
    with st.container(horizontal=True):
        picture_buttons(CHART)
        method_links([r.measure for r in rules], "limits")


def _figure(comparison: Comparison, purpose: Purpose, *, keyset: str, looked_at: str, dark: bool) -> Figure:
    purpose = in_use(comparison, purpose)
    rows = [_row(comparison.original, None, comparison, purpose, keyset)]
    for number, file in enumerate(comparison.scenarios, 1):
        head_of = ColumnHead(number, file.name, chosen=file.name == looked_at)
        rows.append(_row(file, head_of, comparison, purpose, keyset))
    return limit_rows_figure(rows, purpose.requirements, [_title(r) for r in purpose.requirements], dark=dark)


def _title(rule: Requirement) -> str:
    """Return a rule with its limit; the first one is drawn as the share of people whose group is too small."""
    return f"Among fewer than {rule.limit:g}: none" if rule.threshold == SMALLEST_GROUP.id else head(rule)


def _row(file: Assessment, of: ColumnHead | None, comparison: Comparison, purpose: Purpose, keyset: str) -> LimitRow:
    pairs = judged(file, purpose, keyset)
    return LimitRow(of, tuple(j for _r, j in pairs), tuple(_hollow(j, file, comparison, keyset) for _r, j in pairs))


def _hollow(judgement: Judgement, file: Assessment, comparison: Comparison, keyset: str) -> str:
    """Return why a figure does not hold, or cannot be compared with the original's; "" where it can."""
    if judgement.verdict is Verdict.NOT_VALID:
        return " ".join(judgement.reasons)
    here, before = (f.outcome(judgement.measure, (keyset,)) for f in (file, comparison.original))
    if isinstance(here, Result) and isinstance(before, Result) and judgement.value == here.value:
        return " ".join(not_comparable(before, here))
    return ""


def _why_not(comparison: Comparison, purpose: Purpose, keyset: str) -> None:
    """Say once for each reason why figures do not hold, or why there are none, and of which files."""
    files_of: dict[tuple[Verdict, str], list[str]] = {}
    purpose = in_use(comparison, purpose)
    for file in comparison.files:
        for _rule, judgement in judged(file, purpose, keyset):
            if judgement.verdict in WHY:
                for reason in judgement.reasons:
                    files_of.setdefault((judgement.verdict, reason), []).append(file.name)
    for (verdict, reason), files in files_of.items():
        listed = names(list(dict.fromkeys(files)))
        st.caption(WHY[verdict].format(files=listed, reason=md(reason.rstrip("."), LONGEST)))
