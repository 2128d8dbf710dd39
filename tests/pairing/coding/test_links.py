import numpy as np
import pytest

from core.data import Coded, Level
from core.pairing.coding.links import agree_beyond_chance, link_records
from core.pairing.coding.matching import Match
from tests.pairing.builders import microdata


def links(original, masked, declared, names=None):
    names = {name: name for name in original.columns if name in masked.columns} if names is None else names
    return link_records(original, masked, declared, Match(names, {}, ()), {})


THREE = microdata(id=[11, 12, 13], x=[1, 2, 3])


@pytest.mark.parametrize(("declared", "word"), [(None, "nothing was declared"), ("none", "as declared")])
def test_never_by_position_undeclared(declared, word):
    found = links(THREE, THREE, declared)
    assert found.rows is None
    assert word in found.reason


def test_by_row_where_the_counts_agree():
    assert links(THREE, THREE, "row").rows.tolist() == [0, 1, 2]
    shorter = links(THREE, microdata(id=[11], x=[1]), "row")
    assert shorter.rows is None
    assert "3 records and the masked file 1" in shorter.reason


def test_by_identifier():
    masked = microdata(id=[13, None, 11, 99], x=[3, 2, 1, 0])
    found = links(THREE, masked, "id")
    assert found.rows.tolist() == [2, -1, 0, -1]
    assert "2 of 4 masked records" in found.reason
    assert "1 have no identifier" in found.reason


def test_by_an_identifier_under_another_name_and_notation():
    found = links(THREE, microdata(person=["013", "011"]), "id", {"id": "person"})
    assert found.rows.tolist() == [2, 0]


WAVES = microdata(person=[1, 1, 2, 2], wave=[1, 2, 1, 2])


def test_by_two_identifiers_that_are_one_together():
    masked = microdata(wave=["02", "01", None, "03"], person=[2, 1, 1, 1])
    found = links(WAVES, masked, "person,wave")
    assert found.rows.tolist() == [3, 0, -1, -1]
    assert found.reason.startswith("linked by 'person' and 'wave': 2 of 4 masked records")


def test_two_identifiers_that_repeat_together_are_refused_with_their_number():
    found = links(WAVES, microdata(wave=[1, 1, 2], person=[1, 1, 2]), "person, wave")
    assert found.rows is None
    assert "'person' and 'wave' together repeat 1 identifier in the masked file" in found.reason
    assert "the masked file has no variable 'wave'" in links(WAVES, microdata(person=[1]), "person,wave").reason


def test_a_variable_with_a_comma_in_its_name_is_one_identifier():
    original = microdata(**{"a,b": [1, 2], "a": [1, 1], "b": [1, 1]})
    assert links(original, original, "a,b").rows.tolist() == [0, 1]


def test_exact_long_identifiers():
    original = microdata(id=["12345678901234561", "12345678901234562"])
    assert links(original, microdata(id=["12345678901234562"]), "id").rows.tolist() == [1]


@pytest.mark.parametrize(
    ("original", "masked", "declared", "word"),
    [
        (THREE, THREE, "nobody", "the original has no variable 'nobody'"),
        (THREE, microdata(x=[1]), "id", "the masked file has no variable 'id'"),
        (microdata(id=[1, 1, 2]), THREE, "id", "repeats 1 identifier in the original"),
        (THREE, microdata(id=[11, 11]), "id", "repeats 1 identifier in the masked file"),
        (THREE, microdata(id=[7, 8]), "id", "no value of 'id' is in both files"),
    ],
)
def test_why_records_could_not_be_linked(original, masked, declared, word):
    found = links(original, masked, declared)
    assert found.rows is None
    assert word in found.reason


def test_same_order_is_told_from_a_random_one():
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 3, 500).astype(np.int32)
    numbers = rng.normal(size=500)
    rows, shuffled = np.arange(500), rng.permutation(500)
    for coded in (Coded(Level.NOMINAL, codes, ("a", "b", "c")), Coded(Level.CONTINUOUS, numbers)):
        assert agree_beyond_chance(coded, coded, rows)
        assert agree_beyond_chance(coded, coded, shuffled) is False


def test_constants_and_few_records_say_nothing():
    constant = Coded(Level.NOMINAL, np.zeros(100, dtype=np.int32), ("a",))
    assert agree_beyond_chance(constant, constant, np.arange(100)) is None
    few = Coded(Level.CONTINUOUS, np.arange(5.0))
    assert agree_beyond_chance(few, few, np.arange(5)) is None


def test_variance_of_agreement_equals_that_of_all_permutations():
    # 4 records: a a b c against a b b c; equal pairs counted over all 24 orders, by hand
    from itertools import permutations

    x, y = np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2])
    counts = [(x == y[list(order)]).sum() for order in permutations(range(4))]
    n, a, b = 4, np.bincount(x), np.bincount(y)
    both = a * b
    by_formula = ((both * (n - a) * (n - b)).sum() + both.sum() ** 2 - (both**2).sum()) / (n**2 * (n - 1))
    assert np.mean(counts) == pytest.approx(both.sum() / n)
    assert np.var(counts) == pytest.approx(by_formula)
