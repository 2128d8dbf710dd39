"""Points near each other: trees, clusters, and counts below each point."""

from core.statistics.neighbours.average_linkage import average_linkage, cut
from core.statistics.neighbours.ecdf_counts import EcdfCounts, EcdfDifference, ecdf_counts, ecdf_difference
from core.statistics.neighbours.ecdf_of_few import ClassAxis, few_differences, quantile_classes
from core.statistics.neighbours.k_means import k_means, mini_batch_k_means
