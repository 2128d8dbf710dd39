"""``compile`` says so where a module of kernels is left out; ``make test`` runs the command itself."""

import sys
from argparse import Namespace

import pytest

from core.commands import compile_kernels as command
from core.errors import PlanError


def test_a_module_that_was_left_out_is_an_error(monkeypatch):
    module = sys.modules["core.commands.compile_kernels"]
    monkeypatch.setattr(module, "compiles_first", lambda: False)
    monkeypatch.setattr(module, "left_out_kernels", lambda: ["core.statistics.odd"])
    monkeypatch.setattr(module, "call_kernels", lambda: None)
    with pytest.raises(PlanError, match=r"not compiled: core\.statistics\.odd"):
        command(Namespace())
