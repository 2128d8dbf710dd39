"""The original with one masked file, and the original alone, coded for the measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data import (
    COMPARED_ROLES,
    Codebook,
    Coded,
    Column,
    FileKind,
    Masking,
    Microdata,
    Pair,
    PairedVariable,
    Release,
    Role,
    Scenario,
    Variable,
)
from core.errors import CodebookError
from core.pairing.coding.categories import code_column
from core.pairing.coding.cells import read_original
from core.pairing.coding.columns import listed, observed
from core.pairing.coding.design import design_of, masked_design, observed_of, weight_numbers
from core.pairing.coding.keys_found import keys_found
from core.pairing.coding.links import Links, agree_beyond_chance, link_records, nearly_all_agree
from core.pairing.coding.matching import Match, match_columns, no_common_variable
from core.pairing.coding.value_labels import contradictions, labels_after, same_codes
from core.pairing.coding.variables import pair_variable, removed

CHECK_LINKS = "check that records of the same person have the same place, or the same identifier, in both files"
WRONG_LINKS = f"linked records agree no better than in a random order: {CHECK_LINKS}"
FEW_AGREE = (
    "in no variable do nine of ten linked records agree, and none is declared to hold false values: declare how they "
    f"were masked, or {CHECK_LINKS}"
)
CONTRADICTED = (
    "{name} is declared as {masking}, which leaves true values, but fewer than nine of ten linked records agree on it: "
    f"declare how it was masked, or {CHECK_LINKS}"
)
TRUE_VALUES = (Masking.RECODE, Masking.SUPPRESS, Masking.SAMPLE)


def code_release(original: Microdata, codebook: Codebook) -> Release:
    """Code the original alone.

    Parameters
    ----------
    original : Microdata
    codebook : Codebook
        Names every variable of the original.

    Returns
    -------
    Release
        Key, sensitive and analysis variables in the original's order, each in its own categories.

    Raises
    ------
    CodebookError
        The codebook and the file contradict each other.
    """
    columns = {
        variable.name: code_column(
            read_original(variable, original.columns[variable.name], original.n_records)[0], variable
        )
        for variable in _compared(original, codebook)
    }
    return replace(_release(original.name, original, codebook, columns), value_labels=original.value_labels)


def pair(original: Microdata, scenario: Scenario, codebook: Codebook, linked: str | None = None) -> Pair:
    """Code the original and one masked file alike.

    Parameters
    ----------
    original : Microdata
    scenario : Scenario
        Masked file and its declaration.
    codebook : Codebook
        Names every variable of the original.
    linked : str or None
        The run's default where the scenario declares no links: "row", "none" or an identifier variable.

    Returns
    -------
    Pair
        Variables that cannot be compared carry the reason in ``problem``.

    Raises
    ------
    PairingError
        The files have no variable in common, or a declared renaming is wrong.
    CodebookError
        The codebook and the original contradict each other.
    """
    coded = code_alike(original, scenario, codebook, linked)
    if coded.links is not None or coded.masked.kind is FileKind.OTHER_PEOPLE:
        return coded
    known = keys_found(coded.variables, coded.masked.keysets)
    return replace(coded, masked=replace(coded.masked, keys_found=known))


def code_alike(original: Microdata, scenario: Scenario, codebook: Codebook, linked: str | None = None) -> Pair:
    """Return what `pair` does, but for how many masked records have key values that the original has."""
    match = match_columns(original, scenario)
    compared = _compared(original, codebook)
    _check_names(original, scenario)
    if not any(variable.name in match.names for variable in compared):
        raise no_common_variable(original, scenario, match)
    declared = linked if scenario.declaration.linked is None else scenario.declaration.linked
    missing = {v.name: v.missing for v in codebook.variables}
    links = link_records(original, scenario.microdata, declared, match, missing)
    variables = tuple(_pair_one(variable, original, scenario, match, links) for variable in compared)
    doubt = _doubt(variables, links)
    kept = {v.name: v.masked for v in variables if v.masked is not None}
    labels = {v.name: v.recoded_labels for v in variables if v.recoded_labels}
    whole = _release(original.name, original, codebook, {v.name: v.original for v in variables})
    masked = _release(scenario.name, scenario.microdata, codebook, kept, match.names)
    masked = replace(masked, drawn=masked_design(whole.drawn, masked.drawn, links.rows))
    masked = replace(masked, kind=scenario.declaration.kind)
    return Pair(
        scenario.name,
        variables,
        replace(whole, value_labels=original.value_labels),
        replace(masked, value_labels=labels),
        links.rows,
        f"{links.reason}; but {doubt}" if doubt else links.reason,
        doubt,
        match.added,
        codebook.uses,
        link_problem=links.problem,
    )


def _compared(original: Microdata, codebook: Codebook) -> list[Variable]:
    """Return the variables that count, in the original's order; raise where codebook and file do not fit."""
    known = {variable.name: variable for variable in codebook.variables}
    strange = [name for name in known if name not in original.columns]
    if strange:
        raise CodebookError(f"the codebook names {listed(strange)}, which the original {original.name!r} does not have")
    unknown = [name for name in original.columns if name not in known]
    if unknown:
        raise CodebookError(
            f"the codebook does not name {listed(unknown)} of the original {original.name!r}; "
            'add them, with role = "excluded" where they are not to count'
        )
    return [known[name] for name in original.columns if known[name].role in COMPARED_ROLES]


def _check_names(original: Microdata, scenario: Scenario) -> None:
    """Raise where a recode or masking was declared for a variable that the original does not have."""
    declaration = scenario.declaration
    strange = {*declaration.recodes, *declaration.masking}.difference(original.columns)
    if strange:
        raise CodebookError(
            f"scenario {scenario.microdata.name!r}: recodes or masking name {listed(strange)}, "
            f"which the original {original.name!r} does not have"
        )


def _pair_one(
    variable: Variable, original: Microdata, scenario: Scenario, match: Match, links: Links
) -> PairedVariable:
    column = _full(original.columns[variable.name], original.n_records)
    if variable.name in match.names:
        return _pair_columns(variable, column, original, scenario, match.names[variable.name], links)
    masking = scenario.declaration.masking_of(variable.name)
    read, flags = read_original(variable, column, original.n_records)
    labels = original.value_labels.get(variable.name, {})
    paired = replace(removed(variable, read, masking, flags), value_labels=labels)
    similar = match.similar.get(variable.name)
    if similar is None or masking is Masking.REMOVE:
        return paired
    return replace(
        paired,
        problem=f"variable {variable.name!r}: the masked file has {similar!r}; if it is the same variable, declare "
        f'renamed = {{ "{similar}" = "{variable.name}" }}, else masking = {{ "{variable.name}" = "remove" }}',
    )


def _pair_columns(
    variable: Variable, column: Column, original: Microdata, scenario: Scenario, name: str, links: Links
) -> PairedVariable:
    """Pair a variable that both files have; ``name`` is that of the masked file."""
    masked = scenario.microdata
    labels, their_labels = original.value_labels.get(variable.name, {}), masked.value_labels.get(name, {})
    read = _full(masked.columns[name], masked.n_records)
    theirs, flags = same_codes(column, read, labels, their_labels)
    theirs, more = _without_declared(theirs, column, variable, masked.user_missing.get(name, ()))
    paired = pair_variable(variable, column, theirs, scenario.declaration, links.rows, {**their_labels, **labels})
    if paired.recode is None:  # else the recode says what became of each code
        flags = (*contradictions(column, read, labels, their_labels), *flags)
    meanings = labels_after(paired.recode, labels, their_labels)
    return replace(paired, flags=(*flags, *more, *paired.flags), masked_labels=meanings)


def _without_declared(
    masked: Column, original: Column, variable: Variable, declared: tuple[str, ...]
) -> tuple[Column, tuple[str, ...]]:
    """Empty codes that only the masked file declares missing; those of the original are for the codebook to say."""
    ours = set(original.categories()[1]) if declared else set()
    own = [code for code in declared if code not in ours and code not in variable.missing]
    if not own:
        return masked, ()
    return observed(masked, own, len(masked)), (f"{listed(own)}: declared missing by the masked file",)


def _full(column: Column, n_records: int) -> Column:
    """Return a column that has its length also where no cell holds anything."""
    return column if len(column) == n_records else observed(column, (), n_records)


def _release(
    name: str,
    microdata: Microdata,
    codebook: Codebook,
    columns: Mapping[str, Coded],
    renamed: Mapping[str, str] | None = None,
) -> Release:
    """Return one file; ``renamed`` leads from the original's names to the file's own (None: its own are those)."""
    names = {name: name for name in microdata.columns} if renamed is None else renamed

    def numbers(role: Role) -> dict[str, NDArray[np.float64]]:
        return {
            variable.name: _as_numbers(variable, microdata, names[variable.name], role)
            for variable in codebook.with_role(role)
            if variable.name in names
        }

    return Release(
        name,
        microdata.n_records,
        columns,
        numbers(Role.WEIGHT),
        numbers(Role.HOUSEHOLD),
        codebook.effective_keysets(),
        tuple(variable.name for variable in codebook.with_role(Role.SENSITIVE)),
        drawn=design_of(microdata, codebook, names),
    )


def _as_numbers(variable: Variable, microdata: Microdata, name: str, role: Role) -> NDArray[np.float64]:
    """Return (n,) weights or household numbers, NaN for missing; household texts by their place in the alphabet."""
    read = observed_of(variable, microdata, name)
    if role is Role.WEIGHT:
        return weight_numbers(variable, read)
    if not read.labels:
        return read.number_cells()
    codes, _ = read.categories()
    return np.where(codes < 0, np.nan, codes.astype(np.float64))


def _doubt(variables: tuple[PairedVariable, ...], links: Links) -> str:
    """Return why the links look wrong.

    Linked records must agree in some variable more than in a random order, and no less than the declared masking
    leaves: nine of ten on each variable that is declared to hold true values, and on one at least of those of which
    nothing is declared.
    """
    if links.rows is None:
        return ""
    compared = [(v, v.masked) for v in variables if v.masked is not None and not v.problem]
    return _contradicted(compared, links.rows) or _disagreement(compared, links.rows)


def _contradicted(compared: Sequence[tuple[PairedVariable, Coded]], rows: NDArray[np.int64]) -> str:
    for variable, masked in compared:
        if variable.masking in TRUE_VALUES and nearly_all_agree(variable.recoded, masked, rows) is False:
            return CONTRADICTED.format(name=variable.name, masking=variable.masking)
    return ""


def _disagreement(compared: Sequence[tuple[PairedVariable, Coded]], rows: NDArray[np.int64]) -> str:
    seen, should_agree = set[bool](), False
    for variable, masked in compared:
        agrees = agree_beyond_chance(variable.recoded, masked, rows)
        if agrees is None:
            continue
        seen.add(agrees)
        if variable.masking is None or variable.masking in TRUE_VALUES:
            if agrees and nearly_all_agree(variable.recoded, masked, rows):
                return ""
            should_agree = True
    if seen == {False}:
        return WRONG_LINKS
    return FEW_AGREE if should_agree else ""
