"""One worker: a copy of the project, in which one mutation after the other is made, tried and taken back."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from experiments.mutation.mutants import ROOT, Gone, Mutant, covering

SECONDS = 600
"""Of the clock, for the tests of one mutation; one that takes longer is caught: users would notice it too."""

HEAVY = ("numpy", "pandas", "scipy.stats", "scipy.optimize", "numba", "pyarrow", "sklearn.tree", "statsmodels.api")
"""Imported once; every trial is a copy of this process. Nothing of the project may be imported here."""

OUTCOMES = {0: "SURVIVED", 1: "caught"}
CHEAP = "not browser and not study"


def copy_project(folder: Path) -> Path:
    """Copy the files under version control, as they are now, and link the real files beside the copy."""
    root = folder / "project"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    if (ROOT.parent / "shared").is_dir():
        (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())
    return root


def begin(folder: str) -> None:
    """Make a copy in a folder and work in it from now on."""
    root = copy_project(Path(tempfile.mkdtemp(dir=folder)))
    os.chdir(root)
    sys.path[:] = [str(root), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
    os.environ["PYTHONPATH"] = str(root)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "core", "pages"], check=True)
    sys.dont_write_bytecode = True
    for name in HEAVY:
        importlib.import_module(name)


class Red:
    """Notes which tests fail."""

    def __init__(self) -> None:
        self.tests: list[str] = []

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed:
            self.tests.append(report.nodeid)


def red_tests(room: str) -> list[str]:
    """Return the room's tests that fail without any mutation, which could show nothing."""
    note = Path(tempfile.mkstemp(dir="..")[1])
    red = Red()

    def run() -> int:
        code = _pytest([f"tests/{room}"], red)
        note.write_text(json.dumps(red.tests), encoding="utf-8")
        return code

    code = _wait_for(run)
    if code not in OUTCOMES:
        raise RuntimeError(f"the tests of {room} ended with code {code} without any mutation")
    return json.loads(note.read_text() or "[]")


def attempt_here(mutant: Mutant, red: Sequence[str] = ()) -> str:
    """Try a mutation in this process's own copy, but for tests that fail anyway."""
    return attempt(mutant, Path.cwd(), red)


def attempt(mutant: Mutant, root: Path, red: Sequence[str] = ()) -> str:
    """Make a mutation, run the tests that cover it, take it back; return what came of it."""
    try:
        path = mutant.place(root)
    except Gone as gone:
        return f"GONE: {gone}"
    text, times = path.read_text(encoding="utf-8"), path.stat()
    changed = text.replace(mutant.before, mutant.after)
    try:
        compile(changed, str(path), "exec")
    except SyntaxError as error:
        return f"GONE: {mutant.file}: no Python any more: {error}"
    arguments = ["-x", *(f"--deselect={test}" for test in red), *covering(mutant, path, root)]
    path.write_text(changed, encoding="utf-8")
    try:
        code = _wait_for(lambda: _trial(arguments, compiled="njit" in text))
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return OUTCOMES.get(code, "caught" if code < 0 else f"GONE: the tests ended with code {code}")


def _wait_for(deed: Callable[[], int]) -> int:
    """Do something in a copy of this process; return its answer, or the signal that ended it, below 0."""
    process = os.fork()
    if process == 0:
        code = 70
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            code = deed()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _trial(arguments: Sequence[str], *, compiled: bool) -> int:
    signal.alarm(SECONDS)
    if compiled:  # kernels that call a changed one would be taken from the cache as they were
        importlib.import_module("numba").config.CACHE_DIR = tempfile.mkdtemp(prefix="kernels-", dir="..")
    code = _pytest(arguments)
    # a module that cannot be imported is noticed
    return 1 if code == int(pytest.ExitCode.INTERRUPTED) else code


def _pytest(arguments: Sequence[str], *plugins: object) -> int:
    return int(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "-m", CHEAP, *arguments], list(plugins)))
