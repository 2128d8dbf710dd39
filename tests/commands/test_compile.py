"""``compile`` reaches every module of kernels, and says so where one is left out."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from core.commands import compile_kernels as command
from core.errors import PlanError

ROOT = Path(__file__).parents[2]
REACHED = """
import sys
from importlib import import_module
from numba.core.dispatcher import Dispatcher

import_module("core.commands.compile_kernels").call_kernels()
kernels = {v for m in list(sys.modules) if m.startswith("core.") for v in vars(sys.modules[m]).values()
           if isinstance(v, Dispatcher)}
called = [k for k in kernels if k.signatures]
reached = set()
while called:  # a kernel whose code lies on the disk has its inner ones in it
    reached.add(kernel := called.pop())
    inner = {kernel.py_func.__globals__.get(name) for name in kernel.py_func.__code__.co_names}
    called += [k for k in inner - reached if isinstance(k, Dispatcher)]
print(*{k.__module__ for k in reached})
"""


def modules_of_kernels() -> set[str]:
    """Return the modules that hold a kernel, loaded or not."""
    files = [f for f in (ROOT / "core").rglob("*.py") if "\n@njit(" in f.read_text("utf-8")]
    return {".".join(f.relative_to(ROOT).with_suffix("").parts) for f in files}


@pytest.mark.slow
def test_compile_leaves_no_module_of_kernels_out():
    done = subprocess.run([sys.executable, "-c", REACHED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert modules_of_kernels() - set(done.stdout.split()) == set()
    assert len(modules_of_kernels()) > 20


def test_a_module_that_was_left_out_is_an_error(monkeypatch):
    module = sys.modules["core.commands.compile_kernels"]
    monkeypatch.setattr(module, "compiles_first", lambda: False)
    monkeypatch.setattr(module, "left_out_kernels", lambda: ["core.statistics.odd"])
    monkeypatch.setattr(module, "call_kernels", lambda: None)
    with pytest.raises(PlanError, match=r"not compiled: core\.statistics\.odd"):
        command(Namespace())
