"""Why a scenario has the Global Data Utility that it has, read from its outcomes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.assessment import Assessment, measure_by_id
from core.measures import Outcome, Result, Skipped, detail_of
from core.statistics.reproducible import sort_value
from core.utility import GduDetail, LduBivariateDetail
from core.views.gdu_losses import Loss, losses_of
from core.views.resolution import RepetitionRange, axis_resolution, why_no_resolution
from core.views.tables import reason_of

OTHER_SETTINGS = ("gdu_other_basis", "gdu_common_n", "gdu_completeness", "grc", "gdu_grc")
KNIFE_EDGE = "knife edge"
STEPS = ("none", "strength", "direction", "one", "untestable")
TOLERANCE = 1e-9
HIGHEST_BOTTOM = 0.99
"""With a higher bottom there is no scale left between it and 1."""

SMALLEST = 5e-7
"""Losses below this are rounding: an unchanged distribution has p = 1, but a nearly unchanged one p = .9."""


@dataclass(frozen=True)
class Score:
    """A score with what it is to be read against.

    Parameters
    ----------
    value : float
        In [0, 1].
    interval : (float, float) or None
        95% interval.
    floor : RepetitionRange or None
        What a fresh sample of the same size would score.
    bottom : float or None
        What is left when the columns are shuffled, on average.
    """

    value: float
    interval: tuple[float, float] | None = None
    floor: RepetitionRange | None = None
    bottom: float | None = None

    @property
    def useful(self) -> float | None:
        """(value - bottom) / (1 - bottom): 0 as good as shuffled columns, 1 as good as the original.

        None where shuffling columns hardly lowers the score, as with single variables.
        """
        if self.bottom is None or self.bottom > HIGHEST_BOTTOM:
            return None
        return (self.value - self.bottom) / (1 - self.bottom)

    @property
    def against_floor(self) -> str:
        """Where the value lies: "above", "within" or "below" the floor's band; "" where there is none."""
        if self.floor is None:
            return ""
        if self.value > self.floor.high:
            return "above"
        return "below" if self.value < self.floor.low else "within"


@dataclass(frozen=True)
class StepShare:
    """How many pairs one step decided, their mean utility (None: they have none), and what they cost."""

    step: str
    pairs: int
    utility: float | None
    cost: float


@dataclass(frozen=True)
class OtherScore:
    """A score beside GDU: its measure, its value or the reason why there is none."""

    measure: str
    name: str
    value: float | None
    reason: str


@dataclass(frozen=True)
class Diagnosis:
    """All that a reader needs to understand one GDU.

    Parameters
    ----------
    gdu, univariate, bivariate : Score
        ``bivariate`` is None where no pair can be tested.
    share : float
        Weight of the univariate half.
    losses : tuple of Loss
        Largest first; empty where nothing was lost.
    accounted : bool
        Whether the losses add up to 1 - GDU; False where other weights than the present ones were used.
    steps : tuple of StepShare
    knife_edge : tuple of (str, str)
        Pairs lost at step 1 although their coefficients nearly agree.
    others : tuple of OtherScore
        The other basis, common n, completeness, GRC, GDU x GRC, as far as measured.
    n_original, n_masked : int
    removed, notices : tuple of str
    reasons : mapping of str to str
        Why "interval" or "resolution" is missing.
    """

    gdu: Score
    univariate: Score
    bivariate: Score | None
    share: float
    losses: tuple[Loss, ...]
    accounted: bool
    steps: tuple[StepShare, ...]
    knife_edge: tuple[tuple[str, str], ...]
    others: tuple[OtherScore, ...]
    n_original: int
    n_masked: int
    removed: tuple[str, ...]
    notices: tuple[str, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)

    def lost_by(self, *causes: str) -> float:
        """Return what these causes cost together."""
        return math.fsum(loss.share for loss in self.losses if loss.cause in causes)


def diagnose(assessment: Assessment, weights: Mapping[str, float] | None = None) -> Diagnosis | Skipped:
    """Read from a scenario's outcomes why its GDU is what it is.

    Parameters
    ----------
    assessment : Assessment
    weights : mapping of str to float or None
        The variables' weights in GDU; 1 where not named.

    Returns
    -------
    Diagnosis or Skipped
        The reason, where there is no GDU.
    """
    gdu = assessment.outcome("gdu")
    if not isinstance(gdu, Result):
        return Skipped("gdu", (), reason_of(gdu))
    pairs = assessment.of("ldu_bivariate")
    losses = losses_of(assessment, gdu, weights or {})
    detail = detail_of(gdu, GduDetail)
    univariate, bivariate = detail["aldu_univariate"], detail["aldu_bivariate"]
    if univariate is None:
        return Skipped("gdu", (), "the results do not hold its univariate half")
    return Diagnosis(
        _score(assessment, "gdu", gdu.value),
        _score(assessment, "aldu_univariate", univariate),
        None if bivariate is None else _score(assessment, "aldu_bivariate", bivariate),
        detail["univariate_share"],
        tuple(sorted((x for x in losses if x.share > SMALLEST), key=lambda x: -sort_value(x.share))),
        abs(math.fsum(x.share for x in losses) - (1 - gdu.value)) < TOLERANCE,
        _steps(pairs, losses),
        tuple((o.target[0], o.target[1]) for o in pairs if _on_knife_edge(o)),
        tuple(o for o in (_other(assessment, name) for name in OTHER_SETTINGS) if o is not None),
        detail["n_original"],
        detail["n_masked"],
        tuple(detail["removed"]),
        gdu.notices or (),
        _reasons(assessment, gdu),
    )


def _score(assessment: Assessment, measure: str, value: float) -> Score:
    own = assessment.outcome(measure)
    interval = own.interval if isinstance(own, Result) else None
    known = axis_resolution(assessment, measure)
    return Score(value, interval, known.fresh, known.shuffled.mean) if known else Score(value, interval)


def _reasons(assessment: Assessment, gdu: Result) -> dict[str, str]:
    reasons = {}
    if gdu.interval is None:
        reasons["interval"] = gdu.interval_reason or "not measured"
    if axis_resolution(assessment, "gdu") is None:
        reasons["resolution"] = why_no_resolution(assessment, "gdu")
    return reasons


def _steps(pairs: tuple[Outcome, ...], losses: list[Loss]) -> tuple[StepShare, ...]:
    cost: dict[tuple[str, ...], float] = {loss.variables: loss.share for loss in losses if len(loss.variables) == 2}
    by_step: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in pairs:
        if isinstance(outcome, Result):
            by_step[detail_of(outcome, LduBivariateDetail)["step"]].append(outcome)
        else:
            by_step["untestable"].append(outcome)
    return tuple(_step_share(step, by_step[step], cost) for step in STEPS if step in by_step)


def _step_share(step: str, pairs: list[Outcome], cost: Mapping[tuple[str, ...], float]) -> StepShare:
    values = [o.value for o in pairs if isinstance(o, Result)]
    utility = math.fsum(values) / len(values) if values else None
    return StepShare(step, len(pairs), utility, math.fsum(cost.get(o.target, 0.0) for o in pairs))


def _on_knife_edge(outcome: Outcome) -> bool:
    return isinstance(outcome, Result) and any(flag.startswith(KNIFE_EDGE) for flag in outcome.flags or ())


def _other(assessment: Assessment, name: str) -> OtherScore | None:
    outcome = assessment.outcome(name)
    if outcome is None:
        return None
    value = outcome.value if isinstance(outcome, Result) else None
    reason = outcome.reason if isinstance(outcome, Skipped) else ""
    return OtherScore(name, measure_by_id(name).name, value, reason)
