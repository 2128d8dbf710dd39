"""How often 95 % intervals held their value in simulations of six sample designs, and what a card says of it.

The counts are those of docs/intervals.md (``python -m tests.studies.interval_coverage`` draws the samples); a test
compares the two. A measure whose interval held in fewer than 92 % or more than 98 % of the samples of any one design
says so on its card, and its interval is marked wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scipy import special

from core.wording import _, percent

GOOD = (0.92, 0.98)
"""Coverage that counts as that of a 95 % interval."""

DESIGNS = (
    _("simple random samples"),
    _("stratified samples"),
    _("two-stage clusters"),
    _("whole households"),
    _("unequal weights"),
    _("small strata"),
)


class Held(NamedTuple):
    """In how many samples of one design an interval held its value."""

    held: int
    samples: int

    @property
    def share(self) -> float:
        """Samples in which it held."""
        return self.held / self.samples

    @property
    def open(self) -> tuple[float, float]:
        """What so few samples leave open: the 95 % interval of the share (Clopper and Pearson 1934)."""
        missed = self.samples - self.held
        low = special.betaincinv(self.held, missed + 1, 0.025) if self.held else 0.0
        high = special.betaincinv(self.held + 1, missed, 0.975) if missed else 1.0
        return float(low), float(high)


def _held(*counts: tuple[int, int]) -> tuple[Held, ...]:
    return tuple(Held(*count) for count in counts)


FOUND: Mapping[str, Sequence[Held]] = {
    "gdu_effect_sizes": _held((145, 146), (145, 146), (144, 145), (145, 145), (145, 145), (143, 145)),
    "total_variation_mean": _held((183, 183), (183, 183), (182, 182), (182, 182), (182, 182), (182, 182)),
    "jensen_shannon_mean": _held((179, 183), (179, 183), (178, 182), (175, 182), (180, 182), (181, 182)),
    "hellinger_mean": _held((181, 183), (180, 183), (178, 182), (177, 182), (182, 182), (182, 182)),
    "wasserstein_mean": _held((169, 183), (171, 183), (172, 182), (175, 182), (178, 182), (174, 182)),
    "missing_values_mean": _held((175, 183), (172, 183), (168, 182), (173, 182), (166, 182), (175, 182)),
    "records_changed_mean": _held((180, 183), (175, 183), (174, 182), (174, 182), (169, 182), (173, 182)),
    "mean_difference": _held((173, 183), (171, 183), (175, 182), (175, 182), (174, 182), (170, 182)),
    "covariance_mae": _held((170, 183), (177, 183), (170, 182), (173, 182), (174, 182), (173, 182)),
    "correlation_mae": _held((182, 183), (182, 183), (178, 182), (182, 182), (181, 182), (181, 182)),
    "pca_difference": _held((183, 183), (181, 183), (179, 182), (177, 182), (180, 182), (178, 182)),
    "eigenvalues": _held((183, 183), (181, 183), (179, 182), (182, 182), (180, 182), (179, 182)),
    "gamma_distance": _held((180, 183), (179, 183), (181, 182), (178, 182), (177, 182), (177, 182)),
    "il1s": _held((174, 183), (177, 183), (167, 182), (177, 182), (169, 182), (167, 182)),
    "lambda_distance": _held((175, 183), (173, 183), (172, 182), (172, 182), (167, 182), (171, 182)),
    "values_mse": _held((153, 183), (149, 183), (151, 182), (145, 182), (168, 182), (147, 182)),
    "values_mae": _held((174, 183), (177, 183), (167, 182), (177, 182), (169, 182), (167, 182)),
    "values_variation": _held((171, 183), (174, 183), (169, 182), (175, 182), (172, 182), (171, 182)),
    "gcp": _held((175, 183), (172, 183), (168, 182), (173, 182), (166, 182), (175, 182)),
    "entropy_loss_mean": _held((178, 183), (170, 183), (169, 182), (172, 182), (174, 182), (179, 182)),
    "interval_disclosure": _held((177, 183), (176, 183), (169, 182), (174, 182), (173, 182), (179, 182)),
    "linkage_gower": _held((178, 183), (169, 183), (170, 183), (177, 183), (172, 182), (180, 183)),
    "linkage_fellegi_sunter": _held((177, 183), (170, 183), (171, 183), (176, 183), (177, 182), (170, 183)),
    "duncan_lambert": _held((182, 183), (180, 183), (174, 183), (178, 183), (176, 182), (182, 183)),
}
"""By measure, in the order of the designs."""


def coverage_in_words(counts: Sequence[Held]) -> str:
    """Return what a card says of an interval that was found to hold too seldom or too often; empty where it held well.

    Parameters
    ----------
    counts : sequence of Held, (designs,)
        Empty: of a measure that was not simulated, or has no interval.
    """
    outside = [(design, cell) for design, cell in zip(DESIGNS, counts, strict=False) if not _good(cell.share)]
    if not outside:
        return ""
    shares = [cell.share for cell in counts]
    least, most = percent(min(shares)), percent(max(shares))
    said = _("In simulations of six sample designs its 95% interval held the value in {shares} of samples.").format(
        shares=least if least == most else _("{least} to {most}").format(least=least, most=most)
    )
    parts = "; ".join(_of_design(design, cell) for design, cell in outside)
    open_ = _("Outside 92% to 98%, in brackets what so few samples leave open: {parts}.").format(parts=parts)
    return f"{said} {open_}"


def _of_design(design: str, cell: Held) -> str:
    low, high = (percent(end, 0) for end in cell.open)
    return _("{design} {share} of {n} ({low} to {high})").format(
        design=design, share=percent(cell.share), n=cell.samples, low=low, high=high
    )


def _good(share: float) -> bool:
    return GOOD[0] <= share <= GOOD[1]
