"""The metrics of tables in words: names, what each value says, and what its sign means."""

from __future__ import annotations

from collections.abc import Mapping

from core.assessment import measure_by_id
from core.views import TABLE_METRICS, TableRow
from core.wording import exact_percent, one_or_many
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
    "gini_difference": "by the squared shares",
    "shannon_difference": "by the entropy",
    "renyi_difference": "by the Rényi entropy, which looks at the large cells",
}
SIGNS = (
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
        return "no difference to the original"
    if name == "chi_square":
        return "squared differences over the original's frequencies, added up: small cells that moved weigh most"
    if name == "effective_swap_rate":
        return f"at least {metric(name, x)} of the records must have changed cell"
    if name == "deviance":
        return "how badly the masked table fits the original one; 0 where they are the same"
    if name == "aad":
        return f"a cell differs by {x:,.3g} records on average"
    if name not in LOOKS_AT:
        return measure_by_id(name).summary.removesuffix(".")
    crowded = "crowd into fewer cells" if x > 0 else "are spread more evenly"
    return f"{LOOKS_AT[name]}, the records {crowded} than in the original"


def described(row: TableRow) -> str:
    """Return what a table is made of, escaped."""
    crossed = " × ".join(f"**{md(v)}**" for v in row.variables) or f"**{md(row.name)}**"
    if not row.geography:
        return f"{crossed} in the whole file"
    return f"{crossed} by **{md(row.geography)}**, {row.areas} areas"


def left_out(row: TableRow) -> str:
    """Return what chi-square and deviance leave out, or nothing."""
    if not row.cells_left_out:
        return ""
    return one_or_many(
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
        else (f"not defined because {md(row.reasons.get(name, 'it was not measured'), 300)}")
        for name in TABLE_METRICS
    }
