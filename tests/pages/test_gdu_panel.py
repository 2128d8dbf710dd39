"""Why a scenario scored what it scored: every diagnostic in words, for every scenario."""

import dataclasses
import re

import pytest

from core.measures import Skipped
from pages.components.compare import gdu_words

pytestmark = pytest.mark.slow


def opened(user) -> None:
    """Open what is said of one version."""
    user.state["details_version"] = True
    user.run()


def text_for(user, scenario: str) -> str:
    opened(user)
    user.choose("map_scenario", scenario)
    return user.text()


def test_the_card_names_score_losses_floor_bottom_and_pairs(reader_of_example) -> None:
    text = text_for(reader_of_example, "Suppressed to k = 3")
    for words in (
        "**Suppressed to k \\= 3** scores **84.3",
        "points** missing to 100",
        "were lost by recoding",
        "what a fresh survey of the same size, 944 records, would score",
        "Shuffling every column destroys all associations",
        "On the way from there to 100",
        "What decided the 45 pairs?",
        "by a hair",
        "Recoded variables compared the other way",
        "Suppressed values counted as lost",
        "GDU times GRC",
        "944 records in the original, 944 in the masked file",
        "not probabilities",
    ):
        assert words in text, words


def test_causes_add_up_to_what_is_missing(reader_of_example) -> None:
    opened(reader_of_example)
    for name in reader_of_example.app.selectbox(key="map_scenario").options:
        text = text_for(reader_of_example, name)
        missing = re.search(r"Of the \*\*([\d.]+) points\*\* missing", text)
        parts = [float(x) for x in re.findall(r"- \*\*([\d.]+) points\*\* were lost", text)]
        assert missing is not None, name
        assert sum(parts) == pytest.approx(float(missing[1]), abs=0.25), name


def test_removed_variables_and_the_product_are_told(reader_of_example) -> None:
    text = text_for(reader_of_example, "Income and place dropped")
    assert "were lost because variables were removed" in text
    assert re.search(r"Pairs that can still be analysed \(GRC\): \*\*62.2", text)


def test_a_sample_is_also_read_at_its_own_size(reader_of_example) -> None:
    text = text_for(reader_of_example, "20% sample")
    assert "as if they had as few records as the smaller one: **" in text
    assert "just miss that in the other" in text or "just misses that in the other" in text


def test_less_than_shuffled_columns_is_said(reader_of_example) -> None:
    assert "less than that" in text_for(reader_of_example, "Everything at once")


def test_changed_weights_are_not_passed_over(reader_of_example) -> None:
    user = reader_of_example
    workspace = user.state["workspace"]
    from pages.components.workspace import worked_example

    codebook = worked_example(workspace.example).codebook
    first = dataclasses.replace(codebook.variables[0], weight=5.0)
    changed = dataclasses.replace(codebook, variables=(first, *codebook.variables[1:]))
    user.state["workspace"] = dataclasses.replace(workspace, codebook=changed)
    opened(user)
    assert "weights have changed since the run" in user.text()


def test_without_gdu_the_reason_stands_there(reader_of_example) -> None:
    user = reader_of_example
    opened(user)
    workspace = user.state["workspace"]
    name = user.app.selectbox(key="map_scenario").value
    scenarios = []
    for scenario in workspace.comparison.scenarios:
        outcomes = [
            Skipped("gdu", (), "vote: unknown <values>") if o.measure == "gdu" and scenario.name == name else o
            for o in scenario.outcomes
        ]
        scenarios.append(dataclasses.replace(scenario, outcomes=tuple(outcomes)))
    comparison = dataclasses.replace(workspace.comparison, scenarios=tuple(scenarios))
    user.state["workspace"] = dataclasses.replace(workspace, comparison=comparison)
    opened(user)
    user.choose("map_scenario", name)
    assert "has no Global Data Utility" in user.text()
    assert "vote\\: unknown \\<values\\>" in user.text().replace("\u2060", "")


def test_every_cause_and_setting_has_words() -> None:
    from core.views.gdu_diagnosis import OTHER_SETTINGS

    assert set(gdu_words.SETTINGS) == set(OTHER_SETTINGS)
    assert set(gdu_words.WHY_DIFFERENT) == set(OTHER_SETTINGS) - {"gdu_other_basis"}
