"""What the measures of the GDU family share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from core.measures import Answer, Better, Passes, Result, Skipped
from core.utility.compared_variables import Sizes, leaving_out
from core.utility.families import GDU, utility_measure
from core.utility.gdu.local import LocalUtilities, local_utilities
from core.utility.gdu.parameters import GduParameters

Detail = TypeVar("Detail", bound=Mapping[str, object])

gdu_measure = utility_measure.sharing(
    family="gdu",
    passes=Passes.PAIRS,
    better=Better.HIGHER,
    bounds=(0.0, 1.0),
    parameters=GduParameters,
    prepare=local_utilities,
    group=GDU,
)


def file_level(
    name: str, local: LocalUtilities, value: float | None, reason: str, detail: Detail
) -> Answer[Detail, Detail]:
    """Return the outcome of an average over the file, or the reason why there is none."""
    if value is None:
        return Skipped(name, (), reason, detail)
    left_out = [] if name == "grc" else [u.variable for u in local.not_comparable() if u.weight > 0]
    return Result(name, (), value, local.n, None, detail, validity=leaving_out(left_out))


def both_n(local: LocalUtilities) -> Sizes:
    """Return the records of both files."""
    return {"n_original": local.n_original, "n_masked": local.n_masked}
