"""Figures as users of the released file may be told them: few digits, and nothing that rests on few records.

Users hold the masked file, so a figure with many digits tells them the original's counts: they try every count and keep
the one that fits. Figures of variables rest on the original's counts in tens (``core.utility.gdu.in_tens``), those of
variables and pairs are told in quarters, shares in steps of 5% or wider.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.assessment import Assessment
from core.measures import Outcome, Result, Skipped, detail_of
from core.reports.shareable.share_options import ShareOptions
from core.utility import GduDetail, GduParameters, LduBivariateDetail, LduUnivariateDetail

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

TOO_FEW = "not shown: too few records, or none that can be compared"
"""One reason for both: that nothing can be compared where one value is left would tell that nobody has another one."""
OTHER_LEVEL = "not shown: measured at another level of significance than 5%"
EARLIER = "not shown: measured by an earlier version, measure again"
UNIVARIATE = "ldu_univariate"
MEANS = ("gdu", "aldu_univariate", "aldu_bivariate")
PARTS = {"indicators_inside": "indicator", "interval_overlap": "indicator", "coefficient_overlap": "regression"}
"""Shares of what users publish that may be told, each with the measure of its parts."""


@dataclass(frozen=True)
class CoarseFigure:
    """What is told of one variable or pair.

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


@dataclass(frozen=True, eq=False)
class CoarseFigures:
    """What may be told of one released scenario."""

    released: Assessment
    rows_original: int
    options: ShareOptions
    level: float = LEVEL

    @cached_property
    def variables(self) -> Mapping[str, CoarseFigure | Skipped]:
        """What is told of each variable, or why nothing is."""
        by_name = {o.target[0]: self._variable(o) for o in self.released.of(UNIVARIATE)}
        missing = {v.name: Skipped(UNIVARIATE, (v.name,), TOO_FEW) for v in self.released.variables}
        return missing | by_name

    @cached_property
    def pairs(self) -> Mapping[tuple[str, ...], CoarseFigure | Skipped]:
        """What is told of each pair, or why nothing is."""
        return {o.target: self._pair(o) for o in self.released.of("ldu_bivariate")}

    def mean(self, measure: str) -> float | None:
        """Return GDU or one of its halves in steps, variables from counts in tens; None where it is not told."""
        outcome, step = self.released.outcome(measure), self.step(measure)
        if not isinstance(outcome, Result) or step is None or outcome.n < self.options.fewest:
            return None
        return in_steps(outcome.value + self._shift(measure), step)

    def interval(self, measure: str) -> tuple[float, float] | None:
        """Return the 95% interval of a mean in the same steps, about what is told of it."""
        outcome, step = self.released.outcome(measure), self.step(measure)
        if self.mean(measure) is None or not isinstance(outcome, Result) or outcome.interval is None or step is None:
            return None
        # an end that was cut off at 1 would tell the exact value
        half = max(abs(end - outcome.value) for end in outcome.interval)
        middle = outcome.value + self._shift(measure)
        return in_steps(max(0.0, middle - half), step), in_steps(min(1.0, middle + half), step)

    def _shift(self, measure: str) -> float:
        """Return by how much a mean changes where each variable is taken from counts in tens."""
        if measure == "aldu_bivariate":
            return 0.0
        results = self.released.results(UNIVARIATE)
        weights = [_weight(o) for o in results]
        coarse = [_value_in_tens(o) for o in results]
        change = math.fsum(w * (t - o.value) for w, t, o in zip(weights, coarse, results, strict=True)) / math.fsum(
            weights
        )
        gdu = self.released.outcome("gdu")
        share = detail_of(gdu, GduDetail)["univariate_share"] if isinstance(gdu, Result) else 0.5
        return change * share if measure == "gdu" else change

    def reference(self, measure: str) -> float | None:
        """Return what GDU is to be read against (``gdu_bottom``, ``gdu_noise_floor``) in the steps of GDU."""
        return self._in_step(self.released.outcome(measure), self.step("gdu"))

    def share_of(self, measure: str) -> float | None:
        """Return a mean over what users publish in quarters, none below 0; None where few figures or records decide it.

        Intervals are as narrow as a few records: an overlap with more digits tells the original's count.
        """
        parts, outcome = self.released.results(PARTS[measure]), self.released.outcome(measure)
        few = len(parts) * LARGEST_SHARE < 1 or any(part.n < FEW_CELLS_RECORDS for part in parts)
        return max(0.0, in_steps(outcome.value, QUARTER)) if isinstance(outcome, Result) and not few else None

    def step(self, measure: str) -> float | None:
        """Return the step in which GDU or one of its halves is told; None: one variable or pair decides it.

        Nor is a mean over pairs told where the masked file has one value of a variable: it would tell whether the
        original has another.
        """
        known = self.level == LEVEL and all(map(_is_tested, self.released.of("ldu_bivariate")))
        if not known and measure != "aldu_univariate":
            return None
        shares = self._shares
        halves = {"gdu": MEANS[1:], "aldu_univariate": MEANS[1:2], "aldu_bivariate": MEANS[2:]}[measure]
        if any(shares[half] > LARGEST_SHARE + 1e-9 for half in halves):
            return None
        return next(s for s in STEPS if s >= QUARTER * max(shares[half] for half in halves))

    @cached_property
    def _shares(self) -> dict[str, float]:
        """How much the variable or pair that counts most counts in each half; 1 where there is none."""
        weights = {o.target[0]: _weight(o) for o in self.released.results(UNIVARIATE)}
        pairs = [o.target for o in self.released.results("ldu_bivariate")]
        partners = Counter(name for pair in pairs for name in pair)
        paired = math.fsum(weights.get(name, 1.0) for name in partners)
        of_pairs = [math.fsum(weights.get(n, 1.0) / partners[n] for n in pair) / paired for pair in pairs if paired]
        total = math.fsum(weights.values())
        return {
            "aldu_univariate": max(weights.values(), default=1.0) / total if total else 1.0,
            "aldu_bivariate": max(of_pairs, default=1.0),
        }

    def _in_step(self, outcome: Outcome | None, step: float | None) -> float | None:
        if not isinstance(outcome, Result) or step is None or outcome.n < self.options.fewest:
            return None
        return in_steps(outcome.value, step)

    def _variable(self, outcome: Outcome) -> CoarseFigure | Skipped:
        if not isinstance(outcome, Result):
            return _not_shown(outcome, TOO_FEW)
        detail = detail_of(outcome, LduUnivariateDetail)
        if detail["test"] == "removed":
            return CoarseFigure(0.0)
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
        change = None if before is None else abs(math.sqrt(after) - math.sqrt(before))
        return CoarseFigure(
            in_steps(outcome.value, QUARTER),
            None if change is None else in_steps(change, STEPS[1]),
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


def _is_tested(pair: Outcome) -> bool:
    """Whether the masked file allows a test of a pair."""
    return isinstance(pair, Result) and detail_of(pair, LduBivariateDetail)["coefficient_masked"] is not None


def _weight(variable: Result) -> float:
    return detail_of(variable, LduUnivariateDetail).get("weight", 1.0)


def _value_in_tens(variable: Result) -> float:
    """Return the utility of a variable from counts in tens, its own in results of an earlier version."""
    in_tens = detail_of(variable, LduUnivariateDetail).get("in_tens")
    return in_tens["value"] if in_tens else variable.value


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
