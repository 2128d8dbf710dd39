"""Utility and risk over the epsilon that files are declared to have, and what goes against it."""

import pytest

from core.assessment import Assessment, Comparison
from core.data import DifferentialPrivacy
from core.errors import CodebookError
from core.measures import Result, Skipped
from core.views import against_epsilon, axes, epsilon_lines, has_epsilons


def file(name, epsilon, utility, risk, *, unit="person", delta=0.0, width=0.01, **said):
    outcomes = (
        Result("propensity", (), utility, 100, (utility - width, utility + width)),
        Result("global_risk", ("keys",), risk, 90, (risk - width, risk + width), **said),
    )
    privacy = None if epsilon is None else DifferentialPrivacy(epsilon, unit, delta)
    return Assessment(name, f"{name}.csv", "", 100, 5, outcomes, privacy=privacy)


def compared(*files):
    return Comparison({}, {}, Assessment("Original", "o.csv", "", 100, 5), files)


def against(*files):
    found = compared(*files)
    (utility, *_), (risk, *_) = axes(found, risk=False), axes(found, risk=True)
    return against_epsilon(found, utility, risk)


def test_a_line_for_each_unit_by_epsilon_then_delta():
    files = (
        file("c", 4, 0.10, 0.3),
        file("a", 1, 0.20, 0.1),
        file("h", 2, 0.15, 0.2, unit="household"),
        file("b", 1, 0.19, 0.2, delta=1e-6),
        file("plain", None, 0.05, 0.5),
    )
    (risk,) = axes(compared(*files), risk=True)
    person, household = epsilon_lines(compared(*files), risk)
    assert [(p.name, p.value, p.n) for p in person.points] == [("a", 0.1, 90), ("b", 0.2, 90), ("c", 0.3, 90)]
    assert (household.unit, [p.name for p in household.points]) == ("household", ["h"])
    assert has_epsilons(compared(*files))
    assert not has_epsilons(compared(files[0], files[-1]))


def test_a_file_without_the_figure_stands_with_its_reason():
    lost = Assessment("x", "x.csv", "", 9, 2, (Skipped("global_risk", ("keys",), "no key"),))
    found = compared(file("a", 1, 0.20, 0.1), Assessment(**{**vars(lost), "privacy": DifferentialPrivacy(2, "person")}))
    (risk,) = axes(found, risk=True)
    assert [(p.value, p.reason) for p in epsilon_lines(found, risk)[0].points] == [(0.1, ""), (None, "no key")]


def test_more_epsilon_is_expected_to_be_more_useful_and_riskier():
    assert against(file("a", 1, 0.20, 0.1), file("b", 4, 0.10, 0.3)) == ()


def test_more_epsilon_that_looks_safer_is_warned_of():
    (sentence,) = against(file("b", 4, 0.10, 0.1), file("a", 1, 0.20, 0.3))
    assert sentence.startswith("More ε, yet safer beyond the intervals")
    assert "of b (ε = 4) is 10.0% (9.0% to 11.0%), of a (ε = 1) 30.0% (29.0% to 31.0%)" in sentence


def test_more_epsilon_that_looks_less_useful_is_warned_of():
    (sentence,) = against(file("a", 1, 0.10, 0.1), file("b", 4, 0.20, 0.3))  # of Up lower is better
    assert sentence.startswith("More ε, yet less useful beyond the intervals")


@pytest.mark.parametrize(
    "second",
    [
        file("b", 4, 0.10, 0.29, width=0.05),
        file("b", 4, 0.10, 0.1, unit="household"),
        file("b", 1, 0.10, 0.1),
        file("b", 4, 0.10, 0.1, validity=("no key value holds",)),
    ],
    ids=["intervals meet", "another unit", "the same epsilon", "does not hold"],
)
def test_nothing_is_said_where_nothing_goes_against_it(second):
    assert against(file("a", 1, 0.20, 0.3), second) == ()


def test_less_delta_may_make_up_for_more_epsilon():
    assert against(file("a", 1, 0.20, 0.3, delta=1e-3), file("b", 4, 0.10, 0.1, delta=1e-9)) == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((0.0, "person"), "'epsilon' must be a number above 0, not 0"),
        ((float("inf"), "person"), "'epsilon' must be"),
        ((float("nan"), "person"), "'epsilon' must be"),
        ((1.0, " "), "'unit' is empty"),
        ((1.0, "person", 1.0), "'delta' must be at least 0 and below 1, not 1"),
        ((1.0, "person", -0.1), "'delta' must be"),
    ],
)
def test_a_guarantee_that_is_none_is_refused(said, words):
    with pytest.raises(CodebookError, match=words):
        DifferentialPrivacy(*said)
