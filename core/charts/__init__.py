"""Outcomes drawn as plotly figures, aggregates only; the only place that imports plotly.

Widths and heights are in pixels; ``dark`` draws in the colours of the dark theme.
"""

from core.charts.compare.columns import ColumnHead
from core.charts.compare.distribution_columns import distribution_columns_figure
from core.charts.compare.loss_matrix import loss_matrix_figure
from core.charts.compare.pair_columns import pair_columns_figure
from core.charts.figure_spec import PageFigure, figure_spec, plotly_script
from core.charts.heat import heat_css, palette_colour
from core.charts.limit_rows import LimitRow, limit_rows_figure
from core.charts.map.epsilon_lines import epsilon_figure
from core.charts.map.labels import MapPlaces, place_map_labels
from core.charts.map.risk_utility_map import risk_utility_map_figure
from core.charts.pair_tables import Panel, pair_tables_figure
from core.charts.published_dots import published_dots_figure
from core.charts.risk_distribution import risk_distribution_figure
from core.charts.small_pictures import changes_picture, distribution_picture, highest_share
from core.charts.text import as_clicked
