"""Which masked file has the lowest U_c most often, since no number of groups is the right one."""

import math

from core.assessment import Assessment, Comparison
from core.measures import Result, detail_of
from core.utility import ClusterDetail


def lowest_across_groups(comparison: Comparison) -> tuple[dict[str, int], int]:
    """Count for each masked file at how many G its U_c is the lowest; equal values (to 1e-9) win together.

    Woo et al. (2009), section 2.2: no number of groups G is the right one, so several are tried and the masking
    that is best most often is taken, after disclosure risk was considered too.

    Returns
    -------
    dict of str to int
        By masked file, most often first; files that never have the lowest value are not in it. Empty with fewer than
        two files or fewer than two numbers of groups that all were clustered at.
    int
        Numbers of groups.
    """
    by_file = {file.name: _cluster_by_asked(file) for file in comparison.scenarios}
    defined = {name: values for name, values in by_file.items() if values}
    common = set.intersection(*map(set, defined.values())) if len(defined) > 1 else set()
    if len(common) < 2:
        return {}, len(common)
    wins = dict.fromkeys(defined, 0)
    for groups in common:
        lowest = min(values[groups] for values in defined.values())
        for name, values in defined.items():
            wins[name] += math.isclose(values[groups], lowest, rel_tol=1e-9, abs_tol=1e-12)
    ranked = sorted(((name, n) for name, n in wins.items() if n), key=lambda w: (-w[1], w[0]))
    return dict(ranked), len(common)


def _cluster_by_asked(file: Assessment) -> dict[int, float]:
    outcome = file.outcome("cluster")
    if not isinstance(outcome, Result):
        return {}
    return {each["asked"]: each["value"] for each in detail_of(outcome, ClusterDetail)["by_groups"]}
