"""The weight of a body, which is called ``weight`` like a sampling weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.data import Level, Microdata, Role, Variable
from core.pairing.proposals.levels import content
from core.pairing.proposals.names import is_bare_weight, is_body_measure

LIGHTEST, HEAVIEST = 1.0, 700.0
"""Of a person, in kilograms or pounds."""
MIDDLE = (20.0, 250.0)
"""Between these lies the middle of the values of a survey of persons, in either unit."""


def without_body_weights(variables: Sequence[Variable], original: Microdata) -> tuple[Variable, ...]:
    """Return the variables; a bare ``weight`` of a person's size is a body's where height or a named weight is there.

    A column called just "weight" may be either. With another weight whose name says more (``finalwgt``), or with
    the height of a body, it is taken for the body's; the reason asks to confirm it.
    """
    named = [v.name for v in variables if v.role is Role.WEIGHT and not is_bare_weight(v.name, v.label)]
    bodily = [v.name for v in variables if is_body_measure(v.name)]
    other = next(iter([*bodily, *named]), None)
    if other is None:
        return tuple(variables)
    reason = f"as large as the weight of a person, and there is {other!r}: no sampling weight; please confirm"
    return tuple(
        replace(v, role=Role.ANALYSIS, level=Level.CONTINUOUS, reason=reason) if _of_a_body(v, original) else v
        for v in variables
    )


def _of_a_body(variable: Variable, original: Microdata) -> bool:
    if variable.role is not Role.WEIGHT or not is_bare_weight(variable.name, variable.label):
        return False
    missing = original.user_missing.get(variable.name, ())
    numbers = content(original.columns[variable.name], original.n_records, missing).numbers
    middle = numbers[len(numbers) // 2]
    return bool(numbers[0] >= LIGHTEST and numbers[-1] <= HEAVIEST and MIDDLE[0] <= middle <= MIDDLE[1])
