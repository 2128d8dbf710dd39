"""The risk of a file: figures to meet, what is known without links, weights, false keys and single people."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.data import FileKind, KeySet, KeysFound, Masking
from core.measures import Outcome, Result, Skipped
from core.risk import RiskParameters, expected_match_risk
from tests.risk.conftest import pair_of
from tests.statistics.matching.brute_force import fitting

KEYS = ["a", "b"]
FOUR = pd.DataFrame({"a": [1.0, 1, 2, 3], "b": [0.0, 0, 0, 1]})
ROWS = np.arange(4)


def outcome(pair, **settings) -> Outcome:
    (only,) = expected_match_risk.compute(expected_match_risk.prepare(pair, RiskParameters(**settings)))
    return only


def found(masked: pd.DataFrame, links=ROWS, original: pd.DataFrame = FOUR, weights=None, **given) -> Outcome:
    pair = pair_of(original, masked, list(original.columns), links=links, **given)
    if weights is not None:
        pair = replace(pair, original=replace(pair.original, weights={"w": np.asarray(weights, dtype=float)}))
    return outcome(pair)


def random_people(n: int = 2000, seed: int = 1) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {name: random.integers(0, k, n).astype(float) for name, k in zip("abcd", (4, 6, 9, 30), strict=True)}
    )


def test_a_copy_has_as_many_found_as_it_has_combinations() -> None:
    answer = found(FOUR)
    assert isinstance(answer, Result)
    assert (answer.value, answer.n, answer.interval) == (pytest.approx(3 / 4), 4, None)
    detail = answer.detail
    assert (detail["how"], detail["values"], detail["exact"], detail["nearest"]) == ("linked", "true", 0.75, 0.75)
    assert (detail["claims"], detail["right"], detail["unique_claims"], detail["false_match_rate"]) == (4, 4, 2, 0)
    assert detail["true_match_rate"] == 1 / 2
    people = detail["individual"]
    assert (people["largest"], people["alone"], people["above"]) == (1, 1 / 2, {"2": 2, "3": 4, "5": 4})


def test_without_links_a_truthful_file_is_counted_and_another_one_bounded() -> None:
    assert found(FOUR.iloc[[0, 3]].reset_index(drop=True), None).value == pytest.approx(2 / 4)
    for masked, given in (
        (FOUR.assign(a=[np.nan, 1, 2, 3]), {}),
        (FOUR, {"maskings": {"a": Masking.PRAM}}),
        # declared to be true, with combinations that nobody in the original has
        (FOUR.assign(b=[1.0, 1, 1, 0]), {"maskings": {"b": Masking.RECODE}}),
    ):
        answer = found(masked, None, **given)
        assert (answer.value, answer.detail["how"]) == (pytest.approx(3 / 4), "bound")
        assert any("at most this" in flag for flag in answer.flags)


def test_single_people_of_a_file_with_blanks_are_known_without_links_and_of_false_values_not() -> None:
    blanked = found(FOUR.assign(a=[np.nan, 1, 2, 3]), None).detail["individual"]
    # the blank fits the first three: two for each of them, and one alone
    assert (blanked["largest"], blanked["alone"], blanked["above"]["3"]) == (1, 1 / 4, 4)
    answer = found(FOUR, None, maskings={"a": Masking.NOISE}).detail
    assert "individual" not in answer
    assert "not linked" in answer["no_individual"]


def test_in_a_sample_a_person_hides_among_those_alike_in_the_original() -> None:
    sample = FOUR.iloc[[0, 2]].reset_index(drop=True)
    for links in (np.array([0, 2]), None):
        people = found(sample, links).detail["individual"]
        assert (people["largest"], people["alone"], people["above"]["3"]) == (1, 1 / 4, 3)


def test_weights_look_for_the_person_in_the_population_whatever_was_done_to_the_file() -> None:
    weights = [3.0, 5, 10, 20]
    # cells: F = 8, 10, 20; each cell adds min(1, n / F)
    chance = 2 / 8 + 1 / 10 + 1 / 20
    for masked, links in ((FOUR, ROWS), (FOUR, None)):
        answer = found(masked, links, weights=weights)
        assert (answer.value, answer.detail["basis_kind"]) == (pytest.approx(chance / 4), "weight w")
    people = answer.detail["individual"]
    # the second cell, alone with 1/10; and the first with 1/2 of 2/8
    assert people["largest_in_population"] == pytest.approx(1 / 8)
    assert (people["largest"], people["dis_suda"]) == (1, 0)


def test_records_of_weight_0_are_nobody_who_is_looked_for() -> None:
    answer = found(FOUR, weights=[0.0, 5, 10, 20])
    # one person with F = 5, whose record is one of two that fit; and two alone
    assert (answer.value, answer.n) == (pytest.approx((1 / 5 / 2 + 1 / 10 + 1 / 20) / 3), 3)
    assert any("without 1 record of weight 0" in flag for flag in answer.flags)
    assert "missing or negative in 1 of 4" in found(FOUR, weights=[np.nan, 5, 10, 20]).reason


def test_weights_that_sum_to_less_than_the_records_are_refused() -> None:
    answer = found(FOUR, weights=[0.1, 0.2, 0.3, 0.4])
    assert isinstance(answer, Skipped)
    assert "they sum to 1, fewer than the 4 records" in answer.reason


def test_recoding_blanking_and_sampling_never_find_more_than_the_original_has() -> None:
    people = random_people(400)
    own = found(people, np.arange(400), people).value
    random = np.random.default_rng(2)
    rows = np.sort(random.choice(400, 100, replace=False))
    coarse = people.assign(d=people["d"] // 5)
    changed = [
        (people.where(random.random(people.shape) > 0.1), np.arange(400), {}),
        (people.iloc[rows].reset_index(drop=True), rows, {}),
        (coarse, np.arange(400), {"recoded": coarse}),
        (people.apply(random.permutation), np.arange(400), {}),
        (people + random.integers(-1, 2, people.shape), np.arange(400), {"continuous": tuple("abcd")}),
    ]
    for masked, links, given in changed:
        assert 0 <= found(masked, links, people, **given).value < own


def redrawn(people: pd.DataFrame, chances: dict[str, float], seed: int = 3) -> pd.DataFrame:
    random, n = np.random.default_rng(seed), len(people)
    return people.assign(
        **{k: np.where(random.random(n) < p, random.permutation(people[k]), people[k]) for k, p in chances.items()}
    )


def test_false_keys_do_not_hide_true_ones() -> None:
    people = random_people()
    masked = redrawn(people, {"a": 1.0, "b": 1.0})
    answer = found(masked, np.arange(2000), people)
    assert answer.detail["keys_that_count"] == ["c", "d"]
    assert answer.value == pytest.approx(270 / 2000, rel=0.05)  # nearly every combination of c and d occurs
    assert answer.value > 1.5 * max(answer.detail["exact"], answer.detail["nearest"])
    assert any("c, d alone" in flag for flag in answer.flags)


def test_more_doubt_finds_fewer_and_a_light_dose_does_not_hide_anybody() -> None:
    people = random_people()
    risks, largest = [], []
    for p in (0.0, 0.02, 0.2, 0.6, 0.95):
        answer = found(redrawn(people, dict.fromkeys("abcd", p)), np.arange(2000), people)
        risks.append(answer.value)
        largest.append(answer.detail["individual"]["largest"])
    assert risks == sorted(risks, reverse=True)
    assert largest[1] > 0.9
    assert largest[-1] < 0.05


def test_a_claim_of_an_intruder_is_trusted_as_claims_like_it_turn_out() -> None:
    people = random_people(600)
    masked = redrawn(people, dict.fromkeys("abcd", 0.3))
    answer = found(masked, np.arange(600), people)
    originals, records = (list(frame.itertuples(index=False, name=None)) for frame in (people, masked))
    alone = [
        (i, fits[0])
        for i, o in enumerate(originals)
        if len(fits := fitting(o, records, (None,) * 4, nearest=False)) == 1
    ]
    right = np.mean([i == j for i, j in alone])
    assert 0.2 < right < 1
    assert answer.detail["individual"]["largest"] >= right - 1e-9  # all exact unique claims look alike


def test_who_is_in_nobodys_file_cannot_be_found_and_wrong_links_tell_nothing() -> None:
    made = found(FOUR, None, maskings=dict.fromkeys(KEYS, Masking.SYNTHETIC))
    assert "holds records of nobody" in made.reason
    others = pair_of(FOUR, FOUR, KEYS)
    others = replace(others, masked=replace(others.masked, kind=FileKind.OTHER_PEOPLE))
    assert "other people" in outcome(others).reason
    doubtful = replace(pair_of(FOUR, FOUR, KEYS, links=ROWS), link_doubt="numbered anew")
    assert outcome(doubtful).reason == "the risk is not known: numbered anew"
    # declared synthetic but linked: people are in it
    assert found(FOUR, maskings=dict.fromkeys(KEYS, Masking.SYNTHETIC)).value == pytest.approx(3 / 4)


def test_a_file_of_which_nobody_said_anything_is_counted_where_its_combinations_are_the_originals() -> None:
    pair = pair_of(FOUR, FOUR, KEYS)
    for n_found, how in ((1000, "equal cells"), (300, "bound")):
        known = {"keys": KeysFound(("a", "b"), 1000, n_found, 0.1)}
        assert outcome(replace(pair, masked=replace(pair.masked, keys_found=known))).detail["how"] == how


def test_a_key_that_was_removed_is_left_out_and_several_key_sets_have_a_figure_each() -> None:
    answer = found(FOUR[["b"]])
    assert (answer.value, answer.detail["keys_absent"]) == (pytest.approx(2 / 4), ["a"])
    pair = pair_of(FOUR, FOUR, KEYS, links=ROWS)
    two = (KeySet("first", ("a",)), KeySet("second", ("b",)))
    pair = replace(pair, original=replace(pair.original, keysets=two))
    values = {
        o.target: o.value for o in expected_match_risk.compute(expected_match_risk.prepare(pair, RiskParameters()))
    }
    assert values == pytest.approx({("first",): 3 / 4, ("second",): 2 / 4})


def test_special_uniques_count_where_people_are_at_risk() -> None:
    people = random_people(300)
    assert found(people, np.arange(300), people).detail["individual"]["dis_suda"] > 0
    coarse = people.assign(c=0.0, d=0.0)
    assert found(coarse, np.arange(300), people, recoded=coarse).detail["individual"]["dis_suda"] == 0


def test_the_detail_is_plain_data() -> None:
    answer = found(redrawn(FOUR, {"a": 0.5}))
    assert json.loads(json.dumps(answer.detail)) == answer.detail


def test_people_with_rare_values_are_not_hidden_by_blanks_at_random() -> None:
    random = np.random.default_rng(1)
    people = pd.DataFrame({"a": np.repeat([0, 1, 2], [5, 95, 100]), "b": np.tile([0, 1], 100)})
    blanked = people.astype(float).mask(random.random(people.shape) < 0.4)
    assert blanked.iloc[:5].notna().all(axis=1).any()
    for links in (np.arange(200), None):
        largest = found(blanked, links, people).detail["individual"]["largest"]
        assert largest > 0.2, "60 records fit, but those with both values are likelier theirs than the blanks"
