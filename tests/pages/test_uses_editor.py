"""What the file will be used for, chosen on Set up: added, checked, removed, in words."""

from core.data import Indicator, Model, Regression, Statistic
from pages.components.variables.uses_forms import describe_indicator


def test_an_indicator_is_added_and_removed_on_the_run_page(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    before = user.app.session_state["workspace"].effective_codebook.uses
    user.choose("use_indicators_0_statistic", Statistic.SHARE)
    user.choose("use_indicators_0_variable", "PID")
    user.choose("use_indicators_0_category_PID", "3")
    user.choose("use_indicators_0_by", "educ")
    user.click("use_add")
    uses = user.app.session_state["workspace"].effective_codebook.uses
    added = Indicator("Share of a category: PID = 3 by educ", Statistic.SHARE, "PID", "3", by="educ")
    assert uses.indicators == (*before.indicators, added)
    assert "Share of PID = 3 by educ" in user.text()
    user.click("use_remove_indicators_5")
    assert user.app.session_state["workspace"].effective_codebook.uses == before
    assert user.app.session_state["workspace"].stale
    user.choose("use_indicators_1_statistic", Statistic.QUANTILE)
    user.click("use_add")
    assert user.app.session_state["workspace"].effective_codebook.uses.indicators[-1].statistic is Statistic.QUANTILE


def write_formula(user, formula) -> None:
    user.app.segmented_control(key="use_kind").set_value("regressions")
    user.run()
    user.app.text_input(key="use_regressions_0_formula").set_value(formula)
    user.run()


def test_a_formula_is_checked_before_it_is_kept(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    write_formula(user, "vote ~ __import__('os').system('true')")
    assert "is not allowed in a formula" in user.text()
    assert user.app.button(key="use_add").disabled
    user.app.text_input(key="use_regressions_0_formula").set_value("vote ~ wealth")
    user.run()
    user.click("use_add")
    assert "which is no variable of the original" in user.text().replace("\\", "")
    user.app.text_input(key="use_regressions_0_formula").set_value("age ~ C(educ)")
    user.run()
    user.click("use_add")
    uses = user.app.session_state["workspace"].effective_codebook.uses
    assert uses.regressions[-1] == Regression("age ~ C(educ)", Model.OLS, "age ~ C(educ)")


def test_tables_and_scales_are_added(reader_of_example) -> None:
    user = reader_of_example
    user.go("setup")
    for kind, field, value in (("tables", "crossed", ["vote", "educ"]), ("scales", "items", ["selfLR", "PID"])):
        user.app.segmented_control(key="use_kind").set_value(kind)
        user.run()
        epoch = 0 if kind == "tables" else 1
        user.app.multiselect(key=f"use_{kind}_{epoch}_{field}").set_value(value)
        user.run()
        user.click("use_add")
    uses = user.app.session_state["workspace"].effective_codebook.uses
    assert uses.tables[-1].variables == ("vote", "educ")
    assert uses.scales[-1].items == ("selfLR", "PID")


def test_words() -> None:
    assert describe_indicator(Indicator("x", Statistic.POVERTY_RATE, "income", by="sex", weight="w")) == (
        "At-risk-of-poverty rate of income (below 60% of the median) by sex, weighted with w"
    )
    assert describe_indicator(Indicator("x", Statistic.QUANTILE, "income", quantile=0.9)) == "90% quantile of income"
