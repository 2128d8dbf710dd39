"""The map: choice of axes and limit, choosing a scenario by click or by keyboard, the table."""

from dataclasses import replace

import pytest

from core.decision import ReleaseType, proposed_purpose

pytestmark = pytest.mark.slow

CHART = "map_chart"


def chosen(user) -> str:
    return user.app.selectbox(key="map_scenario").value


def test_a_click_opens_the_scenario(reader_of_example) -> None:
    user = reader_of_example
    assert chosen(user) != "PRAM on education and vote"
    user.click_point(CHART, ["PRAM on education and vote"])
    assert chosen(user) == "PRAM on education and vote"


def test_the_select_wins_over_an_old_click(reader_of_example) -> None:
    user = reader_of_example
    user.click_point(CHART, ["Everything at once"])
    user.choose("map_scenario", "Noise on age")
    assert chosen(user) == "Noise on age"
    user.run()
    assert chosen(user) == "Noise on age"


def test_the_first_axis_sees_how_the_files_were_masked(reader_of_example) -> None:
    select = reader_of_example.app.selectbox(key="map_risk")
    assert select.options[select.value].startswith("Risk of the file")


def test_the_limit_of_the_map_is_that_of_the_purpose(reader_of_example) -> None:
    user = reader_of_example
    assert "Acceptable: **5.0%**" in user.text()
    record = user.app.session_state["workspace"].record
    secure = replace(record, purpose=proposed_purpose(ReleaseType.SECURE))
    user.app.session_state["workspace"] = replace(user.app.session_state["workspace"], record=secure)
    user.run()
    assert "Acceptable: **20.0%**" in user.text()
    assert "Judged by **Secure room**" in user.text()


def test_the_table_says_which_rate_a_risk_is(reader_of_example) -> None:
    table = reader_of_example.app.dataframe[-1].value.set_index("Scenario")
    assert table.loc["Noise on age", "Risk is the"] in {
        "linkage rate",
        "re-identification rate of records with true key values",
    }


@pytest.mark.parametrize("switch", ["map_intervals", "map_swapped", "map_log"])
def test_the_map_can_be_drawn_in_every_way(reader_of_example, switch: str) -> None:
    user = reader_of_example
    toggle = user.app.toggle(key=switch)
    toggle.set_value(not toggle.value)
    user.run()
    assert user.app.get("plotly_chart")


def test_every_risk_and_utility_can_be_an_axis(reader_of_example) -> None:
    user = reader_of_example
    n_utility, n_risk = (len(user.app.selectbox(key=key).options) for key in ("map_utility", "map_risk"))
    for i in range(max(n_utility, n_risk)):
        user.app.selectbox(key="map_utility").set_value(i % n_utility)
        user.choose("map_risk", i % n_risk)
        assert user.app.get("plotly_chart")


def test_the_table_holds_all_points(reader_of_example) -> None:
    table = reader_of_example.app.dataframe[-1].value
    assert set(reader_of_example.app.selectbox(key="map_scenario").options) < set(table["Scenario"])
    assert {"Original", "No release"} < set(table["Scenario"])


def test_worst_pairs_lead_to_the_pair(reader_of_example) -> None:
    user = reader_of_example
    name = chosen(user)
    # AppTest does not follow a switch of page: the choice that the button leaves is read instead
    user.app.button(key="open_pairs").click().run()
    user.go("pairs")
    assert user.app.selectbox(key="pairs_scenario").value == name
