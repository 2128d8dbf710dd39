"""What a worked example consists of, and how it is put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.data import (
    Codebook,
    Column,
    KeySet,
    Masking,
    Microdata,
    Recode,
    Scenario,
    ScenarioDeclaration,
    Uses,
    Variable,
)
from core.masking.csv_rendering import as_file


@dataclass(frozen=True, eq=False)
class WorkedExample:
    """An original file with masked versions of it.

    Parameters
    ----------
    title : str
    story : str
        Whose data they are and what the officer has to decide, in a few sentences.
    original : Microdata
    codebook : Codebook
        Variables, key sets, the declarations of all scenarios, and what the file is used for.
    scenarios : tuple of Scenario
        Gentle maskings first.
    notes : mapping of str to str
        Scenario's name -> what was done, in one sentence.
    seed : int
        All random draws come from it.
    """

    title: str
    story: str
    original: Microdata
    codebook: Codebook
    scenarios: tuple[Scenario, ...]
    notes: Mapping[str, str]
    seed: int


@dataclass(frozen=True, eq=False)
class Draft:
    """A masked file before it has a name, with what is declared and said about it."""

    masked: Microdata
    declaration: ScenarioDeclaration
    note: str


def original_file(
    name: str,
    values: Mapping[str, Iterable[Any]],
    labels: Mapping[str, str],
    value_labels: Mapping[str, Mapping[str, str]],
) -> Microdata:
    """Return a file of numbers, by variable in file order."""
    columns = {variable: Column(numbers=np.array(list(cells), dtype=np.float64)) for variable, cells in values.items()}
    n_records = len(next(iter(columns.values())))
    return as_file(Microdata(name, columns, n_records, labels=labels, value_labels=value_labels), name)


def draft(
    masked: Microdata,
    file: str,
    name: str,
    note: str,
    masking: Mapping[str, Masking],
    recodes: Mapping[str, Recode] | None = None,
    linked: str = "row",
) -> Draft:
    """Return a masked file with its declaration; recodes that are not declared are left to be inferred."""
    return Draft(masked, ScenarioDeclaration(file, name, linked, masking, recodes or {}), note)


def worked_example(
    title: str,
    story: str,
    original: Microdata,
    variables: tuple[Variable, ...],
    keysets: tuple[KeySet, ...],
    uses: Uses,
    drafts: Iterable[Draft],
    seed: int,
) -> WorkedExample:
    """Put a worked example together: masked files get their names and SHA-256, the codebook all declarations."""
    finished = tuple(drafts)
    scenarios = tuple(Scenario(as_file(d.masked, d.declaration.file), d.declaration) for d in finished)
    labelled = tuple(replace(v, label=original.labels.get(v.name, "")) for v in variables)
    codebook = Codebook(labelled, keysets, tuple(d.declaration for d in finished), uses)
    notes = {d.declaration.name: d.note for d in finished}
    return WorkedExample(title, story, original, codebook, scenarios, notes, seed)


def declared(masking: Masking, *variables: str) -> dict[str, Masking]:
    """Declare one way of masking for several variables."""
    return dict.fromkeys(variables, masking)
