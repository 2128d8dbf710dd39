"""What was done to the variables of a masked file, in words: as declared, and as the data show where nobody said it."""

from collections.abc import Iterator

from core.assessment import Assessment, VariableRecord
from core.data import RelationKind
from core.measures import Result, detail_of
from core.utility import ChangedDetail, MissingDetail
from core.wording import exact_percent, first_of, sentence_case

DONE = (("recoded", "Recoded"), ("removed", "Removed"), ("not comparable", "Not comparable"))
REMOVED = "removed"
UNSEEN = "No variable was recoded or removed, and nothing is declared; changed values cannot be seen without a link."
WHERE = "Say how under “How variables were masked” on the Set up page, or as “masking” in the codebook."


def masking_in_words(assessment: Assessment, *, remedy: bool = True) -> str:
    """Return which variables were recoded or removed, what is declared, and what the data show beyond it; bare text.

    Where something is not declared, ``remedy`` adds where it is.
    """
    if assessment.relation is not None and assessment.relation.kind is RelationKind.IDENTICAL:
        return "Nothing: these are the original's records."
    parts = []
    for status, verb in DONE:
        affected = [v.name for v in assessment.variables if v.status == status]
        parts += [f"{verb}: {first_of(affected)}."] if affected else []
    for masking in dict.fromkeys(v.masking for v in assessment.variables if v.masking):
        declared = [v.name for v in assessment.variables if v.masking == masking]
        parts.append(f"Declared as {masking}: {first_of(declared)}.")
    seen = list(_seen(assessment))
    where = [WHERE] if remedy else []
    if parts or seen:
        return " ".join([*parts, *seen, *where] if seen else parts)
    if assessment.relation is not None and assessment.relation.kind is RelationKind.PART:
        return f"{sentence_case(assessment.relation.evidence)}."
    if assessment.results("records_changed"):
        return "No variable was recoded, removed or changed."
    return " ".join([UNSEEN, *where])


def _seen(assessment: Assessment) -> Iterator[str]:
    """Yield which variables hold other values than the original's, or lack values, without being declared."""
    undeclared = [v for v in assessment.variables if not v.masking and v.status != REMOVED]
    changed = [f"{v.name} {exact_percent(share)}" for v in undeclared if (share := _changed(assessment, v)) > 0]
    missing = [f"{v.name} {exact_percent(share)}" for v in undeclared if (share := _missing(assessment, v)) > 0]
    if changed:
        words = "Not declared, but the data show other values: {variables} of the records."
        yield words.format(variables=first_of(changed))
    if missing:
        words = "Not declared, but the data show suppressed values: {variables} of the records."
        yield words.format(variables=first_of(missing))


def _missing(assessment: Assessment, variable: VariableRecord) -> float:
    """Return the share suppressed; of other records than the original's only where it lacks none: else it is chance."""
    outcome = assessment.outcome("missing_values", (variable.name,))
    if not isinstance(outcome, Result):
        return 0.0
    linked = isinstance(assessment.outcome("records_changed", (variable.name,)), Result)
    return outcome.value if linked or not detail_of(outcome, MissingDetail)["missing_original"] else 0.0


def _changed(assessment: Assessment, variable: VariableRecord) -> float:
    """Return the share of linked records with another value; those that lack one now are no such."""
    outcome = assessment.outcome("records_changed", (variable.name,))
    if not isinstance(outcome, Result):
        return 0.0
    detail = detail_of(outcome, ChangedDetail)
    gone = _newly_missing(assessment, variable, detail["linked"])
    return max(0, detail["changed"] - gone) / detail["linked"] if gone is not None else 0.0


def _newly_missing(assessment: Assessment, variable: VariableRecord, linked: int) -> int | None:
    """Return how many linked records lack their value now; None where both files do not hold the same records."""
    outcome = assessment.outcome("missing_values", (variable.name,))
    if not isinstance(outcome, Result):
        return None
    sizes = detail_of(outcome, MissingDetail)
    if outcome.value == 0:
        return 0
    if not sizes["n_original"] == sizes["n_masked"] == linked:
        return None
    return sizes["missing_masked"] - sizes["missing_original"]
