"""Distances between the distributions of both files: of variables, of pairs, of all tables of k variables."""

from core.utility.distances.k_marginal import MEASURES as OF_TABLES
from core.utility.distances.ordered_measures import kolmogorov_smirnov, wasserstein, wasserstein_mean
from core.utility.distances.share_measures import MEANS, OF_PAIRS, OF_VARIABLES

MEASURES = (*MEANS, wasserstein_mean, *OF_VARIABLES, kolmogorov_smirnov, wasserstein, *OF_PAIRS, *OF_TABLES)
