"""More utility: one part at a time, which an address and a button of another page lead into."""

import pytest


def keys(user) -> set[str]:
    return {s.key for s in user.app.selectbox}


@pytest.mark.parametrize(
    ("part", "own"),
    [
        ("whole_file", "whole_file_scenario"),
        ("tables", "tables_scenario"),
        ("analyses", "analyses_indicator"),
    ],
)
def test_an_address_opens_a_part_and_only_that_one_is_drawn(reader_of_example, part: str, own: str) -> None:
    reader_of_example.app.query_params["part"] = part
    reader_of_example.go("more_utility")
    assert reader_of_example.app.segmented_control(key="more_utility_part").value == part
    others = {"whole_file_scenario", "tables_scenario", "analyses_indicator"} - {own}
    assert own in keys(reader_of_example)
    assert not others & keys(reader_of_example)


def test_a_part_is_one_chart_and_what_is_folded_away_is_not_worked_out(reader_of_example) -> None:
    for part in ("whole_file", "tables", "analyses"):
        reader_of_example.go_part(part)
        assert len(reader_of_example.app.get("plotly_chart")) == 1, part


def test_an_address_without_such_a_part_opens_the_first(reader_of_example) -> None:
    reader_of_example.app.query_params["part"] = "<script>"
    reader_of_example.go("more_utility")
    assert reader_of_example.app.segmented_control(key="more_utility_part").value == "whole_file"


def test_the_chosen_part_stays_when_the_page_is_left_and_stands_in_the_address(reader_of_example) -> None:
    reader_of_example.go("more_utility")
    reader_of_example.app.segmented_control(key="more_utility_part").set_value("tables")
    reader_of_example.run()
    assert reader_of_example.app.query_params["part"] == "tables"
    reader_of_example.go("what_is_lost")
    reader_of_example.app.query_params.clear()
    reader_of_example.go("more_utility")
    assert reader_of_example.app.segmented_control(key="more_utility_part").value == "tables"
