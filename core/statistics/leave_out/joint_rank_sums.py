"""Rank sums of several categorical variables from one walk through the records: by combination of their categories.

Sizes and rank sums are sums over records: those of a category are those of all combinations that it is part of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.statistics.distributions import DenseCodes
from core.statistics.leave_out.ranks import OrderedRecords, RankSums, rank_sums_of_codes


def walked_together(categories: Sequence[DenseCodes], most: int) -> list[list[DenseCodes]]:
    """Put variables without missing values together, those of few categories first.

    Parameters
    ----------
    categories : sequence of DenseCodes
    most : int
        Combinations that a block may have; a variable of more stands alone.
    """
    blocks: list[list[DenseCodes]] = []
    for each in sorted(categories, key=lambda c: c.distinct):
        if blocks and math.prod(c.distinct for c in blocks[-1]) * each.distinct <= most:
            blocks[-1].append(each)
        else:
            blocks.append([each])
    return blocks


def joint_rank_sums_without(block: Sequence[DenseCodes], values: OrderedRecords) -> list[RankSums]:
    """Sum the ranks of values by the categories of each variable (``rank_sums_without``), none with missing values."""
    shape = [c.distinct for c in block]
    codes = block[0].codes
    for other in block[1:]:
        codes = codes * np.int32(other.distinct) + other.codes
    joint = rank_sums_of_codes(codes, math.prod(shape), values)
    sizes, sums = (each.reshape(-1, *shape) for each in (joint.sizes, joint.sums))
    axes = range(1, len(shape) + 1)
    others = [tuple(axis for axis in axes if axis != own) for own in axes]
    return [RankSums(sizes.sum(axis=rest), sums.sum(axis=rest), joint.squares) for rest in others]
