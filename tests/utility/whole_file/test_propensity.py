from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest
from scipy.interpolate import BSpline

from core.data import PairWeights
from core.measures import Skipped
from core.pairing import pair_sets, released_alone
from core.statistics.regression import columns, fit_logistic, orthonormal_basis, propensity_nulls
from core.utility.propensity import PropensityParameters, compare_propensities, design, tree
from core.utility.propensity.block_shape import BlockShape
from core.utility.propensity.design import make_design
from core.utility.propensity.measures import propensity
from core.utility.propensity.merged import merge
from core.utility.propensity.nulls import permuted_counts
from core.utility.propensity.parameters import Model
from core.utility.propensity.scores import score_statistics
from core.utility.stacked import stack
from tests.utility.whole_file.pairs import copied, drawn_from, mixed_columns, pair_of, shuffled

MODELS = get_args(Model)
REGRESSIONS = [m for m in MODELS if m != "cart"]


def outcome(pair, model="spline", replicates=0):
    return next(iter(propensity.compute(compare_propensities(pair, PropensityParameters(model, replicates)))))


def terms(pair, model):
    stacked = stack(pair)
    return [label for t in make_design(stacked, merge(stacked), model).terms for label in t.labels]


def test_hand_example():
    # a: 3 original, 1 masked; b: 1 original, 3 masked
    pair = pair_of(g=("nominal", list("aaab"), list("abbb")))
    found = outcome(pair, "main")
    assert found.value == pytest.approx(1 / 16, rel=1e-8)
    assert found.detail["n_times_value"] == pytest.approx(0.5, rel=1e-8)
    # Snoke: (k - 1)(1 - c)^2 c / N = 1/64, the ratio 4, and 4 / 2 "fresh samples"
    assert found.detail["ratio"] == pytest.approx(4, rel=1e-8)
    assert found.detail["sentence"].startswith("2 times what a fresh sample of the population")
    assert found.detail["specks"] == pytest.approx(0.5)
    assert found.detail["drivers"][0]["column"] == "g: b"
    # one indicator: linear and logistic scores are the same
    assert found.detail["drivers"][0]["alone"] == pytest.approx(1 / 16, rel=1e-8)


@pytest.mark.parametrize("model", MODELS)
def test_a_copy_scores_exactly_zero_in_any_order(model):
    columns = mixed_columns(300)
    rows = np.random.default_rng(1).permutation(300)
    assert outcome(drawn_from(columns, rows), model).value == 0.0


@pytest.mark.parametrize("model", REGRESSIONS)
def test_a_copy_of_another_size_scores_exactly_zero(model):
    columns = {name: (level, cells * 4) for name, (level, cells) in mixed_columns(100).items()}
    found = outcome(drawn_from(columns, range(100)), model)
    assert found.value == 0.0
    assert found.detail["share_masked"] == 0.2
    assert found.detail["sentence"] == "0 times what a sample of this size drawn from the original shows by chance"


@pytest.mark.parametrize("model", [m for m in MODELS if m != "main"])
@pytest.mark.slow
def test_shuffled_columns_are_far_beyond_chance(model):
    found = outcome(shuffled(mixed_columns(600)), model, 20)
    assert found.detail["null"]["above"] == 1.0
    if model != "cart":
        assert found.detail["analytic_null"]["standardised"] > 3


@pytest.mark.parametrize("model", ["main", "penalised"])
def test_records_dealt_at_random_show_a_fresh_samples_share_of_chance(model):
    """(k - 1) (1 - c) c / N on the average: twice the formula's where both files have as many records."""
    columns = mixed_columns(200)
    pair = drawn_from(columns, np.random.default_rng(11).integers(0, 200, 200))
    dealt = replace(PropensityParameters(model, 60), null="permutation")
    found = next(iter(propensity.compute(compare_propensities(pair, dealt))))
    assert found.detail["null"]["dealt"]
    assert found.detail["null"]["mean"] == pytest.approx(2 * found.detail["analytic_null"]["mean"], rel=0.15)


def test_deals_are_fitted_together_as_one_by_one():
    random = np.random.default_rng(3)
    points, size = random.normal(size=(60, 3)), random.integers(1, 4, 60)
    called = np.column_stack(list(permuted_counts(1, size, 50, 4)))
    assert called.sum(axis=0).tolist() == [50] * 4
    basis, others = orthonormal_basis(points, size), size[:, None] - called
    one_by_one = [fit_logistic(basis, called[:, r], size).value for r in range(4)]
    assert propensity_nulls(basis, others, called) == pytest.approx(one_by_one, rel=1e-6)


def test_sets_are_compared_with_each_other():
    columns, random = mixed_columns(200), np.random.default_rng(5)
    rows = [random.integers(0, 200, n) for n in (200, 150, 200)]
    first, second, third = (replace(drawn_from(columns, r), name=name) for r, name in zip(rows, "abc", strict=True))
    alone = released_alone(third)
    pair = replace(third, sets=tuple(pair_sets(released_alone(each), alone) for each in (first, second)))
    found = outcome(pair, "main")
    a, b = found.detail["between_sets"]
    assert (a["set"], a["n"], b["set"], b["n"]) == ("a", 200, "b", 150)
    drawn = {name: [[cells[i] for i in rows[place]] for place in (0, 2)] for name, (_, cells) in columns.items()}
    by_hand = pair_of(**{name: (columns[name][0], *drawn[name]) for name in columns})
    assert a["value"] == pytest.approx(outcome(by_hand, "main").value, rel=1e-6)
    assert found.value == outcome(third, "main").value
    weights = PairWeights("w", np.ones(200), np.ones(200))
    assert "weights" in outcome(replace(pair, weights=weights), "main").detail["between_sets"][0]["reason"]


def test_sets_with_other_categories_are_one_alphabet():
    first = pair_of(g=("nominal", list("aabb"), list("aacc")), o=("ordinal", [0, 1, 1, 1], [0, 1, 1, 1]))
    second = pair_of(g=("nominal", list("aabb"), list("abbd")), o=("ordinal", [0, 1, 1, 1], [0, 1, 1, 2]))
    two_sets = pair_sets(released_alone(first), released_alone(second))
    g, o = two_sets.variables
    assert [g.recoded.categories[c] for c in g.recoded.values] == list("aacc")
    assert [g.masked.categories[c] for c in g.masked.values] == list("abbd")
    assert "different categories" in o.problem
    assert outcome(replace(first, sets=(two_sets,)), "main").detail["between_sets"][0]["left_out"] == ["o"]


def test_the_null_of_a_tree_is_made_of_records_dealt_at_random():
    found = outcome(shuffled(mixed_columns(100)), "cart", 3)
    assert found.detail["null"]["dealt"]
    assert "permuted between the two files at random" in found.detail["null"]["sentence"]
    assert outcome(shuffled(mixed_columns(100)), "cart").detail["null"] == {
        "replicates": 0,
        "reason": "no replicates were asked for",
    }
    size = np.array([3, 1, 0, 6])
    permuted = list(permuted_counts(1, size, 4, 200))
    assert all(deal.sum() == 4 and (deal <= size).all() for deal in permuted)
    # each record as often as any other: 4 of 10
    assert np.mean(permuted, axis=0) == pytest.approx(size * 0.4, abs=0.15)


def test_a_tree_that_was_pruned_to_one_leaf_says_so():
    cells = list("ab" * 500)
    few = pair_of(g=("nominal", cells, ["b", *cells[1:]]))
    found = outcome(few, "cart", 3)
    assert found.value == 0.0
    assert any("has one leaf and finds nothing" in notice for notice in found.notices)
    assert "one leaf" not in str(outcome(shuffled(mixed_columns(100)), "cart").notices)


def test_a_tree_takes_numbers_in_255_classes_and_any_number_of_categories():
    numbers = [*map(float, range(600)), None]
    pair = pair_of(x=("continuous", numbers, numbers), g=("nominal", [*map(str, range(600)), None], ["a"] * 601))
    stacked = stack(pair)
    features = tree.tree_features(stacked, merge(stacked))
    assert features.shape[1] == 602 + 1  # g, with "a" and missing, a column each; x, where 0 is missing
    assert features[:, :602].sum(axis=1).tolist() == [1.0] * len(features)
    assert len(np.unique(features[:, 602])) == 256
    few = stack(pair_of(x=("continuous", [*map(float, range(255))], [0.0] * 255)))
    assert tree.tree_features(few, merge(few))[:, 0].tolist() == list(range(1, 256))


def test_a_tree_by_hand():
    # 6 of 8 records of code 0 are masked ones, 1 of 8 of code 1: nothing else to split
    codes, eight = np.array([[0.0], [1.0]], dtype=np.float32), np.array([8, 8])
    grown = tree.grow(codes, np.array([16, 16]), np.array([12, 2]))
    assert (grown.scores.tolist(), grown.leaves) == ([12 / 16, 2 / 16], 2)
    assert tree.grow(codes, eight, np.array([4, 4])).leaves == 1  # nothing saved: pruned
    assert tree.grow(codes, eight, np.array([6, 1])).leaves == 1  # no node of fewer than 20 records is split
    assert tree.grow(codes, np.array([17, 4]), np.array([2, 4])).leaves == 1  # a leaf holds five records
    assert tree.grow(codes, eight, eight).scores.tolist() == [1.0, 1.0]


def test_two_variables_that_tell_only_together_are_found_by_a_tree():
    both = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.float32)
    grown = tree.grow(both, np.full(4, 10), np.array([10, 0, 0, 10]))
    assert grown.scores.tolist() == [1, 0, 0, 1]


def test_main_effects_do_not_see_shuffled_columns():
    assert outcome(shuffled(mixed_columns(300)), "main").value < 1e-20


@pytest.mark.parametrize("model", ["main", "spline", "cart"])
def test_a_fresh_sample_lies_inside_its_null(model):
    columns = mixed_columns(600)
    rows = np.random.default_rng(11).integers(0, 600, 600)
    assert outcome(drawn_from(columns, rows), model, 60).detail["null"]["inside"]


def test_the_sentence_says_how_many_records_were_redrawn():
    random = np.random.default_rng(3)
    shares = []
    for _ in range(12):
        x, y = random.normal(size=(2, 2000))
        again = np.where(random.random(2000) < 0.3, random.normal(size=2000), x)
        pair = pair_of(x=("continuous", x.tolist(), again.tolist()), y=("continuous", y.tolist(), y.tolist()))
        found = outcome(pair, "quadratic").detail
        shares.append(found["ratio"] * (1 - found["share_masked"]))
    assert np.mean(shares) == pytest.approx(0.3 * 3 / 5, abs=0.12)  # y and y^2 were not redrawn
    assert "redrawn" in found["sentence"]


def test_the_variable_that_was_masked_drives_the_model():
    columns = mixed_columns(1500)
    noisy = [x * 1.3 for x in columns["income"][1]]
    drivers = outcome(copied(columns, income=noisy)).detail["drivers"]
    assert drivers[0]["term"] == "income" or "income" in drivers[0]["term"].split(" × ")
    assert all(0 <= d["alone"] <= 0.25 for d in drivers)


def test_every_model_has_the_terms_that_it_promises():
    pair = pair_of(a=("continuous", [1.0, 2.0, 4.0], [1.0, 5.0, 4.5]), b=("continuous", [2.0, 3, 1], [9.0, 1, 1]))
    main = ["a", "b"]
    assert terms(pair, "main") == main
    assert terms(pair, "pairs") == [*main, "a × b"]
    assert sorted(terms(pair, "quadratic")) == sorted([*main, "a × b", "a^2", "b^2"])
    assert sorted(terms(pair, "model2")) == sorted([*main, "a × b", "a^2", "b^2", "a^2 × b^2", "a^3", "b^3"])
    third = ["a^2", "b^2", "a^3", "b^3", "a^2 × b", "a × b^2"]
    assert sorted(terms(pair, "cubic")) == sorted([*main, "a × b", *third])


def test_cubic_has_no_product_of_two_indicators_of_one_variable():
    pair = pair_of(
        g=("nominal", list("abcabc"), list("aabbcc")), x=("continuous", [1.0, 2, 3, 4, 5, 6], [1.0, 2, 3, 4, 5, 9])
    )
    found = terms(pair, "cubic")
    assert sorted(found) == sorted(
        ["g: b", "g: c", "x", "g: b × x", "g: c × x", "x^2", "x^3", "g: b × x^2", "g: c × x^2"]
    )


@pytest.mark.slow
def test_the_default_carries_what_the_file_can_and_says_what_was_left_out():
    small, large = outcome(shuffled(mixed_columns(150))), outcome(shuffled(mixed_columns(5000)))
    assert small.detail["columns"] < large.detail["columns"] <= 400
    assert any("lack of records" in n or "too many terms" in n for n in small.notices)
    assert not any("too many terms" in n for n in large.notices)


def test_variables_that_are_the_same_in_every_record_interact_with_masked_ones_only():
    columns = mixed_columns(2000)
    rows = np.random.default_rng(0).permutation(2000)
    masked = [columns["income"][1][i] for i in rows]
    pair = copied(columns, income=masked)
    linked = replace(pair, links=np.arange(2000))
    names = {t.name for t in make_design(stack(linked), merge(stack(linked)), "spline").terms}
    assert "age × income" in names
    assert "age × health" not in names
    assert "age × health" in {t.name for t in make_design(stack(pair), merge(stack(pair)), "spline").terms}
    assert any("the same in every record" in n for n in outcome(linked).notices)


@pytest.mark.parametrize("model", MODELS)
def test_order_of_rows_and_columns_changes_no_byte(model):
    pair = shuffled(mixed_columns(200), 5)
    rows = np.random.default_rng(0).permutation(200)
    backwards = replace(pair, variables=pair.variables[::-1])
    expected = outcome(pair, model)
    assert outcome(backwards, model) == expected
    assert outcome(pair.take(rows, rows), model) == expected


def test_histograms_are_shares_of_either_file():
    histogram = outcome(shuffled(mixed_columns(300))).detail["histogram"]
    assert len(histogram["edges"]) == len(histogram["original"]) + 1
    assert sum(histogram["original"]) == pytest.approx(1)
    assert sum(histogram["masked"]) == pytest.approx(1)


@pytest.mark.parametrize("model", ["spline", "cubic", "penalised"])
def test_a_design_made_block_by_block_gives_what_one_in_memory_does(monkeypatch, model):
    pair = shuffled(mixed_columns(700))  # cubic: columns that depend on others
    held = outcome(pair, model)
    monkeypatch.setattr(columns, "HELD", 0)
    monkeypatch.setattr(columns, "ROWS", 256)
    monkeypatch.setattr(columns, "AT_ONCE", 2)
    made = outcome(pair, model)
    assert made.value == pytest.approx(held.value, rel=1e-9)
    assert made.detail["estimable"] == held.detail["estimable"]
    assert made.detail["drivers"][0]["term"] == held.detail["drivers"][0]["term"]


def test_the_same_terms_at_every_number_of_records(monkeypatch):
    monkeypatch.setattr(design, "MOST_TERMS", 30)
    names = [
        [t.name for t in make_design(stacked, merge(stacked), "spline").terms]
        for stacked in (stack(shuffled(mixed_columns(n))) for n in (400, 4000))
    ]
    assert names[0] == names[1]


def test_interactions_take_in_every_variable_before_any_is_taken_twice_as_often():
    pairs = sorted(combinations(range(9), 2), key=lambda p: design._round_about(p, 9))
    for rounds in (1, 2, 3):
        assert np.bincount(np.ravel(pairs[: 9 * rounds])).tolist() == [2 * rounds] * 9


def test_a_model_of_too_many_terms_is_refused(monkeypatch):
    monkeypatch.setattr(design, "MOST_COLUMNS", 25)
    found = outcome(shuffled(mixed_columns(200)), "cubic")
    assert isinstance(found, Skipped)
    assert "choose a smaller one" in found.reason


def test_removed_and_incomparable_variables():
    found = outcome(copied(mixed_columns(100), status=None))
    assert (found.value, found.detail["removed"]) == (0.0, ["status"])
    assert isinstance(outcome(pair_of(problem="cannot", x=("continuous", [1], [1]))), Skipped)


def test_parameters_are_checked():
    with pytest.raises(ValueError, match="replicates"):
        PropensityParameters(replicates=-1)


def test_variables_that_matter_little_are_left_out_of_this_model_alone():
    pair = copied(mixed_columns(200), region=["east"] * 200)
    left = PropensityParameters(leave_out=("region", "no such"))
    found = next(iter(propensity.compute(compare_propensities(pair, left))))
    assert outcome(pair).value > 0.01
    assert found.value == 0.0
    assert "region" not in found.detail["variables"]
    assert [n for n in found.notices if n.endswith("choice: region") or n.endswith("variable: no such")]
    problem = pair_of(problem="cannot", x=("continuous", [1], [1]))
    assert (
        "no variable"
        in next(iter(propensity.compute(compare_propensities(problem, PropensityParameters(leave_out=("x",)))))).reason
    )


def test_the_roughness_of_a_parabola_is_known():
    # x^2 has the second derivative 2: the integral of its square over [0, 3] is 12
    knots = np.array([0.0] * 4 + [0.5, 1.0, 2.5] + [3.0] * 4)
    x = np.linspace(0, 3, 50)
    design = BSpline.design_matrix(x, knots, 3).toarray()
    b = np.linalg.lstsq(design, x**2, rcond=None)[0]
    roughness = BlockShape(None, False, False, knots=knots).roughness
    assert roughness.shape == (6, 6)
    assert (b[1:] - b[0]) @ roughness @ (b[1:] - b[0]) == pytest.approx(12)
    line = np.linalg.lstsq(design, 1 + 2 * x, rcond=None)[0]
    assert (line[1:] - line[0]) @ roughness @ (line[1:] - line[0]) == pytest.approx(0, abs=1e-9)


def test_a_penalised_model_says_its_smoothing_and_its_null_holds():
    columns = mixed_columns(600)
    rows = np.random.default_rng(11).integers(0, 600, 600)
    found = outcome(drawn_from(columns, rows), "penalised", 10)
    assert found.detail["smoothing"] > 0
    assert found.detail["effective"] < found.detail["estimable"]
    assert found.detail["analytic_null"]["mean"] == pytest.approx(found.detail["null"]["mean"], rel=0.3)
    assert outcome(drawn_from(columns, rows), "spline").detail["smoothing"] is None


def test_scores_that_differ_by_rounding_are_one_score():
    # the first two scores are one: 2 of 4 originals and 2 of 4 masked records lie at or below it
    merged = SimpleNamespace(original=np.array([2, 0, 2]), masked=np.array([0, 2, 2]))
    half = 0.5 - 5e-10  # where the tenth digit is rounded
    assert score_statistics(np.array([half, half * (1 + 2e-15), 0.7]), merged).specks == 0.0
    assert score_statistics(np.array([0.5, 0.5 + 1e-6, 0.7]), merged).specks == 0.5


def test_po50_and_u_by_hand():
    """Scores .25, .5 and .75: one half counts as original; of 4 x 4 pairs 2 + 1 + 8 are won or half won."""
    merged = SimpleNamespace(original=np.array([1, 3, 0]), masked=np.array([0, 2, 2]))
    found = score_statistics(np.array([0.25, 0.5, 0.75]), merged)
    # right: 2 masked above one half, 4 originals not above it; U: 2 x (1 + 3 / 2) + 2 x 4
    assert found.po50 == pytest.approx(100 * 6 / 8 - 50)
    assert found.u == 2 * (1 + 3 / 2) + 2 * 4
    turned = score_statistics(np.array([0.75, 0.5, 0.25]), merged)
    assert found.u + turned.u == 4 * 4
