"""Maps and pairs small enough to check by eye, and what a figure sends to the browser."""

import base64
import json
from dataclasses import replace
from functools import cache

import numpy as np
import plotly.graph_objects as go
import pytest

from core.assessment import measure_by_id
from core.charts import place_map_labels, risk_utility_map_figure
from core.charts.drawing import Drawing
from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.measures import Better
from core.views.risk_utility.axis import Axis
from core.views.risk_utility.points import MapPoint, RiskUtilityMap, pareto_set


@pytest.fixture(autouse=True)
def plotly_checks_what_is_drawn(monkeypatch):
    """Let plotly check every property of every figure, which a drawing leaves out; and checking must change nothing."""

    def checked(drawing):
        unchecked = finished(drawing)
        figure = go.Figure({"data": drawing.data, "layout": drawing.layout})
        assert json.loads(figure.to_json()) == json.loads(unchecked.to_json())
        assert not list(places_by_name(drawing.data, drawing.layout)), "names of the data are no places: `__proto__`"
        return figure

    finished = Drawing.finished
    monkeypatch.setattr(Drawing, "finished", checked)


@pytest.fixture(autouse=True, scope="session")
def labels_are_placed_once():
    """Look once for where the labels of the same points go, which takes longer than all else that is drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(risk_utility_map_figure.__kwdefaults__, "place", cache(place_map_labels))
        yield


GROUPS = ("legendgroup", "offsetgroup", "alignmentgroup", "stackgroup", "scalegroup")
"""What plotly.js keeps under a name of its own."""


def places_by_name(data, layout):
    """Yield what a figure puts at a place that has a name; axes and groups by name break at `__proto__`."""
    axes = [axis for name, axis in layout.items() if name.startswith(("xaxis", "yaxis"))]
    yield from (axis for axis in axes if isinstance(axis, dict) and axis.get("type") == "category")
    marks = [*layout.get("annotations", ()), *layout.get("shapes", ())]
    for thing in [*data, *marks]:
        for name in ("x", "y", "x0", "x1", "y0", "y1", *GROUPS):
            at = thing.get(name)
            yield from (place for place in np.ravel([] if at is None else at).tolist() if isinstance(place, str))


def make_measure(name, better, bounds=(0, 1), family="gdu"):
    return replace(measure_by_id("gdu"), id=name, name=name, family=family, better=better, bounds=bounds)


@pytest.fixture(scope="session")
def make_map():
    """Return a function (rows of name, utility, risk) -> RiskUtilityMap with references and intervals."""

    def make(rows, *, original=0.42, utility_better=Better.HIGHER, bounds=(0, 1), half=0.012, target=("keys",)):
        utility = Axis(make_measure("Global data utility", utility_better, bounds))
        risk = Axis(make_measure("Records violating 3-anonymity", Better.LOWER, (0, 1), "risk"), target)
        turn = 1 if utility_better is Better.HIGHER else -1
        u, r = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
        optimal = pareto_set(turn * u, -r) if rows else []
        best, worst = bounds[::-1] if turn > 0 else bounds
        points = [MapPoint("Original", "original", best, original)]
        if np.isfinite(worst):
            points.append(MapPoint("No release", "no release", worst, 0.0))
        for (name, a, b), is_optimal in zip(rows, optimal, strict=True):
            intervals = ((a - half, a + half), (max(0.0, b - half), b + half)) if half else (None, None)
            points.append(MapPoint(name, "scenario", a, b, *intervals, bool(is_optimal), 0.9))
        return RiskUtilityMap(utility, risk, tuple(points), ())

    return make


ELEVEN = (
    ("Global recode", 0.87, 0.062),
    ("Top-coding", 0.985, 0.31),
    ("Local suppression k = 3", 0.905, 0.0),
    ("Local suppression k = 5", 0.901, 0.003),
    ("Microaggregation (MDAV)", 0.82, 0.08),
    ("PRAM 10 %", 0.905, 0.11),
    ("Noise 20 %", 0.90, 0.115),
    ("Rank swapping 15 %", 0.894, 0.112),
    ("20 % sample", 0.93, 0.33),
    ("Dropped variables", 0.62, 0.14),
    ("Heavy combination", 0.48, 0.0),
)


@pytest.fixture(scope="session")
def eleven():
    return ELEVEN


@pytest.fixture(scope="session")
def map_of_eleven(make_map, eleven):
    """Return the figure of their map as it is drawn at first; no test changes it."""
    return risk_utility_map_figure(make_map(eleven))


def paired(name, level, original, masked, categories=()):
    coded = Coded(level, original, categories)
    return PairedVariable(
        Variable(name, level), coded, coded, None if masked is None else Coded(level, masked, categories)
    )


@pytest.fixture
def people():
    """Return a pair of 2,000 records: two categorical, two continuous variables, and a removed one."""
    random = np.random.default_rng(5)
    n = 2000
    region = random.integers(0, 4, n).astype(np.int32)
    moved = np.where(random.random(n) < 0.2, random.integers(0, 4, n), region).astype(np.int32)
    work = random.integers(-1, 3, n).astype(np.int32)
    age = random.integers(16, 90, n).astype(float)
    income = np.exp(random.normal(10, 0.8, n)) + 0.123456789
    names = ("North", "East", "South", "West & <b>more</b>")
    variables = (
        paired("region", Level.NOMINAL, region, moved, names),
        paired("work", Level.NOMINAL, work, work, ("none", "part", "full")),
        paired("age", Level.CONTINUOUS, age, age + random.normal(0, 5, n).round()),
        paired("income", Level.CONTINUOUS, income, income * np.exp(random.normal(0, 0.2, n))),
        paired("gone", Level.NOMINAL, region, None, names),
    )
    release = Release("x", n, {})
    return Pair("masked", variables, release, release)


def arrays(node):
    """Yield every list and encoded array of a figure's JSON as a list."""
    if isinstance(node, dict):
        if "bdata" in node:
            yield np.frombuffer(base64.b64decode(node["bdata"]), dtype=node["dtype"]).tolist()
        for value in node.values():
            yield from arrays(value)
    elif isinstance(node, list):
        yield node
        for value in node:
            yield from arrays(value)


@pytest.fixture
def sent():
    """Return a function figure -> (JSON text, all arrays in it): what the browser gets."""

    def read(figure):
        text = figure.to_json()
        return text, list(arrays(json.loads(text)))

    return read
