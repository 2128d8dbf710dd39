import os
import subprocess
import sys
import threading
import time
from concurrent.futures import wait
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest

from core.errors import PlanError
from core.execution import Call, Job, JobState, perform
from core.execution.forked import process_context

pytestmark = pytest.mark.slow


def count(n):
    yield from range(n)


def forever(folder):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield child.pid
    while True:
        time.sleep(0.1)


def refused():
    yield 1
    raise PlanError("choose one of a, b")


def faulty():
    yield 1
    raise ValueError("the confidential value 12345")


def crashing():
    yield 1
    time.sleep(0.5)  # so that the first item is sent
    os._exit(3)


def consume(job, seconds=60):
    received, end = [], time.monotonic() + seconds
    while job.state is JobState.RUNNING and time.monotonic() < end:
        received += job.messages()
        time.sleep(0.02)
    return received


def test_a_job_sends_all_it_yields_and_finishes():
    job = Job.start(count, 5)
    assert consume(job) == [0, 1, 2, 3, 4]
    assert (job.state, job.error) == (JobState.FINISHED, "")


def test_an_error_that_a_user_can_mend_keeps_its_message_another_tells_its_kind_and_a_crash_is_noticed():
    jobs = [Job.start(generator) for generator in (refused, faulty, crashing)]
    assert [consume(job) for job in jobs] == [[1]] * 3
    assert [job.state for job in jobs] == [JobState.FAILED] * 3
    assert [job.error for job in jobs[:2]] == ["choose one of a, b", "ValueError"]
    assert "exit code 3" in jobs[2].error


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="process groups are not on this platform")
def test_cancelling_ends_the_process_and_its_children_within_two_seconds(tmp_path):
    job = Job.start(forever, str(tmp_path))
    while not (received := job.messages()):
        time.sleep(0.05)
    start = time.monotonic()
    job.cancel()
    assert time.monotonic() - start < 2.5
    assert job.state is JobState.CANCELLED
    assert not job.process.is_alive()
    assert gone(received[0])


def test_cancelling_right_after_the_start_ends_the_process_too():
    job = Job.start(count, 10**9)
    job.cancel()
    assert wait([job._over], 30).done
    assert not job.process.is_alive()
    assert job.state is JobState.CANCELLED


def test_starting_does_not_wait_until_the_process_has_read_its_work(monkeypatch):
    started = threading.Event()
    kind = process_context().Process
    begin = kind.start

    def slow_start(process):
        started.wait(30)
        begin(process)

    monkeypatch.setattr(kind, "start", slow_start)
    job = Job.start(count, 3)
    assert job.state is JobState.RUNNING
    started.set()
    assert consume(job) == [0, 1, 2]


def loaded():
    yield process_context().get_start_method() != "forkserver" or "core.assessment" in sys.modules


def test_a_process_has_loaded_the_program_when_it_starts():
    assert consume(Job.start(loaded)) == [True]


def children(n):
    yield from dict(perform((Call(i, os.getpid, ()) for i in range(n)), 2)).values()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="process groups are not on this platform")
def test_a_finished_job_leaves_no_worker_behind():
    job = Job.start(children, 4)
    workers = consume(job)
    assert len(workers) == 4
    assert job.state is JobState.FINISHED
    assert all(gone(pid) for pid in workers)


def test_a_job_leaves_nothing_in_the_folder_for_temporary_files():
    """Each left the socket by which its processes were forked: a file for every run and report of the server."""
    temporary = Path(get_temp_dir())
    consume(Job.start(count, 1))  # the server's own socket is there by now
    before = sorted(temporary.iterdir())
    for job in [Job.start(count, 1), Job.start(crashing)]:
        consume(job)
    assert sorted(temporary.iterdir()) == before


def gone(pid):
    for _ in range(40):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
