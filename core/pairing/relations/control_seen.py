"""Whether people of the control are in a masked file, which then was made of them as well."""

from __future__ import annotations

import math

import numpy as np

from core.data import Coded, FileKind, Masking, Pair, PairedVariable, Release
from core.pairing.relations.rows import Rows
from core.statistics.arrays import Integers
from core.statistics.tables import cell_ids
from core.wording import counted, one_or_many, percent

FALSE_VALUES = (Masking.NOISE, Masking.MICROAGGREGATE)
"""Masking after which hardly a value is as it was: nobody is found by it."""
BEYOND_CHANCE = 5.0
"""Standard errors above what is expected at most, and with them ..."""
FEWEST_SEEN = 8
"""... people, and ..."""
SMALLEST_SHARE = 0.01
"""... this share of those looked for must be found: fewer change no figure that matters."""

FOLLOWS = (
    "the masking saw them, what attacks achieve on the control is no chance, and figures net of it come out too low; "
    "set a control aside before anything is masked, or take its people's records out of the file where they are known"
)


def control_doubt(pair: Pair, control: Release) -> str:
    """Say that people of the control are in the masked file, beyond what chance gives.

    Records that are linked to somebody of the original are not looked at. Of the others it is asked whether those that
    the original lacks are nearly all the control's (files of true values, also where nobody is alone in them), else
    whether more people of the control than by chance have a record with all their values.

    Parameters
    ----------
    pair : Pair
    control : Release
        In the codes of the recoded original.

    Returns
    -------
    str
        What is seen, and what follows; empty where chance explains it or the variables do not distinguish people.
    """
    if pair.masked.kind is FileKind.OTHER_PEOPLE or not control.n_records:
        return ""
    variables = [v for v in pair.variables if _compared(v) and v.name in control.columns]
    rows = np.arange(pair.masked.n_records) if pair.links is None else np.flatnonzero(pair.links < 0)
    if not variables or not len(rows):
        return ""
    files = [(v.recoded, control.columns[v.name], _released(v).take(rows)) for v in variables]
    ids, n_cells = cell_ids(np.column_stack([_codes(*columns) for columns in files]))
    own, other, masked = np.split(ids, [pair.original.n_records, pair.original.n_records + control.n_records])
    whole = ~np.any([_released(v).take(rows).is_missing() for v in variables], axis=0)
    names = counted(len(variables), "variable", "variables")
    return _by_rows(own, other, masked[whole], n_cells, names) or _by_unique(own, other, masked, n_cells, names)


def _compared(v: PairedVariable) -> bool:
    return v.masked is not None and not v.records_problem and v.masking not in FALSE_VALUES


def _released(v: PairedVariable) -> Coded:
    assert v.masked is not None
    return v.masked


def _codes(*files: Coded) -> Integers:
    """Return the values of all files below each other, equal numbers for equal values; a missing one is a value."""
    values = np.concatenate([np.where(f.is_missing(), np.nan, f.values.astype(np.float64) + 0.0) for f in files])
    return np.unique(values, return_inverse=True)[1]


def _by_rows(own: Integers, other: Integers, masked: Integers, n_cells: int, names: str) -> str:
    """Say how many records, each used once, the original lacks and the control has, where nearly all such are its."""
    ours, theirs, released = (np.bincount(ids, minlength=n_cells) for ids in (own, other, masked))
    beyond = np.maximum(released - ours, 0)
    n, seen = int(beyond.sum()), int(np.minimum(beyond, theirs).sum())
    alone = int((ours + theirs == 1).sum())
    if not Rows(len(own) + len(other), n, seen, alone, 0).are_the_originals or seen < FEWEST_SEEN:
        return ""
    return (
        f"of {n:,} complete records of the file that the original lacks, compared in {names}, {seen:,} are equal to "
        f"one of the control's {len(other):,}: {FOLLOWS}"
    )


def _by_unique(own: Integers, other: Integers, masked: Integers, n_cells: int, names: str) -> str:
    """Say how many people of the control who are alone with their values have a record with them, if beyond chance.

    Of N people f1 are alone, f2 are in twos: a further one meets somebody who is alone with the chance 2 f2 / (N f1)
    (Good 1953), so that m records of other people, or of a model of the population, have at most m times as many.
    """
    people = np.bincount(np.concatenate([own, other]), minlength=n_cells)
    alone = other[people[other] == 1]
    in_twos = 2 * (int((people == 2).sum()) + 1)
    chance = len(masked) * in_twos / (len(own) + len(other)) / max(int((people == 1).sum()), 1)
    met, most = int(np.isin(alone, masked).sum()), chance * len(alone)
    if met - most < max(BEYOND_CHANCE * math.sqrt(most), FEWEST_SEEN, SMALLEST_SHARE * len(alone)):
        return ""
    who = one_or_many("person of the control who is alone", "people of the control who are alone", len(alone))
    return (
        f"{met:,} of {len(alone):,} {who} with their values of "
        f"{names} have a record with all of them in the file ({percent(met / len(alone))}; of people whom no masking "
        f"saw at most {percent(chance)} would): {FOLLOWS}"
    )
