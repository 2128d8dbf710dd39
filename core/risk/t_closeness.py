"""t-closeness: how far the sensitive values of records alike are from those of the whole file."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.measures import Better, Outcome, Requires, Result, Scope, Subject, measure
from core.risk.key_frequencies import KeySetFrequencies, outcomes, prepare
from core.risk.parameters import RiskParameters
from core.risk.sensitive import classes, sensitive_names, worst
from core.statistics.diversity import closeness

ID = "t_closeness"


@measure(
    id=ID,
    name="t-closeness",
    family="risk",
    scope=Scope.FILE,
    subject=Subject.RELEASE,
    better=Better.LOWER,
    bounds=(0.0, 1.0),
    reference="Li, Li and Venkatasubramanian (2007), t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, ICDE",
    parameters=RiskParameters,
    prepare=prepare,
    requires=frozenset({Requires.KEYS}),
    summary="How far the sensitive values of a group of records alike are from those of the file: the farthest group.",
)
def t_closeness(prepared: tuple[KeySetFrequencies, ...]) -> Iterator[Outcome]:
    """Yield the largest distance of a class from the file, of the worst sensitive variable, of every key set."""
    return outcomes(ID, prepared, _outcome, sensitive_names)


def _outcome(keyset: KeySetFrequencies) -> Outcome:
    formed = classes(keyset)
    largest, means = {}, {}
    for name, codes in formed.codes.items():
        distance = closeness(formed.ids, codes, ordered=formed.ordered[name])
        known = ~np.isnan(distance)
        if known.any():
            largest[name] = min(float(distance[known].max()), 1.0)
            means[name] = float(np.mean(distance[formed.ids][known[formed.ids]]))
    detail = {"mean_of_records": means, "n_classes": formed.n_classes, "missing_sensitive": "left out"}
    outcome = worst(ID, keyset, largest, detail)
    if isinstance(outcome, Result) and keyset.n_missing and keyset.missing != "drop":
        outcome.detail["flags"].append("records alike: a missing key is a value of its own")
    return outcome
