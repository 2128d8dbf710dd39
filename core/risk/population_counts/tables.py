"""Population counts brought into the categories of a file: of the original, and after a masked file's recodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data import Codebook, Coded, Level, Pair, PairedVariable, PopulationCounts, PopulationFile, Release, Variable
from core.errors import CodebookError, PairingError
from core.pairing import apply_recode, code_column, observed, read_original

CLASSES = (
    "{name}: the population counts have classes that are not those of this file; count the population by its values"
)


def check_population(files: Sequence[PopulationFile], codebook: Codebook) -> None:
    """Raise CodebookError where a table of counts names a key set that there is not, or holds no key variable."""
    keysets = {k.name: k for k in codebook.effective_keysets()}
    for file in files:
        name = file.microdata.name
        if file.keyset and file.keyset not in keysets:
            known = ", ".join(repr(k) for k in keysets) or "none"
            raise CodebookError(f"population file {name!r} is for key set {file.keyset!r}; declared are: {known}")
        wanted = [keysets[file.keyset]] if file.keyset else list(keysets.values())
        keys = {v for keyset in wanted for v in keyset.variables}
        if not keys & (set(file.microdata.columns) - {file.count}):
            raise CodebookError(
                f"population file {name!r} has no key variable; its columns must be called like those of the original"
            )


def with_population(release: Release, variables: Sequence[Variable], files: Sequence[PopulationFile]) -> Release:
    """Return the original with population counts in its own categories.

    Parameters
    ----------
    release : Release
        The original.
    variables : sequence of Variable
        At least its key variables.
    files : sequence of PopulationFile
    """
    known = {v.name: v for v in variables}
    keys = {name for keyset in release.keysets for name in keyset.variables}
    return replace(release, population=tuple(_coded(file, known, keys & set(release.columns)) for file in files))


def _coded(file: PopulationFile, variables: dict[str, Variable], keys: set[str]) -> PopulationCounts:
    data = file.microdata
    names = [name for name in data.columns if name in keys and name in variables and name != file.count]
    columns = {name: _column(variables[name], file) for name in names}
    return PopulationCounts(data.name, data.sha256, file.keyset, columns, file.counts())


def _column(variable: Variable, file: PopulationFile) -> Coded:
    """Code one column; text in a continuous variable stands for classes of its values."""
    column, n = file.microdata.columns[variable.name], file.microdata.n_records
    try:
        return code_column(read_original(variable, column, n)[0], variable)
    except CodebookError:
        return code_column(observed(column, variable.missing, n), variable, Level.NOMINAL)


def recoded_population(pair: Pair) -> tuple[PopulationCounts, ...]:
    """Return the original's population counts after the recodes of the masked file.

    Variables that the masked file lacks are summed over; ones whose recode cannot be applied are in ``problems``.
    """
    known = {v.name: v for v in pair.variables}
    return tuple(_recoded(counts, known) for counts in pair.original.population)


def _recoded(counts: PopulationCounts, variables: dict[str, PairedVariable]) -> PopulationCounts:
    columns: dict[str, Coded] = {}
    problems: dict[str, str] = {}
    for name, coded in counts.columns.items():
        variable = variables.get(name)
        if variable is None or variable.masked is None:
            continue
        try:
            columns[name] = _as_masked(variable, coded)
        except PairingError as error:
            problems[name] = str(error)
    return replace(counts, columns=columns, problems=problems)


def _as_masked(variable: PairedVariable, coded: Coded) -> Coded:
    """Return a column of counts in the masked file's categories, which it may have already."""
    if variable.problem:
        raise PairingError(variable.problem)
    if variable.recode is None or _has_categories_of(coded, variable.masked):
        return coded
    if variable.original.level is Level.CONTINUOUS and coded.level is not Level.CONTINUOUS:
        raise PairingError(CLASSES.format(name=variable.name))
    try:
        return apply_recode(variable.recode, coded)
    except PairingError as error:
        raise PairingError(f"{variable.name}: the recode cannot be applied to the population counts: {error}") from None


def _has_categories_of(coded: Coded, masked: Coded | None) -> bool:
    if masked is None or Level.CONTINUOUS in (coded.level, masked.level):
        return False
    return set(coded.categories) <= set(masked.categories)


def shared_categories(name: str, file: Coded, counts: Coded) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the values of a file and of a table of counts as codes of one list, -1 where missing.

    Raises
    ------
    PairingError
        The one has classes where the other has numbers.
    """
    numeric = [coded.level is Level.CONTINUOUS for coded in (file, counts)]
    if numeric[0] != numeric[1]:
        raise PairingError(CLASSES.format(name=name))
    if numeric[0]:
        missing = np.concatenate([file.is_missing(), counts.is_missing()])
        values = np.concatenate([file.values, counts.values]) + 0.0
        codes = np.full(len(values), -1, dtype=np.int32)
        codes[~missing] = np.unique(values[~missing], return_inverse=True)[1]
        return codes[: len(file.values)], codes[len(file.values) :]
    place = {label: code for code, label in enumerate(dict.fromkeys((*file.categories, *counts.categories)))}
    new = np.array([*(place[label] for label in counts.categories), -1], dtype=np.int32)
    return file.values.astype(np.int32), new[counts.values.astype(np.int64)]
