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
    "total_variation_mean": _held((167, 167), (166, 166), (165, 165), (165, 165), (165, 165), (165, 165)),
    "jensen_shannon_mean": _held((163, 167), (163, 166), (162, 165), (158, 165), (164, 165), (164, 165)),
    "hellinger_mean": _held((165, 167), (164, 166), (162, 165), (160, 165), (165, 165), (165, 165)),
    "wasserstein_mean": _held((153, 167), (156, 166), (156, 165), (162, 165), (161, 165), (158, 165)),
    "missing_values_mean": _held((159, 167), (156, 166), (155, 165), (154, 165), (149, 165), (159, 165)),
    "records_changed_mean": _held((164, 167), (160, 166), (158, 165), (158, 165), (153, 165), (157, 165)),
    "mean_difference": _held((157, 167), (157, 166), (158, 165), (159, 165), (158, 165), (154, 165)),
    "covariance_mae": _held((155, 167), (161, 166), (155, 165), (158, 165), (158, 165), (155, 165)),
    "correlation_mae": _held((166, 167), (165, 166), (161, 165), (165, 165), (164, 165), (164, 165)),
    "pca_difference": _held((167, 167), (163, 166), (162, 165), (162, 165), (163, 165), (161, 165)),
    "eigenvalues": _held((167, 167), (164, 166), (163, 165), (165, 165), (163, 165), (163, 165)),
    "gamma_distance": _held((164, 167), (162, 166), (165, 165), (161, 165), (160, 165), (159, 165)),
    "il1s": _held((160, 167), (161, 166), (150, 165), (160, 165), (155, 165), (150, 165)),
    "lambda_distance": _held((159, 167), (161, 166), (156, 165), (158, 165), (150, 165), (155, 165)),
    "values_mse": _held((138, 167), (136, 166), (137, 165), (132, 165), (153, 165), (133, 165)),
    "values_mae": _held((160, 167), (161, 166), (150, 165), (160, 165), (155, 165), (150, 165)),
    "values_variation": _held((158, 167), (160, 166), (152, 165), (158, 165), (155, 165), (156, 165)),
    "gcp": _held((159, 167), (156, 166), (155, 165), (154, 165), (149, 165), (159, 165)),
    "entropy_loss_mean": _held((162, 167), (155, 166), (152, 165), (159, 165), (158, 165), (162, 165)),
    "interval_disclosure": _held((163, 167), (159, 166), (154, 165), (157, 165), (158, 165), (162, 165)),
    "linkage_gower": _held((162, 167), (19, 20), (18, 20), (20, 20), (156, 165), (20, 20)),
    "linkage_fellegi_sunter": _held((161, 167), (18, 20), (20, 20), (20, 20), (159, 165), (20, 20)),
    "duncan_lambert": _held((166, 167), (20, 20), (19, 20), (19, 20), (160, 165), (20, 20)),
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
