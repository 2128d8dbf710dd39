"""What becomes of a run when something goes wrong: a message within seconds, nothing left behind."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.execution import Job, JobState, remove_abandoned
from core.execution import shared_memory as shared
from tests import processes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="process groups and /proc are looked at"),
]
ROOT = Path(__file__).resolve().parents[2]


def ended(job, seconds=30):
    """Look at the job as the page does, until it has ended; return how long that took."""
    start = time.monotonic()
    while job.active:
        assert time.monotonic() - start < seconds, "the run did not end"
        job.messages()
        time.sleep(0.05)
    return time.monotonic() - start


@pytest.fixture
def shared_run():
    """A run with two workers that share an array, under way."""
    job = Job.start(processes.on_two_workers, 200, 0.2)
    processes.until(lambda: job.received)
    yield job
    job.cancel()


def test_case_097_a_killed_run_gives_a_message_within_five_seconds(shared_run):
    group = processes.tree(shared_run.process.pid)
    shared_run.process.kill()
    assert ended(shared_run) < 5
    assert shared_run.state is JobState.FAILED
    assert "the system ended the calculation" in shared_run.error
    assert shared_run.received, "what was finished before is kept"
    processes.until(lambda: shared_run.over, 5)
    processes.until(lambda: not processes.alive(group), 10)


def test_case_097_a_killed_worker_gives_a_message_within_five_seconds(shared_run):
    worker, _ = shared_run.received[0]
    os.kill(worker, 9)
    assert ended(shared_run) < 5
    assert shared_run.state is JobState.FAILED
    assert "a worker process was ended by the system" in shared_run.error


def test_case_098_running_out_of_memory_is_said_in_words():
    job = Job.start(processes.hungry, 2000)
    ended(job)
    assert job.state is JobState.FAILED
    assert job.error.startswith("memory ran out")
    assert job.received == ["started"]


def test_case_103_after_a_cancel_no_process_of_the_run_is_left_within_two_seconds(shared_run):
    group = processes.tree(shared_run.process.pid)
    assert len(group) >= 3, "the run has workers"
    assert len({tuple(p.cmdline()) for p in group}) == 1, "all are forked: none has loaded the program anew"
    start = time.monotonic()
    shared_run.cancel()
    processes.until(lambda: not processes.alive(group), 2)
    assert time.monotonic() - start < 2
    assert shared_run.state is JobState.CANCELLED


def test_case_103_a_child_that_ignores_the_polite_signal_is_ended_too():
    job = Job.start(processes.stubborn)
    processes.until(lambda: job.received)
    group = processes.tree(job.process.pid)
    start = time.monotonic()
    job.cancel()
    processes.until(lambda: not processes.alive(group), 2)
    assert time.monotonic() - start < 2


def test_case_112_shared_arrays_lie_in_memory_and_go_with_the_run(shared_run):
    assert processes.shared_folders(os.getpid()), "the array is shared in memory"
    folder = processes.shared_folders(os.getpid())[0]
    assert folder.stat().st_mode & 0o077 == 0, "only the owner may look into it"
    shared_run.cancel()
    processes.until(lambda: not processes.shared_folders(os.getpid()), 2)


def test_case_111_an_unforeseen_error_of_a_run_quotes_no_value():
    job = Job.start(processes.quotes_data)
    ended(job)
    assert job.error == "KeyError"


SERVER = """
import os, sys, time
sys.path.insert(0, {root!r})
from core.execution import Job, forked
from tests import processes

if __name__ == "__main__":
    forked.PRELOADED[:] = ["core.execution"]  # nothing is measured here
    job = Job.start(processes.on_two_workers, 500, 0.2)
    processes.until(lambda: job.received)
    print(*(p.pid for p in processes.tree(job.process.pid)), flush=True)
    {ending}
"""


@pytest.mark.parametrize("ending", ["time.sleep(99)", "sys.exit(0)"])
def test_case_102_a_server_that_ends_leaves_no_run_and_no_file_behind(tmp_path, ending):
    import psutil

    script = tmp_path / "server.py"
    script.write_text(SERVER.format(root=str(ROOT), ending=ending))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment)
    group = [psutil.Process(int(pid)) for pid in server.stdout.readline().split()]
    assert len(group) >= 3
    if "sleep" in ending:
        server.kill()
    server.wait(10)
    server.stdout.close()
    processes.until(lambda: not processes.alive(group), 5)
    processes.until(lambda: not processes.shared_folders(server.pid), 5)


COMMAND = """
import os, sys
sys.path.insert(0, {root!r})
from core.execution import forked
from tests import processes

if __name__ == "__main__":
    forked.PRELOADED[:] = ["core.execution"]  # nothing is measured here
    answers = processes.on_two_workers(500, 60)
    processes.report_when_started()
    next(answers)
"""


def test_case_097_a_command_that_is_killed_leaves_no_worker_and_no_file_behind(tmp_path):
    import psutil

    script = tmp_path / "command.py"
    script.write_text(COMMAND.format(root=str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment)
    group = [psutil.Process(int(pid)) for pid in command.stdout.readline().split()]
    assert len(group) >= 3
    assert processes.shared_folders(command.pid)
    command.kill()
    command.wait(10)
    command.stdout.close()
    processes.until(lambda: not processes.alive(group))  # each would work for a minute
    processes.until(lambda: not processes.shared_folders(command.pid))


def test_case_102_folders_of_servers_that_are_gone_are_removed_at_the_next_start(tmp_path, monkeypatch):
    monkeypatch.setattr(shared, "MEMORY_FOLDER", tmp_path)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    abandoned = tmp_path / f"ru-map-{gone.pid}-0123456789abcdef"
    in_use = tmp_path / f"ru-map-{os.getpid()}-0123456789abcdef"
    foreign = tmp_path / "somebody"
    for folder in (abandoned, in_use, foreign):
        folder.mkdir()
    remove_abandoned()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([in_use.name, foreign.name])


def warns():
    import warnings

    warnings.warn("Jane Canary, 4711", stacklevel=1)
    yield os.environ["PYTHONWARNINGS"]


def test_case_111_a_warning_of_a_run_is_not_printed(capfd):
    job = Job.start(warns)
    ended(job)
    assert job.received == ["ignore"]
    assert "Canary" not in "".join(capfd.readouterr())


def test_case_113_a_crash_of_a_run_leaves_no_image_of_its_memory():
    job = Job.start(limits)
    processes.until(lambda: job.received)
    assert job.received == [0]
    job.cancel()


def limits():
    import resource

    yield resource.getrlimit(resource.RLIMIT_CORE)[0]
