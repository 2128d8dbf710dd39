"""In which steps figures are told to users, by hand."""

from dataclasses import replace

import pytest

from core.assessment import VariableRecord
from core.reports import CoarseFigure, ShareOptions, coarse_figures
from core.reports.shareable.coarse_figures import SHUFFLED, in_steps, share_step
from tests.outcomes import resolution
from tests.release_project import pair_detail, release_project, result, variable_detail


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
    outcomes = [
        result("gdu", (), 0.912, univariate_share=0.5),
        result("aldu_univariate", (), 0.912),
        result("aldu_bivariate", (), 0.912),
    ]
    for k in range(variables):
        detail = variable_detail(20_000, 0.62, 0.0873)
        weight = weights[k] if weights else 1.0
        outcomes.append(result("ldu_univariate", (f"v{k}",), 0.62, **{**detail, "weight": weight}))
    outcomes += [result("ldu_bivariate", (f"v{a}", f"v{b}"), 0.5, **pair_detail(20_000)) for a, b in pairs]
    records = tuple(VariableRecord(f"v{k}", "continuous", "key", "kept") for k in range(variables))
    scenarios = (replace(first, rows=20_000, outcomes=tuple(outcomes), variables=records), *others)
    return coarse_figures(replace(project, comparison=replace(project.comparison, scenarios=scenarios)), ShareOptions())


def all_pairs(k):
    return [(a, b) for b in range(k) for a in range(b)]


def test_a_mean_is_told_in_steps_that_hide_the_quarter_of_each_variable():
    # variables 0.62, pairs 0.5: (0.62 + 0.5) / 2 in steps of 5 %
    assert figures(12, all_pairs(12)).mean("gdu") == 0.55
    assert [figures(k, all_pairs(k)).step("aldu_univariate") for k in (3, 4, 5, 6)] == [0.1, 0.1, 0.05, 0.05]
    # one of two variables decides half of a mean
    assert figures(2, all_pairs(2)).mean("aldu_univariate") is None
    assert figures(2, all_pairs(2)).mean("gdu") is None


def test_a_variable_that_weighs_more_than_the_others_together_is_not_told_as_a_mean():
    assert figures(9, all_pairs(9), [1] * 8 + [7]).mean("aldu_univariate") is None
    assert figures(9, all_pairs(9), [1] * 8 + [2]).mean("aldu_univariate") == 0.6


def test_a_mean_over_few_pairs_is_not_told():
    assert figures(9, [(0, 1), (2, 3)]).mean("aldu_bivariate") is None
    assert figures(9, [(0, 1), (2, 3)]).mean("aldu_univariate") == 0.6
    assert figures(9, [(0, 1), (2, 3)]).mean("gdu") is None


def test_differences_are_told_in_steps_however_many_records_there_are():
    assert figures(3, []).variables["v0"].difference == 0.1
    assert figures(3, []).variables["v0"].utility == 0.5


def with_outcome(found, measure, **changes):
    """The figures with one outcome changed."""
    outcomes = tuple(replace(o, **changes) if o.measure == measure else o for o in found.released.outcomes)
    return replace(found, released=replace(found.released, outcomes=outcomes))


def test_an_interval_lies_about_the_mean_that_is_told_and_is_as_wide_as_its_longer_arm():
    # 0.8 with 0.7 to 0.83: the arm that was cut off is taken as long as the other, 0.56 - 0.1 and 0.56 + 0.1
    found = with_outcome(figures(12, all_pairs(12)), "gdu", value=0.8, interval=(0.7, 0.83))
    assert found.interval("gdu") == (0.45, 0.65)


def test_an_interval_and_a_reference_are_told_only_where_all_that_they_rest_on_is_shown():
    found = with_outcome(figures(12, all_pairs(12)), "gdu", value=0.8, interval=(0.7, 0.83))
    bottom = replace(found.released, outcomes=(*found.released.outcomes, resolution(9.0, (0.3, 0.4, 0.5), n=12)))
    assert replace(found, released=bottom).reference(SHUFFLED) == 0.4
    few = tuple(replace(o, n=9) if o.target == ("v0", "v1") else o for o in bottom.outcomes)
    hidden = replace(found, released=replace(bottom, outcomes=few))
    assert (hidden.reference(SHUFFLED), hidden.interval("gdu"), hidden.mean("gdu")) == (None, None, 0.55)


def test_what_is_not_shown_enters_no_mean():
    found = figures(12, all_pairs(12))
    thinned = [
        replace(o, value=0.0, n=9, detail={**o.detail, "in_tens": {**o.detail["in_tens"], "value": 0.0, "records": 9}})
        if o.target == ("v0",)
        else replace(o, value=0.0)
        if "v0" in o.target
        else o
        for o in found.released.outcomes
    ]
    without = replace(found, released=replace(found.released, outcomes=tuple(thinned)))
    assert [without.mean(m) for m in ("gdu", "aldu_univariate", "aldu_bivariate")] == [0.55, 0.6, 0.5]


def test_a_removed_variable_counts_as_lost_in_both_halves():
    found = figures(4, all_pairs(4))
    gone = VariableRecord("v4", "nominal", "key", "removed")
    outcomes = (*found.released.outcomes, result("ldu_univariate", ("v4",), 0.0, test="removed"))
    lacking = replace(found.released, variables=(*found.released.variables, gone), outcomes=outcomes)
    # four of 0.62 and one of 0; four means of 0.5 and one of 0
    told = replace(found, released=lacking)
    assert (told.removed, told.mean("aldu_univariate"), told.mean("aldu_bivariate")) == (("v4",), 0.5, 0.4)


def test_an_empty_column_is_not_told_as_lost_where_the_original_may_be_empty_too():
    found = figures(3, [])
    told = []
    for records in (0, 9, 10):
        detail = {**found.released.outcomes[3].detail, "test": "removed", "n_original": records}
        outcomes = tuple(replace(o, detail=detail) if o.target == ("v0",) else o for o in found.released.outcomes)
        told.append(replace(found, released=replace(found.released, outcomes=outcomes)).variables["v0"])
    assert told[0] == told[1]
    assert told[2] == CoarseFigure(0.0)


def test_the_share_of_lost_values_of_a_pair_knows_the_original_s_gaps_in_tens():
    # 500 records, 19 and 11 without a value, count alike: 10 gaps before; 75 of 500 after, 15 % - 2 % in steps of 5 %
    lost = []
    for gaps in (11, 19):
        found = figures(2, [(0, 1)])
        detail = pair_detail(500) | {"n_original": 500 - gaps, "n_masked": 425}
        changed = with_outcome(found, "ldu_bivariate", detail={**found.released.outcomes[-1].detail, **detail})
        lost.append(replace(changed, released=replace(changed.released, rows=500)).pairs["v0", "v1"].lost)
    assert lost == [0.15, 0.15]  # 15 % - 3.8 % would be 10 %
    detail = {**found.released.outcomes[-1].detail, **pair_detail(500), "n_original": 400, "n_masked": 450}
    same = with_outcome(found, "ldu_bivariate", detail=detail)
    assert replace(same, released=replace(same.released, rows=500)).pairs["v0", "v1"].lost == 0.0


@pytest.mark.parametrize(
    ("threshold", "fewest"), [(3, 3), (4, 5), (5, 5), (6, 10), (10, 10), (11, 20), (19, 20), (20, 20), (21, 30)]
)
def test_thresholds_are_rounded_up_to_the_next_class(threshold: int, fewest: int):
    assert ShareOptions(threshold=threshold).fewest == fewest
