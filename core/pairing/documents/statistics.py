"""Summary statistics of a file's variables, and where they are not what a document states."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Microdata, StatedStatistic
from core.pairing.coding.columns import observed

ROUNDED = 1e-9
"""Relative allowance for sums of weights, besides the digits that the document writes."""


@dataclass(frozen=True)
class Summary:
    """Statistics of one variable.

    Parameters
    ----------
    valid, missing : float
        Records, or the sums of their weights.
    minimum, maximum, mean, deviation : float or None
        Of the numbers among the valid cells; None: there is none, or for the deviation no second one.
    """

    valid: float
    missing: float
    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    deviation: float | None = None

    def by_kind(self) -> Mapping[str, float | None]:
        """Return the statistics by the names that DDI Codebook gives them."""
        ends = {"min": self.minimum, "max": self.maximum}
        return {"vald": self.valid, "invd": self.missing, **ends, "mean": self.mean, "stdev": self.deviation}


def summary(column: Column, missing: Collection[str], weights: NDArray[np.float64] | None = None) -> Summary:
    """Return the statistics of a variable.

    Parameters
    ----------
    column : Column
    missing : collection of str
        Codes that stand for a missing value, as labels.
    weights : float64 array (n,) or None
        A weight counts as so many records: the variance is sum w (x - mean)^2 / (sum w - 1), as statistical packages
        that document files compute it. None: every record counts once.
    """
    n = len(column)
    weights = np.ones(n) if weights is None else np.nan_to_num(weights)
    kept = observed(column, missing, n)
    valid = ~kept.is_empty()
    counted = float(weights[valid].sum()), float(weights[~valid].sum())
    number = kept.is_number()
    if kept.numbers is None or not number.any():
        return Summary(*counted)
    x, w = kept.numbers[number], weights[number]
    total = float(w.sum())
    if total <= 0:
        return Summary(*counted, float(x.min()), float(x.max()))
    mean = float((w * x).sum()) / total
    squares = float((w * (x - mean) ** 2).sum())
    deviation = float(np.sqrt(squares / (total - 1))) if len(x) > 1 and total > 1 else None
    return Summary(*counted, float(x.min()), float(x.max()), mean, deviation)


@dataclass(frozen=True)
class Disagreement:
    """A figure that a document states and the file does not have."""

    variable: str
    statistic: str
    stated: str
    found: str


def disagreements(microdata: Microdata) -> tuple[Disagreement, ...]:
    """Return where a described file is not what its document states: records, and each variable's statistics.

    A stated figure agrees where it is the file's own, rounded to the digits that it is written with.
    """
    document = microdata.document
    if document is None:
        return ()
    differing = []
    if document.records is not None and document.records != microdata.n_records:
        differing.append(Disagreement("", "records", f"{document.records:,}", f"{microdata.n_records:,}"))
    for variable in document.variables:
        computed: dict[bool, Mapping[str, float | None]] = {}
        for stated in variable.statistics:
            if stated.weighted not in computed:
                computed[stated.weighted] = _computed(microdata, variable.name, variable.weighted_by, stated.weighted)
            value = computed[stated.weighted].get(stated.kind)
            if value is not None and not _agrees(stated, value):
                name = str(STATISTICS[stated.kind])
                differing.append(Disagreement(variable.name, name, stated.text, f"{value:.6g}"))
    return tuple(differing)


STATISTICS = {
    "vald": "valid records",
    "invd": "missing records",
    "min": "minimum",
    "max": "maximum",
    "mean": "mean",
    "stdev": "standard deviation",
}


def _computed(microdata: Microdata, name: str, weight: str, weighted: bool) -> Mapping[str, float | None]:
    """Return a variable's statistics; none of weighted ones where the weight is not in the file."""
    weights = None
    if weighted:
        if weight not in microdata.columns or microdata.columns[weight].numbers is None:
            return {}
        weights = microdata.columns[weight].numbers
    return summary(microdata.columns[name], microdata.user_missing.get(name, ()), weights).by_kind()


def _agrees(stated: StatedStatistic, value: float) -> bool:
    """Whether a value, rounded to the digits of a stated figure, is that figure."""
    try:
        figure = Decimal(stated.text)
    except InvalidOperation:
        return True  # words in place of a figure state none
    if not figure.is_finite():
        return True
    digit = 10.0 ** int(figure.as_tuple().exponent)
    return abs(value - float(figure)) <= 0.5 * digit + ROUNDED * abs(value)
