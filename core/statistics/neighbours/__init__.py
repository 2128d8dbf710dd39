"""Points near each other: trees, clusters, and counts below each point."""

from core.statistics.neighbours.average_linkage import TRIED, average_linkage, cut, takes_too_long
from core.statistics.neighbours.ecdf_counts import (
    EcdfCounts,
    EcdfDifference,
    counts_at,
    ecdf_counts,
    ecdf_difference,
    merged_points,
)
from core.statistics.neighbours.ecdf_of_few import ClassAxis, Samples, quantile_classes, set_differences
from core.statistics.neighbours.k_means import BATCH, BATCHES, k_means, mini_batch_k_means
