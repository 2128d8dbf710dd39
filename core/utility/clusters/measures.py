"""The measure U_c, as the catalogue lists it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from core.measures import Outcome, Passes, Result, Skipped
from core.utility.clusters.comparison import ClusterComparison, Clustering, compare_clusters
from core.utility.clusters.parameters import ClusterParameters
from core.utility.families import WHOLE_FILE, utility_measure
from core.wording import _

INTERVAL_REASON = (
    "the null distribution says how large the value is by chance; an interval would cost 20 clusterings more"
)


@utility_measure(
    id="cluster",
    name=_("Cluster measure (Uc)"),
    family="cluster",
    passes=Passes.RECORDS,
    bounds=(0.0, math.inf),
    reference="Woo, Reiter, Oganian and Karr (2009), equation 2",
    parameters=ClusterParameters,
    prepare=compare_clusters,
    replicable=False,
    group=WHOLE_FILE,
    summary=_("Whether groups of records that are alike hold as many masked records as original ones."),
    formula=r"U_c = \frac{1}{G} \sum_{j=1}^{G} w_j \left( \frac{n_{jO}}{n_j} - c \right)^2, \qquad w_j = n_j",
    reading=_(
        "Of the n records in group j, n_O are original ones; c is the share of original records. 0: every group "
        "holds both files in the same proportion. Compare with the band of samples drawn from the original, at the "
        "same number of groups G."
    ),
    misleads=_(
        "It has no fixed scale: values for different G, files or scalings of the numbers cannot be compared. "
        "One large group swallows differences, very many groups show chance alone. Banding, top-coding and dropping "
        "variables cost nothing here."
    ),
)
def cluster(compared: ClusterComparison) -> Iterator[Outcome]:
    """Yield U_c at the first number of groups; the others stand in the detail."""
    detail = _detail(compared)
    if not compared.clusterings:
        yield Skipped("cluster", (), compared.reason, detail)
        return
    n = min(compared.stacked.n_original, compared.stacked.n_masked)
    first = compared.clusterings[0]
    yield Result("cluster", (), first.value, n, None, {**detail, **_described(first)})


MEASURES = (cluster,)


def _detail(compared: ClusterComparison) -> dict[str, Any]:
    stacked, parameters = compared.stacked, compared.parameters
    return {
        **stacked.described(),
        "linkage": parameters.linkage,
        "distance": "plain" if parameters.linkage == "average_plain" else "squared",
        "scaling": parameters.scaling,
        "weights": parameters.weights,
        "share_original": stacked.n_original / stacked.n if stacked.n else None,
        "distinct_records": compared.distinct,
        "dimensions": compared.dimensions,
        "by_groups": [_described(c) for c in compared.clusterings],
        "interval_reason": INTERVAL_REASON,
    }


def _described(found: Clustering) -> dict[str, Any]:
    return {
        "asked": found.asked,
        "groups": found.groups,
        "value": found.value,
        "groups_times_value": found.groups * found.value,
        "null": found.null.described(found.value),
    }
