"""Whether a masked file's risk can be compared with the original's: the same basis, and no higher by an artefact."""

from core.assessment import measure_by_id
from core.measures import Basis, Result, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import above
from core.views.risk import is_bound
from core.wording import sentence_case

OF_NOBODYS = {
    "disco": "attribute disclosure",
    "uniques_replicated": "share of unique people repeated",
    "records_repeated": "share of people whose record is repeated",
}
"""Rates of a file in which nobody of the original should be."""
AT_MOST = "at most this: records are not linked"
WEIGHTS_SCALED = 0.9
"""Weights of a sample count as scaled up where they reach this part of the original's sum."""

SAMPLE = (
    "The file is a sample and is taken here for the whole population, so it looks riskier than the file that it was "
    "drawn from. Say before the run which share of the population is in the original file."
)
SAMPLE_COUNTS = (
    "The file is a sample: fewer records are alike in it by itself, and who is alone in it need not be alone in the "
    "original."
)
SAMPLE_WEIGHTS = (
    "The file is a sample whose weights add up to {share:.0%} of the original's: choose before the run to scale up the "
    "weights of samples."
)
ARTEFACT = (
    "The figure is higher than the original's, though masking makes nobody easier to find: changed or missing values "
    "make records look rarer than they are."
)
SMALLER_GROUPS = "The file is a sample: its groups of records alike are smaller, so fewer of them hold several values."


def rate_in_words(result: Result, nobodys: str = "the file is synthetic") -> str:
    """Return how the risk of a file is known, where its value alone does not tell; empty for other measures.

    ``nobodys`` says why nobody of the original should be in the file, where it is judged by that.
    """
    larger = detail_of(result, RiskDetail).get("larger", "")
    if larger in OF_NOBODYS:
        return f"{OF_NOBODYS[larger]}, because {nobodys}"
    return AT_MOST if is_bound(result) else ""


def not_comparable(original: Result | None, masked: Result) -> tuple[str, ...]:
    """Say why a masked file's figure cannot be compared with the original's, in sentences; empty where it can.

    Parameters
    ----------
    original, masked : Result
        Of the same measure and target; None: the original has none.
    """
    if original is None:
        return ()
    before, after = detail_of(original, RiskDetail), detail_of(masked, RiskDetail)
    if after.get("larger") in OF_NOBODYS:
        return ()
    if _kind(before) != _kind(after):
        return (_other_weights(before, after),)
    if not above(masked.value, original.value):
        return ()
    measure = measure_by_id(masked.measure)
    if measure.why_above:
        return (SMALLER_GROUPS if measure.basis is Basis.GROUPS and masked.n < original.n else measure.why_above,)
    return (_why_higher(original, masked),) if measure.basis is Basis.FREQUENCIES else ()


def _kind(detail: RiskDetail) -> str | None:
    """Return what a figure rests on; results of earlier versions have it in words only."""
    return detail.get("basis_kind", detail.get("basis"))


def _other_weights(original: RiskDetail, masked: RiskDetail) -> str:
    bases = f"{sentence_case(str(masked.get('basis')))}; of the original: {original.get('basis')}. "
    ours, theirs = masked.get("prosecutor"), original.get("prosecutor")
    if ours is None or theirs is None:
        return bases + "The two are not comparable."
    return bases + f"Without weights both would be {ours:.2%} here and {theirs:.2%} in the original."


def _why_higher(original: Result, masked: Result) -> str:
    detail = detail_of(masked, RiskDetail)
    if detail.get("share_of_original", 1.0) == 1.0 and masked.n >= original.n:
        return ARTEFACT
    kind = detail.get("basis_kind", "")
    ours, theirs = (detail_of(r, RiskDetail).get("people") or 0.0 for r in (masked, original))
    if kind.startswith("weight") and 0 < ours < WEIGHTS_SCALED * theirs:
        return SAMPLE_WEIGHTS.format(share=ours / theirs)
    return SAMPLE if kind == "1/f" else SAMPLE_COUNTS
