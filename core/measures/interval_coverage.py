"""How often 95% intervals held their value in simulations of six sample designs, and what a card says of it.

The counts are those of docs/intervals.md (``python -m tests.studies.interval_coverage`` draws the samples); a test
compares the two. A measure whose interval held in fewer than 92% or more than 98% of the samples of any one design
says so on its card, and its interval is marked wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scipy import special

from core.wording import _, percent

GOOD = (0.92, 0.98)
"""Coverage that counts as that of a 95% interval."""

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
        """What so few samples leave open: the 95% interval of the share (Clopper and Pearson 1934)."""
        missed = self.samples - self.held
        low = special.betaincinv(self.held, missed + 1, 0.025) if self.held else 0.0
        high = special.betaincinv(self.held + 1, missed, 0.975) if missed else 1.0
        return float(low), float(high)


def _held(*counts: tuple[int, int]) -> tuple[Held, ...]:
    return tuple(Held(*count) for count in counts)


FOUND: Mapping[str, Sequence[Held]] = {
    "gdu_effect_sizes": _held((145, 146), (145, 146), (144, 145), (145, 145), (145, 145), (143, 145)),
    "total_variation_mean": _held((222, 222), (222, 222), (221, 221), (221, 221), (220, 220), (220, 220)),
    "jensen_shannon_mean": _held((218, 222), (218, 222), (217, 221), (214, 221), (217, 220), (218, 220)),
    "hellinger_mean": _held((220, 222), (218, 222), (217, 221), (216, 221), (216, 220), (219, 220)),
    "wasserstein_mean": _held((205, 222), (209, 222), (209, 221), (212, 221), (216, 220), (210, 220)),
    "missing_values_mean": _held((214, 222), (210, 222), (204, 221), (209, 221), (202, 220), (210, 220)),
    "records_changed_mean": _held((214, 222), (213, 222), (210, 221), (212, 221), (206, 220), (208, 220)),
    "mean_difference": _held((210, 222), (210, 222), (213, 221), (212, 221), (210, 220), (206, 220)),
    "covariance_mae": _held((207, 222), (212, 222), (204, 221), (212, 221), (206, 220), (209, 220)),
    "correlation_mae": _held((221, 222), (221, 222), (217, 221), (221, 221), (218, 220), (219, 220)),
    "pca_difference": _held((221, 222), (217, 222), (218, 221), (213, 221), (217, 220), (215, 220)),
    "eigenvalues": _held((222, 222), (220, 222), (217, 221), (221, 221), (218, 220), (217, 220)),
    "gamma_distance": _held((218, 222), (218, 222), (219, 221), (217, 221), (213, 220), (215, 220)),
    "il1s": _held((208, 222), (214, 222), (204, 221), (214, 221), (206, 220), (204, 220)),
    "lambda_distance": _held((209, 222), (213, 222), (210, 221), (209, 221), (203, 220), (208, 220)),
    "values_mse": _held((186, 222), (185, 222), (182, 221), (174, 221), (199, 220), (180, 220)),
    "values_mae": _held((208, 222), (214, 222), (204, 221), (214, 221), (206, 220), (204, 220)),
    "values_variation": _held((211, 222), (212, 222), (204, 221), (210, 221), (208, 220), (207, 220)),
    "gcp": _held((214, 222), (210, 222), (204, 221), (209, 221), (202, 220), (210, 220)),
    "entropy_loss_mean": _held((212, 222), (207, 222), (207, 221), (210, 221), (209, 220), (216, 220)),
    "interval_disclosure": _held((213, 222), (214, 222), (204, 221), (211, 221), (211, 220), (215, 220)),
    "linkage_gower": _held((216, 222), (206, 222), (207, 222), (213, 222), (210, 220), (218, 221)),
    "linkage_fellegi_sunter": _held((213, 222), (210, 222), (208, 222), (215, 222), (214, 220), (206, 221)),
    "duncan_lambert": _held((220, 222), (218, 222), (212, 222), (217, 222), (214, 220), (218, 221)),
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
