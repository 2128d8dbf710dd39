"""Contingency tables: counted, compared, modelled."""

from core.statistics.tables.cell_tables import (
    CellNumbers,
    FilledCells,
    Numbers,
    counted_cells,
    counted_numbers,
    merged_cells,
    n_filled_cells,
    places_of,
    places_of_rows,
)
from core.statistics.tables.cells import (
    CHUNK,
    MISSING,
    cell_ids,
    cells_of,
    cells_of_columns,
    codes_counted,
    column_cell_ids,
)
from core.statistics.tables.contingency import (
    ChiSquared,
    bias_corrected_v_squared,
    breaks_cochran,
    chi_squared,
    cross_table,
    frequencies_of,
    pearson_residuals,
    repeated_table,
)
from core.statistics.tables.frequencies import Frequencies, alike, wildcard_frequencies
from core.statistics.tables.loglinear import Deviances, deviances, expected_population_uniques, fitted_means
from core.statistics.tables.marginals import NO_CELLS, subsample_equivalent, table_distances, with_cells_of
from core.statistics.tables.rounded_counts import RoundedCounts, rounded_counts
from core.statistics.tables.sparse_tables import (
    ResidualShift,
    SparseTable,
    residual_shift,
    sparse_chi_squared,
    sparse_table,
    sparse_table_of_cells,
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
from core.statistics.tables.table_groups import (
    BothTables,
    GroupCounts,
    TableGroup,
    all_tables,
    count_group,
    filled_cells,
    merged_groups,
    side_by_side,
    table_groups,
    tables_of,
)
