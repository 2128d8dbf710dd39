"""What a masked file carries that its users should not get, however its values were masked; counts, never values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.data import (
    COMPARED_ROLES,
    ROW_LINK,
    Codebook,
    Column,
    Microdata,
    Relation,
    RelationKind,
    Role,
    Scenario,
    Store,
    in_chunks,
)
from core.pairing.coding.columns import NO_LABELS
from core.pairing.coding.matching import Match, match_columns
from core.pairing.proposals.direct_identifiers import identifying_content
from core.pairing.proposals.levels import content, propose_level
from core.pairing.proposals.names import personal_word
from core.pairing.proposals.roles import propose_role

FEWEST_FOR_ORDER = 50
SHOWN = 5


@dataclass(frozen=True)
class Leftover:
    """One thing that a masked file still carries.

    Parameters
    ----------
    message : str
        What it is and what to do, in words.
    column : str or None
        The masked file's column; None: the file.
    count : int or None
        How many cells, records or categories are concerned.
    """

    message: str
    column: str | None = None
    count: int | None = None


def leftovers(original: Microdata, scenario: Scenario, codebook: Codebook, relation: Relation) -> tuple[Leftover, ...]:
    """List what a masked file carries besides its masked values.

    Parameters
    ----------
    original : Microdata
    scenario : Scenario
    codebook : Codebook
        Its identifiers are expected to be gone.
    relation : Relation
        What the records are to the original's.

    Raises
    ------
    PairingError
        A declared renaming is wrong.
    """
    match = match_columns(original, scenario)
    masked = scenario.microdata
    carried = _order_of_records(masked, relation, scenario.declaration.linked)
    for name in masked.columns:
        carried += _identifier(name, masked, _role(name, match, codebook))
        carried += _suppressed_labels(name, original, masked, match)
    return tuple(carried)


def _role(name: str, match: Match, codebook: Codebook) -> Role | None:
    """Return the role that the codebook gives to a masked column; None where it does not know it."""
    own = next((mine for mine, theirs in match.names.items() if theirs == name), name)
    return next((v.role for v in codebook.variables if v.name == own), None)


def _order_of_records(masked: Microdata, relation: Relation, linked: str | None) -> list[Leftover]:
    """Report records that are the original's, or are in its order: as long as they do, whatever is declared."""
    evidence = relation.evidence
    if relation.kind is RelationKind.IDENTICAL:
        message = f"identical to the original: {evidence}. The risk is the original's. Is it the right file?"
    elif relation.link == ROW_LINK:
        declare = "" if linked == ROW_LINK else "Declare them as linked row by row, and shuffle"
        message = (
            f"the records are in the original's order ({evidence}): anyone who has one file finds each record in "
            f"the other. {declare or 'Shuffle'} the records before release"
        )
    else:
        return []
    return [Leftover(message, None, masked.n_records)]


def _identifier(name: str, masked: Microdata, role: Role | None) -> list[Leftover]:
    column = masked.columns[name]
    if not (~column.is_empty()).any():
        return []
    cells = int((~column.is_empty()).sum())
    order = _serial_order(column, masked.n_records)
    if order:
        return [Leftover(f"{order}; leave the column out, or number the records anew at random", name, cells)]
    identifying = identifying_content(column)
    if identifying is not None:
        return [Leftover(f"the column holds {identifying.kind}; leave it out", name, identifying.cells)]
    if role is Role.IDENTIFIER:
        return [Leftover("an identifier of the original is still in the file; leave it out", name, cells)]
    word = personal_word(name)
    if word is not None:
        return [Leftover(f"by its name ({word!r}) the column identifies persons; leave it out", name, cells)]
    return _looks_like_identifier(name, masked, role, cells)


def _serial_order(column: Column, n_records: int) -> str:
    """Say that a column numbers the records in the order of the file; "" where it does not."""
    if column.number_store is None or n_records < FEWEST_FOR_ORDER or not column.is_number().all():
        return ""
    by_one, rising = _steps(column.number_store)
    if by_one:
        return "the column numbers the records one after the other: it keeps the order in which they stood"
    return "the column rises from record to record, as numbers given in order of entry do" if rising else ""


def _steps(store: Store) -> tuple[bool, bool]:
    """Return whether numbers rise by one from record to record, and whether they rise and are whole."""
    by_one, rising, last = True, True, np.empty(0)
    for _, numbers in in_chunks([store]):
        steps = np.diff(np.concatenate((last, numbers)))
        by_one = by_one and bool((steps == 1).all())
        rising = rising and bool((steps > 0).all() and (numbers == np.floor(numbers)).all())
        if not (by_one or rising):
            break
        last = numbers[-1:]
    return by_one, rising


def _looks_like_identifier(name: str, masked: Microdata, role: Role | None, cells: int) -> list[Leftover]:
    if role is not None and role not in COMPARED_ROLES and role is not Role.EXCLUDED:
        return []
    values = content(masked.columns[name], masked.n_records, masked.user_missing.get(name, ()))
    level = propose_level(name, values, masked.value_labels.get(name, NO_LABELS))
    proposal = propose_role(name, values, level, masked.labels.get(name, ""))
    if proposal.role is not Role.IDENTIFIER:
        return []
    return [Leftover(f"the column looks like an identifier ({proposal.reason}); leave it out", name, cells)]


def _suppressed_labels(name: str, original: Microdata, masked: Microdata, match: Match) -> list[Leftover]:
    """Report value labels of categories that the original's records have and this file's have not."""
    own = next((mine for mine, theirs in match.names.items() if theirs == name), None)
    labels = masked.value_labels.get(name, {})
    if own is None or not labels:
        return []
    suppressed = set(original.columns[own].categories()[1]) - set(masked.columns[name].categories()[1])
    named = suppressed & set(labels)
    if not named:
        return []
    message = (
        "value labels still name categories that no record has any more: they say what was suppressed; "
        "remove unused value labels"
    )
    return [Leftover(message, name, len(named))]
