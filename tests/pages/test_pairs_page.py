"""The pairs: a click on a cell, both selects, next worst, the verdict in words."""

import pytest


@pytest.fixture
def pairs(reader_of_example):
    reader_of_example.go("pairs")
    return reader_of_example


def chosen(user) -> tuple[str, str]:
    return user.app.selectbox(key="pair_a").value, user.app.selectbox(key="pair_b").value


def test_the_worst_pair_is_open_at_first(pairs) -> None:
    worst = pairs.app.dataframe[-1].value.iloc[0]
    assert set(chosen(pairs)) == {worst["a"], worst["b"]}
    assert "1 of the" in pairs.text()


def test_a_click_on_a_cell_opens_the_pair(pairs) -> None:
    pairs.click_point("pairs_chart", ["vote", "age"])
    assert set(chosen(pairs)) == {"vote", "age"}
    assert "Utility of the pair" in pairs.text()


def test_selects_do_the_same(pairs) -> None:
    pairs.click_point("pairs_chart", ["vote", "age"])
    pairs.choose("pair_a", "PID")
    assert set(chosen(pairs)) == {"PID", "vote"} or set(chosen(pairs)) == {"PID", "age"}
    pairs.run()
    assert "PID" in chosen(pairs)


def test_next_worst_goes_down_the_list(pairs) -> None:
    table = pairs.app.dataframe[-1].value
    pairs.click("step_N")
    assert set(chosen(pairs)) == {table.iloc[1]["a"], table.iloc[1]["b"]}
    pairs.click("step_P")
    assert set(chosen(pairs)) == {table.iloc[0]["a"], table.iloc[0]["b"]}


@pytest.mark.parametrize("order", ["file", "worst", "cluster"])
def test_orders(pairs, order: str) -> None:
    pairs.app.get("segmented_control")[0].set_value(order)
    pairs.run()
    assert pairs.app.get("plotly_chart")


def test_the_same_variable_twice_is_said(pairs) -> None:
    a, _ = chosen(pairs)
    pairs.choose("pair_b", a)
    assert "two different variables" in pairs.text()


def test_scenarios_open(pairs) -> None:
    for name in pairs.app.selectbox(key="pairs_scenario").options[::4]:
        pairs.choose("pairs_scenario", name)
        assert len(pairs.app.get("plotly_chart")) == 2


def test_a_removed_variable_says_why_there_is_no_value(pairs) -> None:
    pairs.choose("pairs_scenario", "Income and place dropped")
    pairs.choose("pair_a", "income")
    pairs.choose("pair_b", "vote")
    assert "No value:" in pairs.text() or "not measured" in pairs.text()


def segment(user, key: str, value: str) -> None:
    next(c for c in user.app.get("segmented_control") if c.key == key).set_value(value)
    user.run()


def test_the_difference_of_two_scenarios(pairs) -> None:
    pairs.choose("pairs_other", "Noise on age")
    table = pairs.app.dataframe[-1].value
    assert table["difference"].abs().is_monotonic_decreasing
    assert set(chosen(pairs)) == {table.iloc[0]["a"], table.iloc[0]["b"]}
    assert "Which of the two keeps an association better?" in pairs.text()
    assert "In **Noise on age** its utility is" in pairs.text()
    assert "1 of the 25 largest differences" in pairs.text()
    for order in ("worst", "cluster"):
        segment(pairs, "pairs_order", order)


def test_a_scenario_is_not_compared_with_itself(pairs) -> None:
    pairs.choose("pairs_other", "Noise on age")
    pairs.choose("pairs_scenario", "Noise on age")
    assert pairs.app.selectbox(key="pairs_other").value is None


def test_roles_narrow_heatmap_and_list(pairs) -> None:
    next(p for p in pairs.app.get("pills") if p.key == "pairs_roles").set_value(["key"])
    pairs.run()
    from pages.components.workspace import worked_example

    keys = {v.name for v in worked_example("voters").codebook.variables if v.role == "key"}
    table = pairs.app.dataframe[-1].value
    assert set(table["a"]) | set(table["b"]) <= keys


def test_groups_of_a_kruskal_wallis_pair(pairs) -> None:
    pairs.choose("pair_a", "vote")
    pairs.choose("pair_b", "educ")
    assert "Kruskal-Wallis" in pairs.text()
    segment(pairs, "pair_kind_table_groups", "groups")
    assert "Where each group stands" in pairs.text()


@pytest.fixture
def own_results(bring, small_files):
    """A session with own files measured: two nominal, two continuous variables."""
    user = bring({name: small_files[name] for name in ("original.csv", "banded.csv")})
    from core.assessment import collect, make_plan, run
    from pages.components.workspace import Workspace

    workspace: Workspace = user.app.session_state["workspace"]
    plan = make_plan(["gdu", "ldu_univariate", "ldu_bivariate", "global_risk"], ["interval.groups=0"])
    steps = run(workspace.original_data, workspace.scenarios(), workspace.effective_codebook, plan)
    from dataclasses import replace

    user.app.session_state["workspace"] = replace(workspace, comparison=collect(plan, steps), plan=plan)
    user.go("pairs")
    return user


def test_a_role_with_a_single_variable_is_said(own_results) -> None:
    variables = own_results.app.session_state["workspace"].comparison.scenarios[0].variables
    roles = [v.role for v in variables]
    alone = next(role for role in roles if roles.count(role) == 1)
    next(p for p in own_results.app.get("pills") if p.key == "pairs_roles").set_value([alone])
    own_results.run()
    assert "Fewer than two variables have these roles" in own_results.text()


def test_residuals_of_a_chi_squared_pair(own_results) -> None:
    user = own_results
    user.choose("pair_a", "sex")
    user.choose("pair_b", "region")
    assert "Chi-squared test and Cramér's V²" in user.text()
    # three labels side by side on a desk: "Cramér's V², original" was cut
    assert {"V², original", "V², masked"} <= {m.label for m in user.app.metric}
    assert "bias-corrected" in user.text()
    segment(user, "pair_kind_table_residuals", "residuals")
    for file in ("original", "difference", "masked"):
        segment(user, "pair_file", file)
        assert len(user.app.get("plotly_chart")) == 2
    assert "scaled to the original's number of records" in user.text()
