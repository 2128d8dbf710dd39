"""Interval disclosure: masked values so near to the original ones that masking them was in vain."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.measures import (
    Answer,
    Answers,
    Basis,
    Passes,
    Requires,
    Result,
    Skipped,
    Subject,
)
from core.risk.families import LINKAGE, LINKAGE_AND_INTERVALS, risk_measure
from core.risk.linked_keys import NOT_LINKED
from core.risk.pairs import guarded_pair
from core.risk.parameters import RiskParameters
from core.risk.validity import is_numeric
from core.wording import _

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


def prepare_intervals(pair: Pair, parameters: RiskParameters) -> tuple[Pair, RiskParameters]:
    """Nothing is shared: return both."""
    return pair, parameters


@risk_measure(
    id=ID,
    name=_("Interval disclosure"),
    subject=Subject.PAIR,
    reference="Mateo-Sanz, Sebé and Domingo-Ferrer (2004), Privacy in Statistical Databases, LNCS 3050, 201-215; "
    "Templ (2006); as dRisk of sdcMicro",
    prepare=prepare_intervals,
    summary=_("The share of records whose continuous values all lie within a small interval of their original ones."),
    formula=r"\frac{1}{n}\,\#\{ i : |x_{ij} - x'_{ij}| \le 0.05\, s'_j \text{ for all } j \}",
    reading=_(
        "s' is the standard deviation in the masked file. 0: no record keeps all its numbers nearly as they "
        "were; 1: masking hardly moved anything."
    ),
    misleads=_(
        "Variables left unmasked on purpose count as disclosed. With more variables it falls by itself, for "
        "all must be near. Outliers widen the interval: of a skewed variable most records lie inside. It says nothing "
        "of whether anybody can find the record."
    ),
    requires=frozenset({Requires.LINKS}),
    needs=_("variables that are numbers in both files"),
    passes=Passes.VARIABLES,
    group=LINKAGE_AND_INTERVALS,
    basis=Basis.INTERVALS,
    section=LINKAGE,
    replicable=True,
)
def interval_disclosure(
    prepared: tuple[Pair, RiskParameters],
) -> Answers[IntervalDisclosureDetail, ContinuousVariables]:
    """Yield the share of linked records with |x - x'| <= k sd in every continuous variable."""
    pair, parameters = prepared
    variables = tuple(v for v in pair.variables if is_numeric(v))
    outcome = _outcome(pair, parameters, variables)
    yield guarded_pair(interval_disclosure.basis, outcome, pair, [v.name for v in variables], "")


def _outcome(
    pair: Pair, parameters: RiskParameters, variables: tuple[PairedVariable, ...]
) -> Answer[IntervalDisclosureDetail, ContinuousVariables]:
    recoded = [v.name for v in pair.variables if _lost_its_numbers(v)]
    flags = (f"no numbers in the masked file, left out: {', '.join(recoded)}",) if recoded else ()
    known: ContinuousVariables = {"variables": [v.name for v in variables]}
    if pair.links is None or not (pair.links >= 0).any():
        return Skipped(ID, (), NOT_LINKED, known, flags)
    if not variables:
        return Skipped(ID, (), "no variable is continuous in both files", known, flags)
    linked = np.flatnonzero(pair.links >= 0)
    near, missing = _near(variables, linked, pair.links[linked], parameters)
    used = ~missing.any(axis=1) if parameters.interval_missing == "excluded" else np.ones(len(linked), dtype=bool)
    near |= missing
    if not used.any():
        return Skipped(ID, (), "every linked record lacks a continuous value", known, flags)
    inside = near[used].all(axis=1)
    value = float(inside.mean())
    detail: IntervalDisclosureDetail = {
        **known,
        "count": int(inside.sum()),
        "share_of_masked_records": value * len(linked) / pair.masked.n_records,
        "share_of_original_records": min(value * len(linked) / pair.original.n_records, 1.0),
        "k": parameters.interval_share,
        "standard_deviation_of": parameters.interval_width,
        "missing": parameters.interval_missing,
        "n_missing": int(missing.any(axis=1).sum()),
        "by_variable": {v.name: float(near[used, j].mean()) for j, v in enumerate(variables)},
    }
    return Result(ID, (), value, int(used.sum()), detail=detail, flags=flags)


def _lost_its_numbers(variable: PairedVariable) -> bool:
    return variable.original.level is Level.CONTINUOUS and not is_numeric(variable)


def _near(
    variables: tuple[PairedVariable, ...],
    rows: NDArray[np.int64],
    parents: NDArray[np.int64],
    parameters: RiskParameters,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (linked, variables) whether a value lies in the interval, and whether one of both is missing."""
    near = np.empty((len(rows), len(variables)), dtype=bool)
    missing = np.empty_like(near)
    for j, variable in enumerate(variables):
        assert variable.masked is not None
        original, masked = variable.recoded.values, variable.masked.values
        width = parameters.interval_share * _deviation(masked if parameters.interval_width == "masked" else original)
        difference = np.abs(original[parents] - masked[rows])
        missing[:, j] = np.isnan(difference)
        near[:, j] = difference <= width
    return near, missing


def _deviation(values: NDArray[Any]) -> float:
    present = values[~np.isnan(values)]
    return float(np.std(present, ddof=1)) if len(present) > 1 else 0.0
