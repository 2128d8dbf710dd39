"""Global risk: the re-identification rate of the file, the default axis of the risk-utility map."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, NotRequired

import numpy as np
from numpy.typing import NDArray

from core.measures import Answer
from core.risk.families import FALSE_KEYS
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, frequency_measure
from core.risk.treatments import Treatment, treatment


class GlobalRiskDetail(KeySetDetail):
    """What the individual risks rest on and add up to; ``people`` is the sum of weights.

    Prosecutor and marketer know who is in the file: El Emam (2013), Guide to the De-Identification, 16.
    """

    prosecutor: float
    prosecutor_max: float
    marketer: float
    basis: str
    basis_kind: NotRequired[str]
    expected_reidentifications: float
    max_risk: float
    people: NotRequired[float | None]
    share_of_original: NotRequired[float]
    treatment: Annotated[str, Treatment]
    weight: str | None


SMALL_FRACTION = 0.1
"""Estimated sampling fraction below which the estimate of 1/F is seen to be too low."""


@frequency_measure(
    id="global_risk",
    name="Re-identification rate",
    reference="Benedetti and Franconi (1998); Hundepool et al. (2010), Handbook on Statistical Disclosure Control, "
    "section 3.5.2",
    summary="The share of records that an intruder who knows the key variables is expected to re-identify.",
    formula=r"\begin{gathered} \xi = \frac{1}{n} \sum_{i=1}^{n} r_i \\[1ex] r_i = p_i \int_0^1 \frac{u^{f_i - "
    r"1}}{p_i + (1 - p_i)\,u}\,du \\[1ex] p_i = \frac{f_i}{\hat{F}_i} \end{gathered}",
    reading="f counts the records of the file with the same key values, F the people behind them (sum of weights; "
    "records of weight 0 stand for nobody and are left out); without weights r is 1/f. 0.05: one record in twenty is "
    "expected to be re-identified. Precedents are 4 to 5% for public health files (El Emam), and 0.11% accepted for a "
    "scientific-use file (SDC Practice Guide).",
    misleads=f"{FALSE_KEYS} A mean hides a few very risky records: look at the riskiest. In a sample of less than a "
    "tenth of the population it is too low: 0.10 against a true mean of 1/F of 0.20 at 5%. Without weights the "
    "intruder is taken to know who is in the file. A missing key matches everything by default, which lowers it; ask "
    "for the figure with missing as a category.",
)
def global_risk(keyset: KeySetFrequencies) -> Answer[GlobalRiskDetail, KeySetDetail]:
    """Return xi, the mean individual risk of the records."""
    keyset = keyset.of_people
    if keyset.cell_risks is None:
        return keyset.skipped(keyset.weight.problem)
    detail = _detail(keyset, keyset.cell_risks)
    outcome = keyset.result(keyset.cells.mean(keyset.cell_risks), detail)
    return replace(outcome, notices=_small_fraction(keyset.n_used, detail["people"]))


def _small_fraction(n: int, people: float | None) -> tuple[str, ...] | None:
    """Say where the figure is too low for want of records; None where it is not, or nothing is known of the population.

    In a simulated sample of 5% the estimate was .096, the true mean of 1/F .199.
    """
    if people is None or n >= SMALL_FRACTION * people:
        return None
    return (
        f"the file holds about {n / people:.2%} of the population (records over the sum of weights): in so small a "
        "sample this estimate lies below the true mean of 1/F, at 5% by about half",
    )


def _detail(keyset: KeySetFrequencies, risks: NDArray[np.float64]) -> GlobalRiskDetail:
    sample = keyset.cell_frequencies.sample
    detail: GlobalRiskDetail = {
        "basis": keyset.weight.basis,
        "basis_kind": keyset.weight.kind,
        "expected_reidentifications": keyset.cells.total(risks),
        "max_risk": float(risks.max()),
        "prosecutor": keyset.cells.mean(1.0 / sample),
        "prosecutor_max": float(1.0 / sample.min()),
        "marketer": len(keyset.cells) / keyset.n_used,
        "people": keyset.weight.people(keyset.n_used),
        "share_of_original": keyset.file.share_of_original,
        "treatment": str(treatment(keyset.file.maskings, keyset.file.perturbed, keyset.keys, keyset.file)),
        "weight": keyset.weight.name,
        **keyset.described(),
    }
    other = keyset.as_category
    if other is not None and other.cell_risks is not None:
        detail["value_missing_as_category"] = other.cells.mean(other.cell_risks)
    return detail
