"""Information loss: one worked number each, what cannot be computed, and what always holds."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level
from core.measures import Result, Skipped
from core.tables import blockwise
from core.utility.loss import MEASURES, LossParameters
from core.utility.loss.value_errors import VariableErrors
from tests.strategies import (
    continuous,
    identical_pairs,
    nominal,
    ordinal,
    pair_of,
    paired,
    pairs,
    with_relabelled_categories,
    with_shuffled_columns,
    with_shuffled_rows,
)
from tests.utility.outcomes import outcomes_of

MOMENTS = ("mean_difference", "covariance_mae", "correlation_mae", "pca_difference", "eigenvalues", "gamma_distance")
VALUES = ("values_mse", "values_mae", "values_variation")
LINKED = (
    "records_changed",
    "records_changed_mean",
    "il1s",
    "lambda_distance",
    "entropy_loss",
    "entropy_loss_mean",
    *VALUES,
)


def measured(pair, links="row", only=None, **settings):
    if links == "row":
        pair = replace(pair, links=np.arange(pair.masked.n_records))
    chosen = [m for m in MEASURES if only is None or m.id in only]
    return outcomes_of(chosen, pair, LossParameters(**settings))


def value(found, measure, *target):
    assert isinstance(found[measure, target], Result), found[measure, target]
    return found[measure, target].value


# ---- missing and changed values


def test_missing_and_changed_values():
    a = paired("a", nominal([0, 1, 1, -1]), nominal([0, 0, -1, -1]))
    b = paired("b", continuous([1.0, 2, 3, np.nan]), continuous([1.0, 2, 4, 5]))
    found = measured(pair_of(a, b))
    assert value(found, "missing_values", "a") == 0.25
    assert found["missing_values", ("a",)].detail["missing_masked"] == 2
    assert value(found, "missing_values", "b") == 0.0
    assert value(found, "missing_values_mean") == 0.125
    assert value(found, "records_changed", "a") == 0.5
    assert value(found, "records_changed", "b") == 0.5
    assert found["records_changed_mean", ()].detail["any_changed"] == 3


def test_a_removed_variable_has_lost_every_value():
    found = measured(pair_of(paired("a", nominal([0, 1, -1, 1]), None), n_masked=4))
    assert value(found, "missing_values", "a") == 0.75
    assert value(found, "records_changed", "a") == 0.75
    assert value(found, "ncp", "a") == 1.0


@pytest.mark.parametrize("measure", LINKED)
def test_records_that_are_not_linked_cannot_be_compared_one_by_one(measure):
    x = paired("x", continuous([1.0, 2]), continuous([1.0, 2]))
    found = measured(replace(pair_of(x), link_reason="not linked, as declared"), links=None)
    assert all(o.reason == "not linked, as declared" for (name, _), o in found.items() if name == measure)


# ---- tables of categorical variables


def test_ctbil_by_order():
    a = paired("a", nominal([0, 0, 1, 1]), nominal([0, 0, 1, 1]))
    b = paired("b", nominal([0, 0, 1, 1]), nominal([0, 1, 0, 1]))
    found = measured(pair_of(a, b))["ctbil", ()]
    assert found.value == 4.0
    assert [o["distance"] for o in found.detail["by_order"]] == [0.0, 4.0]
    # 2 + 2 categories, and 4 cells of the cross-table
    assert [o["cells"] for o in found.detail["by_order"]] == [4, 4]
    assert found.detail["per_cell"] == 0.5


def test_ctbil_of_files_of_different_sizes_and_its_order():
    a = paired("a", nominal([0, 0, 1, 1]), nominal([0]))
    assert value(measured(pair_of(a), order=1), "ctbil") == 4.0
    with pytest.raises(ValueError, match="order"):
        LossParameters(order=0)


def test_ctbil_of_too_many_tables_says_so(monkeypatch):
    monkeypatch.setattr("core.utility.loss.contingency.BUDGET", 10)
    a, b = (paired(n, nominal([0, 1]), nominal([0, 1])) for n in "ab")
    assert "choose a smaller order" in measured(pair_of(a, b), order=2)["ctbil", ()].reason


def test_relative_change_of_cramers_v():
    before, after = [0] * 30 + [1] * 30, [0] * 20 + [1] * 10 + [0] * 10 + [1] * 20
    a, b = paired("a", nominal(before), nominal(before)), paired("b", nominal(after), nominal(before))
    # V from 1/3 to 1
    found = measured(pair_of(a, b))["rcv", ("a", "b")]
    assert (found.value, found.detail["masked"]) == (pytest.approx(200), pytest.approx(1))
    assert value(measured(pair_of(a, replace(b, recoded=b.masked, masked=b.original))), "rcv", "a", "b") == (
        pytest.approx(-100 * 2 / 3)
    )


def test_no_change_of_an_association_that_is_not_there():
    a, b = (paired(n, nominal(c), nominal(c)) for n, c in (("a", [0, 0, 1, 1]), ("b", [0, 1, 0, 1])))
    assert "no association in the original" in measured(pair_of(a, b))["rcv", ("a", "b")].reason
    constant = paired("c", nominal([0] * 4), nominal([0] * 4))
    assert "constant" in measured(pair_of(a, constant))["rcv", ("a", "c")].reason


def cube(cells):
    """Three variables of two categories; as many records as each cell says."""
    rows = [cell for cell, count in cells.items() for _ in range(count)]
    return [nominal([row[j] for row in rows], 2) for j in range(3)]


LOGLINEAR = {"loglinear_deviance"}


def test_log_linear_comparison_by_hand():
    """Three copies of one variable; then the third is independent of the other two.

    Independence expects 5 in each of 8 cells. G2 = 40 x 2 log 4 and 40 x 2 log 2, all of it of two-way terms, which
    chance alone would give 3.
    """
    before, after = cube({(0, 0, 0): 20, (1, 1, 1): 20}), cube({(a, a, c): 10 for a in (0, 1) for c in (0, 1)})
    pair = pair_of(*(paired(name, o, m) for name, o, m in zip("abc", before, after, strict=True)))
    found = measured(pair, only=LOGLINEAR)["loglinear_deviance", ()]
    first, second = 80 * math.log(4) - 3, 80 * math.log(2) - 3
    assert found.value == pytest.approx((first - second) / first)
    assert (found.n, found.detail["compared"]) == (40, 1)
    (table,) = found.detail["worst"]
    assert table["original"] == pytest.approx({"two_way": first / 40, "three_way": 0})
    assert table["masked"] == pytest.approx({"two_way": second / 40, "three_way": 0})


def test_log_linear_comparison_sees_an_association_that_no_two_variables_have():
    # the third is 1 where just one of the others is: no pair is associated, and the table is not filled by chance
    before = cube({(a, b, a ^ b): 10 for a in (0, 1) for b in (0, 1)})
    after = cube({(a, b, c): 5 for a in (0, 1) for b in (0, 1) for c in (0, 1)})
    pair = pair_of(*(paired(name, o, m) for name, o, m in zip("abc", before, after, strict=True)))
    found = measured(pair, only=LOGLINEAR)["loglinear_deviance", ()]
    assert found.value == 1
    assert found.detail["worst"][0]["original"] == pytest.approx(
        {"two_way": 0, "three_way": (80 * math.log(2) - 1) / 40}
    )
    same = pair_of(*(paired(name, o, o) for name, o in zip("abc", before, strict=True)))
    assert value(measured(same, only=LOGLINEAR), "loglinear_deviance") == 0


def test_log_linear_comparison_of_two_variables_and_of_none():
    codes = [0] * 30 + [1] * 30
    a, b = (paired(name, nominal(codes), nominal(codes)) for name in "ab")
    gone = replace(b, masked=None)
    assert value(measured(pair_of(a, gone), only=LOGLINEAR), "loglinear_deviance") == 1
    assert "fewer than two" in measured(pair_of(a), only=LOGLINEAR)["loglinear_deviance", ()].reason
    other = paired("c", nominal([0, 1] * 30), nominal([0, 1] * 30))
    unrelated = measured(pair_of(a, other), only=LOGLINEAR)["loglinear_deviance", ()]
    assert "no table" in unrelated.reason
    assert unrelated.detail["not_associated"] == 1


def test_log_linear_comparison_draws_from_many_tables(monkeypatch):
    monkeypatch.setattr("core.utility.loss.loglinear_tables.MOST_TABLES", 2)
    codes = nominal([0] * 30 + [1] * 30)
    found = measured(pair_of(*(paired(name, codes, codes) for name in "abcde")), only=LOGLINEAR)
    detail = found["loglinear_deviance", ()].detail
    assert (detail["tables"], detail["tables_drawn"], detail["compared"]) == (10, 2, 2)


# ---- moments


def test_means_covariances_and_correlations():
    x = paired("x", continuous([1.0, 2, 3]), continuous([2.0, 3, 4]))
    y = paired("y", continuous([2.0, 4, 6]), continuous([6.0, 4, 2]))
    found = measured(pair_of(x, y))
    # SD of x is 1, of y 2
    assert value(found, "mean_difference") == 0.5
    assert found["mean_difference", ()].detail["by_variable"]["x"]["difference"] == 1.0
    # 1, 4 and 2 become 1, 4 and -2
    covariance = found["covariance_mae", ()]
    assert covariance.value == pytest.approx(4 / 3)
    assert covariance.detail["mse"] == pytest.approx(16 / 3)
    assert covariance.detail["mean_variation"] == pytest.approx(2 / 3)
    assert value(found, "correlation_mae") == pytest.approx(2.0)


def correlated(r, n=400):
    """Two variables of mean 0 and SD 1 with exactly this correlation."""
    random = np.random.default_rng(1)
    z = np.linalg.qr(np.column_stack([np.ones(n), random.normal(size=(n, 2))]))[0][:, 1:] * math.sqrt(n - 1)
    return z[:, 0], r * z[:, 0] + math.sqrt(1 - r * r) * z[:, 1]


def two_files(r, s, scale=1.0):
    before, after = correlated(r), correlated(s)
    return pair_of(
        *(paired(n, continuous(x), continuous(z * scale)) for n, x, z in zip("xy", before, after, strict=True))
    )


def test_eigenvalues_and_components_of_two_variables():
    found = measured(two_files(0.5, 0.2))
    # eigenvalues 1 + r and 1 - r
    assert value(found, "eigenvalues") == pytest.approx(0.3 / 1.5 + 0.3 / 0.5)
    # the first explains .75 of the variance, so both are compared: loadings sqrt(.75), sqrt(.25) each
    gaps = [math.sqrt(0.75) - math.sqrt(0.6), math.sqrt(0.4) - math.sqrt(0.25)]
    assert value(found, "pca_difference") == pytest.approx(sum(gaps) / 2)
    assert found["pca_difference", ()].detail["explained_masked"] == pytest.approx([0.6, 0.4])
    assert value(found, "gamma_distance") == 0.0


def test_changes_of_variance_show_with_the_originals_standard_deviations_alone():
    found = measured(two_files(0.5, 0.5, scale=2.0))["eigenvalues", ()]
    assert found.value == pytest.approx(0, abs=1e-11)
    assert found.detail["with_original_sd"] == pytest.approx(3 + 3)


def test_outliers_decide_ordinary_eigenvalues_but_not_robust_ones():
    wild = 80 * np.array([[1, -1, 0, 0], [0, 0, 1, -1]])
    files = [np.hstack([correlated(r), wild]) for r in (0.8, 0.0)]
    variables = [paired(n, continuous(x), continuous(z)) for n, x, z in zip("xy", *files, strict=True)]
    found = measured(pair_of(*variables))
    # eigenvalues of the 400 others: in proportion 1.8 and .2, then 1 and 1
    assert value(found, "eigenvalues") < 0.1
    assert value(found, "robust_eigenvalues") > 2


def test_a_variable_that_follows_from_another_has_no_eigenvalue_to_divide_by():
    x = np.random.default_rng(2).normal(size=60)
    variables = [paired(n, continuous(v), continuous(v + 1)) for n, v in (("x", x), ("y", 2 * x))]
    found = measured(pair_of(*variables))
    assert "singular" in found["eigenvalues", ()].reason
    assert "singular" in found["gamma_distance", ()].reason
    robust = found["robust_eigenvalues", ()]
    assert value(found, "robust_eigenvalues") == 0 if isinstance(robust, Result) else "dimensions" in robust.reason


def test_no_numbers_are_left():
    age = paired("age", continuous([1.0, 2]), nominal([0, 1]), nominal([0, 1]))
    found = measured(pair_of(age))["covariance_mae", ()]
    assert found.reason == "no variable is a number in both files"
    assert found.detail["recoded"] == ["age"]


DOMAINS = ("subdomain_means", "subdomain_covariances")


def two_groups():
    """Thirty records of 0 and 2 and thirty of 10 and 14, their group beside them."""
    return [0, 2] * 15 + [10, 14] * 15, [0] * 30 + [1] * 30


def test_moments_within_subdomains_by_hand():
    """The second group moves by 1, and spreads by 4 in place of 2 about its mean."""
    values, group = two_groups()
    moved = values[:30] + [9, 17] * 15
    x = paired("x", continuous(np.array(values, dtype=float)), continuous(np.array(moved, dtype=float)))
    found = measured(pair_of(x, paired("g", nominal(group), nominal(group))), only=DOMAINS)
    deviation = np.std(values, ddof=1)
    assert value(found, "subdomain_means") == pytest.approx((0 + 1 / deviation) / 2)
    # variances 4 and 16, times 30/29
    assert value(found, "subdomain_covariances") == pytest.approx((16 - 4) * 30 / 29 / deviation**2 / 2)
    worst = found["subdomain_means", ()].detail["worst"][0]
    assert (worst["variable"], worst["level"], worst["n_masked"]) == ("g", "b", 30)
    assert (found["subdomain_means", ()].n, found["subdomain_means", ()].detail["smallest"]) == (60, 30)


def test_means_that_the_whole_file_keeps_and_its_groups_do_not():
    values, group = two_groups()
    x = paired("x", continuous(np.array(values, dtype=float)), continuous(np.array(values[::-1], dtype=float)))
    found = measured(pair_of(x, paired("g", nominal(group), nominal(group))), only={"mean_difference", *DOMAINS})
    assert value(found, "mean_difference") == 0
    # 1 becomes 12, and 12 becomes 1
    assert value(found, "subdomain_means") == pytest.approx(11 / np.std(values, ddof=1))


def test_subdomains_that_are_chosen_too_small_or_gone():
    values, group = two_groups()
    x = paired("x", continuous(np.array(values, dtype=float)), continuous(np.array(values, dtype=float)))
    g, few = paired("g", nominal(group), nominal(group)), paired("few", nominal([0] * 50 + [1] * 10), None)
    both = pair_of(x, g, few)
    found = measured(both, only=DOMAINS)["subdomain_means", ()]
    assert (found.detail["subdomains"], found.notices) == (2, ("make no subdomains: few",))
    kept = pair_of(x, g, replace(few, masked=few.original))
    assert measured(kept, only=DOMAINS)["subdomain_means", ()].detail["too_small"] == 1
    alone = measured(kept, only=DOMAINS, subdomains=("few",))["subdomain_means", ()]
    assert (alone.detail["subdomains"], alone.detail["smallest"]) == (1, 50)
    assert "'h'" in measured(kept, only=DOMAINS, subdomains=("h",))["subdomain_means", ()].reason
    assert "makes subdomains" in measured(pair_of(x), only=DOMAINS)["subdomain_means", ()].reason


@pytest.mark.parametrize(
    ("masked", "compared", "too_small"),
    [
        ([0] * 30 + [1] * 30, 2, 0),
        ([0] * 29 + [1] * 31, 1, 1),  # 29 of 30 are left in the masked file
        ([0] * 60, 1, 1),
    ],
)
def test_subdomains_have_thirty_records_in_either_file_and_a_category_of_neither_is_none(masked, compared, too_small):
    values, group = two_groups()
    x = paired("x", continuous(np.array(values, dtype=float)), continuous(np.array(values, dtype=float)))
    before, after = nominal(group, n_categories=3), nominal(masked, n_categories=3)
    for original, other in ((before, after), (after, before)):
        g = paired("g", original, other)
        detail = measured(pair_of(x, g), only=DOMAINS)["subdomain_means", ()].detail
        assert (detail["subdomains"], detail["too_small"]) == (compared, too_small)


# ---- linked records


def test_il1s_in_its_three_forms():
    x = paired("x", continuous([0.0, 2, 4]), continuous([1.0, 2, 2]))
    # S = 2: (1 + 0 + 2) / (2 sqrt 2)
    expected = 3 / (2 * math.sqrt(2))
    only = {"il1s"}
    assert value(measured(pair_of(x), only=only), "il1s") == pytest.approx(expected / 3)
    assert value(measured(pair_of(x), only=only, il1s="sum"), "il1s") == pytest.approx(expected)
    percentage = measured(pair_of(x), only=only, il1s="percentage")["il1s", ()]
    assert percentage.value == pytest.approx((0 + 50) / 2)
    assert percentage.detail["zeros_left_out"] == 1


def test_errors_of_the_values_by_hand():
    # one of four moved by 2; the original's variance is 5/3; the value that was 0 has no relative change
    x = paired("x", continuous([1.0, 2, 3, 4, np.nan]), continuous([1.0, 2, 3, 6, 1]))
    found = measured(pair_of(x), only=VALUES)
    assert value(found, "values_mse") == pytest.approx(1 / (5 / 3))
    assert value(found, "values_mae") == pytest.approx(0.5 / math.sqrt(5 / 3))
    assert value(found, "values_variation") == pytest.approx(0.5 / 4)
    own = found["values_mse", ()].detail["by_variable"]["x"]
    assert own == pytest.approx({"n": 4, "mse": 1, "mae": 0.5, "mean_variation": 0.125, "zeros_left_out": 0})


def test_errors_are_means_over_all_values_each_in_its_own_spread():
    # x: variance 2, moved by 2 twice; y: variance 200, moved by 20 once, the other is 0 and moved
    x = paired("x", continuous([1.0, 3]), continuous([3.0, 1]))
    y = paired("y", continuous([0.0, 20]), continuous([20.0, 20]))
    found = measured(pair_of(x, y), only=VALUES)
    assert value(found, "values_mse") == pytest.approx((2 + 2 + 2) / 4)
    assert value(found, "values_mae") == pytest.approx(3 * math.sqrt(2) / 4)
    # 2/1, 2/3 and 0/20
    assert value(found, "values_variation") == pytest.approx((2 + 2 / 3) / 3)
    assert found["values_variation", ()].detail["by_variable"]["y"]["zeros_left_out"] == 1


def test_errors_of_values_that_cannot_be_said():
    constant = measured(pair_of(paired("x", continuous([2.0, 2]), continuous([2.0, 3]))), only=VALUES)
    assert constant["values_mse", ()].reason == "not computable: x is constant in the original"
    assert value(constant, "values_variation") == 0.25
    zeros = measured(pair_of(paired("x", continuous([0.0, 0]), continuous([0.0, 3]))), only=VALUES)
    assert zeros["values_variation", ()].reason == "every value compared is 0 in the original"
    huge = measured(pair_of(paired("x", continuous([1.0, 9e307]), continuous([-9e307, 9e307]))), only=VALUES)
    assert {type(o) for o in huge.values()} == {Skipped}
    json.dumps([o.detail for o in huge.values()], allow_nan=False)
    same = measured(pair_of(paired("x", continuous([2.0, 2]), continuous([2.0, 2]))), only=VALUES)
    assert [value(same, m) for m in VALUES] == [0, 0, 0]


def test_il1s_of_a_constant_variable_is_not_computable_once_it_changed():
    same = paired("x", continuous([5.0, 5, 5]), continuous([5.0, 5, 5]))
    moved = paired("x", continuous([5.0, 5, 5]), continuous([5.0, 5, 6]))
    assert value(measured(pair_of(same)), "il1s") == 0.0
    assert measured(pair_of(moved))["il1s", ()].reason == "not computable: x is constant in the original"


def test_lambda():
    a = paired("a", nominal([0, 1, 1, 0]), nominal([0, 0, -1, 0]))
    b = paired("b", ordinal([0, 1, 2, 2]), ordinal([0, 2, 0, 2]))
    c = paired("c", continuous([0.0, 1, 2, 3]), continuous([0.0, 2, 2, np.nan]))
    found = measured(pair_of(a, b, c))["lambda_distance", ()]
    expected = {"a": 2 / 4, "b": (0.5 + 1) / 4, "c": (math.atan(1) + math.atan(3)) * 2 / math.pi / 4}
    assert found.detail["by_variable"] == pytest.approx(expected)
    assert found.value == pytest.approx(sum(expected.values()) / 3)


# ---- certainty penalties


def banded():
    """Ages 0 to 100 in bands of which the second is half of them."""
    ages = np.array([0.0, 10, 60, 100])
    bands = Bands(((0, 50), (50, math.inf)), ("0-49", "50+"), Closed.LEFT)
    codes = Coded(Level.ORDINAL, np.array([0, 0, 1, 1], dtype=np.int32), bands.labels)
    return paired("age", continuous(ages), codes, codes, bands)


def test_a_band_counts_its_width():
    found = measured(pair_of(banded()))
    assert value(found, "ncp", "age") == 0.5
    assert found["ncp", ("age",)].detail["widths"] == {"0-49": 0.5, "50+": 0.5}


def test_a_merged_category_counts_what_it_stands_for():
    recode = CategoryMap({"a": ("a", "b", "c"), "d": ("d",)})
    merged = nominal([0, 0, 0, 1], 2)
    found = measured(pair_of(paired("x", nominal([0, 1, 2, 3]), merged, merged, recode), banded()))
    # three records stand for three of four categories, one for itself
    assert value(found, "ncp", "x") == pytest.approx(3 / 4 * 3 / 4)
    assert value(found, "gcp") == pytest.approx((9 / 16 + 0.5) / 2)


def test_a_cap_counts_the_values_above_it_and_suppression_everything():
    capped = continuous([0.0, 4, 6, 6])
    found = measured(pair_of(paired("x", continuous([0.0, 4, 6, 10]), capped, capped, Cap(above=6))))
    assert value(found, "ncp", "x") == pytest.approx(2 / 4 * 0.4)
    gone = continuous([0.0, np.nan, 6, 6])
    found = measured(pair_of(paired("x", continuous([0.0, 4, 6, 10]), gone, capped, Cap(above=6))))
    assert value(found, "ncp", "x") == pytest.approx(2 / 4 * 0.4 + 1 / 4)


# ---- what always holds


@given(identical_pairs())
def test_a_copy_has_lost_nothing(pair):
    found = measured(pair, only={m.id for m in MEASURES} - {"robust_eigenvalues"})
    assert all(o.value == 0 for o in found.values() if isinstance(o, Result))


@given(pairs(), st.integers(0, 2**32 - 1))
@pytest.mark.slow
def test_order_and_labels_change_nothing_and_values_keep_their_bounds(pair, seed):
    found = measured(pair, links=None)
    json.dumps([o.detail for o in found.values()], allow_nan=False)
    bounds = {m.id: m.bounds for m in MEASURES}
    for (name, _), outcome in found.items():
        if isinstance(outcome, Result):
            assert bounds[name][0] <= outcome.value <= bounds[name][1]
    for changed in (
        with_shuffled_rows(pair, seed),
        with_shuffled_columns(pair, seed),
        with_relabelled_categories(pair, seed),
    ):
        other = measured(changed, links=None)
        assert other.keys() == found.keys()
        for key, outcome in found.items():
            assert type(outcome) is type(other[key]), key
            # components of nearly equal variance turn freely
            if isinstance(outcome, Result) and key[0] != "pca_difference":
                assert outcome.value == pytest.approx(other[key].value, rel=1e-8, abs=1e-9), key


def test_skipped_values_name_the_reason():
    found = measured(pair_of(paired("x", nominal([0]), None), n_masked=1))
    assert all(o.reason for o in found.values() if isinstance(o, Skipped))


def test_entropy_left_when_the_masked_value_is_known():
    # H(V): shares 1/4, 1/2, 1/4 with the missing value, 1.5 log 2; either masked value leaves two equal ones open
    a = paired("a", nominal([0, 1, 1, -1]), nominal([0, 0, -1, -1]))
    exchanged = paired("b", nominal([0, 1, 1, 0]), nominal([1, 0, 0, 1]))
    gone = replace(paired("c", nominal([0, 1, 1, 0]), nominal([0, 1, 1, 0])), masked=None)
    constant, number = (
        paired("d", nominal([0] * 4), nominal([0] * 4)),
        paired("e", continuous([1.0] * 4), continuous([1.0] * 4)),
    )
    found = measured(pair_of(a, exchanged, gone, constant, number), only={"entropy_loss", "entropy_loss_mean"})
    assert value(found, "entropy_loss", "a") == pytest.approx(2 / 3)
    assert found["entropy_loss", ("a",)].detail["sum"] == pytest.approx(4 * math.log(2))
    assert (value(found, "entropy_loss", "b"), value(found, "entropy_loss", "c")) == (0.0, 1.0)
    assert "constant" in found["entropy_loss", ("d",)].reason
    assert isinstance(found["entropy_loss", ("e",)], Skipped)
    assert value(found, "entropy_loss_mean") == pytest.approx(5 / 9)
    assert list(found["entropy_loss_mean", ()].detail["left_out"]) == ["d", "e"]


@pytest.mark.parametrize("records", [1, 4, 7])
def test_moments_have_the_same_bytes_in_any_blocks_and_any_order(records, monkeypatch):
    draw = np.random.default_rng(7)
    x, z = draw.lognormal(sigma=3.0, size=(2, 11, 3))
    x[2, 1] = z[8, 0] = np.nan
    pair = pair_of(*(paired(f"v{j}", continuous(x[:, j]), continuous(z[:, j])) for j in range(3)))
    whole = list(measured(pair, only=MOMENTS).values())
    assert all(isinstance(outcome, Result) for outcome in whole)
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert list(measured(pair, only=MOMENTS).values()) == whole
    shuffled = pair.take(draw.permutation(11), draw.permutation(11))
    assert list(measured(shuffled, links=None, only=MOMENTS).values()) == whole


def test_a_huge_masked_value_costs_the_original_s_mean_no_digit():
    x = continuous([0.1, 0.2, 0.4])
    found = measured(pair_of(paired("x", x, continuous([0.1, 0.2, 1e300]))), only=("mean_difference",))
    row = next(iter(found.values())).detail["by_variable"]["x"]
    assert row["original"] == pytest.approx(0.7 / 3, rel=1e-15)
    assert row["masked"] == pytest.approx(1e300 / 3, rel=1e-15)


def test_the_mean_variation_leaves_out_values_of_0():
    errors = VariableErrors(*np.array([[5], [10.0], [5.0], [0.6], [2], [1.0]])).described()
    assert (errors["mse"], errors["mae"], errors["mean_variation"]) == pytest.approx((2.0, 1.0, 0.2))
    assert VariableErrors(*np.array([[2], [1.0], [1.0], [0.0], [2], [1.0]])).described()["mean_variation"] is None
