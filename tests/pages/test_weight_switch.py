"""Whether utility is weighted: asked on the Set up page where a weight is tagged, and said with the figures."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.assessment import collect, make_plan, run
from core.data import Role

pytestmark = pytest.mark.slow


def workspace(user):
    return user.state["workspace"]


@pytest.fixture
def prepared(bring, small_files):
    """A session with two weights in the files, of which the first is tagged, on the Set up page."""
    random = np.random.default_rng(4)
    weights = {"pw": random.integers(1, 5, 120), "pw2": random.integers(1, 9, 120)}
    files = {
        name: pd.read_csv(io.BytesIO(small_files[name])).assign(**weights).to_csv(index=False).encode()
        for name in ("original.csv", "banded.csv")
    }
    user = bring(files)
    tag(user, "pw")
    return user, weights["pw"]


def tag(user, *names):
    codebook = workspace(user).effective_codebook
    roles = {name: Role.WEIGHT if name in names else Role.EXCLUDED for name in ("pw", "pw2")}
    variables = tuple(replace(v, role=roles.get(v.name, v.role)) for v in codebook.variables)
    user.state["workspace"] = replace(workspace(user), codebook=replace(codebook, variables=variables))
    user.go("setup")


def widget(user, kind, key):
    return next((w for w in getattr(user.app, kind) if w.key == key), None)


def test_the_switch_is_on_where_one_weight_is_tagged_and_says_what_it_is_worth(prepared):
    user, weights = prepared
    assert widget(user, "toggle", "utility_weighted").value is True
    effective = weights.sum() ** 2 / (weights**2).sum()
    text = user.text()
    assert f"weights add up to {weights.sum():,}" in text
    assert f"effective number of records {effective:,.4g}" in text or f"records {effective:,.0f}" in text
    user.click("start_run")
    assert workspace(user).plan.of("utility").weight == "pw"


def test_switched_off_the_run_counts_records(prepared):
    user, _ = prepared
    widget(user, "toggle", "utility_weighted").set_value(False)
    user.run()
    assert "Every record counts alike, although" in user.text()
    user.click("start_run")
    assert workspace(user).plan.of("utility").weighted == "false"


def test_several_weights_ask_which_and_none_asks_nothing(prepared):
    user, _ = prepared
    tag(user)
    assert widget(user, "toggle", "utility_weighted") is None
    tag(user, "pw", "pw2")
    widget(user, "toggle", "utility_weighted").set_value(False)
    user.run()
    assert widget(user, "selectbox", "utility_weight") is None, "a select that cannot be used is pale"
    assert "Several weights are tagged: switch on to choose one" in user.text()
    widget(user, "toggle", "utility_weighted").set_value(True)
    user.run()
    assert widget(user, "selectbox", "utility_weight").options == ["pw", "pw2"]


def test_figures_say_by_which_weight_they_are(prepared):
    user, weights = prepared
    ours = workspace(user)
    plan = make_plan(["total_variation_mean", "total_variation", "propensity", "gdu"], ["interval.groups=0"])
    steps = run(ours.original_data, ours.scenarios(), ours.effective_codebook, plan)
    user.state["workspace"] = replace(ours, comparison=collect(plan, steps))
    user.go("what_is_lost")
    assert "are weighted by **pw**" in user.text()
    assert f"weights add up to {weights.sum():,}" in user.text()
