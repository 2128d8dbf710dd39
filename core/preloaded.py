"""Imported by the process that others are forked from: measures and their compiled kernels, loaded once for all."""

import os

# before numpy is loaded, which begins its threads: sums of products must not depend on their number,
# and a process that is forked from others must have none
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
os.environ.update(dict.fromkeys(ONE_THREAD, "1"))

import statsmodels.stats.diagnostic  # noqa: E402, F401 - the test of normality, imported where it is called

from core.assessment import run  # noqa: E402, F401
from core.execution import load_kernels  # noqa: E402

load_kernels()
