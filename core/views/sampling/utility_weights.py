"""Sampling weights of a run in words: what is offered before it, and what is next to n after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.assessment import Assessment, Comparison, UtilityParameters, planned_parameters, tagged_weights
from core.data import Codebook, Microdata
from core.errors import PairingError
from core.measures import Measure, Result, WeightedRecords, Weighting
from core.pairing import weight_values
from core.utility import weighted_records
from core.views.methods.measure_cards import NOT_WEIGHTED, weighting
from core.wording import counted


@dataclass(frozen=True)
class OfferedWeight:
    """A variable of the original with the role weight.

    Parameters
    ----------
    variable : str
    records : WeightedRecords or None
        None where ``problem`` says why it cannot be used.
    problem : str
    """

    variable: str
    records: WeightedRecords | None = None
    problem: str = ""


def offered_weights(original: Microdata, codebook: Codebook) -> tuple[OfferedWeight, ...]:
    """Return the weights by which utility can be measured, in file order."""
    return tuple(_offered(name, original, codebook) for name in tagged_weights(codebook))


def _offered(name: str, original: Microdata, codebook: Codebook) -> OfferedWeight:
    try:
        records = weighted_records(weight_values(original, codebook, name))
    except PairingError as error:
        return OfferedWeight(name, problem=str(error))
    return OfferedWeight(name, problem=records) if isinstance(records, str) else OfferedWeight(name, records)


def records_in_words(records: WeightedRecords) -> str:
    """Say what weights add up to, how many records they are worth, and how many are left out."""
    said = (
        f"{counted(records.records, 'record', 'records')}; weights add up to {_number(records.total)}; "
        f"effective number of records {_number(records.effective)}"
    )
    if not records.without:
        return said
    without = counted(records.without, "record", "records")
    return said + f"; left out: {without} without a weight above 0"


def _number(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.4g}"


def run_weight(comparison: Comparison) -> str:
    """Return the sampling weight by which a run measured utility; empty: every record counted alike."""
    return planned_parameters(comparison.plan, UtilityParameters).decided


def ignores_weight(measure: Measure, weight: str) -> bool:
    """Whether a measure of utility counts every record alike in a run that weighs records.

    Figures and models that a person chose have a weight of their own, or none, which is next to them.
    """
    return bool(weight) and weighting(measure) == NOT_WEIGHTED


def n_in_words(n: int, weighting: Weighting | None, *, ignored: bool = False) -> str:
    """Return n, with the effective number of records of the smaller file where they are weighted.

    ``ignored``: the run has a weight, which the figure does not count.
    """
    if weighting is None:
        return f"n = {n:,}, not weighted" if ignored else f"n = {n:,}"
    return f"n = {n:,}, effective {_number(effective_n(weighting))}"


def effective_n(weighting: Weighting) -> float:
    """Return the smaller of both files' effective numbers of records."""
    return min(weighting.original.effective, weighting.masked.effective)


def weighting_of(file: Assessment) -> Weighting | None:
    """Return how a masked file's records were weighted; None where no figure of it is weighted."""
    return next((o.weighting for o in file.outcomes if isinstance(o, Result) and o.weighting is not None), None)


def weighted_files(comparison: Comparison) -> tuple[str, Mapping[str, str]]:
    """Return the weight of a run (empty: none), and by file what its weights are, in words, the original first."""
    weighted = [(s.name, weighting) for s in comparison.scenarios if (weighting := weighting_of(s)) is not None]
    if not weighted:
        return "", {}
    first = weighted[0][1]
    masked = {name: _masked_in_words(weighting) for name, weighting in weighted}
    return first.variable, {"Original": records_in_words(first.original), **masked}


def _masked_in_words(weighting: Weighting) -> str:
    said = "as the original" if weighting.masked == weighting.original else records_in_words(weighting.masked)
    return said + "; weights of the linked original records, for the file has none" if weighting.borrowed else said
