"""Whether the first run has to compile its kernels."""

from types import SimpleNamespace

import numba
import pytest

from core.execution import kernels


def add_one(x):
    return x + 1


@pytest.fixture
def kernel(monkeypatch, tmp_path):
    """Return what puts a kernel in place of all others, as a process that has just started knows it."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    def fresh():
        made = numba.njit(cache=True)(add_one)
        monkeypatch.setattr(kernels, "_modules", lambda: [SimpleNamespace(add_one=made)])
        return made

    return fresh


def test_a_machine_without_compiled_kernels_compiles_first(kernel):
    made = kernel()
    assert kernels.compiles_first()
    assert made(1) == 2
    assert not kernels.compiles_first()
    kernel()  # the next process finds the compiled code on the disk
    assert not kernels.compiles_first()


def test_code_compiled_for_another_processor_does_not_count(kernel, monkeypatch):
    kernel()(1)
    kernel()
    other = SimpleNamespace(magic_tuple=lambda: ("x86_64", "another", ""))
    monkeypatch.setattr(kernels, "cpu_target", SimpleNamespace(target_context=SimpleNamespace(codegen=lambda: other)))
    assert kernels.compiles_first()


def test_a_module_without_compiled_code_is_named(kernel):
    made = kernel()
    assert kernels.left_out_kernels() == [__name__]
    made(1)
    assert kernels.left_out_kernels() == []
