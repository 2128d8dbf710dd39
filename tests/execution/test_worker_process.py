"""Calls in another process: answers, refusals, time, death; nothing of the data stays there or is said."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from core.data import Column, Microdata
from core.errors import PairingError, ProcessError, TookTooLong
from core.execution import UnforeseenError
from core.execution.worker_process import WorkerProcesses
from tests.execution import worker_calls as calls
from tests.processes import until

ROOT = Path(__file__).resolve().parents[2]


pytestmark = pytest.mark.slow  # starts processes


@pytest.fixture(scope="module")
def apart():
    made = WorkerProcesses(at_once=1)
    yield made
    made.end()


@pytest.fixture
def short_lived():
    made = WorkerProcesses(at_once=1, seconds=0.3)
    yield made
    made.end()


def test_a_call_is_performed_in_another_process_which_stays(apart):
    first, second = apart.call(calls.process_id), apart.call(calls.process_id)
    assert first == second != os.getpid()


def test_a_refusal_comes_back_with_its_kind_and_words(apart):
    with pytest.raises(PairingError, match=r"^Müller: mend 'renamed'$"):
        apart.call(calls.refuses, "Müller: mend 'renamed'")


@pytest.mark.parametrize("function", [calls.quotes_data, calls.returns_what_cannot_cross])
def test_an_unforeseen_error_tells_its_kind_and_place_only(apart, function):
    with pytest.raises(UnforeseenError) as caught:
        apart.call(function)
    assert "Canary" not in str(caught.value)
    assert str(caught.value).split(" at ")[0] in {"KeyError", "AttributeError", "PicklingError"}
    assert apart.call(calls.same, 7) == 7


def test_memory_that_runs_out_is_said_in_words(apart):
    with pytest.raises(ProcessError, match="memory ran out"):
        apart.call(calls.runs_out_of_memory)


def test_columns_that_come_back_untouched_are_the_same_objects(apart):
    file = Microdata("o.csv", {"x": Column(np.arange(50_000) / 3)}, 50_000)
    answer = apart.call(calls.first_of, file, 1)
    assert answer is not file
    assert answer.columns["x"].numbers is file.columns["x"].numbers


def test_nothing_of_a_call_is_kept(apart):
    apart.call(calls.same, Microdata("o.csv", {"x": Column(np.arange(5.0))}, 5))
    assert apart.call(calls.microdata_in_memory) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no core dumps there")
def test_no_warning_is_printed_and_no_core_dumped(apart, capfd):
    assert apart.call(calls.warns) == "ignore"
    assert apart.call(calls.core_limit) == 0
    assert "Canary" not in "".join(capfd.readouterr())


def test_a_killed_process_is_said_and_the_next_call_has_another(apart):
    before = apart.call(calls.process_id)
    with pytest.raises(ProcessError, match="the system ended the calculation") as caught:
        apart.call(calls.dies)
    assert not isinstance(caught.value, TookTooLong)
    assert apart.call(calls.process_id) != before
    [idle] = apart._free
    idle.process.kill()  # while nobody asks
    until(lambda: not idle.alive)
    assert apart.call(calls.process_id) not in {before, idle.process.pid}


def test_a_call_that_takes_too_long_is_ended_and_said(short_lived):
    start = time.monotonic()
    with pytest.raises(TookTooLong, match=r"longer than the 0\.3 seconds"):
        short_lived.call(calls.sleeps)
    assert time.monotonic() - start < 20
    short_lived.seconds = 60
    assert short_lived.call(calls.same, 7) == 7


def test_a_call_about_more_data_may_take_longer(apart, monkeypatch):
    assert apart.call(calls.waits, 0) is None
    monkeypatch.setattr(apart, "seconds", 0.3)
    assert apart.call(calls.waits, 0.6, np.zeros(1_250_000)) is None  # 10 MB: five seconds more
    with pytest.raises(TookTooLong):
        apart.call(calls.waits, 20)


def test_who_comes_while_all_are_at_work_waits(apart):
    answers = []
    threads = [threading.Thread(target=lambda i=i: answers.append(apart.call(calls.same, i))) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(8))


SERVER = """
import os, sys, time
sys.path.insert(0, {root!r})
from core.execution import call_in_worker, forked

if __name__ == "__main__":
    forked.PRELOADED[:] = ["core.execution"]  # nothing is measured here
    print(call_in_worker(os.getpid), flush=True)
    {ending}
"""


@pytest.mark.parametrize("ending", ["time.sleep(99)", "sys.exit(0)", "call_in_worker(time.sleep, 60)"])
def test_a_server_that_ends_leaves_no_process_behind(tmp_path, ending):
    script = tmp_path / "server.py"
    script.write_text(SERVER.format(root=str(ROOT), ending=ending))
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    number = int(server.stdout.readline())
    process = psutil.Process(number) if psutil.pid_exists(number) else None  # gone before it could be looked at
    if "sleep" in ending:
        server.kill()
    server.wait(10)
    server.stdout.close()
    until(lambda: process is None or not process.is_running() or process.status() == psutil.STATUS_ZOMBIE, 5)
