"""What a control file is to the original: columns and codes, how many records, and whether any are the original's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.data import NO_LINK, Codebook, Level, Microdata, Scenario, ScenarioDeclaration
from core.errors import PairingError
from core.pairing.relations.alike import Alike, present
from core.pairing.relations.rows import compare_rows
from core.pairing.relations.side_by_side import ComparedFiles, lay_side_by_side
from core.statistics.estimates import wilson
from core.wording import counted, first_of, one_or_many, percent

ENOUGH = 400
"""Records from which a control rate is known within five percentage points."""


LEAST_SAID = 0.01
"""Of a risk that comes out lower: a smaller share is only said to be one."""


class About(StrEnum):
    """What a finding is about."""

    COLUMNS = "columns"
    CODES = "codes"
    SIZE = "size"
    SHARED = "shared records"
    POPULATION = "population"


@dataclass(frozen=True)
class ControlFinding:
    """Something that a reader of figures net of the control must know.

    Parameters
    ----------
    about : About
    text : str
        In words, with what follows for the figures.
    """

    about: About
    text: str


def control_findings(original: Microdata, control: Microdata, codebook: Codebook) -> tuple[ControlFinding, ...]:
    """Say what is to be known of a control file before it is used.

    Parameters
    ----------
    original, control : Microdata
    codebook : Codebook

    Returns
    -------
    tuple of ControlFinding
        Columns that one of the files lacks, categories that only the control has, too few records, and records that it
        shares with the original; empty where there is nothing to say. Whether it is of another population is judged by
        ``core.assessment.population_finding``, which takes a model.

    Raises
    ------
    PairingError
        No variable that counts holds a value in both files.
    """
    files = lay_side_by_side(original, Scenario(control, ScenarioDeclaration(control.name, linked=NO_LINK)), codebook)
    if not any(files.counts(v.name) for v in files.common):
        raise PairingError(
            f"the control file {control.name!r} has no value in a variable of the original {original.name!r} that "
            "counts; choose a file of the same variables"
        )
    return (*_columns(files), *_codes(files, codebook), *_size(control.n_records), *_shared(files))


def _columns(files: ComparedFiles) -> Iterator[ControlFinding]:
    if files.left_out_counted:
        names = first_of([repr(name) for name in files.left_out_counted], 5)
        text = f"the control file has no values of {names}: attacks do without them, on the original's records as well"
        yield ControlFinding(About.COLUMNS, text)
    if files.added:
        names = first_of([repr(name) for name in files.added], 5)
        yield ControlFinding(About.COLUMNS, f"only the control file has {names}: left aside")


def _codes(files: ComparedFiles, codebook: Codebook) -> Iterator[ControlFinding]:
    levels = {v.name: v.level for v in codebook.variables}
    for v in files.common:
        level = levels.get(v.name, Level.NOMINAL)
        if files.counts(v.name) and (strange := _strange(v, level)):
            kind = "text" if level is Level.CONTINUOUS else "categories"
            follows = "agree with no other" if level is Level.NOMINAL else "count as missing"
            text = f"{v.name!r}: {counted(strange, 'record has', 'records have')} {kind} that the original lacks; they "
            text += f"{follows}, and an attack on these records rarely succeeds: the control rate comes out too low"
            yield ControlFinding(About.CODES, text)


def _strange(v: Alike, level: Level) -> int:
    """Return how many of the control's records have a value that the original could not be coded with."""
    if level is Level.CONTINUOUS:
        return int((present(v.masked) >= len(v.numbers)).sum())
    known = np.bincount(present(v.original), minlength=v.width) > 0
    return int((~known[present(v.masked)]).sum())


def _size(n: int) -> Iterator[ControlFinding]:
    if n < ENOUGH:
        _, within = wilson(0.5, n)
        text = f"the control file has {counted(n, 'record', 'records')}: what attacks on it achieve is known within "
        text += f"{100 * within:.0f} percentage points only, and the risk net of it no better; take {ENOUGH} or more"
        yield ControlFinding(About.SIZE, text)


def _shared(files: ComparedFiles) -> Iterator[ControlFinding]:
    """Say how many of its records are the original's, and how many of other people's would be equal by chance."""
    rows, linked = compare_rows(files.counted), files.by_identifier
    n, m = rows.n_original, rows.n_masked
    by_chance = m * (n - rows.n_unique) / n
    # that nobody of the original is like another does not say that nobody else is: three may be equal by chance
    evidence, shared, spread = "", rows.n_matched, math.sqrt(max(by_chance, 1.0))
    if linked is not None and (known := int((linked.rows >= 0).sum())) >= shared:
        evidence = f"{known:,} of its {m:,} records have a value of {linked.name!r} "
        shared, by_chance, spread = known, 0.0, 0.0
        evidence += "that the original has too, with other values that agree"
    elif shared:
        evidence = f"{shared:,} of its {m:,} records {one_or_many('is', 'are', shared)} equal to "
        evidence += "one of the original in "
        evidence += f"{counted(len(files.counted), 'variable', 'variables')}; of other people about {by_chance:,.0f} "
        evidence += "would be"
    if shared - by_chance <= 3 * spread:
        return
    if shared == m:
        follows = "an attack does as well on it as on the original, and no risk net of it can be seen; it is no control"
    else:
        share = (shared - by_chance) / m
        lower = f"about {percent(share, 0)}" if share >= LEAST_SAID else "less than 1%"
        follows = "if the masking saw them, attacks do better on the control than on other people, and risks net of it "
        follows += f"come out lower by {lower} of themselves; take these records out of it"
    yield ControlFinding(About.SHARED, f"{evidence}: {follows}")
