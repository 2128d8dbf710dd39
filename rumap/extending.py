"""What another package needs to bring a measure, a masking method or a reader (docs/how-to/extending.md).

A measure is declared with `utility_measure` or `risk_measure`, a masking method with `method`; a reader is a function
``read(content) -> pyarrow.Table``. They are found by the entry points ``rumap.measures``, ``rumap.methods`` and
``rumap.readers``, whose names are the id of the measure or method, and the ending of the files.
"""

from core.data import Coded, Column, Level, Masking, Microdata, Pair, PairedVariable, Release, Role
from core.errors import IntakeError, MaskingError
from core.masking import Method, Takes, Treated, Work, column, method, numbers, setting, with_columns, with_numbers
from core.measures import (
    Answers,
    Basis,
    Better,
    Group,
    Measure,
    PageSection,
    Passes,
    Requires,
    Result,
    Scope,
    Skipped,
    Subject,
)
from core.risk import RiskParameters, frequency_measure, risk_measure
from core.utility import LOSS_GROUP, utility_measure

__all__ = [
    "LOSS_GROUP",
    "Answers",
    "Basis",
    "Better",
    "Coded",
    "Column",
    "Group",
    "IntakeError",
    "Level",
    "Masking",
    "MaskingError",
    "Measure",
    "Method",
    "Microdata",
    "PageSection",
    "Pair",
    "PairedVariable",
    "Passes",
    "Release",
    "Requires",
    "Result",
    "RiskParameters",
    "Role",
    "Scope",
    "Skipped",
    "Subject",
    "Takes",
    "Treated",
    "Work",
    "column",
    "frequency_measure",
    "method",
    "numbers",
    "risk_measure",
    "setting",
    "utility_measure",
    "with_columns",
    "with_numbers",
]
