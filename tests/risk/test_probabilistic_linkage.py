"""Records linked by the weights of Fellegi and Sunter: by hand, and under masking."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from core.data import Pair
from core.measures import Outcome, Result, Skipped
from core.risk import RiskParameters, linkage_fellegi_sunter, linkage_gower
from tests.risk.conftest import pair_of

KEYS = ["a", "b", "c", "d"]


def outcome(pair: Pair, **settings) -> Outcome:
    (only,) = linkage_fellegi_sunter.compute(linkage_fellegi_sunter.prepare(pair, RiskParameters(**settings)))
    return only


def people(n: int = 150, seed: int = 1) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {key: rng.integers(0, levels, n).astype(float) for key, levels in zip(KEYS, (3, 6, 9, 12), strict=True)}
    )


def paired(original: pd.DataFrame, masked: pd.DataFrame, links=None, **settings) -> Pair:
    links = np.arange(len(masked)) if links is None else links
    return pair_of(original, masked, list(original.columns), links=links, **settings)


def square() -> pd.DataFrame:
    """Nine records of three keys (a Latin square): any two agree on one key or on none."""
    return pd.DataFrame([[i, j, (i + j) % 3] for i in (0.0, 1, 2) for j in (0.0, 1, 2)], columns=["a", "b", "c"])


def test_untouched_and_all_different_every_record_is_found() -> None:
    found = outcome(paired(square(), square()))
    assert (found.value, found.n, found.detail["n_pairs"]) == (1, 9, 81)
    # of the 81 pairs 9 agree on all keys; of the other 72 a quarter agree on each
    for values in found.detail["agreement"].values():
        assert values == pytest.approx({"matches": 1, "others": 0.25, "weight": 2}, abs=0.1)
    assert (found.detail["share_believed"], found.detail["right_among_believed"]) == (1, 1)


def test_records_alike_share_the_chance() -> None:
    twice = pd.concat([square(), square()], ignore_index=True)
    found = outcome(paired(twice, twice))
    # each masked record agrees on all keys with two originals
    assert found.value == 0.5


def test_a_record_moved_onto_another_is_not_found() -> None:
    masked = square()
    masked.loc[1] = masked.loc[8]
    # the second looks like the ninth: eight right, and the ninth still agrees with itself alone
    assert outcome(paired(square(), masked)).value == pytest.approx(8 / 9)


def test_half_a_file_gives_away_half_at_most() -> None:
    found = outcome(paired(people(), people().iloc[:75].reset_index(drop=True)))
    assert found.value == pytest.approx(found.detail["share_of_masked_records"] / 2)


def test_strangers_are_never_found() -> None:
    original, strangers = people(100), people(100, seed=2)
    masked = pd.concat([original, strangers], ignore_index=True)
    links = np.concatenate([np.arange(100), np.full(100, -1)])
    found, alone = outcome(paired(original, masked, links)), outcome(paired(original, original))
    assert found.value <= 1
    assert found.value == pytest.approx(alone.value, abs=0.02)
    assert found.detail["share_of_masked_records"] == pytest.approx(found.value / 2)
    assert any("100 of 200" in flag for flag in found.flags)


def test_it_learns_which_keys_were_masked() -> None:
    """One key of few values is kept, one of many drawn anew: distance trusts both alike, the weights only the first."""
    rng = np.random.default_rng(3)
    original = people(400)
    masked = original.assign(d=rng.integers(0, 12, 400).astype(float), a=rng.integers(0, 3, 400).astype(float))
    pair = paired(original, masked)
    found = outcome(pair)
    (by_distance,) = linkage_gower.compute(linkage_gower.prepare(pair, RiskParameters()))
    assert found.value > by_distance.value
    weights = {name: values["weight"] for name, values in found.detail["agreement"].items()}
    assert max(weights["a"], weights["d"]) < 1 < min(weights["b"], weights["c"])


def test_numbers_agree_within_the_width_of_interval_disclosure() -> None:
    rng = np.random.default_rng(4)
    original = people(100).assign(x=rng.normal(size=100))
    masked = original.assign(x=original["x"] + 0.04)
    near, far = (
        outcome(pair_of(original, masked, [*KEYS, "x"], continuous=("x",), links=np.arange(100), maskings=None), **s)
        for s in ({}, {"interval_share": 0.001})
    )
    assert near.detail["agreement"]["x"]["matches"] > 0.9
    assert far.detail["agreement"]["x"]["matches"] < 0.1


def test_what_is_suppressed_says_nothing() -> None:
    original = people()
    masked = original.assign(d=np.nan)
    without = outcome(paired(original.drop(columns="d"), masked.drop(columns="d")))
    assert outcome(paired(original, masked)).value == pytest.approx(without.value)


def test_links_that_the_intruder_believes_in_are_right_as_often_as_said() -> None:
    rng = np.random.default_rng(5)
    original = pd.DataFrame({f"k{j}": rng.integers(0, 12, 300).astype(float) for j in range(6)})
    masked = original.mask(
        rng.random(original.shape) < 0.3,
        pd.DataFrame(rng.integers(0, 12, original.shape) * 1.0, columns=original.columns),
    )
    found = outcome(paired(original, masked))
    assert 0.8 < found.detail["share_believed"] < 1
    assert found.detail["right_among_believed"] > 0.9
    assert found.detail["right_among_believed"] >= found.value


def test_the_order_of_records_and_keys_and_the_sample_change_nothing() -> None:
    rng = np.random.default_rng(6)
    original = people(200)
    masked = original.assign(b=rng.permutation(original["b"]))
    first = outcome(paired(original, masked), linkage_targets=60)
    rows, others = rng.permutation(200), rng.permutation(200)
    moved = paired(
        original.iloc[others, ::-1].reset_index(drop=True),
        masked.iloc[rows, ::-1].reset_index(drop=True),
        np.argsort(others)[rows],
    )
    second = outcome(moved, linkage_targets=60)
    assert isinstance(first, Result)
    assert (first.value, first.n) == (second.value, 60)
    assert first.detail["agreement"]["b"] == pytest.approx(second.detail["agreement"]["b"], rel=1e-9)


def test_of_large_files_fewer_records_are_attacked(monkeypatch) -> None:
    monkeypatch.setattr("core.risk.probabilistic_linkage.MOST_PAIRS", 9 * 5)
    found = outcome(paired(square(), square()))
    assert (found.n, found.detail["n_pairs"], found.detail["sampled"]) == (5, 45, True)


def test_it_says_why_there_is_none() -> None:
    original = people()
    few = outcome(paired(original[["a", "b"]], original[["a", "b"]]))
    assert isinstance(few, Skipped)
    assert "fewer than 3" in few.reason
    constant = outcome(paired(original.assign(a=1.0, b=1.0), original.assign(a=1.0, b=1.0)))
    assert "2 keys that vary" in constant.reason
    wide = pd.concat([original.add_suffix(str(i)) for i in range(4)], axis=1)
    assert "at most 12" in outcome(paired(wide, wide)).reason
    # all combinations once: agreement on all keys is as frequent as chance has it, and tells nothing
    chance = pd.DataFrame(list(product((0.0, 1), repeat=3)), columns=["a", "b", "c"])
    assert "do not converge" in outcome(paired(chance, chance)).reason
    unknown = outcome(paired(original, original, np.full(150, -1)))
    assert "not linked" in unknown.reason
