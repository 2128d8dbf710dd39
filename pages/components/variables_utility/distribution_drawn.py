"""A variable's distribution drawn in one scenario or in several, each way with the table that holds the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from plotly.graph_objects import Figure

from core.charts import (
    box_plot_figure,
    curves_figure,
    distribution_figure,
    distribution_multiples_figure,
    mosaic_figure,
    share_differences_figure,
    strongest_change,
)
from core.data import Pair
from core.views import (
    BOX_SHARES,
    box_view,
    coarser,
    cumulated_view,
    density_view,
    mosaic_views,
    original_mosaic,
    variable_view,
)
from core.wording import percent
from pages.components.cached import cached
from pages.components.risk_utility_map.map_chart import is_dark
from pages.components.variables_utility.distribution_tables import box_table, curve_table, mosaic_table, share_table

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


def drawn(files: Files, variables: tuple[str, ...], way: str) -> Drawn:
    """Draw a variable; of a mosaic the first one and those that it is crossed with."""
    name = variables[0]
    if way == "mosaic":
        return _mosaic(files, variables)
    if way == "box":
        return _boxes(files, name)
    if way == "density":
        return _density(files, name)
    if way == "cumulated":
        return _cumulated(files, name)
    return _shares(files, name, differences=way == "bars")


def _multiples(*pairs: Pair, scenarios: tuple[str, ...], name: str, dark: bool) -> Drawn:
    views = [(scenario, variable_view(pair, name)) for scenario, pair in zip(scenarios, pairs, strict=True)]
    figure = distribution_multiples_figure(views, columns=2, width=560, dark=dark)
    return Drawn(figure, share_table(views), "Grey: original, coded as the file is. Line: masked. One scale of shares.")


def _shares(files: Files, name: str, *, differences: bool) -> Drawn:
    if len(files) > 1:
        scenarios, pairs = zip(*files, strict=True)
        return cached(_multiples, *pairs, scenarios=scenarios, name=name, dark=is_dark())
    views = [(scenario, variable_view(pair, name)) for scenario, pair in files]
    table, first = share_table(views), views[0][1]
    if differences and first.masked is not None:
        few = coarser(first, MOST_BARS)
        assert few.masked is not None
        figure = share_differences_figure(few.labels, few.original, few.masked, dark=is_dark())
        return Drawn(
            figure, share_table([(views[0][0], few)]), "Right: masked less original, in points of the records."
        )
    same = "Common bins of round width. " if first.edges is not None else ""
    return Drawn(
        distribution_figure(first, dark=is_dark()),
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


def _mosaic(files: Files, variables: tuple[str, ...]) -> Drawn:
    first = files[0][1]
    if len(files) == 1:
        before, after = mosaic_views(first, variables)
        panels = [("Original, recoded alike" if _recoded(first, variables) else "Original", before)]
        panels.append((files[0][0], after))
    else:
        panels = [("Original", original_mosaic(first, variables))]
        panels += [(scenario, mosaic_views(pair, variables)[1]) for scenario, pair in files]
    how = {
        1: "Heights are shares of the records.",
        2: "Widths: the first variable; heights: the second within it.",
        3: "Widths: the first variable; heights: the second within it; split again across by the third.",
    }[len(variables)]
    strongest = f"the strongest colour stands for {100 * strongest_change(panels):.3g} points of the records"
    aid = f"{how} Blue: more records than in the original, orange: fewer; {strongest}."
    columns = 3 if len(variables) == 1 and len(files) > 1 else 2
    return Drawn(mosaic_figure(panels, columns=columns, dark=is_dark()), mosaic_table(panels), aid)


def _recoded(pair: Pair, variables: tuple[str, ...]) -> bool:
    return any(v.recode is not None and v.masked is not None for v in pair.variables if v.name in variables)
