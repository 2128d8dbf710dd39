"""The figures of both reports."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.assessment import Assessment, Comparison
from core.charts import (
    ColumnHead,
    figure_spec,
    loss_matrix_figure,
    pair_columns_figure,
    risk_utility_map_figure,
)
from core.decision import accepted_limit, decide
from core.reports.internal.internal_report import reported_map, reported_scenario
from core.reports.project import Project
from core.reports.report_model import Figure
from core.reports.shareable.coarse_figures import CoarseFigure, CoarseFigures
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.shareable_report import coarse_figures
from core.statistics.arrays import Floats
from core.views import LossMatrix, PairPanels, loss_matrix, pair_matrix, worst_first
from core.wording import percent

WIDTH = 760
MOST_VARIABLES = 40
"""Variables that a figure shows at most: what lost most; more would not fit on a page."""

RELEASED = "Released file"


def internal_figures(project: Project, scenario: str = "") -> dict[str, Figure]:
    """Draw the map, the variables of all scenarios, and the pairs of the one that is reported, as named or decided."""
    comparison = project.comparison
    if comparison is None:
        return {}
    chosen = reported_scenario(project, scenario)
    return {**_map(project, comparison, chosen.name), **_variables(comparison, chosen.name), **_pairs(chosen)}


def shareable_figures(project: Project, options: ShareOptions) -> dict[str, Figure]:
    """Draw the pairs of the released file: what may be published of them, and no scenario's name."""
    coarse = coarse_figures(project, options)
    return _coarse_pairs(coarse)


def _coarse_pairs(coarse: CoarseFigures) -> dict[str, Figure]:
    names = list(coarse.variables)
    if len(names) < 2:
        return {}
    place = {n: i for i, n in enumerate(names)}
    utility = np.full((len(names), len(names)), np.nan)
    words = np.full(utility.shape, "every value is missing", dtype="<U60")
    for (a, b), figure in coarse.pairs.items():
        i, j = place[a], place[b]
        if isinstance(figure, CoarseFigure):
            utility[i, j] = utility[j, i] = figure.utility
        words[i, j] = words[j, i] = "" if isinstance(figure, CoarseFigure) else figure.reason
    # the order of exact figures would tell more than what is told
    rows = worst_first(utility)
    drawn = _triangle([names[i] for i in rows], utility[np.ix_(rows, rows)], words[np.ix_(rows, rows)], RELEASED)
    alt = "Accuracy of every pair of variables, dark where it is low; the table below lists the worst pairs."
    return {"pairs": Figure("pairs", "Which associations are less accurate?", drawn, alt)}


def _map(project: Project, comparison: Comparison, chosen: str) -> dict[str, Figure]:
    ru_map = reported_map(comparison)
    if ru_map is None or not ru_map.scenario_points():
        return {}
    order = [s.name for s in comparison.scenarios]
    limit = accepted_limit(comparison, project.record.rules, ru_map.risk.measure.id)
    decision = decide(comparison, project.record.purpose)
    drawn = risk_utility_map_figure(ru_map, decision, chosen=chosen, risk_limit=limit, order=order, width=WIDTH)
    alt = "Risk-utility map: utility to the right, risk upwards, a point a scenario; the table below holds the figures."
    return {"map": Figure("map", "Which scenario keeps most for the risk you accept?", figure_spec(drawn), alt)}


def _variables(comparison: Comparison, chosen: str) -> dict[str, Figure]:
    matrix = loss_matrix(comparison)
    if not matrix.names:
        return {}
    worst = LossMatrix(matrix.names[:MOST_VARIABLES], matrix.versions, matrix.rows[:MOST_VARIABLES])
    drawn = loss_matrix_figure(worst, chosen=(chosen, ""), width=WIDTH)
    alt = f"What variables lost in every scenario, what lost most first, {len(worst.names)} in all."
    return {"variables": Figure("variables", "Which variables lost most?", figure_spec(drawn), alt)}


def _pairs(chosen: Assessment) -> dict[str, Figure]:
    matrix = pair_matrix(chosen)
    if len(matrix.names) < 2 or not np.isfinite(matrix.utility).any():
        return {}
    rows = worst_first(matrix.utility)
    part, names = np.ix_(rows, rows), [matrix.names[i] for i in rows]
    drawn = _triangle(names, matrix.utility[part], matrix.words()[part], chosen.name)
    alt = f"Utility of every pair of variables of {chosen.name}; the table below lists the worst."
    return {"pairs": Figure("pairs", f"Which pairs of {chosen.name} lost most?", drawn, alt)}


def _triangle(names: list[str], utility: Floats, steps: NDArray[np.str_], title: str) -> dict[str, Any]:
    said = np.where(
        np.isnan(utility), "no value", [[f"{percent(x)} kept" for x in row] for row in np.nan_to_num(utility)]
    )
    words = np.where(steps == "", said, np.char.add(np.char.add(said, ", "), steps))
    panels = PairPanels(tuple(names), utility[None], words[None], difference=False, of_all=len(names))
    return figure_spec(pair_columns_figure(panels, [ColumnHead(0, title)]))
