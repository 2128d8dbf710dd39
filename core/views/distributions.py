"""One variable of numbers in both files as a density curve, a cumulated curve and a box; aggregates only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import scipy

from core.data import Coded, Level, Pair, PairedVariable
from core.pairing import why_not_computable
from core.statistics.arrays import Floats
from core.statistics.distributions import number_text
from core.statistics.reproducible import multiples, power_of_ten
from core.views.drill_down import VariableView, variable_of, variable_view

BOX_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Where the box and its whiskers stand: no whisker reaches to a single extreme record."""

FEWEST = 30
"""Fewer values give no box and no curve: they would show single records."""

OUTER = 0.005
"""Share of the values at either end that a density leaves undrawn."""

CURVE_POINTS = 200
DENSITY_BINS = 1024


@dataclass(frozen=True)
class Box:
    """Quantiles of one file, rounded to about a hundredth of the whiskers' span: no record's value but by chance.

    Parameters
    ----------
    low, first, middle, third, high : float
        Quantiles at 5, 25, 50, 75 and 95%.
    n : int
        Values.
    """

    low: float
    first: float
    middle: float
    third: float
    high: float
    n: int


@dataclass(frozen=True)
class BoxView:
    """One variable's boxes in both files; None where ``reason`` says why there is none."""

    name: str
    original: Box | None = None
    masked: Box | None = None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class CurveView:
    """One variable as a curve in both files.

    Parameters
    ----------
    name : str
    points : float array (p,)
        Ascending, in the unit of the variable.
    original : float array (p,)
        Densities (per unit), or shares of the values below the point.
    masked : float array (p,) or None
        None where ``reason`` says why.
    n_original, n_masked : int
        Values.
    bandwidth : float or None
        Of a density, in the unit of the variable; the same for both files.
    reason : str
        Why there is no curve of the masked file; without points: of either file.
    """

    name: str
    points: Floats
    original: Floats
    masked: Floats | None
    n_original: int
    n_masked: int
    bandwidth: float | None = None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class _Numbers:
    """Observed values of both files, ascending; None where ``reason`` says why."""

    original: Floats | None
    masked: Floats | None
    reason: str = ""


def is_number(pair: Pair, name: str) -> bool:
    """Whether the original holds numbers of this variable; KeyError where there is none of this name."""
    return variable_of(pair, name).original.level is Level.CONTINUOUS


def box_view(pair: Pair, name: str) -> BoxView:
    """Return the quantiles of a variable in both files, the original after the masked file's recode."""
    numbers = _numbers(variable_of(pair, name))
    boxes = [None if x is None else _box(x) for x in (numbers.original, numbers.masked)]
    return BoxView(name, boxes[0], boxes[1], numbers.reason)


def density_view(pair: Pair, name: str) -> CurveView:
    """Estimate the density of a variable in both files with a normal kernel of the same bandwidth.

    Returns
    -------
    CurveView
        Bandwidth of the original by Silverman (1986), equation 3.31: .9 min(sd, IQR / 1.34) n^(-1/5). The
        outermost half percent of the values at either end is not drawn.
    """
    numbers = _numbers(variable_of(pair, name))
    if numbers.original is None:
        return _no_curve(name, numbers.reason)
    if reason := why_not_computable(numbers.original):
        return _no_curve(name, f"{name}: {reason}")
    width = _bandwidth(numbers.original)
    if width == 0:
        return _no_curve(name, f"{name} has one value only in the original: there is no density")
    ends = [np.quantile(x, [OUTER, 1 - OUTER]) for x in (numbers.original, numbers.masked) if x is not None]
    low, high = min(e[0] for e in ends) - width, max(e[1] for e in ends) + width
    points = np.linspace(*_rounded_ends(low, high), CURVE_POINTS)
    curves = [None if x is None else _density(x, points, width) for x in (numbers.original, numbers.masked)]
    assert curves[0] is not None
    sizes = len(numbers.original), 0 if numbers.masked is None else len(numbers.masked)
    return CurveView(name, points, curves[0], curves[1], *sizes, width, numbers.reason)


def cumulated_view(pair: Pair, name: str) -> CurveView:
    """Return the shares of a variable's values below round points, about equally many values apart in the original."""
    numbers = _numbers(variable_of(pair, name))
    if numbers.original is None:
        return _no_curve(name, numbers.reason)
    view = _counted(pair, name, comparable=numbers.masked is not None)
    if view.edges is None:
        return _no_curve(name, f"{name} has a few different values only: bars show them better")
    inner = np.isfinite(view.edges[1:])
    points = view.edges[1:][inner]
    shares = [np.cumsum(c / max(1, int(c.sum())))[inner] for c in (view.original, view.masked) if c is not None]
    masked = shares[1] if numbers.masked is not None and len(shares) > 1 else None
    sizes = len(numbers.original), 0 if numbers.masked is None else len(numbers.masked)
    return CurveView(name, points, shares[0], masked, *sizes, reason=numbers.reason)


def _counted(pair: Pair, name: str, *, comparable: bool) -> VariableView:
    """Count both files' values in bins; the original's alone where the masked file has no numbers."""
    if comparable:
        return variable_view(pair, name, cut="quantile")
    alone = tuple(replace(v, masked=None) if v.name == name else v for v in pair.variables)
    return variable_view(replace(pair, variables=alone), name, "original", cut="quantile")


def coarser(view: VariableView, most: int) -> VariableView:
    """Return a histogram with neighbouring bins counted together, so that at most ``most`` are left."""
    if view.edges is None or len(view.labels) <= most:
        return view
    starts = np.arange(0, len(view.labels), -(-len(view.labels) // most))
    edges = np.append(view.edges[starts], view.edges[-1])
    counts = [None if c is None else np.add.reduceat(c, starts) for c in (view.original, view.masked)]
    assert counts[0] is not None
    labels = tuple(_between(a, b) for a, b in pairwise(edges))
    return replace(view, labels=labels, original=counts[0], masked=counts[1], edges=edges)


def _between(low: float, high: float) -> str:
    if np.isinf(low):
        return f"under {number_text(high)}"
    return f"{number_text(low)} or more" if np.isinf(high) else f"{number_text(low)} to under {number_text(high)}"


def _no_curve(name: str, reason: str) -> CurveView:
    return CurveView(name, np.zeros(0), np.zeros(0), None, 0, 0, reason=reason)


def _numbers(variable: PairedVariable) -> _Numbers:
    """Return the observed values of both files; the original's as they stand where its recode left no numbers."""
    name, masked = variable.name, variable.masked
    if variable.original.level is not Level.CONTINUOUS:
        return _Numbers(None, None, f"{name} has categories, no numbers")
    before = variable.recoded if variable.recoded.level is Level.CONTINUOUS else variable.original
    original = _Numbers(_observed(before), None)
    if original.original is not None and len(original.original) < FEWEST:
        return _Numbers(None, None, f"fewer than {FEWEST} values of {name} in the original")
    if masked is None:
        return replace(original, reason=f"{name} was removed")
    if variable.problem or masked.level is not Level.CONTINUOUS:
        return replace(original, reason=f"{name}: {variable.problem or 'categories after masking, no numbers'}")
    after = _observed(masked)
    if len(after) < FEWEST:
        return replace(original, reason=f"fewer than {FEWEST} values of {name} in the masked file")
    return replace(original, masked=after)


def _observed(coded: Coded) -> Floats:
    values = np.asarray(coded.values, dtype=np.float64)
    return np.sort(values[~np.isnan(values)])


def _box(values: Floats) -> Box:
    quantiles = np.quantile(values, BOX_SHARES)
    span = float(quantiles[-1] - quantiles[0])
    if span > 0:
        unit = power_of_ten(span / 100)
        quantiles = multiples(quantiles, unit)
    low, first, middle, third, high = (float(x) for x in quantiles)
    return Box(low, first, middle, third, high, len(values))


def _bandwidth(values: Floats) -> float:
    """Return Silverman's bandwidth; 0 where all values are the same."""
    quarter, three_quarters = np.quantile(values, [0.25, 0.75])
    spreads = [s for s in (float(values.std(ddof=1)), float(three_quarters - quarter) / 1.34) if s > 0]
    return 0.9 * min(spreads) * len(values) ** -0.2 if values[0] < values[-1] else 0.0


def _rounded_ends(low: float, high: float) -> tuple[float, float]:
    unit = power_of_ten((high - low) / 20)
    return float(np.floor(low / unit) * unit), float(np.ceil(high / unit) * unit)


def _density(values: Floats, points: Floats, width: float) -> Floats:
    """Return the kernel estimate at points from counts in many fine bins, so that large files cost no more."""
    edges = np.linspace(points[0] - 4 * width, points[-1] + 4 * width, DENSITY_BINS + 1)
    counts = np.histogram(values, edges)[0]
    centres = (edges[:-1] + edges[1:]) / 2
    kernel = scipy.stats.norm.pdf((points[:, None] - centres) / width)
    return np.asarray(kernel @ counts / (len(values) * width))
