"""The effect behind an LDUbiv: by hand, and marked where a fresh survey would show as much."""

import numpy as np
import pytest

from core.measures import Result
from core.pairing import pair
from core.utility import MEASURES
from core.views.pairs import association_change
from tests.pairing.builders import codebook, microdata, scenario, variable

BIVARIATE = next(m for m in MEASURES if m.id == "ldu_bivariate")
BOOK = codebook(
    variable("x"), variable("y"), variable("g", "nominal"), variable("h", "nominal"), variable("o", "ordinal")
)


def result(before, after, step="strength", cosine=None, n=(400, 400)):
    detail = {
        "test": "chi_squared",
        "step": step,
        "p_original": 0.041,
        "p_masked": 0.062,
        "coefficient_original": before,
        "coefficient_masked": after,
        "direction": None,
        "cosine": cosine,
        "coefficient_unrecoded": None,
        "bias_corrected_original": None,
        "bias_corrected_masked": None,
        "n_original": n[0],
        "n_masked": n[1],
    }
    return Result("ldu_bivariate", ("a", "b"), 0.0, min(n), None, detail)


def test_by_hand():
    # 1.96 sqrt(1/400 + 1/400) = .1386
    assert association_change(result(0.25, 0.09)).value == pytest.approx(-0.2)
    assert not association_change(result(0.25, 0.09)).by_chance
    assert association_change(result(0.25, 0.16)).by_chance
    assert association_change(result(0.04, 0.09, "direction")).value == pytest.approx(-0.5)
    assert association_change(result(0.04, 0.09, "direction", cosine=0.8)).value == pytest.approx(0.1)
    assert association_change(result(None, 0.04)).value == pytest.approx(0.2)
    assert association_change(result(None, None)) is None


def test_a_p_value_that_passes_five_percent_at_equal_strength_is_no_loss():
    lost = result(0.0104, 0.0087, "one")  # r = .102 at p = .041, .093 at p = .062
    assert lost.value == 0
    assert association_change(lost).by_chance


def survey(n, random):
    x = random.normal(size=n)
    y = 0.4 * x + random.normal(size=n)
    groups = np.digitize(x + random.normal(size=n), [-1, 0, 1])
    others = np.digitize(0.6 * y + random.normal(size=n), [-0.5, 0.8])
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "g": [f"g{k}" for k in groups],
        "h": [f"h{k}" for k in others],
        "o": random.integers(1, 5, n).tolist(),
    }


def test_fresh_surveys_are_marked_and_shuffled_columns_are_not():
    random = np.random.default_rng(3)
    marked = {"fresh": [], "shuffled": []}
    for _ in range(20):
        original, fresh = survey(400, random), survey(300, random)
        shuffled = {name: random.permutation(values).tolist() for name, values in fresh.items()}
        for name, file in (("fresh", fresh), ("shuffled", shuffled)):
            both = pair(microdata(**original), scenario(microdata("m.csv", **file)), BOOK)
            outcomes = BIVARIATE.compute(BIVARIATE.prepare(both, BIVARIATE.parameters()))
            compared = [o for o in outcomes if name == "fresh" or set(o.target) == {"x", "y"}]
            marked[name] += [association_change(o).by_chance for o in compared]
    assert np.mean(marked["fresh"]) > 0.95
    assert np.mean(marked["shuffled"]) < 0.1
