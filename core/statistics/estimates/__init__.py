"""Estimates with their standard errors: linearisation, jackknife, bootstrap."""

from core.statistics.estimates.bootstrap import bootstrap_interval, resampled_records
from core.statistics.estimates.cronbach import alpha_if_deleted, cronbach_alpha
from core.statistics.estimates.exact_relations import broken, exact_ratios, exact_sums
from core.statistics.estimates.interval_overlap import interval_overlap
from core.statistics.estimates.jackknife import (
    GroupPlan,
    assign_groups,
    assign_units,
    group_plan_of,
    interval_at_end,
    jackknife_deviations,
    jackknife_interval,
    on_log_scale,
)
from core.statistics.estimates.linearised import (
    Linearised,
    gini,
    mean,
    poverty_rate,
    ratio,
    standard_error,
    t_quantile,
    total,
)
from core.statistics.estimates.noncentrality import Noncentralities
from core.statistics.estimates.synthetic_sets import AcrossSets, Synthesis, across_sets, combine, pooled_interval
from core.statistics.estimates.unit_sampling import FEWEST_DRAWN, draw_units, stratum_of_units
from core.statistics.estimates.wilson import NORMAL_95, wilson, wilson_interval
