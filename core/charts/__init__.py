"""Outcomes drawn as plotly figures, aggregates only; the only place that imports plotly."""

from core.charts.binned_scatter import binned_scatter_figure
from core.charts.cross_table import cross_table_figure
from core.charts.distribution import distribution_figure
from core.charts.message import message_figure
from core.charts.pair_heatmap import pair_heatmap_figure
from core.charts.risk_utility_map import risk_utility_map_figure
from core.charts.utility_bars import utility_bars_figure

__all__ = [
    "binned_scatter_figure",
    "cross_table_figure",
    "distribution_figure",
    "message_figure",
    "pair_heatmap_figure",
    "risk_utility_map_figure",
    "utility_bars_figure",
]
