"""What was done to the variables of a masked file, in words."""

from __future__ import annotations

from core.assessment import Assessment
from core.wording import _, listed

DONE = (("recoded", _("Recoded")), ("removed", _("Removed")), ("not comparable", _("Not comparable")))


def masking_in_words(assessment: Assessment) -> str:
    """Return which variables were recoded or removed and what is declared about others; bare text."""
    parts = []
    for status, verb in DONE:
        affected = [v.name for v in assessment.variables if v.status == status]
        parts += [f"{verb}: {listed(affected)}."] if affected else []
    for masking in dict.fromkeys(v.masking for v in assessment.variables if v.masking):
        declared = [v.name for v in assessment.variables if v.masking == masking]
        parts.append(_("Declared as {masking}: {declared}.").format(masking=masking, declared=listed(declared)))
    return " ".join(parts) or _(
        "No variable was recoded or removed, and nothing is declared: say it under “How variables were masked” on the "
        "Variables page, or as “masking” in the codebook."
    )
