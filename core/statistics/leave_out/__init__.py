"""Figures of a file without one group of its records at a time, from what is counted once for all groups."""

from core.statistics.leave_out.ranks import (
    MOST_RECORDS,
    OrderedRecords,
    RankSums,
    in_order,
    rank_sums_without,
)
from core.statistics.leave_out.tables import counts_without, joint_counts_without
