"""How often 95% intervals covered their value in simulations of six sample designs, and what a card says of it.

The counts are those of docs/validation/coverage.md (by ``python -m experiments.studies.interval_coverage``); a test
compares the two. A measure whose interval covered in fewer than 92% or more than 98% of the samples of any one design
says so on its card, and its interval is marked wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scipy import special

from core.wording import percent

GOOD = (0.92, 0.98)
"""Coverage that counts as that of a 95% interval."""

DESIGNS = (
    "simple random samples",
    "stratified samples",
    "two-stage clusters",
    "whole households",
    "unequal weights",
    "small strata",
)


class CoverageCount(NamedTuple):
    """In how many samples of one design an interval covered its value."""

    covered: int
    samples: int

    @property
    def share(self) -> float:
        """Share of the samples in which it covered."""
        return self.covered / self.samples

    @property
    def open(self) -> tuple[float, float]:
        """What this number of samples leaves open: the 95% interval of the share (Clopper and Pearson 1934)."""
        missed = self.samples - self.covered
        low = special.betaincinv(self.covered, missed + 1, 0.025) if self.covered else 0.0
        high = special.betaincinv(self.covered + 1, missed, 0.975) if missed else 1.0
        return float(low), float(high)


def _counts(*counts: tuple[int, int]) -> tuple[CoverageCount, ...]:
    return tuple(CoverageCount(*count) for count in counts)


FOUND: Mapping[str, Sequence[CoverageCount]] = {
    "gdu_effect_sizes": _counts((991, 1000), (994, 1000), (995, 1000), (994, 1000), (993, 1000), (991, 1000)),
    "total_variation_mean": _counts((1000, 1000), (1000, 1000), (1000, 1000), (1000, 1000), (1000, 1000), (1000, 1000)),
    "jensen_shannon_mean": _counts((978, 1000), (981, 1000), (986, 1000), (982, 1000), (985, 1000), (987, 1000)),
    "hellinger_mean": _counts((985, 1000), (982, 1000), (984, 1000), (984, 1000), (993, 1000), (987, 1000)),
    "wasserstein_mean": _counts((946, 1000), (958, 1000), (946, 1000), (959, 1000), (980, 1000), (958, 1000)),
    "missing_values_mean": _counts((957, 1000), (946, 1000), (944, 1000), (938, 1000), (943, 1000), (953, 1000)),
    "records_changed_mean": _counts((949, 1000), (951, 1000), (959, 1000), (944, 1000), (948, 1000), (961, 1000)),
    "mean_difference": _counts((949, 1000), (954, 1000), (950, 1000), (954, 1000), (963, 1000), (950, 1000)),
    "covariance_mae": _counts((947, 1000), (940, 1000), (920, 1000), (937, 1000), (943, 1000), (943, 1000)),
    "correlation_mae": _counts((991, 1000), (996, 1000), (991, 1000), (994, 1000), (995, 1000), (987, 1000)),
    "pca_difference": _counts((988, 1000), (988, 1000), (988, 1000), (977, 1000), (980, 1000), (985, 1000)),
    "eigenvalues": _counts((987, 1000), (991, 1000), (988, 1000), (990, 1000), (990, 1000), (986, 1000)),
    "gamma_distance": _counts((980, 1000), (984, 1000), (981, 1000), (978, 1000), (980, 1000), (983, 1000)),
    "il1s": _counts((950, 1000), (959, 1000), (951, 1000), (958, 1000), (945, 1000), (947, 1000)),
    "lambda_distance": _counts((945, 1000), (953, 1000), (963, 1000), (936, 1000), (941, 1000), (950, 1000)),
    "values_mse": _counts((842, 1000), (822, 1000), (790, 1000), (809, 1000), (904, 1000), (829, 1000)),
    "values_mae": _counts((950, 1000), (959, 1000), (951, 1000), (958, 1000), (945, 1000), (947, 1000)),
    "values_variation": _counts((939, 1000), (945, 1000), (947, 1000), (957, 1000), (954, 1000), (951, 1000)),
    "gcp": _counts((957, 1000), (946, 1000), (944, 1000), (938, 1000), (943, 1000), (953, 1000)),
    "entropy_loss_mean": _counts((948, 1000), (946, 1000), (949, 1000), (950, 1000), (946, 1000), (955, 1000)),
    "interval_disclosure": _counts((963, 1000), (955, 1000), (943, 1000), (943, 1000), (960, 1000), (955, 1000)),
    "linkage_gower": _counts((958, 1000), (949, 1000), (954, 1000), (949, 1000), (950, 1000), (956, 1000)),
    "linkage_fellegi_sunter": _counts((957, 1000), (944, 1000), (949, 1000), (953, 1000), (969, 1000), (947, 1000)),
    "duncan_lambert": _counts((988, 1000), (978, 1000), (972, 1000), (968, 1000), (982, 1000), (987, 1000)),
}
"""By measure, in the order of the designs."""


def coverage_in_words(counts: Sequence[CoverageCount]) -> str:
    """Return what a card says of an interval that was found to cover too seldom or too often; else empty.

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
    said = "In simulations of six sample designs its 95% interval covered the value in {shares} of samples.".format(
        shares=least if least == most else f"{least} to {most}"
    )
    parts = "; ".join(_of_design(design, cell) for design, cell in outside)
    open_ = f"Outside 92% to 98%, in brackets what this number of samples leaves open: {parts}."
    return f"{said} {open_}"


def _of_design(design: str, cell: CoverageCount) -> str:
    low, high = (percent(end, 0) for end in cell.open)
    return f"{design} {percent(cell.share)} of {cell.samples} ({low} to {high})"


def _good(share: float) -> bool:
    return GOOD[0] <= share <= GOOD[1]
