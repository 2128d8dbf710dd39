"""Analyses arranged for the screen."""

from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison
from core.measures import Failed, Result, Skipped
from core.reports import read_results, write_results
from core.views.analyses import (
    alpha_lines,
    coefficient_lines,
    coefficient_rows,
    coefficients_of,
    indicator_rows,
    model_lines,
    names_of,
    published_figures,
)
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def comparison():
    """The shipped results of the worked example, of its first seven files."""
    shipped = read_results((ROOT / "assets" / "example" / "voters.json").read_text(encoding="utf-8"))
    return replace(shipped, scenarios=shipped.scenarios[:7])


def row(found, name):
    return next(r for r in found.rows if r.scenario == name)


def test_names_and_coefficients_are_in_the_officers_order(comparison):
    assert names_of(comparison, "indicator") == (
        "Vote for Dole by party",
        "Mean days of TV news",
        "Mean own position",
        "Mean age",
        "Median size of place",
    )
    assert coefficients_of(comparison, "Vote for Dole") == ("selfLR", "PID", "age", "educ")


def test_an_indicator_in_every_file(comparison):
    found = indicator_rows(comparison, ("Mean age",))
    assert found.original["estimate"] == pytest.approx(47.04, abs=0.01)
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


def test_a_regression_has_its_utility_and_its_coefficients(comparison):
    lines = {line["Version"]: line for line in model_lines(comparison, "Vote for Dole")}
    assert lines["PRAM on education and vote"]["Local utility"] < 0.6
    assert lines["Noise on age"]["n before"] == 944
    assert model_lines(comparison, "unknown")[0]["What is known"] == "it was not measured in this run"
    (age, *_rest) = coefficient_lines(comparison.scenario("Noise on age"), "Vote for Dole")
    assert age["Before from"] < age["Before"] < age["Before to"]
    assert "Vote for Dole · PID" in published_figures(comparison)


def test_alpha_by_file(comparison):
    lines = alpha_lines(comparison, "Left to right")
    assert [name for name in lines[1] if name.startswith("without")] == [
        "without selfLR",
        "without PID",
        "without vote",
    ]
    assert [line["Version"] for line in lines] == ["Original", *(s.name for s in comparison.scenarios)]
    assert lines[0]["Local utility"] is None
    assert lines[1]["Alpha"] == lines[0]["Alpha"]
    assert lines[1]["Local utility"] == 1.0


def test_a_saved_file_shows_the_same(comparison):
    read = read_results(write_results(comparison))
    assert published_figures(read) == published_figures(comparison)
    assert alpha_lines(read, "Left to right") == alpha_lines(comparison, "Left to right")


def test_files_that_cannot_be_compared_say_why_in_every_row(comparison):
    reason = "the files have no variable in common"
    ours = ("indicator", "regression", "ldu_alpha", "interval_overlap", "coefficient_overlap")
    refused = Assessment("refused", "r.csv", "", 5, 2, tuple(Skipped(name, (), reason) for name in ours))
    more = Comparison({}, {}, comparison.original, (*comparison.scenarios, refused))
    assert indicator_rows(more, ("Mean age",)).rows[-1].reason == reason
    assert coefficient_rows(more, "Vote for Dole", "PID").rows[-1].reason == reason
    assert alpha_lines(more, "Left to right")[-1]["Not given because"] == reason
    assert names_of(more, "indicator") == names_of(comparison, "indicator")


def test_a_fault_and_an_empty_run():
    outcomes = (Result("gdu", (), 1.0, 5), Failed("indicator", (), "KeyError in a.py, line 3"))
    failed = Assessment("A", "a.csv", "", 5, 2, outcomes)
    comparison = Comparison({}, {}, Assessment("Original", "o.csv", "", 5, 2), (failed,))
    assert names_of(comparison, "indicator") == ()
    assert alpha_lines(comparison, "x")[1]["Not given because"] == "it was not measured in this run"
