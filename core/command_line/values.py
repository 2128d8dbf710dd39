"""Values of options: what they must be is said in words."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no whole number") from None


def path(text: str) -> Path:
    """Read the path of a file or folder, which has a name."""
    if not text:
        raise ArgumentTypeError("a path is empty: name a file")
    read = Path(text)
    return read if read.name and read.name != ".." else read.resolve()


def number(text: str) -> float:
    """Read a number that is finite."""
    try:
        read = float(text)
    except ValueError:
        read = math.nan
    if not math.isfinite(read):
        raise ArgumentTypeError(f"{text!r} is no number")
    return read


def day(text: str) -> date:
    """Read a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day such as 2026-01-31") from None
