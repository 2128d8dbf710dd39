"""In which steps figures are told to users, by hand."""

from dataclasses import replace

import pytest

from core.reports import ShareOptions, coarse_figures
from core.reports.shareable.coarse_figures import in_steps, share_step
from tests.release_project import release_project, result, variable_detail


@pytest.mark.parametrize(
    ("x", "step", "told"),
    [
        (0.0, 0.25, 0.0),
        (1e-7, 0.25, 0.0),
        (0.124, 0.25, 0.0),
        (0.125, 0.25, 0.25),
        (0.1249999999999, 0.25, 0.25),
        (0.874, 0.25, 0.75),
        (0.9999, 0.25, 1.0),
        (0.07, 0.05, 0.05),
        (0.33, 0.1, 0.3),
    ],
)
def test_a_figure_is_told_in_whole_steps(x, step, told):
    assert in_steps(x, step) == told


@pytest.mark.parametrize(
    ("records", "step"), [(10, 0.25), (99, 0.25), (100, 0.1), (199, 0.1), (200, 0.05), (10**6, 0.05)]
)
def test_a_step_of_a_share_covers_ten_records(records, step):
    assert share_step(records) == step


def figures(variables, pairs, weights=()):
    """Figures of a file with so many variables, and these pairs of them."""
    project = release_project()
    first, *others = project.comparison.scenarios
    outcomes = [result("gdu", (), 0.912), result("aldu_univariate", (), 0.912), result("aldu_bivariate", (), 0.912)]
    for k in range(variables):
        detail = variable_detail(20_000, 0.62, 0.0873)
        weight = weights[k] if weights else 1.0
        outcomes.append(result("ldu_univariate", (f"v{k}",), 0.62, **{**detail, "weight": weight}))
    outcomes += [result("ldu_bivariate", (f"v{a}", f"v{b}"), 0.5, coefficient_masked=0.1) for a, b in pairs]
    scenarios = (replace(first, rows=20_000, outcomes=tuple(outcomes)), *others)
    return coarse_figures(replace(project, comparison=replace(project.comparison, scenarios=scenarios)), ShareOptions())


def all_pairs(k):
    return [(a, b) for b in range(k) for a in range(b)]


def test_a_mean_is_told_in_steps_that_hide_the_quarter_of_each_variable():
    assert figures(12, all_pairs(12)).mean("gdu") == 0.9
    assert [figures(k, all_pairs(k)).step("aldu_univariate") for k in (3, 4, 5, 6)] == [0.1, 0.1, 0.05, 0.05]
    # one of two variables decides half of a mean
    assert figures(2, all_pairs(2)).mean("aldu_univariate") is None
    assert figures(2, all_pairs(2)).mean("gdu") is None


def test_a_variable_that_weighs_more_than_the_others_together_is_not_told_as_a_mean():
    assert figures(9, all_pairs(9), [1] * 8 + [7]).mean("aldu_univariate") is None
    assert figures(9, all_pairs(9), [1] * 8 + [2]).mean("aldu_univariate") == 0.9


def test_a_mean_over_few_pairs_is_not_told():
    assert figures(9, [(0, 1), (2, 3)]).mean("aldu_bivariate") is None
    assert figures(9, [(0, 1), (2, 3)]).mean("aldu_univariate") == 0.9
    assert figures(9, [(0, 1), (2, 3)]).mean("gdu") is None


def test_differences_are_told_in_steps_however_many_records_there_are():
    assert figures(3, []).variables["v0"].difference == 0.1
    assert figures(3, []).variables["v0"].utility == 0.5
