"""How far work in the background is, in words."""

from types import SimpleNamespace

import pytest

from pages.components.task import left_in_words, pieces_of_work, roughly


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "5 s"), (22, "20 s"), (57, "55 s"), (58, "1 min"), (5000, "83 min"), (9000, "2.5 h")]
)
def test_a_duration_is_said_as_roughly_as_it_is_known(seconds: float, words: str) -> None:
    assert roughly(seconds) == words


def test_work_that_takes_longer_than_estimated_says_so() -> None:
    assert left_in_words(-1) == "longer than estimated"
    assert left_in_words(31) == "about 30 s left"


def step(done: int, share: float, seconds: float) -> SimpleNamespace:
    return SimpleNamespace(done=done, total=10, share=share, seconds=seconds)


def test_the_end_is_learnt_from_what_came_after_the_first_piece() -> None:
    steps = [step(1, 0.0, 60.0), step(2, 0.25, 90.0)]  # a slow start, then a quarter in 30 s
    assert pieces_of_work(steps, 0.0).ends == pytest.approx(90 + 90)
    assert pieces_of_work(steps[:1], 20.0).ends == pytest.approx(60 + 20)
    assert pieces_of_work(steps[:1], 0.0).ends is None
