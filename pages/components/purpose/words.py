"""Thresholds of a purpose as labels and as short phrases."""

from core.assessment import measure_by_id
from core.decision import INFERENCE, LINKABILITY, MEMBERSHIP, SINGLING_OUT, Purpose, Requirement
from core.wording import first_of

LABELS = {
    "smallest_group": "Hidden among, k",
    "sample_uniques": "Above one half, %",
    "individual_risk": "Individual risk, %",
    "file_risk": "Risk of the file, %",
    "dis_suda": "DIS-SUDA, %",
    SINGLING_OUT: "Singling out, net, %",
    LINKABILITY: "Linkability, net, %",
    INFERENCE: "Inference, net, %",
    MEMBERSHIP: "Membership, net, %",
}
HEADS = {
    "smallest_group": "Hidden among {limit} or more",
    "sample_uniques": "Found above one half: at most {limit}",
    "individual_risk": "People above {limit}: none",
    "file_risk": "Risk of the file: at most {limit}",
    "dis_suda": "DIS-SUDA: at most {limit}",
    SINGLING_OUT: "Singling out, net: at most {limit}",
    LINKABILITY: "Linkability, net: at most {limit}",
    INFERENCE: "Inference, net: at most {limit}",
    MEMBERSHIP: "Membership, net: at most {limit}",
}


def label(requirement: Requirement) -> str:
    """Return the label of the input of a threshold."""
    return (
        LABELS.get(requirement.threshold)
        or f"{measure_by_id(requirement.measure).name}{', %' if requirement.is_share else ''}"
    )


def head(requirement: Requirement) -> str:
    """Return a threshold with its limit as the head of a column."""
    words = HEADS.get(requirement.threshold) or _of_a_measure(requirement)
    return words.format(limit=requirement.limit_text(requirement.limit))


def _of_a_measure(requirement: Requirement) -> str:
    return f"{measure_by_id(requirement.measure).name}: {'at least ' if requirement.at_least else ''}{{limit}}"


def about_in_words(purpose: Purpose) -> list[str]:
    """Return who signed the rules, until when they hold and which key sets they name, in bare text."""
    said = [f"signed by {purpose.signed_by}"] if purpose.signed_by else []
    said += [f"valid until {purpose.valid_until}"] if purpose.valid_until else []
    names = [name for name, _variables in purpose.keysets]
    return said + ([f"key sets {first_of(names)}"] if names else [])
