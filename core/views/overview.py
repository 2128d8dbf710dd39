"""Every scenario by every bounded file-level measure, on fixed scales: heatmap, parallel axes, biplot.

A measure with finite bounds has one fixed scale, from its worst to its best end; a further scenario
moves nothing. Measures without bounds are left out and named.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from core.assessment import CATALOGUE, Assessment, Comparison
from core.measures import Better, Result, Scope, Skipped, Subject
from core.statistics.arrays import Floats
from core.statistics.reproducible import sign_of
from core.views.risk import validity
from core.views.risk_utility.axis import Axis

CENTRED = 1e-12
"""A measure that varies less than this over the scenarios has no direction in a biplot."""


@dataclass(frozen=True, eq=False)
class Overview:
    """Scenarios (rows) by measures (columns).

    Parameters
    ----------
    scenarios : tuple of str, (s,)
    columns : tuple of Axis, (m,)
        Utility first.
    values : float64 array (s, m)
        On the measures' own scales; NaN where there is none.
    goodness : float64 array (s, m)
        0 at the worst end of the measure's bounds, 1 at the best; NaN where there is no value.
    reasons : tuple of tuple of str, (s, m)
        Why there is no value, or why it does not hold; empty where it does.
    left_out : tuple of str
        Names of measures without finite bounds.
    """

    scenarios: tuple[str, ...]
    columns: tuple[Axis, ...]
    values: Floats
    goodness: Floats
    reasons: tuple[tuple[str, ...], ...]
    left_out: tuple[str, ...]

    def only(self, columns: Collection[int]) -> Overview:
        """Return the overview of some measures, by their places."""
        kept = [j for j in range(len(self.columns)) if j in columns]
        return Overview(
            self.scenarios,
            tuple(self.columns[j] for j in kept),
            self.values[:, kept],
            self.goodness[:, kept],
            tuple(tuple(row[j] for j in kept) for row in self.reasons),
            self.left_out,
        )

    def part(self, scenarios: slice) -> Overview:
        """Return the overview of some scenarios that stand beside each other."""
        return Overview(
            self.scenarios[scenarios],
            self.columns,
            self.values[scenarios],
            self.goodness[scenarios],
            self.reasons[scenarios],
            self.left_out,
        )


@dataclass(frozen=True, eq=False)
class Biplot:
    """Scenarios and measures in the plane that shows most of their differences (Gabriel 1971).

    Parameters
    ----------
    points : float64 array (s, 2)
        Scenarios: principal components of the goodness values, not standardised, so that distances
        are differences in goodness.
    arrows : float64 array (m, 2)
        Direction and weight of each measure in that plane.
    explained : (float, float)
        Shares of the variance.
    used : tuple of int
        Places of the measures that have a value in every scenario and differ among them.
    """

    points: Floats
    arrows: Floats
    explained: tuple[float, float]
    used: tuple[int, ...]


def overview(comparison: Comparison) -> Overview:
    """Arrange all file-level measures with finite bounds over the scenarios."""
    files = comparison.scenarios
    measures = [m for m in CATALOGUE if m.scope is Scope.FILE and m.subject is not Subject.SIZE]
    present = [m for m in measures if any(file.of(m.id) for file in files)]
    bounded = [m for m in present if all(math.isfinite(b) for b in m.bounds)]
    columns = tuple(
        Axis(m, target)
        for m in sorted(bounded, key=lambda m: m.is_risk)
        for target in dict.fromkeys(r.target for file in files for r in file.results(m.id))
    )
    values = np.full((len(files), len(columns)), np.nan)
    reasons = [[_entry(file, column, values, i, j) for j, column in enumerate(columns)] for i, file in enumerate(files)]
    return Overview(
        tuple(f.name for f in files),
        columns,
        values,
        _goodness(values, columns),
        tuple(tuple(row) for row in reasons),
        tuple(m.name for m in present if m not in bounded),
    )


def _entry(file: Assessment, column: Axis, values: Floats, i: int, j: int) -> str:
    """Put a value into its place; return why there is none, or why it does not hold."""
    outcome = file.outcome(column.measure.id, column.target)
    if isinstance(outcome, Result):
        values[i, j] = outcome.value
        return " ".join(validity(outcome))
    return outcome.reason if isinstance(outcome, Skipped) else "not measured"


def _goodness(values: Floats, columns: tuple[Axis, ...]) -> Floats:
    goodness = np.empty_like(values)
    for j, column in enumerate(columns):
        low, high = column.measure.bounds
        share = (values[:, j] - low) / (high - low)
        goodness[:, j] = share if column.measure.better is Better.HIGHER else 1 - share
    return goodness


def biplot(matrix: Overview) -> Biplot | None:
    """Project scenarios and measures on the first two principal components of their goodness.

    Returns
    -------
    Biplot or None
        None with fewer than three scenarios or fewer than two measures that differ among them.
    """
    complete = ~np.isnan(matrix.goodness).any(axis=0)
    used = [j for j in np.flatnonzero(complete) if np.ptp(matrix.goodness[:, j]) > CENTRED]
    if len(matrix.scenarios) < 3 or len(used) < 2:
        return None
    centred = matrix.goodness[:, used] - matrix.goodness[:, used].mean(axis=0)
    left, spread, right = np.linalg.svd(centred, full_matrices=False)
    signs = np.array([sign_of(direction) for direction in right[:2]])  # better lies to the right and up
    variance = spread**2 / (spread**2).sum()
    return Biplot(
        left[:, :2] * spread[:2] * signs,
        (right[:2] * signs[:, None]).T,
        (float(variance[0]), float(variance[1])),
        tuple(int(j) for j in used),
    )
