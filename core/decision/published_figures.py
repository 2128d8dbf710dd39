"""Whether figures that were published before are still found in a masked file, within their interval."""

from __future__ import annotations

from core.assessment import Assessment
from core.decision.consistency import Check, Status
from core.measures import Outcome, Skipped, detail_of
from core.utility import IndicatorDetail


def check_figures(scenario: Assessment) -> tuple[Check, ...]:
    """Check every benchmark indicator of one masked file (SDC Practice Guide, step 11).

    Parameters
    ----------
    scenario : Assessment
        With the outcomes of ``indicator``; none where no indicator was chosen before the run.

    Returns
    -------
    tuple of Check
        Kept where the masked figure lies inside the original's 95% interval.
    """
    return tuple(_check(scenario.name, outcome) for outcome in scenario.of("indicator"))


def _check(scenario: str, outcome: Outcome) -> Check:
    about = f"published figure {': '.join(outcome.target)}"
    known = detail_of(outcome, IndicatorDetail)
    inside = known["inside"] if known else None
    if inside is None:
        reason = outcome.reason if isinstance(outcome, Skipped) else "it could not be computed"
        return Check(scenario, about, Status.NOT_CHECKED, f"not checked: {reason}")
    if inside:
        return Check(scenario, about, Status.KEPT, "lies inside the original's 95% interval")
    return Check(scenario, about, Status.BROKEN, "lies outside the original's 95% interval")
