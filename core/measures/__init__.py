"""The contract of every measure: its traits, and what it may answer."""

from core.measures.declared import measure
from core.measures.detail import check_outcome, detail_of, detail_types
from core.measures.frame import FAULT, OF_FIGURE, FrameRow, outcome_of, row_of
from core.measures.measure import Basis, Better, Measure, Passes, Requires, Scope, Subject, Written
from core.measures.outcome import (
    Answer,
    Answers,
    Failed,
    Jackknife,
    JackknifeDesign,
    JackknifeUnits,
    Outcome,
    Result,
    Sentences,
    Skipped,
    WeightedRecords,
    Weighting,
    of_rows,
    value_or_reason,
    with_replicates,
)
from core.measures.places import CardTexts, Group, PageSection
