"""Outcomes of single variables arranged for the screen: a matrix over scenarios, and a list, worst first."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from core.assessment import Assessment, Comparison, VariableRecord
from core.measures import Outcome, Result, detail_of
from core.statistics.reproducible import below, sort_value
from core.utility import DetailLostDetail, LduUnivariateDetail, MeanDifferenceDetail, MeansOfVariable
from core.views.tables import reason_of, value_of

BEYOND_CHANCE = 0.05
"""p value below which a distribution is taken to differ."""


@dataclass(frozen=True)
class VariableRow:
    """One variable of one scenario: what was done to it, the test, and what it keeps.

    Parameters
    ----------
    record : VariableRecord
    utility : float or None
        LDUuni = recode x distribution (x completeness where that is the setting).
    recode, distribution : float or None
    test : str
        "kolmogorov_smirnov", "chi_squared", "removed" or "".
    statistic, p, effect, w : float or None
        ``effect``: D, or the total variation distance; ``w``: Cohen's w.
    n_original, n_masked : int
        Observed values.
    missing_original, missing_masked : float or None
        Shares.
    flags : tuple of str
    reason : str
        Why there is no utility.
    detail_lost : float or None
        What the recode took away; None where results of an earlier version do not say.
    values : (int, int) or None
        Different values in the original and in the masked file.
    changed : float or None
        Share of the linked records whose value is another one, blanks apart.
    why_not_changed : str
        Why that is not known.
    means : MeansOfVariable or None
        Of numbers.
    """

    record: VariableRecord
    utility: float | None = None
    recode: float | None = None
    distribution: float | None = None
    test: str = ""
    statistic: float | None = None
    p: float | None = None
    effect: float | None = None
    w: float | None = None
    n_original: int = 0
    n_masked: int = 0
    missing_original: float | None = None
    missing_masked: float | None = None
    flags: tuple[str, ...] = ()
    reason: str = ""
    detail_lost: float | None = None
    values: tuple[int, int] | None = None
    changed: float | None = None
    why_not_changed: str = ""
    means: MeansOfVariable | None = None

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.record.name

    @property
    def removed(self) -> bool:
        """Whether the masked file does not have it."""
        return self.record.status == "removed"

    @property
    def losses(self) -> tuple[float | None, ...]:
        """What it lost, a share for each of ``LOSSES``; None where that is not known."""
        if self.removed:
            return None, 1.0, None, None
        blank = None
        if self.missing_masked is not None and self.missing_original is not None:
            blank = max(0.0, self.missing_masked - self.missing_original)
        changed = None if self.changed is None else max(0.0, self.changed - (blank or 0.0))
        return changed, self.detail_lost, blank, self.effect

    @property
    def largest(self) -> float:
        """The largest of its losses."""
        return max((loss for loss in self.losses if loss is not None), default=0.0)

    @property
    def standardised(self) -> float | None:
        """Difference of the means over the original's standard deviation, of numbers."""
        means = self.means
        return means["difference"] / means["original_sd"] if means and means["original_sd"] > 0 else None


LOSSES = ("values changed", "detail lost", "blanks", "distribution moved")
"""What a variable can lose: records with another value, distinct values, values at all, its shares coded alike."""


@dataclass(frozen=True, eq=False)
class LossMatrix:
    """What every variable (rows) lost in every version (columns).

    Parameters
    ----------
    names : tuple of str, (k,)
        What lost most over all versions first.
    versions : tuple of str, (v,)
    rows : tuple of tuple of VariableRow, (k, v)
    """

    names: tuple[str, ...]
    versions: tuple[str, ...]
    rows: tuple[tuple[VariableRow, ...], ...]


def loss_matrix(comparison: Comparison, roles: Collection[str] | None = None) -> LossMatrix:
    """Arrange what variables lost, of some roles where they are given."""
    by_version = [{row.name: row for row in worst_variables(s, roles)} for s in comparison.scenarios]
    names = [v.name for v in comparison.scenarios[0].variables if all(v.name in rows for rows in by_version)]
    total = {name: sum(rows[name].largest for rows in by_version) for name in names}
    ordered = sorted(names, key=lambda name: -sort_value(total[name]))
    return LossMatrix(
        tuple(ordered),
        tuple(s.name for s in comparison.scenarios),
        tuple(tuple(rows[name] for rows in by_version) for name in ordered),
    )


@dataclass(frozen=True)
class VersionLosses:
    """What a masked file publishes less of.

    Parameters
    ----------
    less_detail : int
        Variables with fewer values than in the original, or removed.
    variables : int
        Of all.
    blank : float or None
        Share of all values that are blank; None where it was not measured.
    """

    less_detail: int
    variables: int
    blank: float | None


def version_losses(assessment: Assessment) -> VersionLosses:
    """Count the variables of a masked file that lost detail, and its blanks."""
    rows = worst_variables(assessment)
    less = sum(row.record.status == "removed" or (row.detail_lost or 0.0) > 0 for row in rows)
    blanks = [row.missing_masked for row in rows if row.missing_masked is not None]
    return VersionLosses(less, len(rows), float(np.mean(blanks)) if blanks else None)


def worst_variables(assessment: Assessment, roles: Collection[str] | None = None) -> tuple[VariableRow, ...]:
    """Return the variables that lost most first; at the end those without a utility.

    Removed ones, and those whose distribution differs beyond chance, come first, the largest effect first; then the
    others by their utility, which is a score of a p value.
    """
    by_variable = {o.target[0]: o for o in assessment.of("ldu_univariate") if o.target}
    lost, changed = ({o.target: o for o in assessment.of(m)} for m in ("detail_lost", "records_changed"))
    means = assessment.outcome("mean_difference")
    of_numbers = detail_of(means, MeanDifferenceDetail)["by_variable"] if isinstance(means, Result) else {}
    listed = [v for v in assessment.variables if roles is None or v.role in roles]
    rows = [
        _with_losses(
            _row(v, by_variable.get(v.name)),
            lost.get((v.name,)),
            changed.get((v.name,)) or changed.get(()),
            of_numbers.get(v.name),
        )
        for v in listed
    ]
    return tuple(sorted(rows, key=_badness))


def _with_losses(
    row: VariableRow, lost: Outcome | None, changed: Outcome | None, means: MeansOfVariable | None
) -> VariableRow:
    values = detail_of(lost, DetailLostDetail) if isinstance(lost, Result) else None
    return replace(
        row,
        detail_lost=value_of(lost),
        values=(values["values_original"], values["values_left"]) if values else None,
        changed=value_of(changed),
        why_not_changed=changed.reason if changed else "",
        means=means,
    )


def _badness(row: VariableRow) -> tuple[bool, bool, float, float]:
    removed, differs = row.test == "removed", row.p is not None and below(row.p, BEYOND_CHANCE)
    effect = -sort_value(1.0 if removed else row.effect or 0.0)
    if row.utility is not None and (removed or differs):
        return False, False, effect, 0.0
    return row.utility is None, True, sort_value(row.utility or 0.0), effect


def _row(record: VariableRecord, outcome: Outcome | None) -> VariableRow:
    flags, reason = (outcome and outcome.flags) or (), reason_of(outcome)
    detail = detail_of(outcome, LduUnivariateDetail)
    if detail is None:
        return VariableRow(record, flags=flags, reason=reason)
    return VariableRow(
        record,
        value_of(outcome),
        detail["recode_utility"],
        detail["distribution_utility"],
        detail["test"] or "",
        detail["statistic"],
        detail["p"],
        detail["effect"],
        detail["w"],
        detail["n_original"],
        detail["n_masked"],
        detail["missing_original"],
        detail["missing_masked"],
        flags,
        reason,
    )
