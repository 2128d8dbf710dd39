"""A figure of every variable, and its mean over the variables: what measures of variables and of the file share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Unpack

from core.measures import Answer, Answers, Result, Sentences, Skipped, value_or_reason
from core.statistics.arrays import Floats
from core.utility.compared_variables import mean_of_rows

Detail = TypeVar("Detail", bound=Mapping[str, object])
MeanDetail = TypeVar("MeanDetail", bound=Mapping[str, Any])


@dataclass(frozen=True, eq=False)
class VariableFigure(Generic[Detail]):
    """A figure of one variable.

    Parameters
    ----------
    variable : str
    rows : float64 array (rows,) or None
        Of the whole files, and without each jackknife group, NaN where there is none; None where ``reason`` says why.
    n : int
        Records used.
    facts : mapping or None
        Its detail as an outcome.
    reason : str
    """

    variable: str
    rows: Floats | None = None
    n: int = 0
    facts: Detail | None = None
    reason: str = ""

    @property
    def value(self) -> float | None:
        """The figure of the whole files."""
        return None if self.rows is None else float(self.rows[0])


def of_variables(measure: str, figures: Sequence[VariableFigure[Detail]]) -> Answers[Detail, Detail]:
    """Yield the figure of every variable, or the reason why it has none."""
    for each in figures:
        if each.value is None or each.facts is None:
            yield Skipped(measure, (each.variable,), each.reason, each.facts)
        else:
            yield Result(measure, (each.variable,), each.value, each.n, None, each.facts)


def values_of(figures: Sequence[VariableFigure[Detail]]) -> dict[str, float]:
    """Return the figures of the whole files by variable."""
    return {each.variable: each.value for each in figures if each.value is not None}


def without_figure(figures: Sequence[VariableFigure[Detail]]) -> list[str]:
    """Return the variables that have none."""
    return [each.variable for each in figures if each.rows is None]


def mean_of_variables(
    measure: str,
    figures: Sequence[VariableFigure[Detail]],
    n: int,
    detail: MeanDetail,
    **said: Unpack[Sentences],
) -> Answer[MeanDetail, MeanDetail]:
    """Return the mean over the variables that have a figure; where none has, why the first has none."""
    mean = mean_of_rows([each.rows for each in figures if each.rows is not None])
    reason = next((each.reason for each in figures if each.reason), "no variable is compared")
    return value_or_reason(measure, (), mean, reason, n, detail, **said)
