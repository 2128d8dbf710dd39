"""A run that measured nothing is no success."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.assessment import Assessment, measure_by_id
from core.errors import PlanError
from core.measures import Failed, Result, Skipped, Subject


def refuse_nothing_measured(scenarios: Sequence[Assessment], problems: Sequence[str] = ()) -> None:
    """Raise where no measure of any masked file has a value.

    Parameters
    ----------
    scenarios : sequence of Assessment
    problems : sequence of str
        Why other masked files could not be made at all.

    Raises
    ------
    PlanError
        With the most frequent reason, of equally frequent ones the first.
    """
    outcomes = [outcome for scenario in scenarios for outcome in scenario.outcomes]
    # what depends on a file's size alone says nothing of the file
    if any(isinstance(o, Result) and measure_by_id(o.measure).subject is not Subject.SIZE for o in outcomes):
        return
    reasons = [*problems, *(o.reason for o in outcomes if isinstance(o, Skipped))]
    reasons += [f"a fault of the program ({o.error})" for o in outcomes if isinstance(o, Failed)]
    ((why, _),) = Counter(reasons).most_common(1) or [("no measure applies to these files", 0)]
    raise PlanError(f"nothing could be measured: {why}")
