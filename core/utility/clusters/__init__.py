"""Share of the original in clusters of the merged records: U_c (Woo et al. 2009, section 2.2)."""

from core.utility.clusters.comparison import compare_clusters
from core.utility.clusters.measures import MEASURES
from core.utility.clusters.parameters import ClusterParameters
