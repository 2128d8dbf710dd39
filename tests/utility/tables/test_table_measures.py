"""The metrics of Lemons et al. as measures: a worked table, its options, and what always holds."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.measures import Result, Skipped
from core.utility.tables import MEASURES, METRICS, ComparedTable, TableParameters, metrics_of
from core.utility.tables.lemons import table_metrics
from tests.strategies import (
    identical_pairs,
    nominal,
    pair_of,
    paired,
    pairs,
    with_relabelled_categories,
    with_shuffled_columns,
    with_shuffled_rows,
)
from tests.utility.outcomes import outcomes_of

BEFORE = [[40, 60], [30, 70]]
AFTER = [[44, 56], [26, 74]]
SETTINGS = st.builds(
    TableParameters,
    geography=st.sampled_from(("", "v0")),
    proportions=st.sampled_from(("area", "table")),
    zero_cells=st.sampled_from(("skip", "infinite", "half")),
    alpha=st.sampled_from((0.5, 2.0, 3.0)),
)


def records(table):
    """Area and level codes of a table's records."""
    cells = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return (np.array(codes) for codes in zip(*cells, strict=True))


def files(before, after):
    (area, level), (masked_area, masked_level) = records(before), records(after)
    sizes = len(before), len(before[0])
    variables = [
        paired(name, nominal(a, n), nominal(b, n))
        for name, a, b, n in (("area", area, masked_area, sizes[0]), ("x", level, masked_level, sizes[1]))
    ]
    return pair_of(*variables)


def measured(pair, **settings):
    return outcomes_of(MEASURES, pair, TableParameters(**settings))


def worked(**settings):
    return measured(files(BEFORE, AFTER), geography="area", **settings)


def test_the_worked_table():
    found = {metric: worked()[metric, ("x",)].value for metric in (*METRICS, "aad")}
    r = [(0.4, 0.6, 0.44, 0.56), (0.3, 0.7, 0.26, 0.74)]
    assert found["chi_square"] == pytest.approx(16 * (1 / 40 + 1 / 60 + 1 / 30 + 1 / 70))
    assert found["effective_swap_rate"] == pytest.approx(8 / 200)
    terms = zip([44, 56, 26, 74], [40, 60, 30, 70], strict=True)
    assert found["deviance"] == pytest.approx(2 * sum(g * math.log(g / f) for g, f in terms))
    assert found["gini_difference"] == pytest.approx(sum(c**2 + d**2 - a**2 - b**2 for a, b, c, d in r))
    entropy = [sum(-p * math.log(p) for p in row) for a, b, c, d in r for row in ((a, b), (c, d))]
    assert found["shannon_difference"] == pytest.approx(entropy[0] - entropy[1] + entropy[2] - entropy[3])
    cubes = [sum(row[i] ** 3 + row[i + 1] ** 3 for row in r) for i in (0, 2)]
    assert found["renyi_difference"] == pytest.approx(0.5 * math.log(cubes[1] / cubes[0]))
    assert found["aad"] == 4.0


def test_shares_of_the_whole_table():
    found = worked(proportions="table")
    squares = [sum(c**2 for row in t for c in row) / 200**2 for t in (BEFORE, AFTER)]
    assert found["gini_difference", ("x",)].value == pytest.approx(squares[1] - squares[0])


def test_areas_are_ranked_by_the_size_of_their_difference():
    areas = worked()["chi_square", ("x",)].detail["areas"]
    assert [a["area"] for a in areas] == ["b", "a"]
    assert areas[0]["value"] == pytest.approx(16 / 30 + 16 / 70)
    assert (areas[0]["n_original"], areas[0]["n_masked"], areas[0]["small"]) == (100, 100, False)
    assert worked(small=101)["chi_square", ("x",)].detail["areas"][0]["small"]
    first = worked()["gini_difference", ("x",)].detail["areas"][0]
    assert (first["area"], first["value"]) == ("b", pytest.approx(0.26**2 + 0.74**2 - 0.58))


def test_cells_empty_in_the_original_are_left_out_and_counted():
    pair = files([[10, 0, 5]], [[9, 1, 5]])
    deviance = measured(pair)["deviance", ("x",)]
    assert deviance.value == pytest.approx(18 * math.log(0.9))
    assert deviance.detail["zero_cells"] == {"treatment": "skip", "cells": 1, "records": 1.0}
    assert measured(pair)["chi_square", ("x",)].value == pytest.approx(0.1)


def test_or_make_the_metric_infinite_which_is_no_value():
    found = measured(files([[10, 0, 5]], [[9, 1, 5]]), zero_cells="infinite")
    assert isinstance(found["chi_square", ("x",)], Skipped)
    assert found["chi_square", ("x",)].reason.startswith(
        "infinite: 1 cell that is empty in the original holds 1 masked record"
    )
    assert isinstance(found["effective_swap_rate", ("x",)], Result)


def test_or_half_a_record_is_added_to_every_cell():
    found = measured(files([[10, 0, 5]], [[9, 1, 5]]), zero_cells="half")
    assert found["chi_square", ("x",)].value == pytest.approx(1 / 10.5 + 1 / 0.5)
    shifted = [(9.5, 10.5), (1.5, 0.5), (5.5, 5.5)]
    assert found["deviance", ("x",)].value == pytest.approx(2 * sum(g * math.log(g / f) for g, f in shifted))


def test_totals_that_differ_are_made_equal_and_said():
    found = measured(files([[10, 20]], [[10, 5]]))["effective_swap_rate", ("x",)]
    assert found.value == pytest.approx(10 / 30)
    assert found.detail["scale"] == 2.0
    assert "multiplied by 30 / 15" in found.notices[0]


def test_an_area_that_is_gone_is_left_out_of_the_indices_alone():
    found = measured(files([[10, 10], [5, 5]], [[10, 10], [0, 0]]), geography="area")
    gini = found["gini_difference", ("x",)]
    assert gini.value == 0.0
    assert gini.detail["areas_left_out"] == ["b"]
    assert gini.detail["areas"][-1]["value"] is None
    assert found["effective_swap_rate", ("x",)].value == pytest.approx(1 / 3)


def test_correlations_between_the_metrics_over_areas():
    random = np.random.default_rng(4)
    before = random.integers(50, 200, (12, 3))
    moved = random.integers(-20, 20, (12, 2))
    after = before + np.column_stack([moved, -moved.sum(axis=1)])
    detail = measured(files(before.tolist(), after.tolist()), geography="area")["chi_square", ("x",)].detail
    assert detail["correlations"]["chi_square"]["deviance"] > 0.9
    assert detail["correlations"]["deviance"]["chi_square"] == detail["correlations"]["chi_square"]["deviance"]
    assert worked()["chi_square", ("x",)].detail["correlations"] is None


def test_metrics_over_areas_as_in_table_6():
    # the areas' chi-squares: 16/40 + 16/60 = 2/3 and 16/30 + 16/70 = 16/21
    first, second = 2 / 3, 16 / 21
    summary = worked()["chi_square", ("x",)].detail["over_areas"]
    assert summary["areas"] == 2
    assert summary["mean"] == pytest.approx((first + second) / 2)
    assert summary["sd"] == pytest.approx((second - first) / math.sqrt(2))
    assert (summary["p05"], summary["p95"]) == pytest.approx(
        (0.95 * first + 0.05 * second, 0.05 * first + 0.95 * second)
    )


def test_a_table_of_one_area_has_no_spread_over_areas():
    assert measured(files(BEFORE, AFTER))["chi_square", ("x",)].detail["over_areas"] is None


def test_renyis_order_is_free():
    table = ComparedTable("t", ("x",), "", ("all",), ("a", "b"), np.array([[1, 1]]), np.array([[3, 1]]))
    found = metrics_of(table, TableParameters(alpha=2)).values["renyi_difference"]
    assert found == pytest.approx(math.log((9 + 1) / 16) - math.log(0.5))


@pytest.mark.parametrize("bad", [{"alpha": 1}, {"alpha": 0}, {"bins": 1}, {"marginals": ()}, {"small": -1}])
def test_settings_outside_their_range_are_refused(bad):
    with pytest.raises(ValueError, match="must"):
        TableParameters(**bad)


@given(identical_pairs(), SETTINGS)
def test_a_copy_is_nothing_apart(pair, parameters):
    prepared = table_metrics(pair, parameters)
    outcomes = [o for m in MEASURES for o in m.compute(prepared)]
    assert all(o.value == 0 for o in outcomes if isinstance(o, Result))


@given(pairs(), SETTINGS, st.integers(0, 2**32 - 1))
def test_order_and_labels_change_nothing_and_values_keep_their_bounds(pair, parameters, seed):
    def values(of):
        prepared = table_metrics(of, parameters)
        return {(o.measure, o.target): o for m in MEASURES for o in m.compute(prepared)}

    found = values(pair)
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
        other = values(changed)
        assert other.keys() == found.keys()
        for key, outcome in found.items():
            assert type(outcome) is type(other[key]), key
            if isinstance(outcome, Result):
                assert outcome.value == pytest.approx(other[key].value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("before", "after"), [([[60, 40], [3, 2]], [[60, 40], [60, 40]]), ([[60, 40]] * 2, [[99, 99], [3, 2]])]
)
def test_an_area_that_is_small_in_one_of_the_files_is_marked_as_small(before, after):
    areas = measured(files(before, after), geography="area")["chi_square", ("x",)].detail["areas"]
    assert {a["area"]: a["small"] for a in areas} == {"a": False, "b": True}
