"""The measure U_c, as the catalogue lists it."""

from __future__ import annotations

import math
from typing import Literal

from core.measures import Answers, Passes, Result, Skipped
from core.utility.clusters.comparison import ClusterComparison, ClusteringDetail, compare_clusters
from core.utility.clusters.parameters import ClusterParameters
from core.utility.families import WHOLE_FILE, utility_measure
from core.utility.stacked import StackedDetail

INTERVAL_REASON = (
    "the null distribution says how large the value is by chance; an interval would cost 20 clusterings more"
)


class ClusteringsDetail(StackedDetail):
    """How records were clustered, and every clustering."""

    linkage: Literal["average", "average_plain", "kmeans", "minibatch"]
    distance: Literal["plain", "squared"]
    scaling: Literal["zscore", "range", "none"]
    weights: Literal["records", "equal", "standard_error"]
    share_original: float | None
    distinct_records: int
    dimensions: int
    by_groups: list[ClusteringDetail]


class ClusterDetail(ClusteringsDetail, ClusteringDetail):
    """Every clustering, the first of them at the top."""


class NoClusteringDetail(ClusteringsDetail):
    """How records would have been clustered."""

    interval_reason: str


@utility_measure(
    id="cluster",
    name="Cluster measure (Uc)",
    family="cluster",
    passes=Passes.RECORDS,
    bounds=(0.0, math.inf),
    reference="Woo, Reiter, Oganian and Karr (2009), equation 2; where records are too many for average linkage, "
    "mini-batch k-means (Sculley 2010) as scikit-learn has it",
    parameters=ClusterParameters,
    prepare=compare_clusters,
    replicable=False,
    group=WHOLE_FILE,
    weighting="Shares in a group are shares of the weights, scaled to each file's number of records, and groups are "
    "formed by weighted records. It misleads where a few records carry most of the weight of a group.",
    summary="Whether groups of records that are alike hold as many masked records as original ones.",
    formula=r"U_c = \frac{1}{G} \sum_{j=1}^{G} w_j \left( \frac{n_{jO}}{n_j} - c \right)^2, \qquad w_j = n_j",
    reading="Of the n records in group j, n_O are original ones; c is the share of original records. 0: every group "
    "holds both files in the same proportion. Compare with the band of samples drawn from the original, at the "
    "same number of groups G.",
    misleads="It has no fixed scale: values for different G, files or scalings of the numbers cannot be compared. "
    "K-means starts from records drawn at random: another seed changes the value, by up to a tenth. One large group "
    "swallows differences, very many groups show chance alone. Banding, top-coding and dropping "
    "variables cost nothing here.",
)
def cluster(compared: ClusterComparison) -> Answers[ClusterDetail, NoClusteringDetail]:
    """Yield U_c at the first number of groups; the others are in the detail."""
    known, said = _detail(compared), compared.stacked.said(*compared.notices)
    if not compared.clusterings:
        none: NoClusteringDetail = {**known, "interval_reason": INTERVAL_REASON}
        yield Skipped("cluster", (), compared.reason, none, **said)
        return
    n = min(compared.stacked.n_original, compared.stacked.n_masked)
    first = compared.clusterings[0]
    detail: ClusterDetail = {**known, **first}
    yield Result("cluster", (), first["value"], n, None, detail, **said, interval_reason=INTERVAL_REASON)


MEASURES = (cluster,)


def _detail(compared: ClusterComparison) -> ClusteringsDetail:
    stacked, parameters = compared.stacked, compared.parameters
    return {
        **stacked.described(),
        "linkage": compared.linkage,
        "distance": "plain" if compared.linkage == "average_plain" else "squared",
        "scaling": parameters.scaling,
        "weights": parameters.weights,
        "share_original": stacked.n_original / stacked.n if stacked.n else None,
        "distinct_records": compared.distinct,
        "dimensions": compared.dimensions,
        "by_groups": list(compared.clusterings),
    }
