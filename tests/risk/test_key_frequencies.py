"""What all risk measures share: keys present and absent, missing keys, weights."""

import numpy as np
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Skipped, Subject
from core.risk import MEASURES, RiskParameters, prepare
from core.risk.key_frequencies import KeySetFrequencies
from core.statistics.tables import Frequencies

RELEASE_MEASURES = [m for m in MEASURES if m.subject is Subject.RELEASE]


def nominal(*codes: int) -> Coded:
    values = np.array(codes, dtype=np.int32)
    return Coded(Level.NOMINAL, values, tuple(f"c{i}" for i in range(max(codes, default=0) + 1)))


def release(**overrides) -> Release:
    settings = {
        "name": "file",
        "n_records": 5,
        "columns": {"a": nominal(0, 0, 0, 1, -1), "b": nominal(0, 0, -1, 0, 1)},
        "keysets": (KeySet("keys", ("a", "b")),),
    }
    return Release(**(settings | overrides))


def by_record(keyset: KeySetFrequencies) -> Frequencies:
    of_records, counted = keyset.cells.of_records, keyset.cell_frequencies
    return Frequencies(
        counted.sample[of_records], None if counted.population is None else counted.population[of_records]
    )


def risks_of(keyset: KeySetFrequencies) -> np.ndarray:
    return keyset.cell_risks[keyset.cells.of_records]


def only(file: Release, rule: str = "wildcard") -> KeySetFrequencies:
    (prepared,) = prepare(file, RiskParameters(missing=rule))
    return prepared


@pytest.mark.parametrize(
    ("rule", "records", "sample"),
    [
        ("wildcard", [0, 1, 2, 3, 4], [3, 3, 4, 1, 2]),
        ("category", [0, 1, 2, 3, 4], [2, 2, 1, 1, 1]),
        ("drop", [0, 1, 3], [2, 2, 1]),
    ],
)
def test_five_records_under_three_rules(rule: str, records: list[int], sample: list[int]) -> None:
    keyset = only(release(), rule)
    assert np.arange(5)[keyset.cells.rows()].tolist() == records
    assert by_record(keyset).sample.tolist() == sample
    assert keyset.n_missing == 2
    assert risks_of(keyset).tolist() == [1 / f for f in sample]


def test_wildcard_also_tells_what_missing_as_a_category_gives() -> None:
    assert by_record(only(release()).as_category).sample.tolist() == [2, 2, 1, 1, 1]
    assert only(release(), "category").as_category is None
    complete = release(columns={"a": nominal(0, 0, 0, 1, 1), "b": nominal(0, 0, 1, 0, 1)})
    assert only(complete).as_category is None


def test_of_a_continuous_key_every_distinct_value_is_a_category() -> None:
    heights = Coded(Level.CONTINUOUS, np.array([1.5, 0.0, 1.5, -0.0, np.nan]))
    keyset = only(release(columns={"height": heights}, keysets=(KeySet("tall", ("height",)),)), "category")
    assert by_record(keyset).sample.tolist() == [2, 2, 2, 2, 1]
    assert keyset.flags == ("height: each distinct value is a category",)


def test_the_intruder_has_the_keys_that_are_left() -> None:
    keyset = only(release(columns={"b": nominal(0, 0, 1, 0, 1)}))
    assert (keyset.keys, keyset.absent) == (("b",), ("a",))
    assert by_record(keyset).sample.tolist() == [3, 3, 2, 3, 2]
    assert keyset.flags == ("the file lacks some of the key variables: the intruder has the others",)


def test_without_any_key_left_all_records_are_alike() -> None:
    keyset = only(release(columns={}))
    assert (keyset.keys, keyset.absent) == ((), ("a", "b"))
    assert by_record(keyset).sample.tolist() == [5] * 5
    assert keyset.flags == ("no variable of this key set is in the file: all records are alike",)


def test_every_key_set_in_its_order() -> None:
    sets = (KeySet("neighbour", ("b", "a")), KeySet("employer", ("a",)))
    prepared = prepare(release(keysets=sets), RiskParameters())
    assert [(k.name, k.keys) for k in prepared] == [("neighbour", ("b", "a")), ("employer", ("a",))]


def test_the_only_weight_is_taken() -> None:
    weight = only(release(weights={"w": np.array([2.0, 3, 4, 5, 6])})).weight
    assert (weight.name, weight.basis) == ("w", "individual risks with weight 'w'")
    assert weight.values.tolist() == [2, 3, 4, 5, 6]


def test_no_weight_is_said() -> None:
    weight = only(release()).weight
    assert (weight.name, weight.values, weight.flags) == (None, None, ())
    assert weight.basis == "1 divided by the number of records alike, because no weight is tagged in this file"


def test_the_named_weight_is_taken_of_several() -> None:
    weights = {"w": np.full(5, 2.0), "v": np.full(5, 9.0)}
    keyset = only(release(weights=weights, keysets=(KeySet("keys", ("a",), "v"),)))
    assert keyset.weight.name == "v"
    assert by_record(keyset).population.tolist() == [36.0, 36, 36, 18, 45]


def test_a_named_weight_that_the_file_lacks_is_flagged() -> None:
    keyset = only(release(weights={"w": np.ones(5)}, keysets=(KeySet("keys", ("a", "b"), "v"),)))
    assert keyset.flags == ("1 divided by the number of records alike, because the weight 'v' is not in this file",)
    assert risks_of(keyset).tolist() == [1 / f for f in (3, 3, 4, 1, 2)]


def test_several_weights_and_none_named_leave_the_frequencies() -> None:
    keyset = only(release(weights={"w": np.ones(5), "v": np.ones(5)}))
    assert keyset.cell_risks is None
    assert by_record(keyset).sample.tolist() == [3, 3, 4, 1, 2]
    assert keyset.weight.problem == ("several weights are tagged (v, w): say which one goes with key set 'keys'")


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf])
def test_unusable_weights_are_counted(bad: float) -> None:
    keyset = only(release(weights={"w": np.array([bad, 2.0, bad, 2.0, 2.0])}))
    assert keyset.cell_risks is None
    assert "in 2 of 5 records" in keyset.weight.problem


def test_weights_of_records_left_out_do_not_matter() -> None:
    keyset = only(release(weights={"w": np.array([2.0, 2.0, 0.0, 3.0, np.nan])}), "drop")
    assert by_record(keyset).population.tolist() == [4, 4, 3]


def test_small_weights_are_flagged_and_f_above_population_is_clipped() -> None:
    keyset = only(release(weights={"w": np.array([0.25, 0.5, 3.0, 0.5, 1.0])}), "category")
    assert keyset.flags == (
        "3 records have a weight 'w' below 1",
        "3 records have weights that sum to less than the records alike (F < f): F = f was used",
    )
    assert risks_of(keyset)[[0, 1, 3, 4]].tolist() == [0.5, 0.5, 1.0, 1.0]


def test_weights_that_sum_to_the_count_but_for_rounding_are_not_flagged() -> None:
    columns = {"a": nominal(*([0] * 10)), "b": nominal(*([0] * 10))}
    weights = np.array([0.7, 1.3] * 5)
    keyset = only(release(n_records=10, columns=columns, weights={"w": weights}))
    assert keyset.flags == ("5 records have a weight 'w' below 1",)


@pytest.mark.parametrize("measure", RELEASE_MEASURES, ids=lambda m: m.id)
def test_without_key_sets_every_measure_says_so_once(measure) -> None:
    (outcome,) = measure.compute(measure.prepare(release(keysets=()), measure.parameters()))
    assert isinstance(outcome, Skipped)
    assert (outcome.measure, outcome.target) == (measure.id, ())
    assert outcome.reason.startswith("no key variables are tagged: ")


@pytest.mark.parametrize("measure", RELEASE_MEASURES, ids=lambda m: m.id)
def test_without_records_every_measure_says_so(measure) -> None:
    nobody = release().take(np.zeros(0, np.int64))
    (outcome,) = measure.compute(measure.prepare(nobody, RiskParameters()))
    assert (type(outcome), outcome.target, outcome.reason) == (Skipped, ("keys",), "the file has no records")
    lacking = release(n_records=1, columns={"a": nominal(-1), "b": nominal(0)})
    (outcome,) = measure.compute(measure.prepare(lacking, RiskParameters(missing="drop")))
    assert (type(outcome), outcome.reason) == (Skipped, "every record lacks a key variable")
