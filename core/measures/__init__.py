"""The contract of every measure: its traits, and what it may answer."""

from core.measures.measure import Basis, Better, Measure, Passes, Requires, Scope, Subject, Written, measure
from core.measures.outcome import Failed, Outcome, Result, Skipped
from core.measures.places import CardTexts, Group, PageSection

__all__ = [
    "Basis",
    "Better",
    "CardTexts",
    "Failed",
    "Group",
    "Measure",
    "Outcome",
    "PageSection",
    "Passes",
    "Requires",
    "Result",
    "Scope",
    "Skipped",
    "Subject",
    "Written",
    "measure",
]
