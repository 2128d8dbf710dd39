"""The metrics of tables in words: names, what each value says, and what its sign means."""

from __future__ import annotations

from collections.abc import Mapping

from core.assessment import measure_by_id
from core.views import TABLE_METRICS, TableRow
from core.wording import _, exact_percent, ngettext
from pages.components.escaping import md

SHORT = {
    "chi_square": "CS",
    "effective_swap_rate": "ESR",
    "deviance": "DS",
    "gini_difference": "GD",
    "shannon_difference": "HD",
    "renyi_difference": "HD3",
}
SIGNED = frozenset({"gini_difference", "shannon_difference", "renyi_difference"})
LOOKS_AT = {
    "gini_difference": _("by the squared shares"),
    "shannon_difference": _("by the entropy"),
    "renyi_difference": _("by the Rényi entropy, which looks at the large cells"),
}
SIGNS = _(
    "Gini, Shannon and Rényi differences have a sign: above 0 the records crowd into fewer cells than in the original, "
    "below 0 they are spread more evenly. Near 0 they do not show that nothing moved: read them beside the swap rate."
)


def metric(name: str, x: float | None) -> str:
    """Return the value of a metric as it is written."""
    if x is None:
        return "–"
    if name == "effective_swap_rate":
        return exact_percent(x)
    if x == 0:
        return "0"
    return f"{x:+,.3g}" if name in SIGNED else f"{x:,.4g}"


def in_words(name: str, x: float) -> str:
    """Return in words what the value of a metric says."""
    if x == 0:
        return _("no difference to the original")
    if name == "chi_square":
        return _("squared differences over the original's frequencies, added up: small cells that moved weigh most")
    if name == "effective_swap_rate":
        return _("at least {metric} of the records must have changed cell").format(metric=metric(name, x))
    if name == "deviance":
        return _("how badly the masked table fits the original one; 0 where they are the same")
    if name == "aad":
        return _("a cell differs by {x:,.3g} records on average").format(x=x)
    if name not in LOOKS_AT:
        return measure_by_id(name).summary.removesuffix(".")
    crowded = _("crowd into fewer cells") if x > 0 else _("are spread more evenly")
    return _("{looks_at}, the records {crowded} than in the original").format(looks_at=LOOKS_AT[name], crowded=crowded)


def described(row: TableRow) -> str:
    """Return what a table is made of, escaped."""
    crossed = " × ".join(f"**{md(v)}**" for v in row.variables) or f"**{md(row.name)}**"
    if not row.geography:
        return _("{crossed} in the whole file").format(crossed=crossed)
    return _("{crossed} by **{geography}**, {areas} areas").format(
        crossed=crossed, geography=md(row.geography), areas=row.areas
    )


def left_out(row: TableRow) -> str:
    """Return what chi-square and deviance leave out, or nothing."""
    if not row.cells_left_out:
        return ""
    return ngettext(
        "{n} cell that is empty in the original holds {records} masked records: chi-square and deviance leave it out, "
        "the other metrics do not.",
        "{n} cells that are empty in the original hold {records} masked records: chi-square and deviance leave them "
        "out, the other metrics do not.",
        row.cells_left_out,
    ).format(n=f"{row.cells_left_out:,}", records=f"{row.records_left_out:,.5g}")


def said(row: TableRow) -> Mapping[str, str]:
    """Return by metric what it says of a scenario; of those without a value the reason, escaped."""
    return {
        name: in_words(name, row.values[name])
        if name in row.values
        else _("not defined because {reasons}").format(reasons=md(row.reasons.get(name, _("it was not measured")), 300))
        for name in TABLE_METRICS
    }
