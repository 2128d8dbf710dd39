"""What follows from the individual risks: expected re-identifications, records above a threshold, households."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NotRequired, TypedDict

import numpy as np

from core.measures import Answer, Answers, Measure
from core.risk.families import FALSE_KEYS
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, release_measure
from core.risk.key_sets import outcomes
from core.statistics.arrays import Floats
from core.statistics.disclosure import household_risks
from core.statistics.reproducible import above

HANDBOOK = "Hundepool et al. (2010), Handbook on Statistical Disclosure Control, section 3.5"


class FigureDetail(TypedDict):
    """The detail of a figure of the individual risks, by which measure it is."""

    rate: NotRequired[float]
    count: NotRequired[int]
    threshold: NotRequired[float]
    counts_above: NotRequired[dict[str, int]]
    household: NotRequired[str]
    expected: NotRequired[float]
    n_households: NotRequired[int]
    mean_of_households: NotRequired[float]
    n_without_household: NotRequired[int]


class IndividualRisksDetail(KeySetDetail, FigureDetail):
    """A figure of the individual risks, and what they rest on."""

    basis: str
    basis_kind: NotRequired[str]


Figure = tuple[float, FigureDetail] | str
"""A figure with its detail; or why there is none."""
FromRisks = Callable[[KeySetFrequencies, Floats], Figure]
COUNTED_ABOVE = (0.01, 0.05, 0.1, 0.2)
"""Thresholds met in practice: records above each are counted, so that another release type needs no other run."""

NO_HOUSEHOLD = "no household variable is in this file: give the role 'household' to the number of the household"


LONE = (
    "{n:,} of {of:,} records have no number in {name!r}: each is taken for a household of its own, which makes the "
    "figure too low"
)


def _outcomes(
    measure: Measure, prepared: tuple[KeySetFrequencies, ...], figure: FromRisks
) -> Answers[IndividualRisksDetail, KeySetDetail]:
    """Yield a figure of the individual risks of every key set."""
    return outcomes(measure, prepared, lambda keyset: _answer(keyset.of_people, figure))


def _answer(keyset: KeySetFrequencies, figure: FromRisks) -> Answer[IndividualRisksDetail, KeySetDetail]:
    weight, other = keyset.weight, keyset.as_category
    answer = weight.problem if keyset.cell_risks is None else figure(keyset, keyset.cell_risks)
    if isinstance(answer, str):
        return keyset.skipped(answer)
    value, known = answer
    detail: IndividualRisksDetail = {"basis": weight.basis, "basis_kind": weight.kind, **known, **keyset.described()}
    as_category = None if other is None or other.cell_risks is None else figure(other, other.cell_risks)
    if isinstance(as_category, tuple):
        detail["value_missing_as_category"] = as_category[0]
    without = known.get("n_without_household", 0)
    doubt = (LONE.format(n=without, of=keyset.n_used, name=known["household"]),) if without else ()
    return replace(keyset.result(value, detail), validity=doubt)


measure_of_risks = release_measure.figures(_outcomes)
"""Of a function that returns the figure of one key set, with its detail."""


@measure_of_risks(
    id="expected_reidentifications",
    name="Expected re-identifications",
    bounds=(0.0, float("inf")),
    reference="Benedetti and Franconi (1998); " + HANDBOOK,
    summary="The number of records that an intruder who knows the key variables is expected to re-identify.",
    formula=r"\sum_{i=1}^{n} r_i = n\,\xi",
    reading="A number of records: the individual risks added up, r as in the re-identification rate. 11.3 of about "
    "10,000 was accepted for a scientific-use file in a case study of the SDC Practice Guide.",
    misleads=f"{FALSE_KEYS} It grows with the file: to compare files of different sizes take the rate. Many low risks "
    "and a few high ones can have the same sum.",
)
def expected_reidentifications(keyset: KeySetFrequencies, risks: Floats) -> Figure:
    """Return the sum of the individual risks."""
    return keyset.cells.total(risks), {"rate": keyset.cells.mean(risks)}


@measure_of_risks(
    id="risk_above_threshold",
    name="Records above the risk threshold",
    reference=HANDBOOK + "; the default threshold .1 is that of sdcMicro",
    summary="The share of records whose individual risk is higher than the threshold that the officer sets.",
    formula=r"\frac{1}{n}\,\#\{ i : r_i > t \}, \qquad t = 0.1 \text{ unless set}",
    reading="0: no record is riskier than the threshold. The SDC Practice Guide has 5% as its example and 1% in a "
    "case study; sdcMicro flags records above 10%.",
    misleads=f"{FALSE_KEYS} It tips over at the threshold: a record at 9.9% does not count. Without weights risks are "
    "1/f, so that t = 0.1 counts groups of fewer than 10 records.",
)
def risk_above_threshold(keyset: KeySetFrequencies, risks: Floats) -> Figure:
    """Return the share of records with a risk above ``risk.threshold``."""
    threshold, cells = keyset.parameters.threshold, keyset.cells
    beyond = cells.records(above(risks, threshold))
    counts = {f"{t:g}": cells.records(above(risks, t)) for t in COUNTED_ABOVE}
    return beyond / keyset.n_used, {"count": beyond, "threshold": threshold, "counts_above": counts}


@measure_of_risks(
    id="household_risk",
    name="Household risk",
    reference=HANDBOOK + ", household risk",
    summary="The chance that at least one member of a person's household is re-identified, averaged over persons.",
    formula=r"\frac{1}{n} \sum_{i=1}^{n} \Bigl( 1 - \prod_{j \in h(i)} (1 - r_j) \Bigr)",
    reading="h is the household of a record. Never below the re-identification rate: once one member is found, so "
    "are the others. Compare with that rate.",
    misleads=f"{FALSE_KEYS} Members are taken to be found independently of each other. Keys that describe the "
    "household, such as its size, make the members' risks go together, and the household's composition itself may give "
    "it away, which this does not see. Records without a number of their household are counted as households of their "
    "own, which makes it too low: it is then marked, with their count.",
    needs="a household variable",
)
def household_risk(keyset: KeySetFrequencies, risks: Floats) -> Figure:
    """Return the mean over records of 1 - prod(1 - r) over the members of the record's household."""
    households = keyset.file.households
    if not households:
        return NO_HOUSEHOLD
    if len(households) > 1:
        return f"several household variables are tagged ({', '.join(sorted(households))}): leave the role to one"
    name, numbers = next(iter(households.items()))
    numbers = numbers[keyset.cells.rows()]
    unknown = np.isnan(numbers)
    if unknown.all():
        return f"no record has a number in {name!r}, the variable with the role household"
    by_record, by_household = household_risks(risks[keyset.cells.of_records], numbers)
    return float(by_record.mean()), {
        "household": name,
        "expected": float(by_record.sum()),
        "n_households": len(by_household),
        "mean_of_households": float(by_household.mean()),
        "n_without_household": int(unknown.sum()),
    }
