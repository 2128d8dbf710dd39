"""A control file: records of other people of the population, coded like the original and a masked file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.data import (
    Codebook,
    Coded,
    Column,
    Level,
    Microdata,
    Pair,
    PairedVariable,
    Recode,
    Release,
    Role,
    SampleDesign,
    number_label,
)
from core.errors import PairingError
from core.pairing.coding.categories import align, recode_codes
from core.pairing.coding.cells import read_masked, read_original
from core.pairing.coding.columns import listed, number_of, observed
from core.pairing.coding.design import design_of
from core.pairing.coding.notation import same_notation
from core.pairing.coding.recoding import apply_recode
from core.pairing.coding.value_labels import same_codes


def with_control(pair: Pair, original: Microdata, control: Microdata, codebook: Codebook) -> Pair:
    """Add a control file to a pair.

    Parameters
    ----------
    pair : Pair
        Of the original and a masked file, or of the original twice.
    original, control : Microdata
        Variables are matched by their names.
    codebook : Codebook

    Returns
    -------
    Pair
        With ``control``: its records after the recodes of the masked file, in the codes of the recoded original.
        A nominal category that only the control has is coded behind the others. An ordinal one, a text among numbers
        and a value that the recode does not know are missing: they have no place among the original's.

    Raises
    ------
    PairingError
        The control has no record, or no variable in common with the original.
    """
    _check_common(original, control, codebook)
    columns = {
        v.name: coded
        for v in pair.variables
        if not v.records_problem and v.name in control.columns and (coded := _coded(v, original, control)) is not None
    }
    laid = Release(control.name, control.n_records, columns, keysets=pair.original.keysets)
    return replace(pair, control=replace(laid, drawn=_drawn(control, codebook)))


def _drawn(control: Microdata, codebook: Codebook) -> SampleDesign | None:
    """Return how the control's records were drawn, by its own clusters or households and strata alone."""
    alone = replace(codebook, units_of_population=None, replicates=None)
    roles = (Role.CLUSTER, Role.HOUSEHOLD, Role.STRATUM)
    named = {v.name: v.name for v in codebook.variables if v.role in roles and v.name in control.columns}
    return design_of(control, alone, named)


def _check_common(original: Microdata, control: Microdata, codebook: Codebook) -> None:
    if not control.n_records:
        raise PairingError(f"the control file {control.name!r} has no records")
    if not any(v.name in control.columns for v in codebook.variables):
        raise PairingError(
            f"the control file {control.name!r} has no variable in common with the original {original.name!r} "
            f"(it has {listed(list(control.columns))}); choose a file with the original's variables"
        )


def _coded(v: PairedVariable, original: Microdata, control: Microdata) -> Coded | None:
    """Return the control's values of a variable; None where none is left."""
    read = _read(v, original, control)
    if v.original.level is Level.CONTINUOUS:
        coded = Coded(Level.CONTINUOUS, read.number_cells())
    else:
        coded = _among(read, v.original)
    if v.recode is not None:
        coded = _recoded(v.recode, coded)
    if v.recoded.level is not Level.CONTINUOUS:
        coded = _in_categories(coded, v.recoded)
    return None if coded.is_missing().all() else coded


def _read(v: PairedVariable, original: Microdata, control: Microdata) -> Column:
    """Return the control's column in the notation of the original's."""
    name, n = v.name, control.n_records
    own, labels = original.columns[name], (original.value_labels.get(name, {}), control.value_labels.get(name, {}))
    theirs, _ = same_codes(own, control.columns[name], *labels)
    theirs = observed(theirs, control.user_missing.get(name, ()), n)
    read, _ = read_masked(v.variable, theirs, own, n)
    return same_notation(read_original(v.variable, own, original.n_records)[0], read)[1]


def _among(column: Column, original: Coded) -> Coded:
    """Return a categorical column, with categories that only it has behind the original's."""
    codes, labels = column.categories()
    names = _known_as(labels, original.categories)
    categories = (*original.categories, *sorted(set(names.values()).difference(original.categories)))
    return Coded.of(original.level, recode_codes(codes, [names[label] for label in labels], categories), categories)


def _known_as(labels: tuple[str, ...], categories: tuple[str, ...]) -> Mapping[str, str]:
    """Return label -> category: itself, or the number that it writes (01) where that is one of the categories."""
    known = set(categories)
    numbers = {label: number_label(value) for label in labels if (value := number_of(label)) is not None}
    return {label: numbers[label] if label not in known and numbers.get(label) in known else label for label in labels}


def _in_categories(coded: Coded, recoded: Coded) -> Coded:
    """Return the values in the codes of the recoded original."""
    known = set(recoded.categories)
    strange = () if recoded.level is Level.ORDINAL else tuple(c for c in coded.categories if c not in known)
    return replace(align(coded, (*recoded.categories, *strange)), level=recoded.level)


def _recoded(recode: Recode, coded: Coded) -> Coded:
    """Return the values after a recode; those that it does not know are missing."""
    try:
        return apply_recode(recode, coded)
    except PairingError:
        return apply_recode(recode, _only_known(recode, coded))


def _only_known(recode: Recode, coded: Coded) -> Coded:
    if coded.level is Level.CONTINUOUS:
        values = coded.values.astype(np.float64)
        distinct, inverse = np.unique(values, return_inverse=True)
        known = [_knows(recode, Coded(coded.level, distinct[i : i + 1])) for i in range(len(distinct))]
        return Coded(coded.level, np.where(np.array(known)[inverse], values, np.nan))
    first = np.zeros(1, dtype=np.int32)
    known = [_knows(recode, Coded(coded.level, first, (label,))) for label in coded.categories]
    return align(coded, tuple(label for label, keep in zip(coded.categories, known, strict=True) if keep))


def _knows(recode: Recode, coded: Coded) -> bool:
    try:
        apply_recode(recode, coded)
    except PairingError:
        return False
    return True
