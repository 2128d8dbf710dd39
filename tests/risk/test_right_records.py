"""Each figure is of the right records, weights, households and sizes: what goes wrong when one array slips."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Outcome, Result, Subject
from core.risk import (
    MEASURES,
    RiskParameters,
    dis_suda_max,
    dis_suda_mean,
    disco,
    expected_match_risk,
    global_risk,
    interval_disclosure,
    linkage_gower,
    population_uniques_loglinear,
    suda_records,
    suda_score_sum,
    t_closeness,
    values_given_away,
    with_maskings,
)
from tests.risk.conftest import pair_of

OF_ONE_FILE = [m for m in MEASURES if m.subject is Subject.RELEASE]
N = 80


def outcome(measure: Measure, subject: object, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(subject, RiskParameters(**settings)))
    return only


def codes(random: np.random.Generator, k: int, missing: float = 0.0) -> Coded:
    values = random.integers(0, k, N).astype(np.int32)
    values[random.random(N) < missing] = -1
    return Coded(Level.NOMINAL, values, tuple("abcdefgh"[:k]))


def people() -> Release:
    """Eighty people, a quarter of them without one of the keys; weights, households and sensitive values differ."""
    random = np.random.default_rng(8)
    return Release(
        "file",
        N,
        {
            "a": codes(random, 6, 0.12),
            "b": codes(random, 4, 0.12),
            "s": codes(random, 3),
            "t": replace(codes(random, 5), level=Level.ORDINAL),
        },
        {"w": random.uniform(2, 40, N)},
        {"hid": (random.integers(0, 30, N)).astype(float)},
        (KeySet("keys", ("a", "b"), "w"),),
        ("s", "t"),
    )


@pytest.mark.parametrize("measure", OF_ONE_FILE, ids=lambda m: m.id)
def test_dropping_records_without_keys_is_the_same_as_a_file_without_them(measure: Measure) -> None:
    file = people()
    kept = np.flatnonzero((file.columns["a"].values >= 0) & (file.columns["b"].values >= 0))
    assert 40 < len(kept) < 70
    dropped, without = outcome(measure, file, missing="drop"), outcome(measure, file.take(kept))
    assert type(dropped) is type(without)
    if isinstance(dropped, Result):
        assert (dropped.value, dropped.n) == (pytest.approx(without.value, rel=1e-12), len(kept))
        for name in {"prosecutor", "marketer", "expected", "people", "count", "mean_of_households"} & set(
            dropped.detail
        ):
            assert dropped.detail[name] == pytest.approx(without.detail[name], rel=1e-12), name


@pytest.mark.parametrize("measure", OF_ONE_FILE, ids=lambda m: m.id)
def test_a_sample_told_as_a_share_of_the_population_counts_what_it_holds_of_the_original(measure: Measure) -> None:
    """A half of a file of 10 % of the people is a file of 5 % of them."""
    file = replace(people(), weights={}, keysets=(KeySet("keys", ("a", "b")),))
    half = replace(file, share_of_original=0.5)
    found = outcome(measure, half, missing="category", sampling_fraction=0.1)
    same = outcome(measure, file, missing="category", sampling_fraction=0.05)
    assert type(found) is type(same)
    if isinstance(found, Result) and not measure.id.startswith("dis_suda"):
        assert found.value == pytest.approx(same.value, rel=1e-12)


def test_suda_by_hand_where_weights_tell_the_sampling_fraction() -> None:
    """Keys (0,0) (0,0) (0,1) (1,1): the third is unique on both, the fourth by its first key alone.

    Scores (m - s)!: 0! = 1 and 1! = 1. Weights 4 for everybody: a fraction of one quarter. DIS with P = 1 pair,
    A = 2: 1 / (1 + 2 (3/4) / (1/4) / 2) = 1/4.
    """
    a = Coded(Level.NOMINAL, np.array([0, 0, 0, 1], np.int32), ("x", "y"))
    b = Coded(Level.NOMINAL, np.array([0, 0, 1, 1], np.int32), ("x", "y"))
    file = Release("f", 4, {"a": a, "b": b}, {"w": np.full(4, 4.0)}, {}, (KeySet("keys", ("a", "b"), "w"),))
    records, total = outcome(suda_records, file), outcome(suda_score_sum, file)
    assert (records.value, total.value, total.detail["max"]) == (0.5, 2, 1)
    assert records.detail["minimal_uniques_by_size"] == [1, 1]
    mean, largest = outcome(dis_suda_mean, file), outcome(dis_suda_max, file)
    assert mean.detail["sampling_fraction"] == pytest.approx(0.25)
    assert mean.detail["n_pairs"] == 1
    assert (mean.value, largest.value) == (pytest.approx(0.125), pytest.approx(0.25))


def test_scores_of_suda_weigh_small_sets_of_three_keys() -> None:
    """A value that nobody else has: unique by one of three keys, (3 - 1)! = 2."""
    columns = {
        name: Coded(Level.NOMINAL, np.array(values, np.int32), ("x", "y"))
        for name, values in {"a": [0, 0, 0, 1], "b": [0, 0, 0, 0], "c": [0, 0, 0, 0]}.items()
    }
    file = Release("f", 4, columns, {}, {}, (KeySet("keys", ("a", "b", "c")),))
    total = outcome(suda_score_sum, file)
    assert total.value == 2
    assert total.detail["contributions"] == {"a": 1, "b": 0, "c": 0}


def test_t_closeness_is_of_the_farthest_class_and_its_mean_of_records() -> None:
    """Classes of 3 and 1: values 0 0 1 | 1 of a file of halves. Total variation 1/6 and 1/2."""
    key = Coded(Level.NOMINAL, np.array([0, 0, 0, 1], np.int32), ("x", "y"))
    value = Coded(Level.NOMINAL, np.array([0, 0, 1, 1], np.int32), ("p", "q"))
    file = Release("f", 4, {"k": key, "s": value}, {}, {}, (KeySet("keys", ("k",)),), ("s",))
    found = outcome(t_closeness, file)
    assert found.value == pytest.approx(0.5)
    assert found.detail["mean_of_records"]["s"] == pytest.approx((3 / 6 + 1 / 2) / 4)


def test_intruders_who_know_who_is_in_the_file_by_hand() -> None:
    """Groups of 3 and 1: a prosecutor finds 1/3 or 1, a marketer one of each group."""
    key = Coded(Level.NOMINAL, np.array([0, 0, 0, 1], np.int32), ("x", "y"))
    detail = outcome(global_risk, Release("f", 4, {"k": key}, {}, {}, (KeySet("keys", ("k",)),))).detail
    assert detail["prosecutor"] == pytest.approx(0.5)
    assert (detail["prosecutor_max"], detail["marketer"]) == (1, 0.5)


def test_expected_population_uniques_are_a_share_of_the_records_in_use() -> None:
    file = people()
    found = outcome(population_uniques_loglinear, file, missing="drop")
    assert found.value == pytest.approx(found.detail["expected"] / found.n)
    assert found.n < N


# ---- two files


def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    original = pd.DataFrame({"age": [20.0, 30, np.nan, 50], "sex": [0.0, 1, np.nan, 1], "s": [0.0, 1, 2, 3]})
    return original, original.assign(age=[20.0, 30, 40, 50], sex=[0.0, 1, 0, 1])


def test_an_imputed_value_is_a_false_key_and_no_sign_of_perturbation() -> None:
    original, imputed = tables()
    pair = pair_of(original, imputed, ["age", "sex"], continuous=("age",), links=np.arange(4), sensitive=("s",))
    assert outcome(expected_match_risk, pair).detail["values"] == "may be false"
    assert with_maskings(pair, RiskParameters()).perturbed == frozenset()


def test_links_lead_from_masked_rows_to_original_ones() -> None:
    """The masked file in reverse order: every record is found, though no row is its own parent's."""
    original = pd.DataFrame({"age": [20.0, 35, 52, 80], "sex": [0.0, 1, 0, 1]})
    pair = pair_of(
        original, original[::-1].reset_index(drop=True), ["age", "sex"], continuous=("age",), links=np.arange(4)[::-1]
    )
    assert outcome(linkage_gower, pair).value == 1
    assert outcome(expected_match_risk, pair).value == 1
    weighted = replace(pair, original=replace(pair.original, weights={"w": np.array([1.0, 2, 3, 4])}))
    assert with_maskings(weighted, RiskParameters()).weights["w"].tolist() == [4, 3, 2, 1]
    drawn = outcome(linkage_gower, pair, linkage_targets=2)
    assert (drawn.value, drawn.n) == (1, 2)


def test_gower_weighs_keys_of_any_unit_alike() -> None:
    """Income is off by a hundredth of its range, sex is right: nearer than another income of the other sex."""
    original = pd.DataFrame({"income": [0.0, 1000, 1020, 100_000], "sex": [0.0, 0, 1, 1]})
    masked = original.assign(income=[0.0, 1015, 1020, 100_000])
    pair = pair_of(original, masked, ["income", "sex"], continuous=("income",), links=np.arange(4))
    assert outcome(linkage_gower, pair).value == 1


def test_near_in_every_variable_by_the_spread_of_the_file_asked_for() -> None:
    """One of two variables is far: not disclosed. The width is 5 % of the deviation of either file."""
    original = pd.DataFrame({"x": np.arange(10.0), "y": np.arange(10.0)})
    far = original.assign(y=original["y"] + 5)
    links = np.arange(10)
    assert outcome(interval_disclosure, pair_of(original, far, ["x"], continuous=("x", "y"), links=links)).value == 0
    # moved by 0.2: beyond .05 times 3.03 of the original, within .05 times 3.03 x 3 of the masked file
    wide = original.assign(x=original["x"] * 3, y=original["y"])
    wide["x"] = np.where(np.arange(10) < 2, original["x"] + 0.2, wide["x"])
    shares = [
        outcome(
            interval_disclosure, pair_of(original, wide, ["x"], continuous=("x",), links=links), interval_width=which
        ).detail["by_variable"]["x"]
        for which in ("masked", "original")
    ]
    assert shares[0] == pytest.approx(0.2)
    assert shares[1] == pytest.approx(0.0)


def test_a_value_is_given_away_only_by_true_values_that_others_share() -> None:
    """Town tells region. Known, but hidden: 4. Town stands and is true in two of them; one is unique by its town."""
    original = pd.DataFrame({"town": [0.0, 0, 1, 1, 2, 3, 3], "region": [0.0, 0, 0, 0, 1, 1, np.nan]})
    masked = original.copy()
    masked.loc[[0, 2, 4, 5, 6], "region"] = np.nan  # the last one had none
    masked.loc[2, "town"] = 3.0  # a false town tells nothing
    pair = pair_of(original, masked, ["town", "region"], links=np.arange(7))
    found = {o.target: o for o in values_given_away.compute(values_given_away.prepare(pair, RiskParameters()))}
    region = found["region",]
    assert region.detail["suppressed"] == 4
    assert region.detail["given_away_by"] == {"town": {"suppressed": 1, "recoded": 0}}
    assert region.value == pytest.approx(1 / 4)


def test_large_groups_in_disco_are_a_share_of_the_originals_records() -> None:
    """Eight alike with one value, and two whose keys tell nothing: of ten records eight are in a large group."""
    frame = pd.DataFrame({"k": [0.0] * 8 + [1.0] * 2, "s": [0.0] * 8 + [0.0, 1.0]})
    pair = pair_of(frame, frame, ["k"], sensitive=("s",), links=None)
    found = outcome(disco, pair, large_denominator=5)
    assert (found.value, found.detail["share_in_large_denominators"]) == (0.8, 0.8)
