"""Records counted above the purpose's own threshold of individual risk, where the run counted above another one."""

from __future__ import annotations

from dataclasses import replace

from core.assessment import Assessment, Comparison
from core.decision import INDIVIDUAL_RISK, Purpose, is_settled, with_threshold
from core.errors import RUMapError
from core.measures import Outcome, Result
from pages.components.risk.record_risks import THRESHOLD, risks_of
from pages.components.workspace import Workspace


def counted_at(workspace: Workspace, comparison: Comparison, purpose: Purpose | None) -> Comparison:
    """Return the results with records above the threshold counted anew, where the former count leaves it open.

    Where the files are not here the count stays as it was, and the threshold has no verdict.
    """
    if purpose is None:
        return comparison
    limit = purpose.requirement(INDIVIDUAL_RISK.id).limit
    scenarios = tuple(_counted(workspace, comparison, s, limit) for s in comparison.scenarios)
    return replace(comparison, scenarios=scenarios)


def _counted(workspace: Workspace, comparison: Comparison, scenario: Assessment, limit: float) -> Assessment:
    outcomes = tuple(_anew(workspace, comparison, scenario, o, limit) for o in scenario.outcomes)
    return replace(scenario, outcomes=outcomes)


def _anew(
    workspace: Workspace, comparison: Comparison, scenario: Assessment, outcome: Outcome, limit: float
) -> Outcome:
    if outcome.measure != THRESHOLD or not isinstance(outcome, Result) or is_settled(outcome, limit):
        return outcome
    try:
        risks = risks_of(workspace, comparison, scenario, outcome.target[0])
    except RUMapError:
        return outcome
    return with_threshold(outcome, risks, limit)
