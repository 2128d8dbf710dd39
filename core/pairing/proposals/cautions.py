"""What an officer should look at twice in the codebook, distinguished from the original's values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.data import MISSING_TOKENS, Codebook, Column, Level, Microdata, Role, Variable, codes_counted, number_label
from core.pairing.coding.columns import NO_LABELS, listed, observed
from core.pairing.coding.magnitudes import like_missing_codes
from core.pairing.proposals.levels import content, propose_level
from core.pairing.proposals.roles import propose_role
from core.wording import counted


@dataclass(frozen=True)
class Caution:
    """One variable to look at twice: why, whether it must be answered, how many records are concerned."""

    variable: str
    message: str
    is_question: bool = False
    count: int | None = None


def cautions(original: Microdata, codebook: Codebook) -> tuple[Caution, ...]:
    """Look at keys, compared variables and weights as the codebook tags them.

    Parameters
    ----------
    original : Microdata
    codebook : Codebook
        Variables that the file does not have are passed over.

    Returns
    -------
    tuple of Caution
        In the codebook's order.
    """
    all_cautions: list[Caution] = []
    for variable in codebook.variables:
        if variable.name not in original.columns:
            continue
        column = observed(original.columns[variable.name], variable.missing, original.n_records)
        if variable.role is Role.WEIGHT:
            all_cautions += _weight(variable, column)
        elif variable.role is Role.KEY:
            all_cautions += _key(variable, column, original)
        if variable.role in (Role.KEY, Role.SENSITIVE, Role.ANALYSIS):
            all_cautions += _compared(variable, column)
        if variable.role in (Role.KEY, Role.SENSITIVE, Role.ANALYSIS, Role.WEIGHT):
            all_cautions += _missing_codes(variable, column)
    return tuple(all_cautions)


def _compared(variable: Variable, column: Column) -> list[Caution]:
    n_values = len(column.labels) + len(column.distinct_numbers())
    if not n_values:
        message = "every value is missing: nothing can be compared"
        return [Caution(variable.name, message, count=len(column))]
    if n_values == 1:
        message = "every record has the same value: no measure can see a difference in it"
        return [Caution(variable.name, message, count=len(column))]
    return []


def _missing_codes(variable: Variable, column: Column) -> list[Caution]:
    codes = like_missing_codes(column)
    if not len(codes):
        return []
    cells = int(np.isin(column.number_cells(), codes).sum())
    message = (
        f"{counted(cells, 'cell holds', 'cells hold')} {listed([number_label(code) for code in codes])}, as "
        "Stata writes missing values: are "
        "they missing? Then declare them under missing codes"
    )
    return [Caution(variable.name, message, is_question=True, count=cells)]


def _key(variable: Variable, column: Column, original: Microdata) -> list[Caution]:
    """Look at a key; ``column`` without its missing codes."""
    store, labels = column.category_store()
    counts = codes_counted(store, len(labels))
    n = int(counts.sum())
    values = content(column, len(column), original.user_missing.get(variable.name, ()))
    level = propose_level(variable.name, values, original.value_labels.get(variable.name, NO_LABELS))
    proposal = propose_role(variable.name, values, level)
    if proposal.role is Role.IDENTIFIER:
        message = f"tagged as key, but looks like an identifier ({proposal.reason}): is it one?"
        return [Caution(variable.name, message, is_question=True, count=n)]
    if n > 1 and len(labels) == n:
        message = (
            "tagged as key, but has another value in every record: every record is unique by it alone. "
            "Group its values, or give it another role?"
        )
        return [Caution(variable.name, message, is_question=True, count=n)]
    if variable.level is Level.CONTINUOUS or not len(labels):
        return []
    alone = int((counts == 1).sum())
    if not alone:
        return []
    what = "category has" if alone == 1 else "categories have"
    return [
        Caution(variable.name, f"{alone} {what} one record only: who is in it is known by this key alone", count=alone)
    ]


def _weight(variable: Variable, column: Column) -> list[Caution]:
    text = set(column.labels) - MISSING_TOKENS
    if text:
        message = "tagged as weight, but holds text: declare it under missing codes, or give it another role"
        return [Caution(variable.name, message, count=len(text))]
    values = column.number_cells()
    unusable = int((~(np.isfinite(values) & (values >= 0))).sum())
    if unusable:
        message = (
            f"the weight is missing or negative in {counted(unusable, 'record', 'records')}: measures that need "
            "it are left out; correct it in the file"
        )
        return [Caution(variable.name, message, count=unusable)]
    zero = int((values == 0).sum())
    if zero:
        records = counted(zero, "record: it represents", "records: they represent")
        message = f"the weight is 0 in {records} nobody and left out of all that is weighted"
        return [Caution(variable.name, message, count=zero)]
    low = int((values < 1).sum())
    if low:
        records = counted(low, "record: it counts", "records: they count")
        message = f"the weight is below 1 in {records} as certain to be in the sample (p = 1)"
        return [Caution(variable.name, message, count=low)]
    return []
