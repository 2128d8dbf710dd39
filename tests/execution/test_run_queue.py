"""Runs wait for their turn, and the next one starts when one is over, anyone who looks or not."""

import time

import pytest

from core.errors import PlanError
from core.execution import JobState, RunQueue

pytestmark = pytest.mark.slow


def until(path):
    """Yield once, then wait until the file is there."""
    yield "started"
    while not path.exists():
        time.sleep(0.02)
    yield "done"


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def test_a_queue_that_runs_nothing_is_refused():
    with pytest.raises(PlanError, match="at least one"):
        RunQueue(0)


def test_the_third_run_waits_and_is_told_its_place(tmp_path):
    runs = RunQueue(2)
    gates = [tmp_path / str(i) for i in range(4)]
    jobs = [runs.start(until, gate) for gate in gates]
    assert [job.state for job in jobs] == [JobState.RUNNING] * 2 + [JobState.WAITING] * 2
    assert [runs.ahead(job) for job in jobs] == [0, 0, 1, 2]
    gates[0].touch()
    wait_for(lambda: jobs[2].state is JobState.RUNNING)
    assert [runs.ahead(job) for job in jobs[2:]] == [0, 1]
    for gate in gates[1:]:
        gate.touch()
    wait_for(lambda: all(job.over for job in jobs))
    for job in jobs:
        assert job.messages() == ["started", "done"]
        assert job.state is JobState.FINISHED


def test_a_waiting_run_can_be_cancelled_and_never_starts(tmp_path):
    runs = RunQueue(1)
    first, second, third = (runs.start(until, tmp_path / name) for name in "abc")
    second.cancel()
    assert second.state is JobState.CANCELLED
    assert second.over
    assert runs.ahead(third) == 1
    first.cancel()
    wait_for(lambda: third.state is JobState.RUNNING)
    assert second.process is None
    third.cancel()


def test_a_run_that_dies_makes_room(tmp_path):
    runs = RunQueue(1)
    first, second = (runs.start(until, tmp_path / name) for name in "ab")
    wait_for(lambda: first.received)
    first.process.kill()
    wait_for(lambda: second.state is JobState.RUNNING)
    first.messages()
    assert first.state is JobState.FAILED
    second.cancel()
