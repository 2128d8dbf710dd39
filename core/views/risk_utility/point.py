"""One point of the risk-utility map."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MapPoint:
    """One point of the map.

    Parameters
    ----------
    name : str
    kind : str
        "scenario", "original", "no release", "control": other people, or "sets": the mean of several synthetic files.
    utility, risk : float
        On the measures' own scales.
    utility_interval, risk_interval : (float, float) or None
        95% intervals.
    pareto : bool
        No other scenario is at least as good on both axes and better on one; only those whose risk holds are judged.
    pareto_share : float or None
        Share of the draws in which it is Pareto-optimal; None without intervals, or where it is not judged.
    equals : tuple of str
        Scenarios that it cannot be distinguished from on either axis.
    validity : tuple of str
        Why its risk figure does not hold under its masking, or against the original's, in sentences.
    holds_alone : bool
        Whether the figure holds by itself, so that ``validity`` says only why it is not compared with the original's.
    rate : str
        Which of two rates its risk figure is, where the measure takes the larger one; else empty.
    sets : tuple of str
        The scenarios that it is the mean of.
    short_rate : str
        As ``rate``, in a word for a label.
    at_most : bool
        Its risk is only known to be at most this.
    folded : bool
        A scenario that is drawn as part of the cloud of such a mean.
    """

    name: str
    kind: str
    utility: float
    risk: float
    utility_interval: tuple[float, float] | None = None
    risk_interval: tuple[float, float] | None = None
    pareto: bool = False
    pareto_share: float | None = None
    equals: tuple[str, ...] = ()
    validity: tuple[str, ...] = ()
    holds_alone: bool = False
    rate: str = ""
    sets: tuple[str, ...] = ()
    folded: bool = False
    at_most: bool = False
    short_rate: str = ""
