import numpy as np
import pytest

from core.assessment import Assessment, Comparison
from core.measures import Result, Skipped
from core.views.overview import biplot, overview


def compared(*rows):
    """One scenario a row: (gdu, share of records that violate k = 3)."""
    scenarios = tuple(
        Assessment(
            f"s{i}", f"s{i}.csv", "", 100, 3,
            (
                Result("gdu", (), gdu, 100) if gdu is not None else Skipped("gdu", (), "nothing in common"),
                Result("k_violations_3", ("keys",), risk, 100),
            ),
        )
        for i, (gdu, risk) in enumerate(rows)
    )  # fmt: skip
    return Comparison({}, {}, Assessment("Original", "o.csv", "", 100, 3), scenarios)


def test_every_measure_stands_on_its_own_fixed_scale():
    found = overview(compared((0.9, 0.2), (0.5, 0.0)))
    assert found.columns[0].name == "Global Data Utility"
    assert found.columns[1].target == ("keys",)
    assert found.goodness == pytest.approx(np.array([[0.9, 0.8], [0.5, 1.0]]))  # less risk is better


def test_a_further_scenario_moves_nothing():
    rows = [(0.9, 0.2), (0.5, 0.0), (0.1, 0.9)]
    assert np.array_equal(overview(compared(*rows)).goodness[:2], overview(compared(*rows[:2])).goodness)


def test_a_missing_value_keeps_its_reason():
    found = overview(compared((None, 0.2), (0.5, 0.0)))
    assert np.isnan(found.goodness[0, 0])
    assert found.reasons[0][0] == "nothing in common"


def test_distances_in_a_biplot_of_two_measures_are_differences_in_goodness():
    rows = [(0.9, 0.2), (0.5, 0.1), (0.7, 0.6)]
    found = overview(compared(*rows))
    plane = biplot(found)
    assert plane is not None
    assert sum(plane.explained) == pytest.approx(1)
    ours = np.linalg.norm(plane.points[0] - plane.points[1])
    assert ours == pytest.approx(np.hypot(0.4, 0.1))
    # points times arrows give the centred values back
    centred = found.goodness - found.goodness.mean(axis=0)
    assert plane.points @ plane.arrows.T == pytest.approx(centred)


def test_there_is_no_biplot_of_two_scenarios_or_one_measure():
    assert biplot(overview(compared((0.9, 0.2), (0.5, 0.1)))) is None
    assert biplot(overview(compared((0.9, 0.2), (0.5, 0.2), (0.1, 0.2)))) is None
