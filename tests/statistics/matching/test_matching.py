"""Expected match risk: by hand, against the definition record by record, and what always holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.statistics.matching import (
    Claims,
    KeyColumn,
    exact_claims,
    expected_matches,
    nearer_share,
    nearest_claims,
    order_by_reliability,
    right_claim_risks,
    shared_risks,
    target_cells,
)
from tests.statistics.matching.brute_force import columns, risk

N = None


def both(originals: list, records: list, links: list, widths: tuple) -> tuple[float, float]:
    cells, _ = target_cells(columns(originals, records, widths), np.array(links))
    return expected_matches(exact_claims(cells)), expected_matches(nearest_claims(cells))


FOUR = [(1, 0), (1, 0), (2, 0), (3, 1)]
"""Two people alike, and two alone."""


@pytest.mark.parametrize(
    ("records", "links", "exact", "nearest"),
    [
        pytest.param(FOUR, [0, 1, 2, 3], 3 / 4, 3 / 4, id="copy"),
        pytest.param(FOUR[:1] + FOUR[3:], [0, 3], 1 / 2, 1 / 2, id="sample"),
        pytest.param([(2, 0), (1, 0), (1, 0), (3, 1)], [0, 1, 2, 3], (1 / 2 + 1) / 4, (1 / 2 + 1) / 4, id="swap"),
        # exact: a blank fits the two and the third; nearest: 1 away from the third, whose own it is not nearer to
        pytest.param([(1, 0), (N, 0), (2, 0), (3, 1)], [0, 1, 2, 3], (2 / 2 + 1 / 2 + 1) / 4, 3 / 4, id="blank"),
        pytest.param([(3, 1), (2, 0)], [-1, 2], 1 / 4, 1 / 4, id="stranger"),
        pytest.param([(3, 1), (3, 1)], [3, 3], 1 / 4, 1 / 4, id="own record twice"),
    ],
)
def test_four_people_by_hand(records: list, links: list, exact: float, nearest: float) -> None:
    assert both(FOUR, records, links, (None, None)) == pytest.approx((exact, nearest))


def test_six_people_with_a_blank_original_and_ages_by_hand() -> None:
    people = [(20.0, 0), (30.0, 0), (40.0, 1), (N, 1), (60.0, 1), (60.0, 1)]
    masked = [(21.0, 0), (26.0, 0), (N, 1), (N, 1), (60.0, 1), (50.0, 1)]
    # exact: a blank fits people with the second key: 3rd, 4th, 5th and 6th; 3rd 1/2, 4th 1/2, 5th 1/3, 6th 0 of three
    # nearest (range 40): 1st .025, 2nd .1; 3rd: 50 is .25 away, its own blank 1; 4th: both blanks, 1/2; 5th 1; 6th 0
    found = both(people, masked, [0, 1, 2, 3, 4, 5], (40.0, None))
    assert found == pytest.approx(((1 / 2 + 1 / 2 + 1 / 3) / 6, (1 + 1 + 0 + 1 / 2 + 1 + 0) / 6))


VALUES = st.one_of(st.none(), st.integers(0, 3))


@st.composite
def files(draw: st.DrawFn) -> tuple[list, list, list, tuple]:
    keys = draw(st.integers(1, 4))
    rows = st.tuples(*[VALUES] * keys)
    originals = draw(st.lists(rows, min_size=1, max_size=7))
    records = draw(st.lists(rows, min_size=1, max_size=7))
    parents = st.permutations(range(len(originals)))
    links = (list(draw(parents)) + [-1] * len(records))[: len(records)]
    links = [parent if draw(st.booleans()) else -1 for parent in links]
    return originals, records, links, draw(st.tuples(*[st.sampled_from([None, 1.0, 3.0])] * keys))


@settings(max_examples=50)
@given(files())
def test_equal_to_the_definition_and_never_above_the_original(drawn: tuple) -> None:
    originals, records, links, widths = drawn
    exact, nearest = both(originals, records, links, widths)
    assert exact == pytest.approx(risk(originals, records, links, widths, nearest=False))
    assert nearest == pytest.approx(risk(originals, records, links, widths, nearest=True))
    assert max(exact, nearest) <= len(set(originals)) / len(originals) + 1e-12


@given(files(), st.randoms(use_true_random=False))
def test_the_order_of_people_records_and_keys_changes_nothing(drawn: tuple, random) -> None:
    originals, records, links, widths = drawn
    before = both(*drawn)
    rows, order = random.sample(range(len(originals)), len(originals)), random.sample(range(len(records)), len(records))
    keys = random.sample(range(len(widths)), len(widths))
    place = {old: new for new, old in enumerate(rows)}

    def turned(file: list, places: list) -> list:
        return [tuple(file[row][key] for key in keys) for row in places]

    moved = [place.get(links[row], -1) for row in order]
    after = both(turned(originals, rows), turned(records, order), moved, tuple(widths[key] for key in keys))
    assert after == pytest.approx(before)


def test_without_blanks_a_sample_is_found_as_often_as_it_has_combinations() -> None:
    rng = np.random.default_rng(1)
    people = [tuple(row) for row in rng.integers(0, 4, (300, 3)).tolist()]
    rows = np.sort(rng.choice(300, 60, replace=False))
    sample = [people[row] for row in rows]
    exact, _ = both(people, sample, rows.tolist(), (None,) * 3)
    assert exact == pytest.approx(len(set(sample)) / 300)
    cells, _ = target_cells(columns(people, sample, (None,) * 3), None)
    found = exact_claims(cells).fitting
    assert shared_risks(cells, found) == pytest.approx(np.where(found > 0, 1 / cells.targets, 0.0))


def test_in_a_sample_with_blanks_a_record_is_shared_by_all_whom_it_fits() -> None:
    # the record without a first key fits 1st to 3rd, the other one the 4th: 1/3 each, and 1
    cells, cell_of = target_cells(columns(FOUR, [(N, 0), (3, 1)], (None, None)), None)
    assert shared_risks(cells, exact_claims(cells).fitting)[cell_of] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1])


def test_a_number_beyond_the_range_of_the_original_is_met_all_the_same() -> None:
    people, far = [(0.0, 0), (1.0, 1)], [(1e9, 1), (-3e9, 0)]
    assert both(people, far, [1, 0], (1.0, None))[1] == risk(people, far, [1, 0], (1.0, None), nearest=True) == 1 / 2


def test_keys_are_ordered_by_how_much_nearer_the_own_value_is() -> None:
    rng = np.random.default_rng(2)
    true, links = rng.integers(0, 5, 400).astype(np.int32), np.arange(400)
    redrawn = np.where(rng.random(400) < 0.7, rng.integers(0, 5, 400), true).astype(np.int32)
    income = rng.normal(size=400)
    near = KeyColumn.of_numbers(income, income + rng.normal(0, 0.01, 400))
    keys = [KeyColumn(true, redrawn), KeyColumn(true, true), near, KeyColumn(true, rng.permutation(true))]
    assert order_by_reliability(keys, ["a", "b", "c", "d"], links) == [2, 1, 0, 3]
    assert nearer_share(keys[3], links) == pytest.approx(0.5, abs=0.05)
    assert order_by_reliability([keys[1], keys[1]], ["z", "a"], links) == [1, 0]


def test_the_share_of_nearer_values_by_hand() -> None:
    # categories 0, 0, 1, 2: own 0 for true 0: half of two; own 1 for true 0: two nearer, half of the others
    column = KeyColumn(np.array([0, 0]), np.array([0, 1, 0, 2]))
    assert nearer_share(column, np.array([0, 1, -1, -1])) == pytest.approx(((2 / 2) / 4 + (2 + 2 / 2) / 4) / 2)
    # numbers 0, 1, 3 and a blank; true 0, own 1: 0 is nearer, 1 ties; true 3, own blank at 1 whole range away (3)
    number = KeyColumn.of_numbers(np.array([0.0, 3.0]), np.array([0.0, 1.0, 3.0, np.nan]))
    nearer = [(1 + 1 / 2) / 4, (2 + 2 / 2) / 4]
    assert nearer_share(number, np.array([-1, 0, -1, 1])) == pytest.approx(np.mean(nearer))


def test_a_claim_is_right_as_often_as_those_that_look_like_it() -> None:
    claims = Claims(
        targets=np.array([40, 20, 20, 5]),
        fitting=np.array([1, 2, 2, 0]),
        own=np.array([30, 20, 10, 0]),
        right=np.array([30, 20, 10, 0]),
        distance=np.array([0.0, 0.1, 0.1, np.inf]),
    )
    assert right_claim_risks(claims) == pytest.approx([30 / 40, 30 / 40 / 2, 30 / 40 / 2, 0])


def test_too_few_claims_are_judged_together_with_the_next_ones() -> None:
    claims = Claims(
        targets=np.array([10, 25, 7]),
        fitting=np.array([1, 2, 3]),
        own=np.array([10, 5, 7]),
        right=np.array([10, 5, 7]),
        distance=np.zeros(3),
    )
    # 10 and 25 are 35 claims, 15 of them right; the last 7 are too few and join them
    assert right_claim_risks(claims) == pytest.approx(np.array([1, 1 / 2, 1 / 3]) * 22 / 42)


def test_nearer_claims_are_trusted_more() -> None:
    n = 200
    distance = np.linspace(0, 1, n)
    right = (np.arange(n) < 100).astype(np.int64)
    one = np.ones(n, dtype=np.int64)
    risks = right_claim_risks(Claims(one, one, right, right, distance))
    assert risks[0] == 1
    assert risks[-1] == 0
