"""Distribution functions of pairs and triples of variables."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from core.measures import Skipped
from core.statistics.neighbours import ClassAxis, Samples, quantile_classes, set_differences
from core.statistics.ordering import value_codes
from core.utility.ecdf import EcdfParameters, compare_ecdfs
from core.utility.ecdf.few_comparison import compare_pairs, compare_triples
from core.utility.ecdf.few_variables import ecdf_pairs_maximum, ecdf_pairs_mean_square, ecdf_triples_maximum
from core.utility.resampled_null import NullsKept
from tests.utility.whole_file.pairs import copied, drawn_from, mixed_columns, pair_of, shuffled


def outcome(measure, pair, **settings):
    compare = compare_triples if "triples" in measure.id else compare_pairs
    return next(iter(measure.compute(compare(pair, EcdfParameters(**{"replicates": 0, **settings})))))


def crossed(n=1):
    """Two numbers that rise together, and fall against each other in the masked file."""
    first, second = [0.0, 0.0, 1.0, 1.0] * n, [0.0, 1.0, 0.0, 1.0] * n
    together = [0.0, 0.0, 1.0, 1.0] * n
    return pair_of(a=("continuous", first, first), b=("continuous", together, second))


def test_hand_example():
    # at or below (0, 0): 2 of 4 original records, 1 of 4 masked; everywhere else both shares are the same
    found = outcome(ecdf_pairs_maximum, crossed())
    assert found.value == 0.25
    assert found.detail["worst"] == [{"variables": ["a", "b"], "value": 0.25}]
    # 3 of the 8 merged records lie at (0, 0)
    assert outcome(ecdf_pairs_mean_square, crossed()).value == pytest.approx(3 / 8 / 16)


def test_sets_that_differ_by_the_last_bits_alone_stand_in_the_order_of_their_names():
    compared = compare_pairs(crossed(), EcdfParameters(replicates=0))
    names, values = (("a", "b"), ("a", "c"), ("b", "c")), (0.25, 0.25 + 2**-53, 0.5)
    (found,) = ecdf_pairs_maximum.compute(replace(compared, names=names, maximum=values))
    assert found.value == 0.5
    assert [each["variables"] for each in found.detail["worst"]] == [["b", "c"], ["a", "b"], ["a", "c"]]


@pytest.mark.parametrize("coding", ["onehot", "reference"])
def test_two_variables_with_few_values_are_those_of_all_dimensions(coding):
    pair = shuffled(mixed_columns(300))
    for names in combinations([v.name for v in pair.variables if v.name != "income"], 2):
        # without missing values in age, of which the measures in all dimensions make two dimensions
        two = replace(pair, variables=tuple(v for v in pair.variables if v.name in names))
        settings = EcdfParameters(coding, replicates=3)
        few, whole = compare_pairs(two, settings), compare_ecdfs(two, settings)
        assert few.maximum[0] == pytest.approx(whole.difference.maximum, rel=1e-12)
        assert few.mean_square[0] == pytest.approx(whole.difference.mean_square, rel=1e-12)
        assert few.null_maximum.values == pytest.approx(whole.null_maximum.values, rel=1e-12)


def test_a_copy_scores_exactly_zero_and_a_fresh_sample_lies_inside_its_null():
    columns = mixed_columns(300)
    assert outcome(ecdf_pairs_maximum, copied(columns)).value == 0.0
    assert outcome(ecdf_triples_maximum, copied(columns)).value == 0.0
    rows = np.random.default_rng(0).integers(0, 300, 300)
    assert outcome(ecdf_pairs_maximum, drawn_from(columns, rows), replicates=40).detail["null"]["inside"]


def test_the_variables_that_no_longer_belong_together_are_named():
    n = 3000
    random = np.random.default_rng(0)
    values = random.normal(size=(n, 5))
    values[:, 3] = values[:, 1] + 0.5 * values[:, 3]
    columns = {f"v{i}": ("continuous", values[:, i].tolist()) for i in range(5)}
    pair = copied(columns, v3=random.permutation(values[:, 3]).tolist())
    for measure in (ecdf_pairs_maximum, ecdf_pairs_mean_square):
        found = outcome(measure, pair, replicates=20)
        assert found.detail["worst"][0]["variables"] == ["v1", "v3"]
        assert not found.detail["null"]["inside"]
    assert {"v1", "v3"} < set(outcome(ecdf_triples_maximum, pair).detail["worst"][0]["variables"])


def test_triples_are_chosen_by_the_seed():
    columns = {f"v{i}": ("continuous", list(range(20))) for i in range(9)}
    pair = copied(columns, v1=list(range(20))[::-1])
    few, again, other = (compare_triples(pair, EcdfParameters(replicates=0, triples=10, seed=s)) for s in (1, 1, 2))
    assert few.names == again.names != other.names
    assert (len(few.names), few.there_are) == (10, 84)
    assert len(compare_triples(pair, EcdfParameters(replicates=0)).names) == 84
    assert compare_triples(pair, EcdfParameters(triples=0)).reason == "no triples were asked for (ecdf.triples)"


def test_too_few_variables_are_said():
    found = outcome(ecdf_triples_maximum, crossed())
    assert isinstance(found, Skipped)
    assert "needs 3 variables" in found.reason
    with pytest.raises(ValueError, match="triples"):
        EcdfParameters(triples=-1)


def test_classes_are_values_where_few_and_quantiles_where_many():
    assert quantile_classes(value_codes(np.array([3.0, 1.0, 3.0])), 4).tolist() == [1, 0, 1]
    classes = quantile_classes(value_codes(np.random.default_rng(0).permutation(1000).astype(float)), 8)
    assert np.bincount(classes).tolist() == [125] * 8


def test_weights_count_records(monkeypatch):
    random = np.random.default_rng(1)
    a, b = random.integers(0, 4, 50), random.integers(0, 3, 50)
    times = random.integers(1, 4, 50)

    def axes(rows):
        return [ClassAxis(a[rows], 4, 4), ClassAxis(b[rows], 3, 1)]

    rows = np.arange(50)
    [weighted] = set_differences(
        axes(rows), times.astype(float), Samples(axes(rows[::-1]), times[:, None].astype(float)), [(0, 1)]
    )
    monkeypatch.setattr("core.statistics.neighbours.ecdf_of_few.TABLE", 1)
    [repeated] = set_differences(
        axes(np.repeat(rows, times)),
        np.ones(times.sum(), np.int32),
        Samples(axes(np.repeat(rows[::-1], times)), np.ones((times.sum(), 1), np.int32)),
        [(0, 1)],
    )
    assert weighted.maximum == pytest.approx(repeated.maximum)
    assert weighted.mean_square == pytest.approx(repeated.mean_square)


def test_the_null_of_an_original_is_the_same_after_another_file(monkeypatch):
    columns = mixed_columns(60, 1)
    first, *others = copied(columns), shuffled(columns), drawn_from(columns, np.arange(60) // 2)
    asked = EcdfParameters(replicates=3)
    for other in others:
        compare_pairs(first, asked)
        after = compare_pairs(other, asked)
        monkeypatch.setattr("core.utility.ecdf.few_comparison._NULLS", NullsKept())
        assert after.null_maximum == compare_pairs(other, asked).null_maximum
        assert compare_pairs(other, replace(asked, seed=2)).null_maximum != after.null_maximum
