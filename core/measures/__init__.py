"""The contract of every measure: its traits, and what it may answer."""

from core.measures.measure import Better, Measure, Passes, Requires, Scope, Subject, measure
from core.measures.outcome import Failed, Outcome, Result, Skipped

__all__ = [
    "Better",
    "Failed",
    "Measure",
    "Outcome",
    "Passes",
    "Requires",
    "Result",
    "Scope",
    "Skipped",
    "Subject",
    "measure",
]
