"""What a file that is next to the original is, as a person says it."""

from __future__ import annotations

from enum import StrEnum


class FileKind(StrEnum):
    """What the records of a file are to the people of the original, and whether its values are true."""

    MASKED = "masked"
    """The original's records, some values changed, coarser or missing."""
    SAMPLED = "sampled"
    """Some of the original's records, with true values."""
    SYNTHETIC = "synthetic"
    """Made-up records, drawn from a model of the original."""
    OTHER_PEOPLE = "other people"
    """True records of the same population that masking never saw: a control."""
