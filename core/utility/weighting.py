"""Sampling weights for the measures of utility: which ones, whether they can be used, and as numbers of records."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.data import Pair, PairWeights
from core.measures import WeightedRecords, Weighting
from core.statistics.arrays import Floats
from core.statistics.distributions import in_records, scaled_to_records
from core.statistics.survey import kish_effective_size
from core.tables import Weights
from core.wording import counted


def with_weights(pair: Pair, variable: str) -> Pair:
    """Return the pair with the weight by which its utility is measured; unchanged where none is named.

    A masked file without the weight takes it from the original's records that its own are linked to; what is not
    linked has none.
    """
    if not variable:
        return pair
    original = pair.original.weights.get(variable)
    if original is None:
        nothing = np.zeros(0)
        return replace(pair, weights=PairWeights(variable, nothing, nothing, reason=f"no weight {variable!r} is known"))
    masked = pair.masked.weights.get(variable)
    if masked is not None:
        return replace(pair, weights=PairWeights(variable, original, masked))
    if pair.links is None or not (pair.links >= 0).any():
        reason = (
            f"the masked file has no weight {variable!r}, and its records are not linked to those of the original: "
            "put the weight into the file, or measure utility without weights (utility.weighted=false)"
        )
        return replace(pair, weights=PairWeights(variable, np.zeros(0), np.zeros(0), reason=reason))
    borrowed = np.append(original, np.nan)[pair.links]  # -1, not linked: no weight
    return replace(pair, weights=PairWeights(variable, original, borrowed, borrowed=True))


def weighed(pair: Pair) -> tuple[Pair, Weighting] | str:
    """Return the records that a weighted figure counts, and how; or the reason why there can be none.

    Parameters
    ----------
    pair : Pair
        With weights.

    Returns
    -------
    (Pair, Weighting) or str
        Records without a weight or with one of 0 are left out; the others' weights are numbers of records
        (``in_records``). A negative weight is a reason.
    """
    weights = pair.weights
    assert weights is not None
    if weights.reason:
        return weights.reason
    before, after = weighted_records(weights.original), weighted_records(weights.masked)
    for records, file in ((before, "the original"), (after, "the masked file")):
        if isinstance(records, str):
            return f"the weight {weights.variable!r} of {file} {records}"
    assert isinstance(before, WeightedRecords)
    assert isinstance(after, WeightedRecords)
    said = Weighting(weights.variable, before, after, weights.borrowed)
    rows = np.flatnonzero(weights.original > 0), np.flatnonzero(weights.masked > 0)
    kept = weights.take(*rows)
    if (len(rows[0]), len(rows[1])) != (len(weights.original), len(weights.masked)):
        pair = pair.take(*rows)
    original, masked = in_records(kept.original, kept.masked)
    return replace(pair, weights=replace(kept, original=original, masked=masked)), said


def weighted_records(weights: Floats) -> WeightedRecords | str:
    """Return what the weights of one file (n,), NaN where missing, add up to; or what is wrong with them."""
    negative = int((weights < 0).sum())
    if negative:
        return f"is negative in {counted(negative, 'record', 'records')}: no shares add up to 1"
    positive = weights[weights > 0]
    if not len(positive):
        return "is above 0 in no record"
    total = float(np.sort(positive).sum())
    return WeightedRecords(total, effective_size(positive), len(positive), len(weights) - len(positive))


def scaled_weights(pair: Pair) -> Weights:
    """Return the weights (n,), (m,) scaled so that they add up to the records of each file."""
    return (None, None) if pair.weights is None else scaled_to_records(pair.weights.original, pair.weights.masked)


def effective_size(weights: Floats) -> float:
    """Return Kish's effective number of records with these positive weights (n,), n > 0."""
    # sorted, so that the order of the records changes no rounding
    return kish_effective_size(np.sort(weights))


def effective_sizes(pair: Pair) -> tuple[float, float]:
    """Return what chance goes by: records of either file, with weights Kish's effective number of them."""
    if pair.weights is None:
        return pair.original.n_records, pair.masked.n_records
    return effective_size(pair.weights.original), effective_size(pair.weights.masked)
