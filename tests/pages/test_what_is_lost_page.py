"""What is lost: the matrix opens a variable, a cell of the heatmap a pair; figures and lists on request."""

import pytest

from core.views import VariableRow
from core.views.variable_difference import LargestDifference
from pages.components.lost.one_variable import gap_words

SUPPRESSED, AT_ONCE = "Suppressed to k = 3", "Everything at once"


@pytest.fixture
def lost(reader_of_example):
    reader_of_example.go("what_is_lost")
    reader_of_example.choose("version_looked_at", AT_ONCE)
    return reader_of_example


def opened(user, *folds: str):
    for fold in folds:
        user.state[f"details_{fold}"] = True
    user.run()
    return user


def chosen(user) -> tuple[str, str]:
    return user.app.selectbox(key="version_looked_at").value, user.app.selectbox(key="variable_select").value


def table(user, column: str):
    return next(d.value for d in user.app.dataframe if column in d.value)


def test_the_sentence_names_the_variable_that_is_open(lost) -> None:
    assert chosen(lost) == (AT_ONCE, "popul")
    assert "**Everything at once**: Most in popul\\: it was removed\\. 12 of 45 associations kept" in lost.text()


def test_a_click_on_a_cell_opens_the_variable_in_its_version_and_so_do_the_selects(lost) -> None:
    lost.click_point("loss_matrix", [SUPPRESSED, "popul"])
    assert chosen(lost) == (SUPPRESSED, "popul")
    text = lost.text()
    assert "recoded: grouped into 4 bands" in text
    assert "would have to change category" in text
    lost.choose("variable_select", "vote")
    lost.choose("version_looked_at", "Noise on age")
    assert chosen(lost) == ("Noise on age", "vote")
    assert "Coded alike, its distribution is the same." in lost.text()


def test_the_version_that_is_looked_at_is_always_among_those_shown(lost) -> None:
    for name in lost.app.selectbox(key="version_looked_at").options[::3]:
        lost.choose("version_looked_at", name)
        heads = next(c.proto.spec for c in lost.app.get("plotly_chart") if c.proto.id.endswith("-pair_columns"))
        assert name[:16] in heads


def test_what_is_chosen_stands_in_the_address_by_numbers_and_a_link_opens_it(lost) -> None:
    lost.click_point("loss_matrix", [SUPPRESSED, "popul"])
    said = lost.app.query_params
    assert (said["version"], said["variable"]) == ("7", "1")
    said["version"], said["variable"], said["variables"] = "3", "2", "2.4"
    lost.run()
    names = lost.app.selectbox(key="variable_select").options
    assert chosen(lost) == ("Noise on age", names[1])
    assert f"**{names[1]} × {names[3]}** in **Noise on age**" in lost.text()


def test_figures_of_the_variable_and_its_distances_are_tables(lost) -> None:
    opened(lost, "lost_table", "lost_variable")
    lost.click_point("loss_matrix", ["Microaggregated in fives", "popul"])
    text = lost.text()
    assert "largest gap of the cumulative distributions is" in text
    assert "standard deviations" in text
    assert "left by the recode" in text
    assert table(lost, "Mean")["Values"].tolist() == [944, 944]
    distances = table(lost, "Distance, coded alike")
    assert any("Wasserstein" in name for name in distances["Distance, coded alike"])
    lost.click_point("loss_matrix", [AT_ONCE, "vote"])
    assert any("a nominal variable has no order" in said for said in table(lost, "Distance, coded alike")["In words"])
    assert set(table(lost, "Means, in SD")["Variable"]) == set(lost.app.selectbox(key="variable_select").options)


def test_roles_narrow_matrix_and_table(lost) -> None:
    opened(lost, "lost_table")
    next(p for p in lost.app.get("pills") if p.key == "lost_roles").set_value(["sensitive"])
    lost.run()
    assert set(table(lost, "Role")["Role"]) == {"sensitive"}


def test_the_worst_pair_is_open_and_another_is_chosen_by_a_cell_or_a_row(lost) -> None:
    opened(lost, "lost_pairs", "lost_pair")
    worst = table(lost, "What decided").iloc[0]
    assert f"**{worst['A']} × {worst['B']}** in **Everything at once**" in lost.text()
    lost.click_point("pair_columns", ["vote", "educ"])
    assert "**vote × educ** in **Everything at once**" in lost.text()
    assert "Kruskal-Wallis, ε²" in table(lost, "Bias-corrected V²")
    assert any("Total variation" in name for name in table(lost, "Distance, coded alike")["Distance, coded alike"])


def test_a_pair_of_a_removed_variable_says_why_there_is_no_value(lost) -> None:
    lost.choose("version_looked_at", "Income and place dropped")
    lost.click_point("pair_columns", ["income", "vote"])
    assert "no value, because" in lost.text() or "not measured" in lost.text()


def test_without_results_the_page_is_locked(user) -> None:
    user.go("what_is_lost")
    assert "Nothing to compare yet" in user.text()


def test_gaps_in_words() -> None:
    changed = LargestDifference("category", "Divorced", 0.078, 0.058, 0.042)
    assert gap_words(changed) == (
        "Coded alike, **4.2 in 100 records** would have to change category; **Divorced** changed most: 7.8% of the "
        "original, 5.8% of the masked file."
    )
    assert gap_words(LargestDifference("cumulative", "40", 0.5, 0.45, 0.05)).startswith(
        "Coded alike, the largest gap of the cumulative distributions is **5.0 points**, at about 40"
    )


def test_a_loss_that_is_not_known_is_none() -> None:
    from core.assessment import VariableRecord

    assert VariableRow(VariableRecord("a", "nominal", "key", "kept")).losses == (None,) * 4
