"""Calls for the tests of clusters: their workers import this module."""

import os
import signal
import time
from pathlib import Path


def product(matrix, number):
    return matrix.T @ matrix + number


def product_after_a_death(matrix, number, mark):
    """End the first worker that comes to number 2, without a word."""
    if number == 2 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return product(matrix, number)


def failing(_):
    raise ValueError("of the call")


def slow(number):
    time.sleep(0.3)
    return number
