"""How far work in the background is, in words."""

import pytest

from pages.components.task import left_in_words, roughly


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "5 s"), (22, "20 s"), (57, "55 s"), (58, "1 min"), (5000, "83 min"), (9000, "2.5 h")]
)
def test_a_duration_is_said_as_roughly_as_it_is_known(seconds: float, words: str) -> None:
    assert roughly(seconds) == words


def test_work_that_takes_longer_than_estimated_says_so() -> None:
    assert left_in_words(-1) == "longer than estimated"
    assert left_in_words(31) == "about 30 s left"
