"""The whole-file measures arranged for the screen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from core.assessment import Assessment
from core.measures import Failed, Result, Skipped
from core.views import (
    Chance,
    lowest_across_groups,
    whole_file_measures,
    whole_file_value,
)
from core.views.whole_file.chance import chance_in_words
from core.views.whole_file.few_variables import worst_set_lines
from core.views.whole_file.values import cluster_values
from tests.outcomes import result, whole_detail

NULL = {
    "replicates": 20,
    "mean": 0.2,
    "sd": 0.01,
    "quantiles": {"0.05": 0.1, "0.5": 0.2, "0.95": 0.3},
    "above": 0.55,
    "values": [0.2] * 20,
    "inside": True,
    "sentence": "inside",
}
NO_NULL = {"replicates": 0, "reason": "too slow"}


def file_with(*outcomes):
    return Assessment("A", "a.csv", "", 100, 4, outcomes)


def propensity(value, k, *, null=NO_NULL):
    """Return U_p of 50 + 50 records: its null is 0.00125 times chi-squared with k - 1 degrees of freedom."""
    mean = (k - 1) * 0.00125
    detail = {
        "n_times_value": 100 * value,
        "estimable": k,
        "analytic_null": {"mean": mean, "sd": 0.0, "standardised": None},
        "ratio": value / mean if mean else None,
        "sentence": "as if",
        "share_masked": 0.5,
        "null": null,
    }
    return result("propensity", (), value, 50, None, **detail)


def test_the_analytic_null_is_a_scaled_chi_squared():
    found = whole_file_value(file_with(propensity(0.00125 * 3.841459, 2)), "propensity")
    assert found.chance.above == pytest.approx(0.95, abs=1e-6)
    assert found.chance.high == pytest.approx(found.value, rel=1e-6)
    assert found.chance.replicates == 0
    assert found.scaled == pytest.approx(100 * found.value)
    assert (found.ratio, found.fresh, found.n) == (pytest.approx(3.841459 / 2), True, 50)
    assert found.sentence == "1.92 times as far from the original as a fresh survey of the same size"
    assert whole_file_value(file_with(propensity(0.01, 2)), "propensity").chance.beyond
    assert not whole_file_value(file_with(propensity(0.001, 2)), "propensity").chance.beyond


def test_drawn_samples_go_before_the_formula():
    found = whole_file_value(file_with(propensity(0.01, 2, null=NULL)), "propensity")
    assert (found.chance.above, found.chance.replicates, found.chance.high) == (0.55, 20, 0.3)
    assert found.sentence.endswith("; further from the original than 11 of 20 samples drawn from it")


@pytest.mark.parametrize(
    ("closer", "words"),
    [
        (0, "closer to the original than all 20 samples drawn from it"),
        (1, "further from the original than 1 of 20 samples drawn from it"),
        (20, "further from the original than all 20 samples drawn from it"),
    ],
)
def test_the_place_among_samples_is_said_in_whole_samples(closer, words):
    assert chance_in_words(Chance(closer / 20, 20)) == words


def test_records_permuted_at_random_are_no_samples():
    found = whole_file_value(file_with(propensity(0.01, 2, null={**NULL, "dealt": True})), "propensity")
    words = "easier to distinguish from the original than 11 of 20 files with the records permuted at random"
    assert found.sentence.endswith(f"; {words}")


def test_a_sample_is_compared_with_samples_of_its_size_not_with_a_fresh_survey():
    outcome = propensity(0.00125 * 1.04, 2)
    found = whole_file_value(file_with(replace(outcome, detail={**outcome.detail, "share_masked": 0.2})), "propensity")
    assert (found.ratio, found.fresh) == (pytest.approx(1.04), False)
    assert found.sentence == "1.04 times as far from the original as a random sample of this size"


def test_without_parameters_there_is_no_null():
    chance = whole_file_value(file_with(propensity(0.0, 1)), "propensity").chance
    assert chance.above is None
    assert chance.reason == "too slow"
    assert not chance.beyond


def by_groups(*rows):
    each = [
        {"asked": asked, "groups": groups, "value": v, "groups_times_value": groups * v, "null": null}
        for asked, groups, v, null in rows
    ]
    detail = whole_detail("cluster") | {"by_groups": each} | each[0]
    return Result("cluster", (), each[0]["value"], 50, None, detail)


def test_uc_stands_once_for_every_number_of_groups():
    file = file_with(by_groups((24, 24, 0.4, NULL), (12, 12, 0.2, NO_NULL), (99, 24, 0.4, NULL)))
    values = cluster_values(file)
    assert [(v.groups, v.value, v.scaled) for v in values] == [
        (12, 0.2, pytest.approx(2.4)),
        (24, 0.4, pytest.approx(9.6)),
    ]
    assert values[0].chance.reason == "too slow"
    first = whole_file_value(file, "cluster")
    assert (first.groups, first.value) == (24, 0.4)


def compared(**files):
    """Return files by name, each with its U_c by number of groups asked for, as a comparison holds them."""
    rows = {name: [(g, g, v, NO_NULL) for g, v in values.items()] for name, values in files.items()}
    found = [replace(file_with(*([by_groups(*r)] if r else [])), name=name) for name, r in rows.items()]
    return SimpleNamespace(scenarios=tuple(found))


def test_the_file_that_is_lowest_most_often_over_g():
    a, b = {25: 0.1, 50: 0.3, 100: 0.2}, {25: 0.2, 50: 0.2, 100: 0.1}
    found = lowest_across_groups(compared(a=a, b=b, gone={}))
    assert found == ({"b": 2, "a": 1}, 3)
    assert list(found[0]) == ["b", "a"]


def test_equal_values_win_together_and_files_without_a_common_g_are_not_compared():
    found = lowest_across_groups(compared(a={25: 0.3, 50: 0.1}, b={25: 0.1 + 0.2, 50: 0.2}))
    assert found == ({"a": 2, "b": 1}, 2)
    assert lowest_across_groups(compared(a={25: 0.1, 50: 0.1})) == ({}, 0)
    assert lowest_across_groups(compared(a={25: 0.1, 50: 0.1}, b={25: 0.1, 75: 0.1})) == ({}, 1)


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        ((Skipped("cluster", (), "no records"),), "no records"),
        ((Failed("cluster", (), "KeyError"),), "of a fault of the program (KeyError)"),
        ((), "it was not measured in this run"),
    ],
)
def test_no_value_has_a_reason(outcomes, reason):
    found = whole_file_value(file_with(*outcomes), "cluster")
    assert (found.value, found.reason) == (None, reason)
    assert cluster_values(file_with(*outcomes)) == ()


def over_pairs(value, *worst):
    known = {"sets": 3, "there_are": 3, "null": NULL, "worst": [{"variables": list(v), "value": x} for v, x in worst]}
    return result("ecdf_pairs_maximum", (), value, 50, None, **known)


def test_the_worst_pair_is_named_beside_its_place_among_samples():
    file = file_with(over_pairs(0.4, (("age", "income"), 0.4), (("age", "sex"), 0.1), (("income", "sex"), 0.0)))
    found = whole_file_value(file, "ecdf_pairs_maximum")
    assert (found.value, found.n, found.chance.above, found.chance.high) == (0.4, 50, 0.55, 0.3)
    assert found.sentence == ("further from the original than 11 of 20 samples drawn from it; largest for age, income")
    lines = worst_set_lines(file)
    assert [(s["Variables"], s["Value"], s["n"]) for s in lines] == [("age × income", 0.4, 50), ("age × sex", 0.1, 50)]
    assert {(s["Looked at"], s["Of"]) for s in lines} == {(3, 3)}


def test_no_pair_is_named_where_none_differs():
    file = file_with(over_pairs(0.0, (("age", "income"), 0.0)))
    assert "largest" not in whole_file_value(file, "ecdf_pairs_maximum").sentence
    assert worst_set_lines(file) == []
    assert worst_set_lines(file_with(Skipped("ecdf_pairs_maximum", (), "no records"))) == []


def test_measures_that_older_results_do_not_hold_are_not_listed():
    old, new = file_with(by_groups((24, 24, 0.4, NULL))), file_with(over_pairs(0.1, (("age", "sex"), 0.1)))
    assert whole_file_measures(SimpleNamespace(scenarios=(old,))) == ("cluster",)
    assert whole_file_measures(SimpleNamespace(scenarios=(old, new))) == ("cluster", "ecdf_pairs_maximum")
