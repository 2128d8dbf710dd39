"""Figures as users of the released file may be told them: few digits, and nothing that rests on few records.

Users hold the masked file, so a figure with many digits tells them the original's counts: they try every count and keep
the one that fits. Figures of variables rest on the original's counts rounded to tens, those of
variables and pairs are given in quarters, shares in steps of 5% or wider. What is not shown of a variable or pair
enters no mean either: a mean that moved would reveal it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from core.assessment import Assessment
from core.measures import Outcome, Result, Skipped, detail_of
from core.reports.shareable.share_options import ShareOptions
from core.utility import GduDetail, GduParameters, IndicatorDetail, LduBivariateDetail, LduUnivariateDetail
from core.views import axis_resolution

QUARTER = 0.25
STEPS = (0.05, 0.1, QUARTER)
"""Steps in which shares are told: the first that covers ten records, and no single variable's or pair's quarter."""

LEVEL = GduParameters().alpha
"""The level at which associations are told: reports at many levels would tell the original's p, and its counts."""

RECORDS = 10
LARGEST_SHARE = 1 / 3
"""A mean in which one variable or pair counts for more is nearly that one's own figure."""

FEW_CELLS_RECORDS = 100
"""Records below which nothing is said of a pair with few cells, or of what users publish: full cells, or intervals of a
few records, would leave no choice of counts."""

TOO_FEW = "not shown: too few records, or nothing that was compared"
"""One reason for all: that nothing can be compared where one value is left would reveal that nobody has another one."""
OTHER_LEVEL = "not shown: measured at another level of significance than 5%"
EARLIER = "not shown: measured by an earlier version, measure again"
UNIVARIATE, BIVARIATE = "ldu_univariate", "ldu_bivariate"
FRESH, SHUFFLED = "fresh", "shuffled"
MEANS = ("gdu", "aldu_univariate", "aldu_bivariate")
HALVES = {"gdu": MEANS[1:], "aldu_univariate": MEANS[1:2], "aldu_bivariate": MEANS[2:]}
"""What each mean is made of."""
PARTS = {"indicators_inside": "indicator", "interval_overlap": "indicator", "coefficient_overlap": "regression"}
"""Shares of what users publish that may be told, each with the measure of its parts."""


@dataclass(frozen=True)
class CoarseFigure:
    """What is said of one variable or pair.

    Parameters
    ----------
    utility : float
        0, .25, .5, .75 or 1.
    difference : float or None
        Of a variable: the share of records by which the distributions differ (D, or total variation).
        Of a pair: the change of the coefficient's size.
    lost : float or None
        Share of the records that lost their value, of a pair either of them.
    """

    utility: float
    difference: float | None = None
    lost: float | None = None


GONE = CoarseFigure(0.0)
"""What is said of a variable whose every value is missing in the released file."""


@dataclass(frozen=True, eq=False)
class CoarseFigures:
    """What may be told of one released scenario."""

    released: Assessment
    rows_original: int
    options: ShareOptions
    level: float = LEVEL

    @cached_property
    def removed(self) -> tuple[str, ...]:
        """The variables of the original that the released file lacks: users learn their number alone."""
        return tuple(v.name for v in self.released.variables if v.status == "removed")

    @cached_property
    def variables(self) -> Mapping[str, CoarseFigure | Skipped]:
        """What is published of each variable of the released file, or why nothing is."""
        known = {o.target[0]: self._variable(o) for o in self.released.of(UNIVARIATE)}
        names = [v.name for v in self.released.variables if v.name not in self.removed]
        return {name: known.get(name) or Skipped(UNIVARIATE, (name,), TOO_FEW) for name in names}

    @cached_property
    def pairs(self) -> Mapping[tuple[str, ...], CoarseFigure | Skipped]:
        """What is published of each pair, or why nothing is.

        Which pairs were measured hangs on whether the original holds a value at all: every pair of the released file
        is here.
        """
        known = {o.target: self._pair(o) for o in self.released.of(BIVARIATE)}
        pairs = combinations([name for name, figure in self.variables.items() if figure != GONE], 2)
        return {pair: known.get(pair) or Skipped(BIVARIATE, pair, TOO_FEW) for pair in pairs}

    def mean(self, measure: str) -> float | None:
        """Return GDU or one of its halves over what is shown, in steps; None where it is not published."""
        outcome, step = self.released.outcome(measure), self.step(measure)
        few = isinstance(outcome, Result) and outcome.n < self.options.fewest
        return None if outcome is None or step is None or few else in_steps(self._mean_of_shown(measure), step)

    def interval(self, measure: str) -> tuple[float, float] | None:
        """Return the 95% interval of a mean in the same steps, about the published mean; None unless all is shown."""
        outcome, step = self.released.outcome(measure), self.step(measure)
        if self.mean(measure) is None or not isinstance(outcome, Result) or outcome.interval is None or step is None:
            return None
        if not self._is_complete(measure):
            return None
        # an end that was cut off at 1 would tell the exact value
        half = max(abs(end - outcome.value) for end in outcome.interval)
        middle = self._mean_of_shown(measure)
        return in_steps(max(0.0, middle - half), step), in_steps(min(1.0, middle + half), step)

    def _mean_of_shown(self, measure: str) -> float:
        """Return a mean over what is shown alone, variables from counts in tens, removed ones as 0."""
        halves = {half: math.fsum(weight * value for weight, value in self._counted[half]) for half in HALVES[measure]}
        if measure != "gdu":
            return halves[measure]
        gdu = self.released.outcome(measure)
        share = detail_of(gdu, GduDetail)["univariate_share"] if isinstance(gdu, Result) else 0.5
        return share * halves[MEANS[1]] + (1 - share) * halves[MEANS[2]]

    def _is_complete(self, measure: str) -> bool:
        """Whether a mean rests on nothing that is not shown: its interval and its references cannot leave it out."""
        parts = [*self.variables.values(), *(self.pairs.values() if measure != "aldu_univariate" else ())]
        return all(isinstance(figure, CoarseFigure) for figure in parts)

    def reference(self, which: str) -> float | None:
        """Return what ``FRESH`` surveys or ``SHUFFLED`` columns score on GDU, in its steps, if all is shown."""
        known, gdu, step = axis_resolution(self.released, "gdu"), self.released.outcome("gdu"), self.step("gdu")
        if known is None or not isinstance(gdu, Result) or step is None or gdu.n < self.options.fewest:
            return None
        band = known.fresh if which == FRESH else known.shuffled
        return in_steps(band.mean, step) if self._is_complete("gdu") else None

    def share_of(self, measure: str) -> float | None:
        """Return a mean over what users publish in quarters, none below 0; None where few figures or records decide it.

        Intervals are as narrow as a few records: an overlap with more digits gives away the original's count.
        Which figures could be computed reveals whether the original holds a value, so all must be, of those shown.
        """
        parts, outcome = self.released.of(PARTS[measure]), self.released.outcome(measure)
        few = len(parts) * LARGEST_SHARE < 1 or any(map(self._rests_on_few, parts))
        if few or not isinstance(outcome, Result) or not self._is_complete("aldu_univariate"):
            return None
        return max(0.0, in_steps(outcome.value, QUARTER))

    def _rests_on_few(self, part: Outcome) -> bool:
        """Whether a published figure has few records, or says which share of them are few."""
        if not isinstance(part, Result) or part.n < FEW_CELLS_RECORDS:
            return True
        detail = detail_of(part, IndicatorDetail) if part.measure == "indicator" else None
        original = detail.get("original") if detail and detail.get("category") else None
        return original is not None and original["estimate"] * original["n"] < self.options.fewest

    def step(self, measure: str) -> float | None:
        """Return the step to which GDU or one of its halves is rounded; None: one variable or pair decides it."""
        largest = max(max((weight for weight, _value in self._counted[half]), default=1.0) for half in HALVES[measure])
        return None if largest > LARGEST_SHARE + 1e-9 else next(s for s in STEPS if s >= QUARTER * largest)

    @cached_property
    def _counted(self) -> Mapping[str, Sequence[tuple[float, float]]]:
        """What counts in each half: which share of it each variable or pair has that is shown, and its value."""
        weights = {o.target[0]: _weight(o) for o in self.released.results(UNIVARIATE)}
        lost = [name for name, figure in self.variables.items() if figure == GONE]
        gone = [(weights.get(name, 1.0), 0.0) for name in (*self.removed, *lost)]
        single = [(weights[o.target[0]], _rounded_value(o)) for o in self._shown(UNIVARIATE, self.variables)]
        shown = self._shown(BIVARIATE, self.pairs)
        partners = Counter(name for o in shown for name in o.target)
        both = [(math.fsum(weights.get(n, 1.0) / partners[n] for n in o.target), o.value) for o in shown]
        return {MEANS[1]: _shares([*single, *gone]), MEANS[2]: _shares([*both, *gone] if both else [])}

    def _shown(self, measure: str, figures: Mapping[Any, CoarseFigure | Skipped]) -> list[Result]:
        """Return the outcomes with a value of which something is published."""
        shown = {target for target, figure in figures.items() if isinstance(figure, CoarseFigure) and figure != GONE}
        return [o for o in self.released.results(measure) if (o.target if len(o.target) > 1 else o.target[0]) in shown]

    def _variable(self, outcome: Outcome) -> CoarseFigure | Skipped:
        if not isinstance(outcome, Result):
            return _not_shown(outcome, TOO_FEW)
        detail = detail_of(outcome, LduUnivariateDetail)
        if detail["test"] == "removed":  # of an empty column nobody knows whether there was anything to lose
            return _not_shown(outcome, TOO_FEW) if self._is_few((detail["n_original"],)) else GONE
        if "in_tens" not in detail:
            return _not_shown(outcome, EARLIER)
        in_tens = detail["in_tens"]
        if in_tens is None or self._is_few((in_tens["records"], in_tens["smallest_cell"])):
            return _not_shown(outcome, TOO_FEW)
        step = share_step(in_tens["records"])
        return CoarseFigure(
            in_steps(in_tens["value"], QUARTER),
            in_steps(in_tens["effect"], step),
            in_steps(in_tens["suppressed"], step),
        )

    def _pair(self, outcome: Outcome) -> CoarseFigure | Skipped:
        if not isinstance(outcome, Result):
            return _not_shown(outcome, TOO_FEW)
        if self.level != LEVEL:
            return _not_shown(outcome, OTHER_LEVEL)
        detail = detail_of(outcome, LduBivariateDetail)
        if "smallest_cell" not in detail:
            return _not_shown(outcome, EARLIER)
        records = min(outcome.n, detail["n_original"], detail["n_masked"])
        cell = detail["smallest_cell"]
        few_cells = cell is not None and records < FEW_CELLS_RECORDS
        unknown = [name for name in outcome.target if not isinstance(self.variables.get(name), CoarseFigure)]
        before, after = detail["coefficient_original"], detail["coefficient_masked"]
        if unknown or few_cells or after is None or self._is_few((records, cell)):
            return _not_shown(outcome, TOO_FEW)
        # a variable with one value in the original is associated with nothing, as step 1 has it
        change = abs(math.sqrt(after) - math.sqrt(before or 0.0))
        return CoarseFigure(
            in_steps(outcome.value, QUARTER),
            in_steps(change, STEPS[1]),
            in_steps(self._lost(detail), share_step(records)),
        )

    def _lost(self, detail: LduBivariateDetail) -> float:
        """Return which share of the records is no longer complete, the original's gaps known in tens."""
        gaps = (self.rows_original - detail["n_original"]) // RECORDS * RECORDS
        before = gaps / self.rows_original if self.rows_original else 0.0
        after = 1 - detail["n_masked"] / self.released.rows if self.released.rows else 0.0
        return max(0.0, after - before)

    def _is_few(self, sizes: Iterable[int | None]) -> bool:
        return any(size is not None and size < self.options.fewest for size in sizes)


def _weight(variable: Result) -> float:
    return detail_of(variable, LduUnivariateDetail).get("weight", 1.0)


def _rounded_value(variable: Result) -> float:
    """Return the utility of a variable that is shown, from counts in tens."""
    in_tens = detail_of(variable, LduUnivariateDetail).get("in_tens")
    return in_tens["value"] if in_tens else variable.value


def _shares(rows: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Return weights and values with weights that add up to 1; nothing where none counts."""
    total = math.fsum(weight for weight, _value in rows)
    return [(weight / total, value) for weight, value in rows] if total else []


def _not_shown(outcome: Outcome, reason: str) -> Skipped:
    return Skipped(outcome.measure, outcome.target, reason)


def in_steps(x: float, step: float) -> float:
    """Return a figure in whole steps, halves upwards; digits beyond the ninth decide nothing."""
    return round(math.floor(round(x / step, 9) + 0.5) * step, 9)


def share_step(records: int) -> float:
    """Return the step in which a share of n records is told: the finest of ten records or more."""
    return next((s for s in STEPS if s * records >= RECORDS), STEPS[-1])


def coarse_only(figures: Iterable[CoarseFigure | Skipped]) -> Sequence[CoarseFigure]:
    """Return what is told, without what is not."""
    return [figure for figure in figures if isinstance(figure, CoarseFigure)]
