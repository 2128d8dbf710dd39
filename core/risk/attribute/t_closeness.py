"""t-closeness: how far the sensitive values of records alike are from those of the whole file."""

from __future__ import annotations

import numpy as np

from core.measures import Answer
from core.risk.attribute.sensitive import (
    SensitiveDetail,
    classes,
    described,
    group_measure,
    mean_over_records,
    of_worst,
    without_sensitive,
    worst,
)
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies


class DistancesDetail(SensitiveDetail):
    """By sensitive variable the mean distance over records, beside the largest one."""

    mean_of_records: dict[str, float]
    n_classes: int


class TClosenessDetail(DistancesDetail):
    """With the sensitive variable that the value is of."""

    worst: str


@group_measure(
    id="t_closeness",
    name="t-closeness",
    reference="Li, Li and Venkatasubramanian (2007), t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, ICDE",
    summary="How far the sensitive values of a group of records alike are from those of the file: the farthest group.",
    formula=r"t = \max_{g} \operatorname{EMD}(P_g, P)",
    reading="The distance of the sensitive values in a group g of records alike from those of the file, 0 to 1: "
    "total variation for nominal variables, for ordered ones the cumulative differences divided by the steps "
    "between the values. 0: no group stands out. The worst sensitive variable counts.",
    misleads="One group decides: a record alone in its group is always far from the file, so with sample uniques it "
    "is high whatever the masking. The mean over records is given with it. Small groups differ from the file by "
    "chance. False key values are taken for true ones.",
)
def t_closeness(keyset: KeySetFrequencies) -> Answer[TClosenessDetail, DistancesDetail | KeySetDetail]:
    """Return the largest distance of a class from the file, of the worst sensitive variable."""
    formed = classes(keyset)
    largest, means = {}, {}
    for name, distance in formed.distances.items():
        defined = ~np.isnan(distance)
        if defined.any():
            largest[name] = min(float(distance[defined].max()), 1.0)
            means[name] = mean_over_records(distance[defined], formed.sizes[defined])
    known: DistancesDetail = {
        **described(keyset, largest, "left out"),
        "mean_of_records": means,
        "n_classes": len(formed.sizes),
    }
    if (farthest := worst(largest)) is None:
        return without_sensitive(keyset, known)
    detail: TClosenessDetail = {**known, "worst": farthest}
    return of_worst(keyset, largest[farthest], detail)
