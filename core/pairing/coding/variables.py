"""One variable of the original and its masked version, coded alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data import (
    Cap,
    CategoryMap,
    Coded,
    Column,
    Level,
    Masking,
    PairedVariable,
    Recode,
    ScenarioDeclaration,
    Variable,
    is_row_by_row,
)
from core.errors import PairingError
from core.pairing.coding.band_columns import cap_labels
from core.pairing.coding.categories import align, code_column, occurring, order_categories
from core.pairing.coding.cells import read_masked, read_original
from core.pairing.coding.columns import NO_LABELS, listed, with_numbers
from core.pairing.coding.declared import fit_declared
from core.pairing.coding.discovery import ALL_ROWS, Columns, find_names, find_recode
from core.pairing.coding.doubts import doubts
from core.pairing.coding.magnitudes import why_not_computable
from core.pairing.coding.marks import mark_hint, without_marks
from core.pairing.coding.missing_tokens import missing_tokens
from core.pairing.coding.notation import pairs_of, same_notation
from core.pairing.coding.recoding import apply_recode, bottom_value, top_value
from core.pairing.coding.value_labels import relabelled

MANY_CATEGORIES = 50

MOST_UNEXPLAINED = 0.5
"""Share of masked values that no record of the original has above which a variable was coded otherwise."""

NEW_VALUES = frozenset({Masking.NOISE, Masking.SWAP, Masking.PRAM, Masking.MICROAGGREGATE, Masking.SYNTHETIC})
"""Methods that may write values which the original does not have."""


def pair_variable(
    variable: Variable,
    original: Column,
    masked: Column,
    declaration: ScenarioDeclaration,
    links: NDArray[np.int64] | None,
    value_labels: Mapping[str, str] = NO_LABELS,
) -> PairedVariable:
    """Code one variable of both files alike.

    Parameters
    ----------
    variable : Variable
    original, masked : Column
        As read from the files.
    declaration : ScenarioDeclaration
        Recode and masking as declared, by the variable's name.
    links : int64 array (n_masked,) or None
        The original's row of each masked record, -1 where unknown.
    value_labels : mapping of str to str
        What the codes of either file mean.

    Returns
    -------
    PairedVariable
        With ``problem`` where the two cannot be compared.
    """
    own, flags = read_original(variable, original, len(original))
    masked, marked = without_marks(masked, original, declaration.marks)
    flags += marked
    theirs, masked_flags = read_masked(variable, masked, original, len(masked))
    masking = declaration.masking_of(variable.name)
    own, theirs, notation = same_notation(own, theirs, digits=masking not in NEW_VALUES)
    flags += masked_flags + notation + _two_kinds_of_missing(own, theirs)
    if theirs.is_empty().all():
        if own.is_empty().all():
            return _without_values(variable, own, theirs, masking, flags)
        return removed(variable, own, masking, (*flags, "every masked value is missing: treated as removed"))
    if masking is Masking.REMOVE:
        flags += ("declared as removed, but the masked file has it",)
    declared = declaration.recodes.get(variable.name)
    # a recode is inferred from records only where nothing else was declared
    inferable = declared is not None or masking in (None, Masking.RECODE)
    columns = _columns(variable, own, theirs, links if inferable else None)
    names = find_names(columns) if declared is None else {}
    if names:
        flags += (f"{pairs_of(names)}: one for one in all linked records",)
        theirs = relabelled(theirs, names)
        columns = replace(columns, masked=theirs)
    try:
        if own.is_empty().all():
            raise PairingError("every value is missing in the original; nothing can be compared")
        if variable.level is Level.CONTINUOUS and (
            reason := why_not_computable(*(c.number_store for c in (own, theirs) if c.number_store is not None))
        ):
            raise PairingError(reason)
        recode, source = (fit_declared(declared, columns), "declared") if declared else find_recode(columns)
        if declared and variable.name in declaration.proposed:
            source = "cap" if isinstance(recode, Cap) else "bands"
        paired = _code(columns, recode)
    except PairingError as error:
        coded = code_column(own, variable)
        level = Level.NOMINAL if theirs.labels and variable.level is Level.CONTINUOUS else variable.level
        masked_coded = code_column(theirs, variable, level)
        paired = PairedVariable(variable, coded, coded, masked_coded, problem=_named(variable, str(error)))
        return replace(paired, masking=masking, flags=flags, value_labels=value_labels)
    described = replace(paired, recode=recode, recode_source=source, masking=masking, flags=flags)
    judged = _judged(replace(described, value_labels=value_labels), linked=links is not None)
    seen = doubts(judged, links)
    return replace(judged, doubts=seen, flags=(*judged.flags, *seen))


def removed(variable: Variable, original: Column, masking: Masking | None, flags: tuple[str, ...]) -> PairedVariable:
    """Return a variable that the masked file does not have; ``original`` without missing codes."""
    coded = code_column(original, variable)
    return PairedVariable(variable, coded, coded, None, masking=masking, flags=flags)


def _two_kinds_of_missing(original: Column, masked: Column) -> tuple[str, ...]:
    """Say that a word for "missing" is a category of its own although empty cells are missing values."""
    words = missing_tokens(original.labels)
    if not words or not (original.is_empty().any() or masked.is_empty().any()):
        return ()
    return (f"{listed(words)}: a category next to missing values; declare it under 'missing' if it means the same",)


def _without_values(
    variable: Variable, original: Column, masked: Column, masking: Masking | None, flags: tuple[str, ...]
) -> PairedVariable:
    """Return a variable without any value in either file: the masked file has kept all there was."""
    flags += ("no value in either file: nothing could be lost",)
    coded = code_column(original, variable)
    return PairedVariable(variable, coded, coded, code_column(masked, variable), masking=masking, flags=flags)


def _columns(variable: Variable, original: Column, masked: Column, links: NDArray[np.int64] | None) -> Columns:
    if links is None:
        return Columns(variable, original, masked)
    if is_row_by_row(links) and len(original) == len(masked):
        return Columns(variable, original, masked, ALL_ROWS, ALL_ROWS)
    rows = np.flatnonzero(links >= 0)
    return Columns(variable, original, masked, links[rows], rows)


def _named(variable: Variable, problem: str) -> str:
    return f"variable {variable.name!r}: {problem}"


def _code(columns: Columns, recode: Recode | None) -> PairedVariable:
    variable = columns.variable
    original = code_column(columns.original, variable)
    recoded = original if recode is None else apply_recode(recode, original)
    if recoded.level is Level.CONTINUOUS:
        ends = cap_labels(recode, columns.masked.labels) if isinstance(recode, Cap) else {}
        theirs = with_numbers(columns.masked, ends)
        if theirs.labels:
            raise PairingError(
                f"the masked file holds text where the original holds numbers: {listed(theirs.labels)}"
                f"{mark_hint(theirs.labels)}"
            )
        return PairedVariable(variable, original, recoded, code_column(theirs, variable))
    order = variable.order if recode is None else recoded.categories
    masked = code_column(columns.masked, replace(variable, order=order), recoded.level)
    categories = order_categories(occurring(recoded).union(masked.categories), recoded.level, order)
    shared = align(recoded, categories)
    return PairedVariable(variable, shared if recode is None else original, shared, align(masked, categories))


def _judged(paired: PairedVariable, *, linked: bool) -> PairedVariable:
    """Add the flags, and the problem of masked values that stand for nothing in the original."""
    masked = paired.masked
    if masked is None or masked.level is Level.CONTINUOUS:
        return replace(paired, flags=paired.flags + _beyond_cap(paired.recode, masked))
    here, there = occurring(paired.recoded), occurring(masked)
    flags = paired.flags
    if there - here:
        flags += (f"category only in the masked file: {listed(there - here, labels=paired.value_labels)}",)
    if here - there:
        flags += (f"category only in the original: {listed(here - there, labels=paired.value_labels)}",)
    if max(len(occurring(paired.original)) if paired.original.categories else 0, len(here)) > MANY_CATEGORIES:
        flags += (f"more than {MANY_CATEGORIES} categories",)
    unknown = there - here - _known(paired)
    if not unknown or paired.masking in NEW_VALUES:
        return replace(paired, flags=flags)
    why = _unknown_values(paired, unknown, linked=linked)
    if paired.recode_source == "declared" or _share_of(masked, unknown) > MOST_UNEXPLAINED:
        return replace(paired, flags=flags, problem=why)
    return replace(paired, flags=(*flags, why), unexplained=why)


def _share_of(coded: Coded, categories: set[str]) -> float:
    """Return the share of the values that are of these categories."""
    records = np.bincount(coded.values[~coded.is_missing()].astype(np.int64), minlength=len(coded.categories))
    in_original = np.array([category in categories for category in coded.categories], dtype=bool)
    return float(records[in_original].sum() / records.sum())


def _known(paired: PairedVariable) -> set[str]:
    """Return categories that are accounted for though no original record has them."""
    known = set(paired.variable.order)
    if paired.recode is not None:
        known.update(_recode_labels(paired.recode))
    return known


def _recode_labels(recode: Recode) -> tuple[str, ...]:
    if isinstance(recode, CategoryMap):
        return tuple(recode.groups)
    return () if isinstance(recode, Cap) else recode.labels


def _unknown_values(paired: PairedVariable, unknown: set[str], *, linked: bool) -> str:
    name = paired.name
    link = "" if linked else ", or how its records are linked, so that codes changed one for one are found"
    continuous = ", or make the variable continuous" if paired.original.level is Level.ORDINAL else ""
    return _named(
        paired.variable,
        f"the masked file has values that the original does not have: {listed(unknown, labels=paired.value_labels)}; "
        "declare the recode "
        f'(map or bands), or the masking ({name} = "pram", "noise" ...) where they are meant{link}{continuous}',
    )


def _beyond_cap(recode: Recode | None, masked: Coded | None) -> tuple[str, ...]:
    if not isinstance(recode, Cap) or masked is None:
        return ()
    top, bottom = top_value(recode), bottom_value(recode)
    values, beyond = masked.values, np.zeros(len(masked), dtype=bool)
    if top is not None and recode.above is not None:
        beyond |= (values > recode.above) & (values != top)
    if bottom is not None and recode.below is not None:
        beyond |= (values < recode.below) & (values != bottom)
    return (f"{int(beyond.sum())} masked values lie beyond the cap",) if beyond.any() else ()
