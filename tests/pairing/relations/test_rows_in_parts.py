"""Records are compared stretch by stretch of their hashes: the counts are those of the whole."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.data import NO_WHOLE, Column, PackedDecimals, packed
from core.pairing.relations import rows
from core.pairing.relations.alike import Alike, _coded, _number_codes, counted, equal_rows, is_equal, is_renamed


@pytest.mark.parametrize(("n", "m"), [(0, 5), (5, 0), (40, 40), (40, 17), (3, 60)])
def test_counts_do_not_depend_on_the_stretches(monkeypatch, n, m):
    random = np.random.default_rng(n)
    columns = [Alike(name, random.integers(-1, 4, n), random.integers(-1, 4, m), 4, np.empty(0)) for name in "ab"]
    whole = rows.compare_rows(columns)
    monkeypatch.setattr(rows, "CHUNK", 3)
    parts = rows.compare_rows(columns)
    assert vars(parts) == vars(whole)
    own, other = (
        list(zip(*(getattr(v, side).tolist() for v in columns), strict=True)) for side in ("original", "masked")
    )
    assert whole.n_unique == sum(own.count(record) == 1 for record in own)
    assert whole.n_matched == sum(min(own.count(record), other.count(record)) for record in set(own))
    assert whole.n_in_place == sum(a == b for a, b in zip(own, other, strict=False))


@pytest.mark.parametrize("other", ["itself", "reversed", "one cell", "columns apart"])
def test_rows_side_by_side_are_judged_as_whole_files_are(monkeypatch, other):
    monkeypatch.setattr(packed, "CHUNK", 7)
    random = np.random.default_rng(1)
    own = random.integers(-1, 5, (2, 60))
    theirs = {"reversed": own[:, ::-1], "columns apart": np.stack([own[0], np.roll(own[1], 1)])}.get(other, own).copy()
    if other == "one cell":
        theirs[0, 33] = (theirs[0, 33] + 2) % 5
    columns = [Alike(name, a, b, 5, np.empty(0)) for name, a, b in zip("ab", own, theirs, strict=True)]
    in_order, whole = rows.compared_in_order(columns), rows.compare_rows(columns)
    assert (in_order.in_order, in_order.identical) == (whole.in_order, whole.identical)
    assert (in_order.in_order, in_order.identical) == (other == "itself", other in ("itself", "reversed"))
    assert [is_equal(v) for v in columns] == [bool((v.original == v.masked).all()) for v in columns]
    assert_array_equal(equal_rows(columns[0]), own[0] == theirs[0])
    assert counted(columns[0].stores[0], 5).tolist() == [(own[0] == k).sum() for k in range(5)]


@pytest.mark.parametrize(
    ("new", "renamed"), [([3, 2, 1, 0, -1], True), ([3, 2, 1, 1, -1], False), ([0, 1, 2, -1, 3], True)]
)
def test_categories_are_renamed_where_each_has_one_other_code(monkeypatch, new, renamed):
    monkeypatch.setattr(packed, "CHUNK", 7)
    own = np.arange(60) % 5 - 1
    assert is_renamed(Alike("a", own, np.array(new)[own], 4, np.empty(0))) is renamed
    twice = np.array(new)[own]
    twice[59] = twice[58]
    assert not is_renamed(Alike("a", own, twice, 4, np.empty(0)))


@pytest.mark.parametrize("divisors", [(1, 1), (100, 100), (100, 10), (1000, 1)])
def test_decimals_held_as_whole_numbers_are_coded_as_the_numbers_are(divisors):
    random = np.random.default_rng(2)
    thousandths = random.integers(-500, 500, 80) * 10
    stores = [PackedDecimals((thousandths * d // 1000).astype(np.int32), d) for d in divisors]
    stores[0].cells[[3, 9]] = NO_WHOLE
    plain = [Column(store.unpack(store.cells)) for store in stores]
    theirs, ours = _coded("x", *map(Column.of, stores)), _coded("x", *plain)
    assert_array_equal(theirs.original, ours.original)
    assert_array_equal(theirs.masked, ours.masked)
    assert_array_equal(theirs.numbers, ours.numbers)
    assert theirs.width == ours.width


@pytest.mark.parametrize("chunk", [3, 1000])
def test_numbers_of_both_files_get_common_codes_in_their_order(chunk, monkeypatch):
    monkeypatch.setattr("core.data.packed.stores.CHUNK", chunk)
    random = np.random.default_rng(2)
    own, other = (np.where(random.random(n) < 0.2, np.nan, random.integers(0, 9, n) / 7) for n in (40, 25))
    codes, their_codes, numbers = _number_codes(own, other)
    assert (np.diff(numbers) > 0).all()
    for values, each in ((own, codes), (other, their_codes)):
        np.testing.assert_array_equal(np.append(numbers, np.nan)[each], values)
    assert set(numbers) == set(own[~np.isnan(own)]) | set(other[~np.isnan(other)])
