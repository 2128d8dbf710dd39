import pytest

from core.assessment import in_one_setting, make_plan, plan_from
from core.errors import PlanError


def test_quick_takes_every_measure_with_20_groups_and_full_50():
    quick, full = make_plan("quick"), make_plan("full")
    assert quick.measures == full.measures
    assert (quick.of("interval").groups, full.of("interval").groups) == (20, 50)


def test_a_full_run_resamples_its_nulls_and_every_family_starts_from_the_plans_seed():
    quick, full = make_plan("quick", seed=5), make_plan("full", seed=5)
    assert (quick.of("null").replicates, quick.of("propensity").replicates) == (20, 0)
    assert {full.of(f).replicates for f in ("null", "propensity", "cluster", "ecdf")} == {200}
    assert {full.of(f).seed for f in ("propensity", "cluster", "ecdf", "risk")} == {5}
    assert make_plan("full", ["cluster.replicates=3"]).of("cluster").replicates == 3


def test_settings_reach_their_family():
    plan = make_plan("gdu, grc", ["gdu.alpha=0.01", "gdu.direction=cosine", "interval.groups=10"], seed=7)
    assert plan.measures == ("gdu", "grc")
    assert (plan.of("gdu").alpha, plan.of("gdu").direction) == (0.01, "cosine")
    assert plan.of("interval").groups == 10
    assert hash(plan) == hash(
        make_plan("grc,gdu", ["gdu.direction=cosine", "interval.groups=10", "gdu.alpha=0.01"], seed=7)
    )


@pytest.mark.parametrize(
    ("measures", "settings", "words"),
    [
        ("gdu,gdp", (), "unknown measure 'gdp'"),
        ("quick", ["alpha=0.01"], "FAMILY.parameter=value"),
        ("quick", ["gdu.alpha"], "FAMILY.parameter=value"),
        ("quick", ["gdv.alpha=1"], "no family 'gdv'"),
        ("quick", ["gdu.beta=1"], "no parameter 'beta'"),
        ("quick", ["gdu.alpha=high"], "not a value"),
        ("quick", ["gdu.alpha=2"], "between 0 and 1"),
        ("quick", ["gdu.missing=drop"], "choose one of pairwise, completeness, category"),
    ],
)
def test_a_wrong_plan_says_what_is_known(measures, settings, words):
    with pytest.raises(PlanError, match=words):
        make_plan(measures, settings)


def test_names_with_commas_and_quotes_come_back_from_a_setting():
    names = ("age", "income, net", 'the "so called" sex')
    plan = make_plan("quick", [f"propensity.leave_out={in_one_setting(names)}"])
    assert plan.of("propensity").leave_out == names
    with pytest.raises(PlanError, match="not a value"):
        make_plan("quick", ['propensity.leave_out="open'])


def test_a_stored_plan_that_names_measures_of_earlier_versions_asks_for_their_successors():
    described = make_plan(["gdu"], [], 1).described()
    former = {**described, "measures": ["gdu", "global_or_linkage_risk", "gdu_noise_floor", "gdu_bottom"]}
    assert set(plan_from(former).measures) == {"gdu", "expected_match_risk", "gdu_resolution"}
