"""One thread for the products of matrices: sums differ in their last bits between one and several."""

import os

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Variables of the environment that libraries read when they are loaded."""


def load_single_threaded() -> None:
    """Let libraries that are loaded from now on, here and in further processes, begin no threads of their own."""
    os.environ.update(dict.fromkeys(THREADS, "1"))
