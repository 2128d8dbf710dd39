"""The three intruders of Duncan and Lambert in files."""

import numpy as np
import pandas as pd
import pytest

from core.data import Masking
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import RiskParameters, duncan_lambert, duncan_lambert_naive, duncan_lambert_some
from tests.risk.conftest import pair_of


def outcome(pair, measure: Measure = duncan_lambert, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(pair, RiskParameters(**settings)))
    return only


def noisy(noise: float, n: int = 300):
    rng = np.random.default_rng(1)
    original = pd.DataFrame(
        {"age": rng.normal(size=n), "income": rng.normal(size=n), "sex": rng.integers(0, 2, n) * 1.0}
    )
    masked = original.assign(
        age=original["age"] + noise * rng.normal(size=n), income=original["income"] + noise * rng.normal(size=n)
    )
    masking = {"age": Masking.NOISE, "income": Masking.NOISE}
    return pair_of(
        original, masked, ["age", "income", "sex"], continuous=("age", "income"), links=np.arange(n), maskings=masking
    )


def test_two_records_by_hand() -> None:
    # differences 1 and 1: the intruder knows noise of 1; true 0 and 4, released 1 and 5
    original, masked = pd.DataFrame({"x": [0.0, 4.0]}), pd.DataFrame({"x": [1.0, 5.0]})
    found = outcome(
        pair_of(original, masked, ["x"], continuous=("x",), links=np.arange(2), maskings={"x": Masking.NOISE})
    )
    assert isinstance(found, Result)
    # target 0: exponents .5 and 12.5; target 4: 4.5 and .5
    assert found.value == pytest.approx((1 / (1 + np.exp(-12)) + 1 / (1 + np.exp(-4))) / 2)
    assert found.detail["noise"] == {"x": 1}
    assert found.detail["guessed_right"] == 1
    assert found.flags[0].startswith("experimental")


def test_more_noise_leaves_the_intruder_less_sure() -> None:
    values = [outcome(noisy(noise)).value for noise in (0.01, 0.1, 0.5, 2.0)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.9
    assert values[-1] < 0.2


def test_what_it_is_sure_of_is_right_as_often() -> None:
    found = outcome(noisy(0.1), linkage_targets=0)
    assert found.detail["guessed_right"] == pytest.approx(found.value, abs=0.05)


def test_untouched_keys_leave_one_by_the_number_alike() -> None:
    original = pd.DataFrame({"a": [0.0, 0, 1, 2], "b": [1.0, 1, 1, 3]})
    found = outcome(pair_of(original, original, ["a", "b"], links=np.arange(4)))
    # two alike, two alone; nothing was changed
    assert (found.value, found.detail["guessed_right"], found.detail["noise"]) == (0.75, 0.75, {})


def test_changed_categories_have_the_shares_in_which_they_were_changed() -> None:
    # of four with 0 one became 1; the one with 1 kept it
    original = pd.DataFrame({"a": [0.0, 0, 0, 0, 1]})
    masked = pd.DataFrame({"a": [0.0, 0, 0, 1, 1]})
    found = outcome(pair_of(original, masked, ["a"], links=np.arange(5)))
    # a target with 0: records 0 have .75, those with 1 have .25, and a target with 1 has two records alike
    sure = 0.75 / (3 * 0.75 + 2 * 0.25)
    assert found.value == pytest.approx((4 * sure + 0.5) / 5)
    assert found.detail["guessed_right"] == pytest.approx((3 / 3 + 0 + 0.5) / 5)
    assert found.detail["noise"] == {"a": 0.2}


def test_some_knowledge_by_hand() -> None:
    original = pd.DataFrame({"a": [0.0, 0, 0, 1]})
    pair = pair_of(original, original, ["a"], links=np.arange(4))
    found = outcome(pair, duncan_lambert_some, intruder_doubt=0.1)
    # believed 0: three records of .9, one of .1; believed 1: one of .9, three of .1
    assert found.value == pytest.approx((3 * 0.9 / 2.8 + 0.9 / 1.2) / 4)
    half = pair_of(original, original.iloc[[0, 3]].reset_index(drop=True), ["a"], links=np.array([0, 3]))
    # released with a chance of one half: .9 against .1 for both
    assert outcome(half, duncan_lambert_some, intruder_doubt=0.1).value == pytest.approx(0.45)


def test_a_number_roughly_known_by_hand() -> None:
    # standard deviation 1; the intruder errs by 1
    original = pd.DataFrame({"x": [0.0, np.sqrt(2)]})
    pair = pair_of(original, original, ["x"], continuous=("x",), links=np.arange(2))
    assert outcome(pair).value == 1
    assert outcome(pair, duncan_lambert_some, intruder_error=1.0).value == pytest.approx(1 / (1 + np.exp(-1)))


def test_noise_and_the_intruders_own_error_add_up() -> None:
    # noise of 1 and an error of 1: the variance is 2; standard deviation of the original 2
    original, masked = pd.DataFrame({"x": [0.0, np.sqrt(8)]}), pd.DataFrame({"x": [1.0, np.sqrt(8) + 1]})
    found = outcome(
        pair_of(original, masked, ["x"], continuous=("x",), links=np.arange(2)), duncan_lambert_some, intruder_error=0.5
    )
    near, far, back = 1.0, (np.sqrt(8) + 1) ** 2, (1 - np.sqrt(8)) ** 2
    chances = [1 / (1 + np.exp(-abs(a - b) / 4)) for a, b in ((near, far), (near, back))]
    assert found.value == pytest.approx(np.mean(chances))


def test_a_category_that_no_link_shows_is_expected_to_stay() -> None:
    # 2 is in the original alone; believed 0, 1 or 2 may be true with 1/3 and 2/3 of the doubt
    original = pd.DataFrame({"a": [0.0, 0, 1, 2, 2]})
    masked = pd.DataFrame({"a": [0.0, 1, 1]})
    pair = pair_of(original, masked, ["a"], links=np.array([0, 1, 2]))
    found = outcome(pair, duncan_lambert_some, intruder_doubt=0.3)
    # 0 stays 0 with 1/2: .7 x .5 of 0, and .7 x .5 + .1 of 1; 1 is believed: .15 x .5 of 0, and .7 + .15 x .5 of 1
    zero = (0.35 + 0.0, 0.35 + 0.1)
    one = (0.3 * 0.5 * 0.5, 0.7 + 0.3 * 0.5 * 0.5)
    sure = [max(p) / (p[0] + 2 * p[1]) for p in (zero, zero, one)]
    assert found.value == pytest.approx(np.mean(sure) * 3 / 5)


def test_the_less_one_knows_the_less_sure_one_is() -> None:
    pair = noisy(0.1)
    insider, some, naive = (outcome(pair, m).value for m in (duncan_lambert, duncan_lambert_some, duncan_lambert_naive))
    assert insider > some > naive == 1 / 300


def test_the_outsider_chooses_among_the_population_where_it_is_known() -> None:
    original = pd.DataFrame({"a": [0.0, 0, 1]})
    pair = pair_of(original, original, ["a"])
    assert outcome(pair, duncan_lambert_naive).value == pytest.approx(1 / 3)
    assert outcome(pair, duncan_lambert_naive, sampling_fraction=0.1).value == pytest.approx(1 / 30)


def test_swapped_and_grouped_numbers_are_covered_and_it_is_said_how() -> None:
    original = pd.DataFrame({"x": [0.0, 4.0, 10.0]})
    masked = pd.DataFrame({"x": [2.0, 2.0, 10.0]})
    found = outcome(
        pair_of(original, masked, ["x"], continuous=("x",), links=np.arange(3), maskings={"x": Masking.MICROAGGREGATE})
    )
    assert isinstance(found, Result)
    assert found.detail["noise"] == {"x": pytest.approx(np.sqrt(8 / 3))}
    assert any("normal noise" in flag and flag.endswith(": x") for flag in found.flags)


def test_without_links_it_says_so() -> None:
    original = pd.DataFrame({"x": [0.0, 4.0]})
    for measure in (duncan_lambert, duncan_lambert_some):
        found = outcome(pair_of(original, original, ["x"], continuous=("x",)), measure)
        assert isinstance(found, Skipped)
        assert "not linked" in found.reason


def test_too_many_categories_that_were_changed() -> None:
    original = pd.DataFrame({"a": np.arange(1200.0)})
    found = outcome(pair_of(original, original[::-1].reset_index(drop=True), ["a"], links=np.arange(1200)))
    assert isinstance(found, Skipped)
    assert "more than 1000" in found.reason
