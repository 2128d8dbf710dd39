"""What the risk axis of the map is about, and files of nobody's records, which have no place on that of people."""

from collections.abc import Sequence

from core.assessment import Assessment, Comparison
from core.measures import Result, detail_of
from core.risk import RiskDetail
from core.views.risk import FILE_RISK_MEASURE, SYNTHETIC_RISK_MEASURE
from core.views.risk_comparability import rate_in_words
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.point import MapPoint
from core.wording import trimmed_percent

SHORT_RATES = {"disco": "DiSCO", "uniques_replicated": "repU", "records_repeated": "records repeated"}
KNOWN_BY = {"1/f": "known to be in the original", "weight": "sought in the population by weight"}
"""Short words, for the title of the axis."""


def basis_in_words(comparison: Comparison, risk: Axis) -> str:
    """Return where people are looked for by the risk of the file: one choice for all files; empty of other measures."""
    if risk.measure.id == SYNTHETIC_RISK_MEASURE:
        return "what records of nobody reveal"
    results = (risk.value(file) for file in comparison.files)
    known = next((result for result in results if result is not None), None)
    if risk.measure.id != FILE_RISK_MEASURE or known is None:
        return ""
    how, _space, of = detail_of(known, RiskDetail).get("basis_kind", "").partition(" ")
    if how == "fraction":
        return f"sought in the population ({trimmed_percent(float(of))} drawn)"
    return KNOWN_BY.get(how, "sought in the population as counted")


def of_nobody(files: Sequence[Assessment], utility: Axis, risk: Axis) -> tuple[MapPoint, ...]:
    """Return the files of nobody's records that a map of the risk of people shows in a strip of its own.

    Their ``risk`` is what they reveal about people, which no file of people is compared with.
    """
    if risk.measure.id != FILE_RISK_MEASURE:
        return ()
    measured = [(file, utility.value(file), file.outcome(SYNTHETIC_RISK_MEASURE, risk.target)) for file in files]
    return tuple(
        MapPoint(
            file.name,
            "scenario",
            kept.value,
            tells.value,
            kept.interval,
            tells.interval,
            rate=rate_in_words(tells),
            short_rate=SHORT_RATES.get(detail_of(tells, RiskDetail).get("larger", ""), ""),
        )
        for file, kept, tells in measured
        if kept is not None and isinstance(tells, Result)
    )
