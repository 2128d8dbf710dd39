"""Interval disclosure: masked values so near to the original ones that masking them was in vain."""

from __future__ import annotations

from dataclasses import replace
from typing import NotRequired, TypedDict

import numpy as np

from core.data import Level, PairedVariable
from core.measures import Answer, Answers, Basis, Passes, Requires, Skipped, Subject, value_or_reason
from core.risk.families import LINKAGE_AND_INTERVALS, NOT_LINKED, risk_measure
from core.risk.near_records import NearRecords, near_records
from core.risk.treatments import is_numeric

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


@risk_measure(
    id=ID,
    name="Interval disclosure",
    subject=Subject.PAIR,
    reference="Mateo-Sanz, Sebé and Domingo-Ferrer (2004), Privacy in Statistical Databases, LNCS 3050, 201-215; "
    "Templ (2006); as dRisk of sdcMicro",
    prepare=near_records,
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
def interval_disclosure(near: NearRecords) -> Answers[IntervalDisclosureDetail, ContinuousVariables]:
    """Yield the share of linked records with |x - x'| <= k sd in every continuous variable."""
    outcome = _outcome(near)
    yield replace(outcome, validity=near.validity) if near.validity else outcome


def _outcome(near: NearRecords) -> Answer[IntervalDisclosureDetail, ContinuousVariables]:
    recoded = [v.name for v in near.pair.variables if _lost_its_numbers(v)]
    flags = (f"no numbers in the masked file, left out: {', '.join(recoded)}",) if recoded else ()
    known: ContinuousVariables = {"variables": [v.name for v in near.variables]}
    if not near.linked:
        return Skipped(ID, (), NOT_LINKED, known, flags)
    if not near.variables:
        return Skipped(ID, (), "no variable is continuous in both files", known, flags)
    if not near.used[0]:
        return Skipped(ID, (), "every linked record lacks a continuous value", known, flags)
    with np.errstate(invalid="ignore"):
        rows, parameters = near.inside / near.used, near.parameters
    value, used = float(rows[0]), int(near.used[0])
    detail: IntervalDisclosureDetail = {
        **known,
        "count": int(near.inside[0]),
        "share_of_masked_records": value * near.linked / near.sizes[1],
        "share_of_original_records": min(value * near.linked / near.sizes[0], 1.0),
        "k": parameters.interval_share,
        "standard_deviation_of": parameters.interval_width,
        "missing": parameters.interval_missing,
        "n_missing": near.lacking,
        "by_variable": {v.name: within / used for v, within in zip(near.variables, near.near, strict=True)},
    }
    return value_or_reason(ID, (), rows, "", used, detail, flags=flags)


def _lost_its_numbers(variable: PairedVariable) -> bool:
    return variable.original.level is Level.CONTINUOUS and not is_numeric(variable)
