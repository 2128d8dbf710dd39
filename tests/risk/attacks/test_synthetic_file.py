"""The risk of a file that is called synthetic: by hand, of copies where keys are coarse, and of what repeats nobody."""

import numpy as np
import pytest

import core.risk as risk
from core.data import Masking
from core.pairing import pair, with_control
from core.risk import RiskParameters
from tests.pairing.builders import codebook, microdata, scenario, variable
from tests.risk.attacks.test_attacks import mixed, people

COARSE = codebook(
    variable("age", role="analysis"),
    variable("sex", "nominal", "key"),
    variable("area", "nominal", "analysis"),
    variable("income", role="analysis"),
    variable("health", "ordinal", "sensitive"),
)
"""Of the people of ``people`` an intruder knows the sex alone."""
N = 150


def risk_of(masked, original, control=None, book=COARSE, **settings):
    masked, original = microdata("m.csv", **masked), microdata(**original)
    both = pair(original, scenario(masked, masking=dict.fromkeys(original.columns, Masking.SYNTHETIC)), book)
    if control is not None:
        both = with_control(both, original, microdata("c.csv", **control), book)
    measure = risk.synthetic_disclosure
    (found,) = measure.compute(measure.prepare(both, RiskParameters(**settings)))
    return found


def in_order(file, rows):
    return {name: [values[i] for i in rows] for name, values in file.items()}


def shuffled_columns(file, seed):
    random = np.random.default_rng(seed)
    return {name: random.permutation(values).tolist() for name, values in file.items()}


def with_other_cells(file, others, every):
    """One cell of every few records is another person's."""
    names = sorted(file)
    changed = {name: list(values) for name, values in file.items()}
    for i in range(0, len(file["age"]), every):
        changed[names[i % len(names)]][i] = others[names[i % len(names)]][i]
    return changed


def test_whose_records_are_repeated_by_hand():
    book = codebook(variable("a", "nominal", "key"), variable("x", role="analysis"))
    original, masked = {"a": ["k"] * 4, "x": [10, 20, 40, 100]}, {"a": ["k"] * 4, "x": [10, 9, 60, 200]}
    found = risk_of(masked, original, book=book)
    # 10 has its copy; to 20 the person 10 and its copy are as near, to 40 the person 20 and 60, to 100 it is 60
    assert found.detail["masked_is_nearest"] == pytest.approx((1 + 1 / 2 + 1 / 2 + 1) / 4)
    # of 4 masked records and 3 other people any may be the nearest
    assert found.detail["masked_is_nearest_by_chance"] == pytest.approx(4 / 7)
    assert found.value == found.detail["records_repeated"] == pytest.approx((3 / 4 - 4 / 7) / (3 / 7))
    assert (found.n, found.detail["larger"]) == (4, "records_repeated")
    assert found.interval[0] == 0 < found.value < found.interval[1]
    assert found.flags[-1].startswith("to 75.0% of the original's people attacked a record of the file is nearer")


def test_whole_records_by_hand():
    book = codebook(variable("a", "nominal", "key"), variable("x", role="analysis"))

    def file(*values):
        return {"a": ["k"] * len(values), "x": list(values)}

    # of 6 records as many are drawn as there are other people, 3: with the chance 1 - 10/20 2 is among them, and 3
    found = risk_of(file(2, 3, 90, 90, 90, 90), file(1, 2, 3, 4), book=book)
    assert (found.detail["equal"], found.detail["equal_by_chance"]) == (pytest.approx(0.25), 0)
    # to 2 and 3 the nearest is masked, to 1 and 4 in one of two cases; six of nine are: (3/4 - 6/9) / (3/9), no more
    assert (found.value, found.detail["repeated_how"], found.n) == (pytest.approx(0.25), "whole", 4)
    assert found.flags[-1].startswith("25.0% of the original's people have an equal record in the file")
    # of two people alike each has the other: by chance half of them have an equal record in the file
    found = risk_of(file(1, 2, 90), file(1, 1, 2, 3), book=book)
    assert (found.detail["equal"], found.detail["equal_by_chance"]) == (pytest.approx(0.75), pytest.approx(0.5))
    assert found.detail["records_repeated"] == pytest.approx(0.5)


def test_a_copy_stands_high_however_coarse_the_keys_are():
    original, others = people(N, 1), people(N, 2)
    copies = {
        "as it is": original,
        "in another order": in_order(original, np.random.default_rng(3).permutation(N)),
        "a cell of every tenth record changed": with_other_cells(original, others, 10),
        "written twice": in_order(original, [*range(N), *range(N)]),
    }
    for name, copy in copies.items():
        found = risk_of(copy, original)
        assert (found.detail["disco"], found.detail["uniques_replicated"]) == (0, 0)
        assert found.value > 0.85, name
        assert found.detail["larger"] == "records_repeated"
    assert risk_of(original, original).value == 1


def test_what_repeats_nobody_stands_low():
    original = people(N, 1)
    assert risk_of(shuffled_columns(original, 5), original).value < 0.1
    fresh = [risk_of(people(N, seed), original).detail["masked_is_nearest"] for seed in range(10, 40)]
    # people drawn alike: chance is c, with an error of sqrt(1/4 / 150) each
    assert np.mean(fresh) == pytest.approx(150 / 299, abs=3 * 0.5 / np.sqrt(30 * 150))


@pytest.mark.parametrize("m", [40, 150, 400])
def test_of_people_drawn_alike_as_many_are_equal_as_among_themselves(m):
    def file(n, seed):
        random = np.random.default_rng(seed)
        x = random.geometric(0.05, n).tolist()
        return {"a": random.choice(["k", "l"], n).tolist(), "x": x}

    book = codebook(variable("a", "nominal", "key"), variable("x", role="analysis"))
    details = [risk_of(file(m, seed), file(150, 100 + seed), book=book).detail for seed in range(20)]
    differences = [d["equal"] - d["equal_by_chance"] for d in details]
    assert np.mean(differences) == pytest.approx(0, abs=3 * np.std(differences) / np.sqrt(20))


def test_coarse_records_of_which_many_are_alike_are_nobodys():
    def file(seed):
        random = np.random.default_rng(seed)
        return {"a": random.choice(["k", "l"], 300).tolist(), "x": random.integers(0, 3, 300).tolist()}

    book = codebook(variable("a", "nominal", "key"), variable("x", "ordinal", "analysis"))
    # the two of 50 alike: 50 masked ones beside 49 others
    assert risk_of(file(1), file(1), book=book).value < 0.02


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [lambda seed: people(N, 50 + seed), lambda seed: shuffled_columns(people(N, seed), 9)])
def test_more_copied_records_never_score_safer(make, seed):
    original, made = people(N, seed), make(seed)
    values = [risk_of(mixed(original, made, share, N), original).value for share in np.arange(0, 1.01, 0.1)]
    assert values == sorted(values)
    assert values[-1] == 1


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_the_share_that_is_copied_is_found_whatever_the_rest_is(share):
    original, copied = people(N, 1), int(share * N)
    few = {name: values[-5:] * 30 for name, values in original.items()}
    for made in (people(N, 2), shuffled_columns(original, 3), few):
        assert risk_of(mixed(original, made, share, N), original).value == pytest.approx(share, abs=0.12)
    part = {name: values[:copied] for name, values in original.items()}
    assert risk_of(part, original).value == pytest.approx(share, abs=0.01)


def test_a_control_and_the_order_of_records_change_nothing():
    original, made, rows = people(N, 1), people(N, 2), np.random.default_rng(4).permutation(N)
    masked = mixed(original, made, 0.3, N)
    alone = risk_of(masked, original, attacks=60)
    lacking = {name: values for name, values in made.items() if name != "income"}
    assert risk_of(masked, original, control=lacking, attacks=60) == alone
    assert risk_of(in_order(masked, rows), in_order(original, rows), attacks=60).value == alone.value


def test_a_larger_share_of_values_given_away_comes_first():
    # health is what the sex says, and all records are alike otherwise: no record is anybody's, every value is told
    file = {"age": [1] * 6, "sex": list("fmfmfm"), "area": ["a"] * 6, "income": [1] * 6, "health": [1, 2] * 3}
    found = risk_of(file, file)
    assert (found.value, found.detail["larger"], found.detail["worst"]) == (1, "disco", "health")
    # of three alike 3 masked ones beside 2 others: 3/5, by chance 6/11
    assert found.detail["records_repeated"] == pytest.approx((3 / 5 - 6 / 11) / (5 / 11))
    assert found.interval is None


def test_of_one_person_nobody_else_can_be_told():
    one = {"age": [1], "sex": ["f"], "area": ["a"], "income": [1], "health": [1]}
    found = risk_of(one, one)
    assert "records_repeated" not in found.detail
    assert found.value == found.detail["disco"] == 1
