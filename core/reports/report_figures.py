"""The figures of both reports."""

from __future__ import annotations

import numpy as np

from core.assessment import Assessment, Comparison
from core.charts import figure_spec, pair_heatmap_figure, risk_utility_map_figure, utility_bars_figure
from core.decision import accepted_limit, decide
from core.reports.internal.internal_report import reported_map, reported_scenario
from core.reports.project import Project
from core.reports.report_model import Figure
from core.reports.shareable.coarse_figures import CoarseFigure, CoarseFigures
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.shareable_report import coarse_figures
from core.views import pair_matrix, variable_matrix, worst_first

WIDTH = 760
MOST_VARIABLES = 40
"""Variables that a figure of bars shows at most: the worst; more would not fit on a page."""

RELEASED = "Released file"


def internal_figures(project: Project, scenario: str = "") -> dict[str, Figure]:
    """Draw the map, the variables of all scenarios, and the pairs of the one that is reported, as named or decided."""
    comparison = project.comparison
    if comparison is None:
        return {}
    chosen = reported_scenario(project, scenario)
    return {**_map(project, comparison, chosen.name), **_variables(comparison, chosen.name), **_pairs(chosen)}


def shareable_figures(project: Project, options: ShareOptions) -> dict[str, Figure]:
    """Draw variables and pairs of the released file: what may be told of them, and no scenario's name."""
    coarse = coarse_figures(project, options)
    accuracies = {name: t.utility for name, t in coarse.variables.items() if isinstance(t, CoarseFigure)}
    names = sorted(accuracies, key=lambda n: accuracies[n])[:MOST_VARIABLES]
    figures = {}
    if names:
        utility = np.array([[accuracies[n]] for n in names])
        drawn = utility_bars_figure(names, [RELEASED], utility, width=WIDTH)
        alt = "Accuracy of variables, from 0% to 100%, the least accurate first; the table below holds all of them."
        figures["variables"] = Figure(
            "variables", "How accurately is each variable distributed?", figure_spec(drawn), alt
        )
    return {**figures, **_coarse_pairs(coarse)}


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
    names, utility, words = [names[i] for i in rows], utility[np.ix_(rows, rows)], words[np.ix_(rows, rows)]
    drawn = pair_heatmap_figure(names, utility, steps=words, title="Accuracy", width=WIDTH)
    alt = "Accuracy of every pair of variables, dark where it is low; the table below lists the worst pairs."
    return {"pairs": Figure("pairs", "Which associations are less accurate?", figure_spec(drawn), alt)}


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
    matrix = variable_matrix(comparison)
    if not matrix.names:
        return {}
    worst = np.argsort(matrix.utility[:, matrix.scenarios.index(chosen)], kind="stable")[:MOST_VARIABLES]
    names = [matrix.names[i] for i in worst]
    drawn = utility_bars_figure(names, matrix.scenarios, matrix.utility[worst], chosen=chosen, width=WIDTH)
    alt = f"Utility of variables in every scenario, from 0% to 100%, the worst of {chosen} first, {len(names)} in all."
    return {"variables": Figure("variables", "Which variables lost most?", figure_spec(drawn), alt)}


def _pairs(chosen: Assessment) -> dict[str, Figure]:
    matrix = pair_matrix(chosen)
    if len(matrix.names) < 2 or not np.isfinite(matrix.utility).any():
        return {}
    rows = worst_first(matrix.utility)
    part, names = np.ix_(rows, rows), [matrix.names[i] for i in rows]
    drawn = pair_heatmap_figure(names, matrix.utility[part], steps=matrix.words()[part], width=WIDTH)
    alt = f"Utility of every pair of variables of {chosen.name}; the table below lists the worst."
    return {"pairs": Figure("pairs", f"Which pairs of {chosen.name} lost most?", figure_spec(drawn), alt)}
