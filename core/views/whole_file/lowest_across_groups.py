"""Which masked file has the lowest U_c most often, since no number of groups is the right one."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.assessment import Assessment, Comparison
from core.measures import Result, detail_of
from core.utility import ClusterDetail


@dataclass(frozen=True)
class LowestAcrossGroups:
    """How often each masked file has the lowest U_c over the numbers of groups tried.

    Woo et al. (2009), section 2.2: no number of groups G is the right one, so several are tried and the masking
    that is best most often is taken, after disclosure risk was considered too.

    Parameters
    ----------
    wins : mapping of str to int
        By masked file, most often first; files that never have the lowest value are not in it.
    numbers_of_groups : tuple of int
        The G that every file with a U_c was clustered at, as asked for.
    """

    wins: Mapping[str, int]
    numbers_of_groups: tuple[int, ...]


def lowest_across_groups(comparison: Comparison) -> LowestAcrossGroups | None:
    """Count for each masked file at how many G its U_c is the lowest; equal values (to 1e-9) win together.

    Returns
    -------
    LowestAcrossGroups or None
        None with fewer than two files or fewer than two common numbers of groups.
    """
    by_file = {file.name: _cluster_by_asked(file) for file in comparison.scenarios}
    defined = {name: values for name, values in by_file.items() if values}
    if len(defined) < 2:
        return None
    common = sorted(set.intersection(*(set(values) for values in defined.values())))
    if len(common) < 2:
        return None
    wins = dict.fromkeys(defined, 0)
    for groups in common:
        lowest = min(values[groups] for values in defined.values())
        for name, values in defined.items():
            wins[name] += math.isclose(values[groups], lowest, rel_tol=1e-9, abs_tol=1e-12)
    ranked = sorted(((name, n) for name, n in wins.items() if n), key=lambda w: (-w[1], w[0]))
    return LowestAcrossGroups(dict(ranked), tuple(common))


def _cluster_by_asked(file: Assessment) -> dict[int, float]:
    outcome = file.outcome("cluster")
    if not isinstance(outcome, Result):
        return {}
    return {each["asked"]: each["value"] for each in detail_of(outcome, ClusterDetail)["by_groups"]}
