"""How far work in the background is, in words."""

from types import SimpleNamespace

import pytest

from core.execution import JobState
from pages.components.laboratory.bench import RUN, SEARCH, SWEEP
from pages.components.laboratory.tasks import ended_in_words
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


@pytest.mark.parametrize(
    ("kind", "received", "said"),
    [
        (RUN, (), "It was cancelled: there is no new scenario."),
        (RUN, ("masked", "step"), "It was cancelled: there is no new scenario."),
        (SWEEP, (), "It was cancelled. Nothing was finished before."),
        (SWEEP, ("setting",), "It was cancelled. What was finished before is kept."),
        (SEARCH, (), "It was cancelled. Nothing was finished before."),
        (SEARCH, ("tried",), "It was cancelled. What was finished before is kept."),
    ],
)
def test_whoever_cancels_the_laboratorys_work_is_told_what_is_kept(kind, received, said: str) -> None:
    def ended(state: JobState) -> SimpleNamespace:
        return SimpleNamespace(kind=kind, job=SimpleNamespace(state=state, received=received, error="no memory left"))

    assert ended_in_words(ended(JobState.CANCELLED)) == said
    assert ended_in_words(ended(JobState.FAILED)) == "no memory left"
    assert not ended_in_words(ended(JobState.FINISHED))
