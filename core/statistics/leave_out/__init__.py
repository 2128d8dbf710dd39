"""Figures of a file without one group of its records at a time, from what is counted once for all groups."""

from core.statistics.leave_out.joint_rank_sums import joint_rank_sums_without, walked_together
from core.statistics.leave_out.pairs_of_ranks import RankPairs, rank_pairs_without
from core.statistics.leave_out.rank_products import rank_products_without
from core.statistics.leave_out.ranks import (
    MOST_RECORDS,
    OrderedRecords,
    RankSums,
    in_order,
    rank_sums_without,
)
from core.statistics.leave_out.sums import deviations_by_row, ranges_by_row, sums_by_row
from core.statistics.leave_out.tables import counts_without, joint_counts_without
