from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Jackknife, Result, Skipped
from core.reports import read_results
from core.views import RepetitionRange, default_utility_axis
from core.views.risk_utility.axis import axes, default_risk_axis, why_no_map
from core.views.risk_utility.points import pareto_set, risk_utility_map, with_folded_sets
from tests.outcomes import resolution

NOISE = np.random.default_rng(3).normal(size=20)


def scenario(name, gdu, risk, spread=0.0):
    jackknife = Jackknife(tuple(gdu + spread * NOISE), common=True) if spread else None
    outcomes = (
        Result("gdu", (), gdu, 100, (gdu - 0.01, gdu + 0.01) if spread else None, jackknife=jackknife),
        Result("global_risk", ("keys",), risk, 100),
    )
    return Assessment(name, f"{name}.csv", "", 100, 5, outcomes)


def comparison(*scenarios):
    original = Assessment("Original", "o.csv", "", 100, 5, (Result("global_risk", ("keys",), 0.5, 100),))
    return Comparison({}, {}, original, scenarios)


def drawn(found):
    (utility, *_), (risk, *_) = axes(found, risk=False), axes(found, risk=True)
    return risk_utility_map(found, utility, risk)


def test_the_pareto_set_of_five_points_by_hand():
    utility, risk = np.array([0.9, 0.8, 0.8, 0.7, 0.9]), -np.array([0.5, 0.3, 0.4, 0.1, 0.5])
    # point 2 is dominated by point 1 (same utility, less risk); equal points 0 and 4 both stay
    assert pareto_set(utility, risk).tolist() == [True, True, False, True, True]


def test_original_and_no_release_frame_the_map():
    points = {p.name: p for p in drawn(comparison(scenario("a", 0.9, 0.2))).points}
    assert (points["Original"].utility, points["Original"].risk) == (1.0, 0.5)
    assert (points["No release"].utility, points["No release"].risk) == (0.0, 0.0)
    assert points["a"].pareto


def test_other_people_are_a_point_that_is_no_scenario():
    found = comparison(scenario("a", 0.9, 0.2))
    others = replace(scenario("others", 0.95, 0.03), name="others")
    points = {p.name: p for p in drawn(replace(found, control=others)).points}
    assert (points["Other people"].kind, points["Other people"].utility) == ("control", 0.95)
    assert not points["Other people"].pareto
    assert points["a"].pareto  # which other people dominate, who are no release
    invalid = replace(others.outcomes[1], validity=("nobody of the original is in it",))
    hidden = replace(found, control=replace(others, outcomes=(others.outcomes[0], invalid)))
    assert "Other people" not in {p.name for p in drawn(hidden).points}


def test_sets_of_one_scenario_have_their_mean_as_a_point():
    first, second = (replace(scenario(name, *at), set_of="cart") for name, at in (("1", (0.9, 0.2)), ("2", (0.7, 0.4))))
    points = {p.name: p for p in drawn(comparison(first, second, scenario("a", 0.95, 0.1))).points}
    mean = points["cart"]
    assert (mean.kind, mean.sets, mean.pareto) == ("sets", ("1", "2"), False)
    assert (mean.utility, mean.risk) == pytest.approx((0.8, 0.3))
    assert mean.risk_interval[0] < 0.3 < mean.risk_interval[1]
    together = {p.name: p for p in with_folded_sets(drawn(comparison(first, second, scenario("a", 0.95, 0.1)))).points}
    assert [name for name, p in together.items() if p.folded] == ["1", "2"]
    assert together["1"].utility_interval is None
    assert (together["cart"].utility_interval, together["a"]) == (mean.utility_interval, points["a"])
    lost = replace(second, outcomes=second.outcomes[:1])
    assert "cart" not in {p.name for p in drawn(comparison(first, lost)).points}


def test_a_scenario_without_a_value_is_named_with_its_reason():
    lost = Assessment("b", "b.csv", "", 9, 2, (Skipped("gdu", (), "region: values not in the original"),))
    found = drawn(comparison(scenario("a", 0.9, 0.2), lost))
    assert [p.name for p in found.scenario_points()] == ["a"]
    assert found.missing == (("b", "Global Data Utility: region: values not in the original"),)


@pytest.mark.slow
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=6))
def test_a_further_scenario_moves_no_point(rows):
    every = [scenario(str(i), *row) for i, row in enumerate(rows)]
    fewer, more = drawn(comparison(*every[:-1])), drawn(comparison(*every))
    places = [[(p.name, p.utility, p.risk) for p in m.scenario_points()] for m in (fewer, more)]
    assert places[1][:-1] == places[0]


def test_scenarios_that_vary_together_can_be_told_apart_and_apart_ones_not():
    near = [scenario("a", 0.90, 0.2, spread=0.02), scenario("b", 0.91, 0.2, spread=0.02)]
    points = {p.name: p for p in drawn(comparison(*near)).scenario_points()}
    assert points["a"].equals == ()  # common groups: b is better by .01 in every replicate
    assert points["b"].pareto_share == pytest.approx(1.0)
    apart = [Assessment(s.name, s.file, "", 100, 5, tuple(independent(o) for o in s.outcomes)) for s in near]
    points = {p.name: p for p in drawn(comparison(*apart)).scenario_points()}
    assert points["a"].equals == ("b",)


def independent(outcome):
    if outcome.jackknife is None:
        return outcome
    return replace(outcome, jackknife=replace(outcome.jackknife, common=False))


def bands_of(measure, *known):
    """Return the bands of the map of a file, where these are known of the original."""
    found = comparison(scenario("a", 0.9, 0.2))
    found = replace(found, original=replace(found.original, outcomes=(*found.original.outcomes, *known)))
    utility = replace(axes(found, risk=False)[0], measure=measure_by_id(measure))
    return risk_utility_map(found, utility, axes(found, risk=True)[0]).resolution


def test_the_bands_are_those_of_the_originals_size():
    own = resolution(9.0, (0.5, 0.55, 0.6), (0.85, 0.87, 0.9))
    found = bands_of("gdu", own)
    assert (found.fresh, found.shuffled) == (RepetitionRange(0.85, 0.87, 0.9), RepetitionRange(0.5, 0.55, 0.6))
    assert bands_of("gdu") is None


def test_halves_have_bands_of_their_own_and_other_measures_none():
    half = resolution(9.0, (0.5, 0.55, 0.6), (0.6, 0.7, 0.8), "aldu_bivariate")
    assert bands_of("aldu_bivariate", half).fresh == RepetitionRange(0.6, 0.7, 0.8)
    assert bands_of("grc", half) is None
    assert bands_of("gdu", half) is None


def test_the_map_begins_with_the_default_axis_and_without_one_with_the_first():
    found = comparison(scenario("a", 0.9, 0.2))
    assert default_utility_axis(found) == axes(found, risk=False)[0]
    more = (*found.scenarios[0].outcomes, Result("gdu_effect_sizes", (), 0.95, 100))
    known = resolution(1.0), resolution(9.0, figure="gdu_effect_sizes")
    original = replace(found.original, outcomes=(*found.original.outcomes, *known))
    found = replace(found, original=original, scenarios=(replace(found.scenarios[0], outcomes=more),))
    assert default_utility_axis(found).measure.id == "gdu_effect_sizes"


def test_a_point_whose_risk_does_not_hold_says_why():
    perturbed = scenario("a", 0.9, 0.2)
    gdu, risk = perturbed.outcomes
    marked = Result("global_risk", risk.target, risk.value, 100, None, validity=("values may be false",))
    found = drawn(comparison(Assessment("a", "a.csv", "", 100, 5, (gdu, marked)), scenario("b", 0.8, 0.1)))
    assert {p.name: p.validity for p in found.scenario_points()} == {"a": ("values may be false",), "b": ()}


def test_a_file_without_the_weight_is_not_comparable_with_a_weighted_original():
    def with_basis(basis):
        return Result("global_risk", ("keys",), 0.2, 100, None, {"basis": basis})

    original = Assessment("Original", "o.csv", "", 100, 5, (with_basis("weight w"),))
    gdu = Result("gdu", (), 0.9, 100)
    files = [
        Assessment(name, f"{name}.csv", "", 100, 5, (gdu, with_basis(basis)))
        for name, basis in (
            ("kept", "weight w"),
            ("lost", "1 divided by the number of records alike"),
        )
    ]
    points = {p.name: p.validity for p in drawn(Comparison({}, {}, original, tuple(files))).scenario_points()}
    assert points["kept"] == ()
    assert points["lost"] == (
        "1 divided by the number of records alike; of the original: weight w. The two are not comparable.",
    )


def test_a_risk_that_is_only_bounded_is_drawn_as_that_and_dominates_nothing():
    def matched(value, how):
        return Result("expected_match_risk", ("keys",), value, 100, None, {"how": how})

    original = Assessment("Original", "o.csv", "", 100, 5, (matched(0.5, "linked"),))
    files = tuple(
        Assessment(how, f"{how}.csv", "", 100, 5, (Result("gdu", (), 0.9, 100), matched(0.2, how)))
        for how in ("bound", "equal cells")
    )
    points = {p.name: p for p in drawn(Comparison({}, {}, original, files)).scenario_points()}
    assert (points["bound"].rate, points["bound"].pareto, points["bound"].holds_alone) == (
        "at most this: records are not linked", False, False,
    )  # fmt: skip
    assert points["bound"].validity == ("The risk is at most this: records are not linked.",)
    assert (points["equal cells"].rate, points["equal cells"].pareto) == ("", True)


def test_a_risk_that_does_not_hold_dominates_nothing():
    gdu, risk = scenario("a", 0.95, 0.01).outcomes
    false = Result("global_risk", risk.target, risk.value, 100, None, validity=("values may be false",))
    found = drawn(comparison(Assessment("a", "a.csv", "", 100, 5, (gdu, false)), scenario("b", 0.8, 0.1)))
    assert {p.name: p.pareto for p in found.scenario_points()} == {"a": False, "b": True}


def test_values_that_differ_by_rounding_are_equal_on_the_map():
    # 0.1 + 0.2 is 0.3: neither dominates the other, nor is one surely better
    points = {p.name: p for p in drawn(comparison(scenario("a", 0.1 + 0.2, 0.2), scenario("b", 0.3, 0.2))).points}
    assert points["a"].pareto
    assert points["b"].pareto
    assert points["a"].equals == ("b",)


def test_scenarios_with_the_same_replicates_are_drawn_alike_whatever_the_rounding():
    a, b = scenario("a", 0.9, 0.2, 0.01), scenario("b", 0.9, 0.2, 0.01)
    jackknife = [x * (1 + 3e-16 * (-1) ** i) for i, x in enumerate(b.outcomes[0].jackknife.replicates)]
    b = scenario("b", 0.9 * (1 + 2e-16), 0.2, 0.01)
    moved = replace(b.outcomes[0], jackknife=Jackknife(tuple(jackknife), common=True))
    b = replace(b, outcomes=(moved, *b.outcomes[1:]))
    points = {p.name: p for p in drawn(comparison(a, b)).points}
    assert points["a"].pareto_share == points["b"].pareto_share == 1.0


@pytest.mark.slow
def test_every_risk_and_utility_can_be_an_axis():
    shipped = Path(__file__).resolve().parents[3] / "assets" / "example" / "voters.json"
    found = read_results(shipped.read_text(encoding="utf-8"))
    utilities, risks = axes(found, risk=False), axes(found, risk=True)
    for i in range(max(len(utilities), len(risks))):
        drawn = risk_utility_map(found, utilities[i % len(utilities)], risks[i % len(risks)])
        assert len(drawn.scenario_points()) + len(drawn.missing) == len(found.scenarios)


def without_interval(name, gdu, effects, spread):
    """Return a scenario whose GDU has no replicates, beside agreement by effect sizes, which has."""
    jackknife = Jackknife(tuple(effects + spread * NOISE), common=False)
    agreement = Result("gdu_effect_sizes", (), effects, 100, (effects - 0.01, effects + 0.01), jackknife=jackknife)
    bare = scenario(name, gdu, 0.2)
    return replace(bare, outcomes=(*bare.outcomes, agreement))


def test_chance_on_a_score_of_p_values_is_judged_by_effect_sizes():
    found = drawn(comparison(without_interval("a", 0.80, 0.990, 0.002), without_interval("b", 0.90, 0.991, 0.002)))
    assert found.chance_by.measure.id == "gdu_effect_sizes"
    points = {p.name: p for p in found.scenario_points()}
    assert (points["a"].equals, points["a"].utility) == (("b",), 0.80)
    apart = drawn(comparison(without_interval("a", 0.80, 0.90, 0.002), without_interval("b", 0.90, 0.99, 0.002)))
    assert [p.equals for p in apart.scenario_points()] == [(), ()]


def test_without_a_form_that_has_an_interval_chance_is_not_judged():
    found = drawn(comparison(scenario("a", 0.9, 0.2), scenario("b", 0.8, 0.2)))
    assert found.chance_by is None
    assert [p.pareto_share for p in found.scenario_points()] == [None, None]


WITHOUT_KEYS = Skipped("expected_match_risk", (), "no key variables are tagged")


def with_risks(original, *files):
    """Return a comparison of these risks beside a utility, one tuple a file."""
    utility = Result("gdu", (), 0.9, 9)
    every = [Assessment(str(i), f"{i}.csv", "", 9, 2, (utility, *risks)) for i, risks in enumerate(files)]
    return Comparison({}, {}, Assessment("Original", "o.csv", "", 9, 2, original), tuple(every))


def risks(measure, *values):
    return tuple(Result(measure, (f"keys {i}",), value, 9) for i, value in enumerate(values))


def test_without_a_key_set_no_attack_takes_the_place_of_the_risk_of_the_file():
    attack = Result("singling_out_univariate", (), 0.0, 9)
    found = with_risks((WITHOUT_KEYS, attack), (WITHOUT_KEYS, attack))
    assert default_risk_axis(found) is None
    assert why_no_map(found) == "no risk was measured: no key variables are tagged"


def test_a_run_that_chose_another_risk_has_its_map_on_it():
    attack = Result("singling_out_univariate", (), 0.0, 9)
    found = with_risks((), (attack,))
    assert default_risk_axis(found).measure.id == "singling_out_univariate"
    assert why_no_map(found) == ""
    assert why_no_map(with_risks((), ())) == "no risk was measured: none was chosen for the run"


def test_the_first_risk_is_that_of_the_file_where_the_originals_is_highest_whatever_else_was_measured():
    own = risks("expected_match_risk", 0.1, 0.4, 0.4)
    first = default_risk_axis(with_risks(own, (*risks("disco", 0.9), *own)))
    assert (first.measure.id, first.target) == ("expected_match_risk", ("keys 1",))
    assert default_risk_axis(with_risks((), risks("global_risk", 0.5))).measure.id == "global_risk"


def test_synthetic_files_alone_have_an_axis_of_their_own():
    def with_risk(name, measure):
        outcome = Result(measure, ("keys",), 0.2, 100)
        return Assessment(name, f"{name}.csv", "", 100, 5, (Result("gdu", (), 0.9, 100), outcome))

    made, real = with_risk("made", "synthetic_disclosure"), with_risk("real", "expected_match_risk")
    axis = [default_risk_axis(Comparison({}, {}, real, files)).measure.id for files in ((made, made), (made, real))]
    assert axis == ["synthetic_disclosure", "expected_match_risk"]
