"""The files of an attack side by side: the original's people, the released records, and other people as a control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Pair, PairedVariable, Role
from core.risk.gower import gower_columns
from core.risk.parameters import RiskParameters
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import Hashes, SearchedFile, drawn_records, nearest, occur_in, record_hashes
from core.statistics.ordering import rows_of_keys

MISSING = -1e6
"""In the place of a missing value: as far as can be from every other, and equal to another missing one."""

FEWEST_ATTACKS = 100
"""However large the files are."""

NO_VARIABLE = "no variable can be compared in all files"


@dataclass(frozen=True, eq=False)
class AttackedFiles:
    """The files of an attack, on the variables that all of them have.

    Parameters
    ----------
    pair : Pair
    parameters : RiskParameters
    variables : tuple of PairedVariable
        Sorted by name, so that the order of columns changes nothing.
    problem : str
        Why nothing can be attacked; empty where it can.
    """

    pair: Pair
    parameters: RiskParameters
    variables: tuple[PairedVariable, ...]
    problem: str

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(v.name for v in self.variables)

    @cached_property
    def scaled(self) -> tuple[Floats, Floats, Floats | None]:
        """Original, masked and control values scaled for Gower's distance, (n, m) each; None: no control."""
        columns = [_scaled(v, self._control_of(v)) for v in self.variables]
        original, masked = (_side_by_side([c[i] for c in columns]) for i in (0, 1))
        return original, masked, None if self.pair.control is None else _side_by_side([c[2] for c in columns])

    @cached_property
    def values(self) -> tuple[Floats, Floats, Floats | None]:
        """Original, masked and control values as numbers or codes, NaN where missing."""
        original = _side_by_side([with_nan(v.recoded) for v in self.variables])
        masked = _side_by_side([with_nan(released(v)) for v in self.variables])
        control = [self._control_of(v) for v in self.variables]
        return original, masked, None if self.pair.control is None else _side_by_side([with_nan(c) for c in control])

    @cached_property
    def searched_masked(self) -> SearchedFile:
        """The masked file's distinct records, in an order that is not the file's, to search predicates in."""
        return SearchedFile.of(np.ascontiguousarray(self.values[1].T)[:, self.masked_order].T, self.ordered)

    @cached_property
    def masked_order(self) -> Integers:
        """Rows of the masked file in an order of their values."""
        return rows_of_keys(self.masked_hashes).astype(np.int64)

    @cached_property
    def searched_original(self) -> SearchedFile:
        """The original's distinct records."""
        return SearchedFile.of(self.values[0], self.ordered)

    @cached_property
    def searched_control(self) -> SearchedFile | None:
        """The control's distinct records; None: no control."""
        return None if self.values[2] is None else SearchedFile.of(self.values[2], self.ordered)

    @cached_property
    def ordered(self) -> NDArray[np.bool_]:
        """Which variables have larger and smaller values."""
        return np.array([v.recoded.level is not Level.NOMINAL for v in self.variables], dtype=bool)

    @property
    def attacks(self) -> int:
        """How many people, records or predicates an attack takes; 0: all."""
        most, cells = self.parameters.attacks, self.pair.masked.n_records * len(self.variables)
        return min(most, max(int(self.parameters.attack_budget * 1e9 / cells), FEWEST_ATTACKS)) if most else 0

    @cached_property
    def people(self) -> Integers:
        """Rows of the original that are attacked: the same for all masked files."""
        return self._drawn([v.original for v in self.variables], "original")

    @cached_property
    def others(self) -> Integers:
        """Rows of the control that are attacked."""
        return self._drawn([self._control_of(v) for v in self.variables], "control")

    @cached_property
    def records(self) -> Integers:
        """Rows of the masked file that are looked at."""
        return self._drawn([released(v) for v in self.variables], "masked")

    @cached_property
    def masked_hashes(self) -> Hashes:
        """What the masked file's records are put in order by."""
        return self._hashes([released(v) for v in self.variables])

    @cached_property
    def to_masked(self) -> tuple[Floats, Floats]:
        """Distances to the nearest masked record, of the people and of the others that are attacked."""
        original, masked, control = self.scaled
        assert control is not None
        return nearest(original[self.people], masked).distance, nearest(control[self.others], masked).distance

    @cached_property
    def control_order(self) -> Integers:
        """Rows of the control in an order of their values."""
        return rows_of_keys(self._hashes([self._control_of(v) for v in self.variables])).astype(np.int64)

    @cached_property
    def copies(self) -> int:
        """Masked records that are equal to one of the original in all variables."""
        original, masked, _ = self.scaled
        return int(occur_in(masked, original).sum())

    def places(self, names: Sequence[str]) -> Integers:
        """Return the columns of these variables."""
        return np.array([self.names.index(name) for name in names], dtype=np.int64)

    def _control_of(self, v: PairedVariable) -> Coded:
        return v.recoded if self.pair.control is None else self.pair.control.columns[v.name]

    def _hashes(self, columns: Sequence[Coded]) -> Hashes:
        values = [with_nan(c) if c.level is not Level.NOMINAL else c.values for c in columns]
        return record_hashes(values, [c.level is Level.NOMINAL for c in columns], self.names)

    def _drawn(self, columns: Sequence[Coded], file: str) -> Integers:
        return drawn_records(self._hashes(columns), self.attacks, self.parameters.seed, f"attacks|{file}|0")


def prepare_attacks(pair: Pair, parameters: RiskParameters) -> AttackedFiles:
    """Find the variables that original, masked file and control have in common."""
    variables = tuple(
        sorted(
            (
                v
                for v in pair.variables
                if v.masked is not None and not v.problem and (pair.control is None or v.name in pair.control.columns)
            ),
            key=lambda v: v.name,
        )
    )
    empty = not pair.original.n_records or not pair.masked.n_records
    problem = "a file has no records" if empty else "" if variables else NO_VARIABLE
    return AttackedFiles(pair, parameters, variables, problem)


def released(v: PairedVariable) -> Coded:
    """Return the masked file's values of a variable that it has."""
    assert v.masked is not None
    return v.masked


def _side_by_side(columns: Sequence[Floats]) -> Floats:
    """Return variables as an array (n, m) that holds each variable in one row of memory, as they are read."""
    return np.array(columns).T


def sensitive(files: AttackedFiles) -> tuple[str, ...]:
    """Return the sensitive variables that can be attacked."""
    return tuple(v.name for v in files.variables if v.variable.role is Role.SENSITIVE)


def with_nan(coded: Coded) -> Floats:
    """Return values or codes as numbers, NaN where missing."""
    return np.where(coded.is_missing(), np.nan, coded.values.astype(np.float64) + 0.0)


def _scaled(v: PairedVariable, control: Coded) -> tuple[Floats, Floats, Floats]:
    """Return the values of the files as ``gower_columns`` scales the original's, a missing one as ``MISSING``."""
    original, masked, _ = gower_columns(v)
    others = with_nan(control)
    if is_numeric(v):
        others = others / _width(v)
    elif v.recoded.level is Level.ORDINAL:
        others = others / max(len(v.recoded.categories) - 1, 1)
    first, second, third = (np.where(np.isnan(part), MISSING, part) for part in (original, masked, others))
    return first, second, third


def _width(v: PairedVariable) -> float:
    present = v.recoded.values[~np.isnan(v.recoded.values)]
    return (float(np.ptp(present)) if len(present) else 0.0) or 1.0
