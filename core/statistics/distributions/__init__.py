"""Distributions of one variable: ranks, distribution functions, classes, quantiles, distances."""

from core.statistics.distributions.binning import Cut, bins, number_text
from core.statistics.distributions.dense_coding import (
    DenseCodes,
    categories_taken,
    category_codes,
    dense_codes,
    densely_coded,
    once_or,
    reordered,
    taken,
    with_counts,
    without_codes,
)
from core.statistics.distributions.ecdf import KolmogorovSmirnov, kolmogorov_distance, kolmogorov_p_value
from core.statistics.distributions.moments import one_way_anova, pearson
from core.statistics.distributions.normality import lilliefors_p_value
from core.statistics.distributions.ordered_distances import deviations, ks_statistic, wasserstein_of_counts
from core.statistics.distributions.quantile_classes import counts_in_classes, quantile_classes, quantile_cuts
from core.statistics.distributions.ranks import (
    KruskalWallis,
    RankCorrelation,
    correlation_p_value,
    kruskal_wallis,
    kruskal_wallis_of,
    spearman,
)
from core.statistics.distributions.ranks_by_group import (
    MOST_RECORDS,
    RankSums,
    complete_rank_products,
    rank_products,
    rank_sums,
    ranks_by_group,
)
from core.statistics.distributions.record_weights import in_records, scaled_to_records
from core.statistics.distributions.share_distances import (
    ShareDistances,
    VoasWilliamson,
    jensen_shannon_null,
    share_distances,
    voas_williamson,
)
from core.statistics.distributions.weighted_quantiles import quantiles_around, weighted_quantile, woodruff_interval
