"""Contingency tables: counted, compared, modelled."""

from core.statistics.tables.contingency import (
    ChiSquared,
    bias_corrected_v_squared,
    breaks_cochran,
    chi_squared,
    cross_table,
    frequencies_of,
    pearson_residuals,
)
from core.statistics.tables.counts_in_tens import CountsInTens, counts_in_tens
from core.statistics.tables.distinct import distinct_rows
from core.statistics.tables.frequencies import MISSING, Frequencies, cell_ids, frequencies, wildcard_frequencies
from core.statistics.tables.loglinear import Deviances, deviances, expected_population_uniques, fitted_means
from core.statistics.tables.marginals import marginal_distances, subsample_equivalent
from core.statistics.tables.sparse_tables import (
    ResidualShift,
    SparseTable,
    residual_shift,
    sparse_chi_squared,
    sparse_table,
)
from core.statistics.tables.table_differences import (
    ZeroCells,
    chi_square,
    deviance,
    gini_difference,
    moved_records,
    proportions,
    rank_correlation,
    renyi_difference,
    renyi_sums,
    shannon_difference,
    zero_cells,
)

__all__ = [
    "MISSING",
    "ChiSquared",
    "CountsInTens",
    "Deviances",
    "Frequencies",
    "ResidualShift",
    "SparseTable",
    "ZeroCells",
    "bias_corrected_v_squared",
    "breaks_cochran",
    "cell_ids",
    "chi_square",
    "chi_squared",
    "counts_in_tens",
    "cross_table",
    "deviance",
    "deviances",
    "distinct_rows",
    "expected_population_uniques",
    "fitted_means",
    "frequencies",
    "frequencies_of",
    "gini_difference",
    "marginal_distances",
    "moved_records",
    "pearson_residuals",
    "proportions",
    "rank_correlation",
    "renyi_difference",
    "renyi_sums",
    "residual_shift",
    "shannon_difference",
    "sparse_chi_squared",
    "sparse_table",
    "subsample_equivalent",
    "wildcard_frequencies",
    "zero_cells",
]
