"""How processes begin: none of them runs again what Python was started with."""

import subprocess
import sys
from multiprocessing import process, util
from pathlib import Path

import pytest

from core.execution import remove_socket

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
print("begun", flush=True)  # no guard by __name__: scripts of analysts have none

def negative(number):
    return -number

from core.execution import Call, Job, call_in_worker, forked, perform
forked.PRELOADED[:] = ["core.execution"]  # nothing is measured here
{before}
print(sorted(dict(perform([Call(i, negative, (i,)) for i in range(3)], 2)).values()))
print(call_in_worker(abs, -4))
job = Job.start(enumerate, "ab")
while not job.over:
    pass
print(job.messages())
"""
ANSWERS = ["begun", "[-2, -1, 0]", "4", "[(0, 'a'), (1, 'b')]"]
SPAWNED = "forked.sys = type('', (), dict(platform='darwin'))"
"""What Windows and macOS do."""

BY_PATH = "import runpy; runpy.run_path('analysis.py', run_name='__main__')"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "before"),
    [
        (["analysis.py"], ""),
        (["-"], ""),
        (["analysis.py"], SPAWNED),
        pytest.param(["-m", "analysis"], "", marks=pytest.mark.study),
        pytest.param(["-c", BY_PATH], "", marks=pytest.mark.study),
        pytest.param(["-m", "analysis"], SPAWNED, marks=pytest.mark.study),
    ],
    ids=["script", "input", "script spawned", "module", "runpy", "module spawned"],
)  # three of the six ways are enough where nothing of core.execution has changed: each starts processes of its own
def test_no_process_runs_again_what_python_was_started_with(tmp_path, asked, before):
    script = SCRIPT.format(before=before)
    (tmp_path / "analysis.py").write_text(script)
    done = subprocess.run(
        [sys.executable, *asked], input=script, capture_output=True, text=True, cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert (done.stdout.splitlines(), done.returncode) == (ANSWERS, 0), done.stderr


def test_a_server_that_ends_leaves_no_socket(monkeypatch):
    """Ended by a signal, it leaves without Python's exit functions: a folder stayed for each start."""
    for key, at_exit in list(util._finalizer_registry.items()):
        if at_exit._callback is util._remove_temp_dir:  # that of this process, which other tests use
            monkeypatch.delitem(util._finalizer_registry, key)
    monkeypatch.setitem(process.current_process()._config, "tempdir", None)
    folder = Path(util.get_temp_dir())
    (folder / "listener").touch()
    for _ in range(2):
        remove_socket()
        assert not folder.exists()
