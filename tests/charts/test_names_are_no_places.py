"""Names of the data are written on an axis, never places of it: `__proto__` and its like break an axis of names."""

import numpy as np
import pytest

from core.charts import figure_spec, pair_heatmap_figure, utility_bars_figure

NAMES = ["__proto__", "constructor", "toString", "age"]
UTILITY = np.linspace(0, 1, 16).reshape(4, 4)
FIGURES = {
    "bars": lambda: utility_bars_figure(NAMES, ["__proto__", "hasOwnProperty"], UTILITY[:, :2], width=760),
    "pairs": lambda: pair_heatmap_figure(NAMES, UTILITY, steps=UTILITY.astype("<U4"), width=760),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_places_on_axes_are_numbers(figure: str):
    spec = figure_spec(FIGURES[figure]())
    places = [place for trace in spec["data"] for axis in "xy" for place in np.ravel(trace.get(axis, [])).tolist()]
    assert not [place for place in places if isinstance(place, str)]
    axes = [axis for name, axis in spec["layout"].items() if name.startswith(("xaxis", "yaxis"))]
    assert {name for axis in axes for name in axis.get("ticktext", ())} >= {"__proto__", "constructor"}
    assert not [axis for axis in axes if axis.get("type") == "category"]
