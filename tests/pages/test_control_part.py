"""The control file on the Set up page: what is said of one that the masking never saw, and of one that it saw."""

import numpy as np

from tests.pages.conftest import User

PEOPLE = np.random.default_rng(4)
ROWS = [f"{PEOPLE.integers(0, 900)},s{PEOPLE.integers(0, 2)},t{PEOPLE.integers(0, 5)}" for _ in range(500)]
SEEN = "are equal to one of the control's 100"


def csv(rows: list[str]) -> bytes:
    return "\n".join(["age,sex,town", *rows, ""]).encode()


def paired_with_control(user: User, bring, masked: list[str]) -> str:
    """Return what the Set up page says of a control of the last hundred people."""
    bring({"original.csv": csv(ROWS[:400]), "masked.csv": csv(masked)})
    user.upload("Control file", "control.csv", csv(ROWS[400:]))
    user.look_at("control.csv")
    assert not user.app.exception
    return user.text().replace("\\", "")


def test_a_masked_file_that_was_made_of_the_controls_people_too_is_named(user, bring) -> None:
    said = paired_with_control(user, bring, ROWS)
    assert SEEN in said
    assert "**masked.csv**" in said
    assert "figures net of it come out too low" in said


def test_a_control_that_no_masking_saw_is_said_to_look_like_one(user, bring) -> None:
    said = paired_with_control(user, bring, [row.replace("t4", "t3") for row in ROWS[:400:2]])
    assert SEEN not in said
    assert "**masked.csv**: " not in said
    assert "The control file has 100 records" in said
