"""t-closeness: how far the sensitive values of records alike are from those of the whole file."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.measures import Outcome, Result
from core.risk.key_frequencies import KeySetFrequencies, outcomes
from core.risk.sensitive import classes, group_measure, sensitive_names, worst
from core.statistics.disclosure import closeness
from core.wording import _

ID = "t_closeness"


@group_measure(
    id=ID,
    name=_("t-closeness"),
    reference="Li, Li and Venkatasubramanian (2007), t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, ICDE",
    summary=_(
        "How far the sensitive values of a group of records alike are from those of the file: the farthest group."
    ),
    formula=r"t = \max_{g} \operatorname{EMD}(P_g, P)",
    reading=_(
        "The distance of the sensitive values in a group g of records alike from those of the file, 0 to 1: "
        "total variation for nominal variables, for ordered ones the cumulative differences divided by the steps "
        "between the values. 0: no group stands out. The worst sensitive variable counts."
    ),
    misleads=_(
        "One group decides: a record alone in its group is always far from the file, so with sample uniques it "
        "is high whatever the masking. The mean over records stands beside it. Small groups differ from the file by "
        "chance. False key values are taken for true ones."
    ),
    heading=_("t-closeness, largest distance"),
)
def t_closeness(prepared: tuple[KeySetFrequencies, ...]) -> Iterator[Outcome]:
    """Yield the largest distance of a class from the file, of the worst sensitive variable, of every key set."""
    return outcomes(t_closeness, prepared, _outcome, sensitive_names)


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
