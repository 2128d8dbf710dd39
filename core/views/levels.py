"""Any measure of two files within the levels of one variable."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Plan, UtilityParameters, families, measure_all
from core.data import Pair, category_text
from core.measures import Result, Subject
from core.utility import TableParameters, by_level, with_weights
from core.views.tables import reason_of


@dataclass(frozen=True)
class LevelOutcome:
    """A measure within one level of a variable.

    Parameters
    ----------
    level : str or None
        Its code and what that means; None where the variable has no levels, and ``reason`` says why.
    measure : str
    target : tuple of str
    value : float or None
    n_original, n_masked : int
        Records of the level.
    small : bool
        Fewer records than the limit in a file: to be hidden in what leaves the room.
    reason : str
        Why there is no value.
    """

    level: str | None
    measure: str
    target: tuple[str, ...] = ()
    value: float | None = None
    n_original: int = 0
    n_masked: int = 0
    small: bool = False
    reason: str = ""


def measured_by_level(pair: Pair, variable: str, plan: Plan) -> tuple[LevelOutcome, ...]:
    """Compute the measures of a plan that compare two files within each level of one variable.

    Parameters
    ----------
    pair : Pair
    variable : str
        A categorical variable; it is itself left out of the measures.
    plan : Plan
        Of a finished run: figures are weighted as its are. Measures of anything but a pair of files are passed over;
        no intervals are computed.

    Returns
    -------
    tuple of LevelOutcome
        Level by level, each with every outcome; levels below ``tables.small`` records are marked. Where there
        are no levels, one without a measure that says why.
    """
    wanted = [family for family in families(plan) if family.traits.subject is Subject.PAIR]
    limit = plan.of(TableParameters).small
    labels = next((v.recoded_labels for v in pair.variables if v.name == variable), {})
    measured: list[LevelOutcome] = []
    for part in by_level(with_weights(pair, plan.of(UtilityParameters).decided), variable):
        if part.level is None:
            return (LevelOutcome(None, "", reason=part.reason),)
        level = category_text(part.level, labels)
        sizes = part.n_original, part.n_masked, min(part.n_original, part.n_masked) < limit
        for family in wanted:
            if part.pair is None:
                measured += [LevelOutcome(level, name, (), None, *sizes, part.reason) for name in family.ids]
                continue
            for o in measure_all(family.measures, part.pair, family.parameters):
                value, reason = (o.value, "") if isinstance(o, Result) else (None, reason_of(o))
                measured.append(LevelOutcome(level, o.measure, o.target, value, *sizes, reason))
    return tuple(measured)
