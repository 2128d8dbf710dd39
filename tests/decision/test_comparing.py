"""Files beside each other in a sentence, from verdicts made by hand."""

from dataclasses import replace

import pytest

from core.assessment import measure_by_id
from core.decision import (
    Decision,
    FileVerdict,
    Guard,
    GuardKind,
    RiskFigure,
    Standing,
    compared_in_words,
    two_to_compare,
)
from core.measures import Result
from core.views import MeasuredValue, MeasureRow

TOO_RISKY = Guard(GuardKind.THRESHOLD, "risk of the file 9.0% (limit 5%)", "file_risk")
NEAR = Guard(GuardKind.UTILITY_UNKNOWN, "has a utility that is not known")
OPEN = Guard(GuardKind.STRADDLES, "risk of the file 4 to 6% (limit 5%)", "file_risk")


def verdict(name, utility=None, risk=None, *guards):
    figure = None if risk is None else RiskFigure("expected_match_risk", "keys", risk, 0.05)
    return FileVerdict(name, f"{name}.csv", guards, utility=utility, risk=figure)


def decision(*files, chosen=None, closest=None, runner_up=None):
    return Decision(Standing.NO, files, chosen, closest, runner_up, "")


def utility_row(better):
    return MeasureRow(
        measure_by_id("gdu"),
        (),
        None,
        tuple(MeasuredValue(Result("gdu", (), value, 500)) for value in (0.9, 0.8)),
        better,
        True,
    )


def test_which_can_go_out_which_keeps_more_and_which_risks_less() -> None:
    of = decision(verdict("A", 0.9, 0.09, TOO_RISKY), verdict("B", 0.8, 0.02))
    assert compared_in_words(of, ["A", "B"], [utility_row(((0, 1),))]) == (
        "Of these, “B” can go out. Not so “A”: risk of the file 9.0% (limit 5%). “A” keeps most utility: 90.0% against "
        "80.0% in “B”, a difference that is more than chance. “B” has the least risk: 2.0% against 9.0% in “A”."
    )


def test_a_difference_in_utility_may_be_chance_or_nothing_at_all() -> None:
    of = decision(verdict("A", 0.9, 0.02), verdict("B", 0.8, 0.02))
    said = compared_in_words(of, ["A", "B"], [utility_row(())])
    assert said == (
        "Each of them can go out. “A” keeps most utility: 90.0% against 80.0% in “B”, which may be chance. "
        "They have the same risk, 2.0%."
    )
    same = decision(verdict("A", 0.9, 0.02), verdict("B", 0.9 + 1e-13, 0.02))
    assert "They keep the same utility, 90.0%." in compared_in_words(same, ["A", "B"], [])


@pytest.mark.parametrize(
    ("guards", "words"),
    [
        ((TOO_RISKY,), "None of them can go out. “A”: risk of the file 9.0% (limit 5%); “B”: "),
        ((OPEN,), "It is not known whether “A”, “B” can go out. “A”: risk of the file 4 to 6% (limit 5%); "),
        ((TOO_RISKY, OPEN), "None of them can go out. “A”: risk of the file 9.0% (limit 5%), and 1 other reason; "),
        ((NEAR, TOO_RISKY), "None of them can go out. “A”: risk of the file 9.0% (limit 5%), and 1 other reason; "),
        ((NEAR,), "It is not known whether “A”, “B” can go out. “A”: it has a utility that is not known; "),
    ],
)
def test_none_can_go_out(guards, words) -> None:
    of = decision(verdict("A", 0.9, 0.09, *guards), verdict("B", 0.8, 0.06, *guards))
    assert compared_in_words(of, ["A", "B"], []).startswith(words)


def test_what_was_not_measured_is_not_compared() -> None:
    said = compared_in_words(decision(verdict("A", 0.9, 0.02), verdict("B")), ["A", "B"], [])
    assert "utility cannot be compared: it was not measured" in said
    assert "risk cannot be compared: it was not measured" in said


def test_a_risk_that_does_not_hold_is_not_ranked() -> None:
    hollow = verdict("B", 0.8, 0.02)
    hollow = replace(hollow, risk=replace(hollow.risk, holds=False))
    said = compared_in_words(decision(verdict("A", 0.9, 0.09), hollow), ["A", "B"], [])
    assert said.endswith("Their risk cannot be compared: it does not hold for “B”.")


def test_a_risk_on_another_basis_than_the_originals_is_not_ranked() -> None:
    other_basis = verdict("B", 0.8, 0.02)
    other_basis = replace(other_basis, risk=replace(other_basis.risk, comparable_with_original=False))
    said = compared_in_words(decision(verdict("A", 0.9, 0.09), other_basis), ["A", "B"], [])
    assert said.endswith("Their risk cannot be compared: it cannot be compared with the original's for “B”.")


def test_the_chosen_file_and_the_best_one_stand_beside_each_other() -> None:
    files = [verdict(name) for name in "ABC"]
    assert two_to_compare(decision(*files, chosen="B", runner_up="C"), "A") == ("A", "B")
    assert two_to_compare(decision(*files, chosen="B", runner_up="C"), "B") == ("B", "C")
    assert two_to_compare(decision(*files, closest="C"), "A") == ("A", "C")
    assert two_to_compare(decision(*files), "B") == ("B", "A")
    assert two_to_compare(decision(files[0]), "A") == ("A",)
