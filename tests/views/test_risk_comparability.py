"""Why a masked file's risk cannot be compared with the original's."""

from pathlib import Path

import pytest

from core.assessment import measure_by_id
from core.measures import Result
from core.reports import read_results
from core.views.risk import validity
from core.views.risk_comparability import (
    ARTEFACT,
    SAMPLE,
    SAMPLE_COUNTS,
    SMALLER_GROUPS,
    not_comparable,
    rate_in_words,
)

ROOT = Path(__file__).resolve().parents[2]


def risk(value: float, n: int = 100, measure: str = "global_risk", **detail) -> Result:
    return Result(measure, ("keys",), value, n, None, detail)


def test_a_lower_figure_on_the_same_basis_needs_no_word() -> None:
    assert not_comparable(risk(0.2, basis_kind="weight w"), risk(0.1, basis_kind="weight w")) == ()
    assert not_comparable(None, risk(0.9)) == ()


def test_without_the_weight_both_stand_side_by_side() -> None:
    original = risk(0.01, basis="individual risks with weight 'w'", basis_kind="weight w", prosecutor=0.4)
    masked = risk(
        0.3,
        basis="1 divided by the number of records alike, because the weight 'w' is not in this file",
        basis_kind="1/f",
        prosecutor=0.3,
    )
    (sentence,) = not_comparable(original, masked)
    assert sentence == (
        "1 divided by the number of records alike, because the weight 'w' is not in this file; "
        "of the original: individual risks with weight 'w'. "
        "Without weights both would be 30.00% here and 40.00% in the original."
    )


def test_a_sample_taken_for_the_population() -> None:
    masked = risk(0.9, 20, basis_kind="1/f", share_of_original=0.2)
    assert not_comparable(risk(0.5, basis_kind="1/f"), masked) == (SAMPLE,)


def test_a_sample_whose_weights_were_not_scaled_up() -> None:
    masked = risk(0.02, 20, basis_kind="weight w", share_of_original=0.2, people=210.0)
    (sentence,) = not_comparable(risk(0.01, basis_kind="weight w", people=1000.0), masked)
    assert "add up to 21% of the original's" in sentence
    scaled = risk(0.02, 20, basis_kind="weight w", share_of_original=0.2, people=1050.0)
    assert not_comparable(risk(0.01, basis_kind="weight w", people=1000.0), scaled) == (SAMPLE_COUNTS,)


@pytest.mark.parametrize("measure", ["global_risk", "k_violations_3", "suda_records", "population_uniques_zayatz"])
def test_masking_cannot_raise_a_count_of_records_alike(measure: str) -> None:
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, measure=measure)) == (ARTEFACT,)
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, 50, measure=measure)) == (SAMPLE_COUNTS,)


@pytest.mark.parametrize("measure", ["l_diversity_entropy", "t_closeness"])
def test_groups_may_be_less_even_than_the_originals(measure: str) -> None:
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, measure=measure)) == (measure_by_id(measure).why_above,)
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, 50, measure=measure)) == (SMALLER_GROUPS,)


@pytest.mark.parametrize("measure", ["interval_disclosure", "duncan_lambert_naive", "uniques_replicated"])
def test_measures_without_a_reason_to_rise_are_left_alone(measure: str) -> None:
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, measure=measure)) == ()


def test_how_the_risk_of_a_file_is_known_is_said_where_its_value_does_not_tell() -> None:
    def known(**detail):
        return rate_in_words(risk(0.1, measure="expected_match_risk", **detail))

    assert known(how="bound") == "at most this: records are not linked"
    assert known(how="linked") == known(how="equal cells") == rate_in_words(risk(0.1)) == ""
    made = risk(0.1, measure="synthetic_disclosure", larger="disco")
    assert rate_in_words(made) == "attribute disclosure, because the file is synthetic"
    assert rate_in_words(made, "these are other people") == "attribute disclosure, because these are other people"


@pytest.mark.parametrize("measure", ["disco", "dcap"])
def test_attribution_above_the_originals_own_is_chance(measure: str) -> None:
    assert not_comparable(risk(0.2, measure=measure), risk(0.3, measure=measure)) == (measure_by_id(measure).why_above,)


def test_no_file_of_the_worked_example_stands_above_the_original_without_a_word() -> None:
    found = read_results((ROOT / "assets" / "example" / "voters.json").read_text(encoding="utf-8"))
    compared = 0
    for scenario in found.scenarios:
        for outcome in (o for o in scenario.outcomes if measure_by_id(o.measure).family == "risk"):
            own = found.original.outcome(outcome.measure, outcome.target)
            if isinstance(outcome, Result) and isinstance(own, Result) and outcome.value > own.value * (1 + 1e-9):
                assert validity(outcome) or not_comparable(own, outcome), (scenario.name, outcome.measure)
                compared += 1
    assert compared > 20
