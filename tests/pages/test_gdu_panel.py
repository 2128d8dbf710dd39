"""Why a scenario scored what it scored: every diagnostic in words, for every scenario."""

import dataclasses
import re

import pytest

from core.measures import Skipped

pytestmark = pytest.mark.slow


def opened(user) -> None:
    """Open what is said of one version."""
    user.state["details_version"] = True
    user.run()


def text_for(user, scenario: str) -> str:
    opened(user)
    user.choose("version_looked_at", scenario)
    return user.text()


def frame(user, column):
    return next(d.value for d in user.app.dataframe if column in d.value)


def test_what_is_missing_is_said_by_cause_and_adds_up(reader_of_example) -> None:
    text = text_for(reader_of_example, "Suppressed to k = 3")
    assert "**Suppressed to k \\= 3** scores **84.3" in text
    assert "944 records in the original, 944 in the masked file" in text
    missing = re.search(r"Of the \*\*([\d.]+) points\*\* missing", text)
    losses = frame(reader_of_example, "Lost by")
    assert losses["Points of 100"].sum() == pytest.approx(float(missing[1]), abs=0.06)
    assert losses["Lost by"].str.startswith("recoding").any()
    assert frame(reader_of_example, "Decided by")["Pairs"].sum() == 45
    readings = frame(reader_of_example, "A fresh survey")
    assert readings["Score"].str.contains("GRC").any()
    assert "%" in readings["A fresh survey"].iloc[0]


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
    name = user.app.selectbox(key="version_looked_at").value
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
    user.choose("version_looked_at", name)
    assert "has no Global Data Utility" in user.text()
    assert "vote\\: unknown \\<values\\>" in user.text().replace("\u2060", "")
