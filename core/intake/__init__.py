"""Bytes of a file -> microdata, in a child process with limits; the one place where files are checked."""

from core.intake.formats import Format
from core.intake.limits import DEFAULT, Limits
from core.intake.reading import read_file
from core.intake.report import NO_CHOICES, NO_QUOTES, Finding, ReadChoices, Reading, ReadReport, Severity

__all__ = [
    "DEFAULT",
    "NO_CHOICES",
    "NO_QUOTES",
    "Finding",
    "Format",
    "Limits",
    "ReadChoices",
    "ReadReport",
    "Reading",
    "Severity",
    "read_file",
]
