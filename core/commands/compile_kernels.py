"""``compile``: kernels compiled before anybody waits for them, as for a container image."""

from __future__ import annotations

import argparse

import numpy as np

from core.assessment import make_plan, run
from core.commands.terminal import say
from core.data import Microdata
from core.errors import PlanError
from core.execution import compiles_first, left_out_kernels
from core.masking import WORKED_EXAMPLES
from core.statistics.distributions import rank_products, rank_sums, ranks_by_group
from core.statistics.tables import FilledCells, merged_cells

COMPILING = "compiling what computes the measures for this processor: about a minute, once on a machine"


def say_first_run() -> None:
    """Say that a run will be slow because its kernels have yet to be compiled."""
    if compiles_first():
        say(f"first run here: {COMPILING}")


def compile_kernels(_options: argparse.Namespace) -> None:
    """Call every module of kernels, which leaves their compiled code in numba's cache (NUMBA_CACHE_DIR).

    Raises
    ------
    PlanError
        A module of kernels was not reached: it would be compiled in somebody's run.
    """
    if compiles_first() or left_out_kernels():
        say(COMPILING)
        call_kernels()
    if missed := left_out_kernels():
        raise PlanError(f"not compiled: {', '.join(missed)}; let core/commands/compile_kernels.py call them")
    say("compiled")


def call_kernels() -> None:
    """Measure a small worked example, and call what only large files reach."""
    example = WORKED_EXAMPLES["voters"]()
    # one of all records, one of a sample, one with suppressed values
    kinds = {(s.microdata.n_records, _has_empty(s.microdata)): s for s in example.scenarios}
    for _ in run(example.original, tuple(kinds.values()), example.codebook, make_plan("quick")):
        pass
    _call_kernels_of_large_files()


def _call_kernels_of_large_files() -> None:
    """Call what is used where a file has several blocks, or its keys have many values."""
    whole = np.arange(4)
    merged_cells(FilledCells(whole, whole), FilledCells(whole, whole))
    codes = whole.astype(np.int32)
    rank_sums(codes, 4, codes, whole, whole, 4)
    ranks = ranks_by_group(codes, 4, codes, whole, 4).ranks
    rank_products(codes, codes, ranks, ranks, whole)


def _has_empty(microdata: Microdata) -> bool:
    return any(bool(column.is_empty().any()) for column in microdata.columns.values())
