"""The settings of GDU."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

FEWEST_RECORDS = 10

RecodeMeasure = Literal["heterogeneity", "pairs", "allocation"]


@dataclass(frozen=True)
class GduParameters:
    """Settings of Global Data Utility; the defaults are those of the product.

    Parameters
    ----------
    alpha : float
        Threshold of step 1; a p value equal to it counts as not significant.
    p_form : "rescaled" or "published"
        (1 - e^{-14p}) / (1 - e^{-14}), or without the denominator (then an identical file scores .9999992).
    direction : "normalised", "published" or "cosine"
        How step 2 compares the direction of two associations.
    missing : "pairwise", "completeness" or "category"
        Observed values only; the same times the share still observed; or missing as a value of its own.
    normality : "auto", "lilliefors" or "never"
        When parametric tests are used; auto: Lilliefors up to 5,000 records, never above.
    normal, not_normal : tuple of str
        Continuous variables taken as normal, or as not normal, whatever a test says.
    basis : "paper" or "harmonised"
        Which original a recoded ordered pair is compared with: unrecoded, or recoded alike.
    significance : "own_n" or "common_n"
        Step 1 at each file's own number of records, or both at the smaller one.
    recode : "heterogeneity", "pairs" or "allocation"
        What a recode from a continuous variable loses.
    recode_heterogeneity, recode_pairs, recode_allocation : tuple of str
        Continuous variables whose recode is measured so, whatever ``recode`` says of the others.
    univariate_share : float
        Weight of the univariate half, in [0, 1].
    reference_records : int
        Records that both files are taken to have in GDU at a reference number of records, from 10 on.
    subgroup : str
        A categorical variable: GDU is also computed within each of its levels; empty: not.

    Raises
    ------
    ValueError
        A value outside its range, a variable declared both normal and not normal, or with two recode measures.
    """

    alpha: float = 0.05
    p_form: Literal["rescaled", "published"] = "rescaled"
    direction: Literal["normalised", "published", "cosine"] = "normalised"
    missing: Literal["pairwise", "completeness", "category"] = "pairwise"
    normality: Literal["auto", "lilliefors", "never"] = "auto"
    normal: tuple[str, ...] = ()
    not_normal: tuple[str, ...] = ()
    basis: Literal["paper", "harmonised"] = "paper"
    significance: Literal["own_n", "common_n"] = "own_n"
    recode: RecodeMeasure = "heterogeneity"
    recode_heterogeneity: tuple[str, ...] = ()
    recode_pairs: tuple[str, ...] = ()
    recode_allocation: tuple[str, ...] = ()
    univariate_share: float = 0.5
    reference_records: int = 1_000
    subgroup: str = ""

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError("alpha must lie between 0 and 1")
        if not 0 <= self.univariate_share <= 1:
            raise ValueError("univariate_share must lie in [0, 1]")
        if self.reference_records < FEWEST_RECORDS:
            raise ValueError(f"reference_records must be at least {FEWEST_RECORDS}")
        if both := sorted({*self.normal} & {*self.not_normal} - {""}):
            raise ValueError(f"{both[0]!r} is declared both normal and not normal")
        named = Counter(name for names in self.recodes_by_name.values() for name in set(names) - {""})
        if twice := sorted(name for name, times in named.items() if times > 1):
            raise ValueError(f"two recode measures are named for {twice[0]!r}")

    @property
    def recodes_by_name(self) -> dict[RecodeMeasure, tuple[str, ...]]:
        """The variables that each recode measure is named for."""
        return {
            "heterogeneity": self.recode_heterogeneity,
            "pairs": self.recode_pairs,
            "allocation": self.recode_allocation,
        }

    def recode_measure(self, variable: str) -> RecodeMeasure:
        """Return how the recode of a continuous variable is measured."""
        return next((measure for measure, names in self.recodes_by_name.items() if variable in names), self.recode)
