"""Outcomes drawn as plotly figures, aggregates only; the only place that imports plotly."""

from core.charts.binned_scatter import binned_scatter_figure
from core.charts.cluster_curve import cluster_curve_figure
from core.charts.cross_table import cross_table_figure
from core.charts.distribution import distribution_figure
from core.charts.distribution_multiples import distribution_multiples_figure
from core.charts.driver_bars import driver_bars_figure
from core.charts.group_levels import group_levels_figure
from core.charts.key_contributions import key_contributions_figure
from core.charts.message import message_figure
from core.charts.null_strips import null_strips_figure
from core.charts.pair_heatmap import pair_heatmap_figure
from core.charts.pair_steps import pair_steps_figure
from core.charts.residual_table import residual_table_figure
from core.charts.risk_distribution import risk_distribution_figure
from core.charts.risk_utility_map import risk_utility_map_figure
from core.charts.score_distributions import score_distributions_figure
from core.charts.utility_bars import utility_bars_figure
from core.charts.utility_strip import Strip, utility_strip_figure

__all__ = [
    "Strip",
    "binned_scatter_figure",
    "cluster_curve_figure",
    "cross_table_figure",
    "distribution_figure",
    "distribution_multiples_figure",
    "driver_bars_figure",
    "group_levels_figure",
    "key_contributions_figure",
    "message_figure",
    "null_strips_figure",
    "pair_heatmap_figure",
    "pair_steps_figure",
    "residual_table_figure",
    "risk_distribution_figure",
    "risk_utility_map_figure",
    "score_distributions_figure",
    "utility_bars_figure",
    "utility_strip_figure",
]
