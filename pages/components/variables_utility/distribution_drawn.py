"""A variable's distribution drawn in one scenario or in several, each way with the table that holds the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from plotly.graph_objects import Figure

from core.charts import (
    ColumnHead,
    box_plot_figure,
    curves_figure,
    distribution_columns_figure,
    distribution_figure,
    share_differences_figure,
)
from core.data import Pair
from core.views import (
    BOX_SHARES,
    box_view,
    coarser,
    cumulated_view,
    density_view,
    own_detail,
    variable_view,
)
from core.wording import percent
from pages.components.cached import cached
from pages.components.compare.map_chart import is_dark
from pages.components.variables_utility.distribution_tables import box_table, curve_table, own_detail_table, share_table

OVER_OWN_BINS = (
    "Grey: the original at its own detail. Line: this version. Hatched: a band, its inside unknown. ∅: blank."
)
MOST_BARS = 14
"""Bars of a variable of numbers; its histogram has more."""

Files = Sequence[tuple[str, Pair]]
"""Scenarios by name, at least one."""

BETWEEN = f"{100 * BOX_SHARES[0]:.0f} and {percent(BOX_SHARES[-1], 0)}"


@dataclass(frozen=True)
class Drawn:
    """A figure, the table that holds the same, and how to read it."""

    figure: Figure
    table: pd.DataFrame
    aid: str


def drawn(files: Files, name: str, way: str, first: int = 1) -> Drawn:
    """Draw a variable; of several files ``first`` is the number of the first one."""
    if way == "box":
        return _boxes(files, name)
    if way == "density":
        return _density(files, name)
    if way == "cumulated":
        return _cumulated(files, name)
    return _shares(files, name, first, differences=way == "bars")


def _multiples(*pairs: Pair, scenarios: tuple[tuple[int, str], ...], name: str, dark: bool) -> Drawn:
    detail = own_detail(pairs, name)
    heads = [ColumnHead(number, scenario) for number, scenario in scenarios]
    table = own_detail_table([detail], [scenario for _number, scenario in scenarios])
    return Drawn(distribution_columns_figure([detail], heads, dark=dark), table, OVER_OWN_BINS)


def _shares(files: Files, name: str, first: int, *, differences: bool) -> Drawn:
    if len(files) > 1:
        numbered = tuple((number, scenario) for number, (scenario, _pair) in enumerate(files, first))
        return cached(_multiples, *(pair for _name, pair in files), scenarios=numbered, name=name, dark=is_dark())
    views = [(scenario, variable_view(pair, name)) for scenario, pair in files]
    table, view = share_table(views), views[0][1]
    if differences and view.masked is not None:
        few = coarser(view, MOST_BARS)
        assert few.masked is not None
        figure = share_differences_figure(few.labels, few.original, few.masked, dark=is_dark())
        return Drawn(
            figure, share_table([(views[0][0], few)]), "Right: masked less original, in points of the records."
        )
    same = "Common bins of round width. " if view.edges is not None else ""
    return Drawn(
        distribution_figure(view, dark=is_dark()),
        table,
        f"{same}Share of the records with a value.",
    )


def _density(files: Files, name: str) -> Drawn:
    views = [(scenario, density_view(pair, name)) for scenario, pair in files]
    known = next((v for _first, v in views if v.bandwidth), None)
    width = "" if known is None or known.bandwidth is None else f" (bandwidth {known.bandwidth:,.3g})"
    aid = (
        f"Kernel density, the same bandwidth for both files{width}. "
        "It smooths: heaps and gaps show in the histogram. The outermost half percent of the values is not drawn."
    )
    return Drawn(curves_figure(views, dark=is_dark()), curve_table(views, "density"), aid)


def _cumulated(files: Files, name: str) -> Drawn:
    if len(files) == 1:
        scenario, pair = files[0]
        view = variable_view(pair, name, cut="quantile")
        aid = "Steps hold about as many records of the original each, so that crowded values are not squeezed."
        if view.edges is not None:
            figure = distribution_figure(view, cumulative=True, dark=is_dark())
            return Drawn(figure, curve_table([(scenario, cumulated_view(pair, name))], "share below"), aid)
    views = [(scenario, cumulated_view(pair, name)) for scenario, pair in files]
    figure = curves_figure(views, cumulated=True, dark=is_dark())
    return Drawn(figure, curve_table(views, "share below"), "Share of the values below each point.")


def _boxes(files: Files, name: str) -> Drawn:
    views = [(scenario, box_view(pair, name)) for scenario, pair in files]
    original = next((v.original for _first, v in views if v.original is not None), None)
    aid = (
        f"Box: the middle half of the values, with the median. Whiskers stand at {BETWEEN}, so that no single "
        "extreme record is shown; all quantiles are unweighted and rounded."
    )
    return Drawn(box_plot_figure(original, views, dark=is_dark()), box_table(original, views), aid)
