"""``compile``: kernels compiled before anybody waits for them, as for a container image."""

from __future__ import annotations

import argparse
from dataclasses import replace

from core.commands.terminal import say
from core.data import Microdata
from core.execution import compiles_first
from core.laboratory import assess_example
from core.masking import WORKED_EXAMPLES

COMPILING = "compiling what computes the measures for this processor: about a minute, once on a machine"


def say_first_run() -> None:
    """Say that a run will be slow because its kernels have yet to be compiled."""
    if compiles_first():
        say(f"first run here: {COMPILING}")


def compile_kernels(_options: argparse.Namespace) -> None:
    """Measure a small worked example, which leaves the compiled kernels in numba's cache (NUMBA_CACHE_DIR)."""
    if compiles_first():
        say(COMPILING)
        example = WORKED_EXAMPLES["voters"]()
        # one of all records, one of a sample, one with suppressed values
        kinds = {(s.microdata.n_records, _has_empty(s.microdata)): s for s in example.scenarios}
        assess_example(replace(example, scenarios=tuple(kinds.values())))
    say("compiled")


def _has_empty(microdata: Microdata) -> bool:
    return any(bool(column.is_empty().any()) for column in microdata.columns.values())
