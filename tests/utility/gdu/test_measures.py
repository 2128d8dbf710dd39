"""The measures of the family as the catalogue lists them: ids, details, reasons."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from core.measures import Result, Scope, Skipped, Subject
from core.utility.gdu import MEASURES, GduParameters, local_utilities
from core.utility.gdu.leave_out import local_utilities_by_group
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

RANDOM = np.random.default_rng(3)
FACTOR = RANDOM.normal(size=80)
X = continuous(FACTOR)
Y = continuous(np.round(FACTOR + RANDOM.normal(size=80)))
G = nominal((FACTOR > 0).astype(np.int32))
H = nominal(np.digitize(FACTOR + RANDOM.normal(size=80), [-0.5, 0.5]))


def outcomes(pair, parameters=None, name=None):
    """Return what every measure of local utilities yields, by id, or the outcomes of one."""
    local = local_utilities(pair, parameters or GduParameters())
    found = {m.id: list(m.compute(local)) for m in MEASURES if m.prepare is local_utilities_by_group}
    return found if name is None else found[name]


def pair_with_everything():
    holed = continuous(np.where(np.arange(80) < 30, np.nan, Y.values))
    return pair_of(
        paired("x", X, X),
        paired("y", Y, holed),
        paired("g", G, G.take(RANDOM.permutation(80))),
        paired("h", H, H),
        paired("gone", ordinal(np.arange(80) % 4), None),
        paired("one", continuous(np.ones(80)), continuous(np.ones(80))),
    )


def test_ids_and_scopes():
    of_pairs = [m for m in MEASURES if m.subject is Subject.PAIR]
    assert [m.id for m in of_pairs] == [
        "gdu",
        "aldu_univariate",
        "aldu_bivariate",
        "grc",
        "gdu_grc",
        "ldu_univariate",
        "ldu_bivariate",
        "gdu_subgroup",
        "gdu_reference",
        "aldu_univariate_reference",
        "aldu_bivariate_reference",
        "gdu_effect_sizes",
        "gdu_other_basis",
        "gdu_common_n",
        "gdu_completeness",
        "gdu_design",
        "aldu_univariate_design",
        "aldu_bivariate_design",
    ]
    for m in MEASURES:
        assert (m.family, m.bounds, str(m.better)) == ("gdu", (0.0, 1.0), "higher")
        assert m.reference
        assert m.summary
    assert [m.scope for m in of_pairs[5:8]] == [Scope.VARIABLE, Scope.PAIR, Scope.VARIABLE]


def test_file_level_figures_agree_with_one_another():
    found = outcomes(pair_with_everything())
    value = {name: found[name][0].value for name in ("gdu", "aldu_univariate", "aldu_bivariate", "grc", "gdu_grc")}
    assert value["gdu"] == pytest.approx((value["aldu_univariate"] + value["aldu_bivariate"]) / 2, abs=1e-15)
    # one of six variables removed: 5 x 4 / (6 x 5)
    assert value["grc"] == pytest.approx(20 / 30, abs=1e-15)
    assert value["gdu_grc"] == pytest.approx(value["gdu"] * value["grc"], abs=1e-15)
    local = [o.value for o in found["ldu_univariate"]]
    assert value["aldu_univariate"] == pytest.approx(np.mean(local), abs=1e-15)


def test_detail_of_gdu():
    detail = outcomes(pair_with_everything(), name="gdu")[0].detail
    assert detail["removed"] == ["gone"]
    assert (detail["variables"], detail["pairs"]) == (6, 10)
    assert sum(detail["steps"].values()) == 10
    # the constant beside each of the four others
    assert detail["steps"]["untestable"] == 4
    assert (detail["n_original"], detail["n_masked"]) == (80, 80)
    assert detail["knife_edge"] >= 0


def test_knife_edge_pairs_are_counted():
    g = nominal(np.repeat([0, 1], 50))
    h = nominal(np.concatenate([np.repeat([0, 1], [30, 20]), np.repeat([0, 1], [20, 30])]))
    many = [nominal(np.tile(v.values, 20)) for v in (g, h)]
    pair = pair_of(paired("g", g, many[0]), paired("h", h, many[1]))
    # V^2 is the same; p = .046 at n = 100 and 0 at n = 2,000, asked at .01
    assert outcomes(pair, GduParameters(alpha=0.01), "gdu")[0].detail["knife_edge"] == 1


UNIVARIATE_KEYS = {
    "test", "statistic", "p", "effect", "w", "recode_utility", "distribution_utility",
    "n_original", "n_masked", "missing_original", "missing_masked", "weight", "in_tens",
}  # fmt: skip
BIVARIATE_KEYS = {
    "test", "step", "statistic_original", "statistic_masked", "p_original", "p_masked",
    "coefficient_original", "coefficient_masked", "coefficient_unrecoded", "bias_corrected_original",
    "bias_corrected_masked", "direction", "cosine", "n_original", "n_masked", "smallest_cell",
}  # fmt: skip


def test_details_of_variables():
    found = {o.target[0]: o for o in outcomes(pair_with_everything(), name="ldu_univariate")}
    assert all(set(o.detail) == UNIVARIATE_KEYS for o in found.values())
    assert found["x"].detail["test"] == "kolmogorov_smirnov"
    assert found["g"].detail["test"] == "chi_squared"
    assert found["g"].detail["w"] == 0.0
    assert found["gone"].detail["test"] == "removed"
    assert found["gone"].detail["missing_masked"] is None
    assert (found["y"].n, found["y"].detail["missing_masked"]) == (50, 30 / 80)


def test_details_of_pairs():
    found = {o.target: o for o in outcomes(pair_with_everything(), name="ldu_bivariate")}
    assert all(set(o.detail) == BIVARIATE_KEYS for o in found.values())
    assert found["x", "y"].detail["test"] == "spearman"
    assert found["x", "y"].n == 50
    assert found["x", "y"].detail["bias_corrected_original"] is None
    assert found["g", "h"].detail["test"] == "chi_squared"
    assert found["g", "h"].detail["bias_corrected_original"] is not None
    assert found["x", "g"].detail["coefficient_unrecoded"] is None
    skipped = found["x", "one"]
    assert isinstance(skipped, Skipped)
    assert skipped.detail["step"] == "untestable"
    assert "no test is possible" in skipped.reason
    assert ("x", "gone") not in found


def test_every_detail_is_ready_for_json():
    for found in outcomes(pair_with_everything()).values():
        for outcome in found:
            json.dumps(asdict(outcome), allow_nan=False)


def test_perfect_separation_has_no_infinite_statistic():
    values = continuous(np.repeat([1.0, 2.0], 40))
    pair = pair_of(
        paired("g", nominal(np.repeat([0, 1], 40)), nominal(np.repeat([0, 1], 40))), paired("v", values, values)
    )
    found = outcomes(pair, GduParameters(normal=("v",)), "ldu_bivariate")[0]
    assert (found.value, found.detail["test"], found.detail["statistic_original"]) == (1.0, "anova", None)
    assert found.detail["p_original"] == 0.0


def test_a_variable_that_cannot_be_compared_does_not_take_the_files_gdu():
    broken = replace(paired("b", G, G), problem="category 'z' is new: declare a recode")
    found = outcomes(pair_of(paired("a", X, X), broken))
    assert found["gdu"][0].value == found["aldu_univariate"][0].value == 0.5
    assert "category 'z' is new" in " ".join(found["gdu"][0].notices)
    assert "category 'z' is new" in " ".join(found["aldu_univariate"][0].notices)
    assert isinstance(found["ldu_univariate"][0], Result)
    assert isinstance(found["ldu_univariate"][1], Skipped)


def test_one_variable_has_no_pairs():
    found = outcomes(pair_of(paired("a", X, X)))
    assert found["gdu"][0].value == 1.0
    assert found["ldu_bivariate"] == []
    assert "no pair" in found["aldu_bivariate"][0].reason
    assert "fewer than two variables" in found["grc"][0].reason
    assert "fewer than two variables" in found["gdu_grc"][0].reason


def test_notices_reach_the_reader():
    pair = pair_of(paired("a", X, X))
    assert len(outcomes(pair, GduParameters(normal=("b",)), "gdu")[0].notices) == 2
