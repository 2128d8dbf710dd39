"""Interval disclosure: masked values so near to the original ones that masking them was in vain."""

from __future__ import annotations

from dataclasses import replace
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.measures import Answer, Answers, Basis, Passes, Requires, Skipped, Subject, value_or_reason
from core.risk.attacks.attacked_files import released
from core.risk.families import LINKAGE_AND_INTERVALS, NOT_LINKED, risk_measure
from core.risk.parameters import RiskParameters
from core.risk.treatments import as_seen, is_numeric
from core.risk.validity import why_not_valid
from core.statistics.arrays import Floats, Integers
from core.statistics.reproducible import above
from core.tables import LinkedGroups, groups_of, linked_by_group

ID = "interval_disclosure"


class ContinuousVariables(TypedDict):
    """The variables that are continuous in both files."""

    variables: list[str]


class IntervalDisclosureDetail(ContinuousVariables):
    """Records inside all intervals, the intervals (``k`` standard deviations), and the share by variable."""

    count: int
    share_of_masked_records: NotRequired[float]
    share_of_original_records: NotRequired[float]
    k: float
    standard_deviation_of: str
    missing: str
    n_missing: int
    by_variable: dict[str, float]


def as_they_are(pair: Pair, parameters: RiskParameters) -> tuple[Pair, RiskParameters]:
    """Share nothing: return the files and the parameters."""
    return pair, parameters


@risk_measure(
    id=ID,
    name="Interval disclosure",
    subject=Subject.PAIR,
    reference="Mateo-Sanz, Sebé and Domingo-Ferrer (2004), Privacy in Statistical Databases, LNCS 3050, 201-215; "
    "Templ (2006); as dRisk of sdcMicro",
    prepare=as_they_are,
    by_group=True,
    summary="The share of records whose continuous values all lie within a small interval of their original ones.",
    formula=r"\frac{1}{n}\,\#\{ i : |x_{ij} - x'_{ij}| \le 0.05\, s'_j \text{ for all } j \}",
    reading="s' is the standard deviation in the masked file. 0: no record keeps all its numbers nearly as they "
    "were; 1: masking hardly moved anything.",
    misleads="Variables left unmasked on purpose count as disclosed. With more variables it falls by itself, for "
    "all must be near. Outliers widen the interval: of a skewed variable most records lie inside. It says nothing "
    "of whether anybody can find the record.",
    requires=frozenset({Requires.LINKS}),
    needs="variables that are numbers in both files",
    passes=Passes.VARIABLES,
    group=LINKAGE_AND_INTERVALS,
    basis=Basis.INTERVALS,
    replicable=True,
)
def interval_disclosure(given: tuple[Pair, RiskParameters]) -> Answers[IntervalDisclosureDetail, ContinuousVariables]:
    """Yield the share of linked records with |x - x'| <= k sd in every continuous variable."""
    pair, parameters = given
    variables = [v for v in pair.variables if is_numeric(v)]
    validity = why_not_valid(Basis.INTERVALS, [v.name for v in variables], as_seen(pair))
    yield replace(_outcome(pair, variables, parameters), validity=validity)


def _outcome(
    pair: Pair, variables: list[PairedVariable], parameters: RiskParameters
) -> Answer[IntervalDisclosureDetail, ContinuousVariables]:
    recoded = [v.name for v in pair.variables if _lost_its_numbers(v)]
    flags = (f"no numbers in the masked file, left out: {', '.join(recoded)}",) if recoded else ()
    known: ContinuousVariables = {"variables": [v.name for v in variables]}
    linked = linked_by_group(pair)
    if linked is None:
        return Skipped(ID, (), NOT_LINKED, known, flags)
    if not variables:
        return Skipped(ID, (), "no variable is continuous in both files", known, flags)
    gaps = [np.abs(v.recoded.values[linked.rows[0]] - released(v).values[linked.rows[1]]) for v in variables]
    lacking = np.asarray(np.isnan(gaps).any(axis=0))
    counted = ~lacking if parameters.interval_missing == "excluded" else np.ones(linked.n, dtype=bool)
    used, inside, *near = _counts(linked, counted, gaps, _widths(pair, variables, parameters))
    if not used[0]:
        return Skipped(ID, (), "every linked record lacks a continuous value", known, flags)
    with np.errstate(invalid="ignore"):
        rows = inside / used
    share = float(rows[0]) * linked.n
    detail: IntervalDisclosureDetail = {
        **known,
        "count": int(inside[0]),
        "share_of_masked_records": share / pair.masked.n_records,
        "share_of_original_records": min(share / pair.original.n_records, 1.0),
        "k": parameters.interval_share,
        "standard_deviation_of": parameters.interval_width,
        "missing": parameters.interval_missing,
        "n_missing": int(lacking.sum()),
        "by_variable": {v.name: int(within[0]) / int(used[0]) for v, within in zip(variables, near, strict=True)},
    }
    return value_or_reason(ID, (), rows, "", int(used[0]), detail, flags=flags)


def _widths(pair: Pair, variables: list[PairedVariable], parameters: RiskParameters) -> Floats:
    """Return (rows, variables) the half widths of the intervals, in the whole file and without each group."""
    masked = parameters.interval_width == "masked"
    values = ((released(v) if masked else v.recoded).values.astype(np.float64, copy=False) for v in variables)
    return parameters.interval_share * np.array([groups_of(pair)[masked].deviations(each) for each in values]).T


def _counts(linked: LinkedGroups, counted: NDArray[np.bool_], gaps: list[Floats], widths: Floats) -> Integers:
    """Return (2 + variables, rows) the records that are counted, those within all intervals, and within each."""
    counts = []
    for row, width in enumerate(widths):
        left = counted & (linked.linked.groups != row - 1)
        within = [left & ~above(gap, each) for gap, each in zip(gaps, width, strict=True)]
        counts.append([left.sum(), np.logical_and.reduce(within).sum(), *(each.sum() for each in within)])
    return np.array(counts, dtype=np.int64).T


def _lost_its_numbers(variable: PairedVariable) -> bool:
    return variable.original.level is Level.CONTINUOUS and not is_numeric(variable)
