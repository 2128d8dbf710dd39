"""Imported by the process that others are forked from: measures and their compiled kernels, loaded once for all."""

import gc

from core.single_thread import load_single_threaded

load_single_threaded()  # before numpy: a process that is forked from others must have no threads

import statsmodels.stats.diagnostic  # noqa: E402, F401 - the test of normality, imported where it is called

from core.assessment import run  # noqa: E402, F401
from core.execution import load_kernels  # noqa: E402

load_kernels()

# what has been imported stays: looked through for garbage, it would be copied into each process that is forked
gc.collect()
gc.freeze()
