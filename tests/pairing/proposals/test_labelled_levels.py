"""What value labels and variable labels say about level, missing codes and role."""

import numpy as np
import pytest

from core.data import Column, Level, Microdata, Role
from core.pairing import draft_codebook

LEVELS = [
    pytest.param("v1", {1: "Catholic", 2: "Protestant", 3: "Other"}, Level.NOMINAL, "name no order", id="no order"),
    pytest.param("v1", {1: "agree", 2: "neither", 3: "disagree"}, Level.ORDINAL, "degrees", id="degrees"),
    pytest.param("v1", {1: "0-19", 2: "20-39", 3: "40+"}, Level.ORDINAL, "bands", id="bands"),
    pytest.param("region", {1: "high land", 2: "low land", 3: "city"}, Level.NOMINAL, "'region'", id="name says no"),
    pytest.param("education", {1: "A", 2: "B", 3: "C"}, Level.ORDINAL, "'education'", id="name says order"),
    pytest.param("v1", {1: "yes", 2: "no"}, Level.NOMINAL, "two codes with labels", id="two"),
]


def file(name: str, values: list[float], labels: dict[int, str], **more: dict[str, str]) -> Microdata:
    told = {name: {str(code): label for code, label in labels.items()}}
    return Microdata("a.sav", {name: Column(np.array(values))}, len(values), value_labels=told, **more)


@pytest.mark.parametrize(("name", "labels", "level", "reason"), LEVELS)
def test_level_of_labelled_codes(name: str, labels: dict[int, str], level: Level, reason: str):
    codes = sorted(labels)
    variable = draft_codebook(file(name, [float(c) for c in codes * 20], labels)).variables[0]
    assert variable.level is level
    assert reason in variable.reason


def test_no_answers_among_numbers_are_proposed_as_missing():
    values = [float(v) for v in [*range(16, 90), 998, 999] * 2]
    variable = draft_codebook(file("years", values, {998: "don't know", 999: "Refused to answer"})).variables[0]
    assert variable.level is Level.CONTINUOUS
    assert variable.missing == ("998", "999")
    assert "'998', '999' proposed as missing" in variable.reason


def test_labelled_numbers_that_are_answers_stay():
    values = [float(v) for v in [*range(16, 91)] * 2]
    assert draft_codebook(file("years", values, {90: "90 or more"})).variables[0].missing == ()


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Age in years", Role.KEY),
        ("Net household income", Role.SENSITIVE),
        ("How satisfied are you with the age at which people may vote in your country?", Role.ANALYSIS),
        ("", Role.ANALYSIS),
    ],
)
def test_a_short_label_says_the_role_where_the_name_does_not(label: str, role: Role):
    values = [float(v) for v in range(40)] * 3
    original = Microdata(
        "a.sav",
        {"v17": Column(np.array(values)), "sex": Column(np.array([1.0, 2.0] * 60))},
        120,
        labels={"v17": label} if label else {},
    )
    variable = draft_codebook(original).variable("v17")
    assert variable.role is role
    assert variable.label == label
    if role is not Role.ANALYSIS:
        assert f"in the label {label!r}" in variable.reason
