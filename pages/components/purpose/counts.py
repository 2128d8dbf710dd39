"""Records counted above the purpose's own threshold of individual risk, where the run counted above others."""

from __future__ import annotations

from dataclasses import replace

from core.assessment import Assessment, Comparison
from core.decision import INDIVIDUAL_RISK, records_above, with_threshold
from core.errors import RUMapError
from core.measures import Outcome, Result, Skipped
from pages.components.risk.record_risks import THRESHOLD, risks_of
from pages.components.workspace import Workspace


def judged_figures(workspace: Workspace, comparison: Comparison) -> Comparison:
    """Return the results by which every page judges: the same ones, where the run counted above the threshold.

    Else records are counted anew; where the files are not here the threshold has no verdict.
    """
    requirement = workspace.purpose.requirement(INDIVIDUAL_RISK.id)
    files = (comparison.original, *comparison.scenarios)
    if requirement is None or not any(_is_open(o, requirement.limit) for f in files for o in f.of(THRESHOLD)):
        return comparison
    original, *scenarios = (_counted(workspace, comparison, f, requirement.limit) for f in files)
    return replace(comparison, original=original, scenarios=tuple(scenarios))


def _is_open(outcome: Outcome, limit: float) -> bool:
    return isinstance(outcome, Result) and isinstance(records_above(outcome, limit), Skipped)


def _counted(workspace: Workspace, comparison: Comparison, file: Assessment, limit: float) -> Assessment:
    outcomes = tuple(_anew(workspace, comparison, file, o, limit) for o in file.outcomes)
    return replace(file, outcomes=outcomes)


def _anew(workspace: Workspace, comparison: Comparison, file: Assessment, outcome: Outcome, limit: float) -> Outcome:
    if outcome.measure != THRESHOLD or not _is_open(outcome, limit):
        return outcome
    try:
        risks = risks_of(workspace, comparison, file, outcome.target[0])
    except RUMapError:
        return outcome
    return with_threshold(outcome, risks, limit)
