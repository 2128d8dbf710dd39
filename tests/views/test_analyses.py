"""Analyses arranged for the screen."""

from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison
from core.measures import Failed, Result, Skipped
from core.reports import read_results, write_results
from core.views.analyses import has_analyses, indicator_rows, keysets_of, levels_of, names_of, risk_points, summaries
from core.views.regressions import coefficient_rows, coefficients_of, regression_view
from core.views.scales import alpha_rows
from tests.conftest import ROOT

RISK = "expected_reidentifications"


@pytest.fixture(scope="module")
def comparison():
    """The shipped results of the worked example, of its first seven files."""
    shipped = read_results((ROOT / "assets" / "example" / "voters.json").read_text(encoding="utf-8"))
    return replace(shipped, scenarios=shipped.scenarios[:7])


def row(found, name):
    return next(r for r in found.rows if r.scenario == name)


def test_names_levels_and_coefficients_are_in_the_officers_order(comparison):
    assert has_analyses(comparison)
    assert names_of(comparison, "indicator") == (
        "Vote for Dole by party",
        "Mean days of TV news",
        "Mean own position",
        "Mean age",
        "Median size of place",
    )
    groups = levels_of(comparison, "Vote for Dole by party")
    assert [group.partition(" · ")[0] for group in groups] == ["0", "1", "2", "3", "4", "5", "6"]
    assert groups[0] == "0 · Strong Democrat"
    assert levels_of(comparison, "Mean age") == ()
    assert coefficients_of(comparison, "Vote for Dole") == ("selfLR", "PID", "age", "educ")


def test_an_indicator_in_every_file(comparison):
    found = indicator_rows(comparison, ("Mean age",))
    assert found.original.value == pytest.approx(47.04, abs=0.01)
    assert [r.scenario for r in found.rows] == [s.name for s in comparison.scenarios]
    noise, banded = row(found, "Noise on age"), row(found, "Age and income banded")
    assert noise.inside
    assert noise.overlap == comparison.scenario("Noise on age").outcome("indicator", ("Mean age",)).value
    assert banded.figure is None
    assert banded.original == found.original
    assert "no numbers" in banded.reason


def test_a_coefficient_is_compared_at_released_detail(comparison):
    found = coefficient_rows(comparison, "Vote for Dole", "PID")
    banded = row(found, "Age and income banded")
    assert banded.released
    assert banded.original != found.original
    assert banded.overlap == 1.0
    assert not row(found, "Noise on age").released
    age = row(coefficient_rows(comparison, "Vote for Dole", "age"), "Age and income banded")
    assert age.reason == "the model has no such coefficient at released detail"


def test_risk_points_have_the_original_first_and_say_who_is_missing(comparison):
    (first, _) = keysets = keysets_of(comparison, RISK)
    assert keysets == ("Marketing data", "Neighbour")
    points, missing = risk_points(comparison, coefficient_rows(comparison, "Vote for Dole", "age"), RISK, first)
    assert points[0].is_original
    assert points[0].risk == comparison.original.outcome(RISK, (first,)).value
    assert {name for name, _ in missing} == {"Age and income banded", "Suppressed to k = 3"}
    none, everyone = risk_points(comparison, coefficient_rows(comparison, "Vote for Dole", "PID"), RISK, "nobody")
    assert not none
    assert len(everyone) == 8


def test_a_summary_counts_what_is_inside_and_lost(comparison):
    by_name = {s.scenario: s for s in summaries(comparison)}
    banded = by_name["Age and income banded"]
    assert (banded.inside, banded.indicators, banded.lost, banded.overlap) == (10, 11, 1, None)
    assert "Mean age" in banded.overlap_reason
    assert by_name["Noise on age"].overlap_reason == ""


def test_a_regression_has_its_utility(comparison):
    view = regression_view(comparison.scenario("PRAM on education and vote"), "Vote for Dole")
    assert view.utility < 0.6
    assert view.detail["model"] == "logit"
    assert regression_view(comparison.scenario("Noise on age"), "unknown").reason == "it was not measured in this run"


def test_alpha_by_file(comparison):
    items, rows = alpha_rows(comparison, "Left to right")
    assert items == ("selfLR", "PID", "vote")
    assert [r.name for r in rows] == ["Original", *(s.name for s in comparison.scenarios)]
    assert rows[0].utility is None
    assert rows[1].alpha == rows[0].alpha
    assert rows[1].utility == 1.0


def test_a_saved_file_shows_the_same(comparison):
    read = read_results(write_results(comparison))
    for target in (("Mean age",), ("Vote for Dole by party", levels_of(comparison, "Vote for Dole by party")[3])):
        assert target in {o.target for o in read.scenarios[0].of("indicator")}
        assert indicator_rows(read, target) == indicator_rows(comparison, target)
    assert alpha_rows(read, "Left to right") == alpha_rows(comparison, "Left to right")
    assert coefficient_rows(read, "Vote for Dole", "PID") == coefficient_rows(comparison, "Vote for Dole", "PID")


def test_files_that_cannot_be_compared_say_why_in_every_row(comparison):
    reason = "the files have no variable in common"
    ours = ("indicator", "regression", "ldu_alpha", "interval_overlap", "coefficient_overlap")
    refused = Assessment("refused", "r.csv", "", 5, 2, tuple(Skipped(name, (), reason) for name in ours))
    more = Comparison({}, {}, comparison.original, (*comparison.scenarios, refused))
    assert indicator_rows(more, ("Mean age",)).rows[-1].reason == reason
    assert coefficient_rows(more, "Vote for Dole", "PID").rows[-1].reason == reason
    assert alpha_rows(more, "Left to right")[1][-1].reason == reason
    assert summaries(more)[-1].overlap_reason == reason
    assert names_of(more, "indicator") == names_of(comparison, "indicator")


def test_a_fault_and_an_empty_run():
    outcomes = (Result("gdu", (), 1.0, 5), Failed("indicator", (), "KeyError in a.py, line 3"))
    failed = Assessment("A", "a.csv", "", 5, 2, outcomes)
    comparison = Comparison({}, {}, Assessment("Original", "o.csv", "", 5, 2), (failed,))
    assert has_analyses(comparison)
    assert names_of(comparison, "indicator") == ()
    assert summaries(comparison)[0].overlap_reason == "it was not measured in this run"
    assert alpha_rows(comparison, "x") == ((), alpha_rows(comparison, "x")[1])
