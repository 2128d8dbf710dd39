"""How a number is written as a category label: one form, so that ``2.0`` and ``2`` are one category."""

from __future__ import annotations

import sys
from typing import TypeGuard


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value from a file is a number that can be computed with; infinite ones and NaN are numbers here."""
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= sys.float_info.max
    return isinstance(value, float)


def number_label(value: float) -> str:
    """Write a number in its shortest exact form: ``2`` for 2.0, ``0`` for -0.0, ``2.5`` for 2.5."""
    if value == int(value) and abs(value) < 2**53:
        return str(int(value))
    return repr(float(value))
