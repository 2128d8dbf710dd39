"""The files of an attack side by side: the original's people, the released records, and other people as a control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Pair, PairedVariable, Role, codes_of
from core.risk.attacks.predicates_asked import Asked, ask
from core.risk.parameters import RiskParameters
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats, Integers
from core.statistics.attacks import (
    CodedVariable,
    Column,
    Hashes,
    RecordBlocks,
    RecordOrder,
    Rows,
    SearchedFile,
    drawn_rows,
    nearest,
    record_hashes,
    record_order,
)
from core.statistics.ordering import value_codes
from core.statistics.tables import column_cell_ids

MISSING = -1e6
"""In the place of a missing value: as far as can be from every other, and equal to another missing one."""

FEWEST_ATTACKS = 100
"""However large the files are."""

ONE, SEVERAL = "singling_out_univariate", "singling_out_multivariate"
"""Attacks by predicates: their measures, and what their random streams are named after."""

EQUAL = "equal numbers||0"
"""What the random stream is named after that draws as many people of one file as another has."""

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
    orders: dict[tuple[tuple[int, Level], ...], RecordOrder] = field(default_factory=dict, init=False)
    """Of files found so far, by what their columns are stored in: an original may be in several places."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(v.name for v in self.variables)

    @cached_property
    def scaled(self) -> tuple[RecordBlocks, RecordBlocks, RecordBlocks | None]:
        """Original, masked and control records scaled for Gower's distance, laid out block by block."""
        widths = [gower_width(v) for v in self.variables]
        original = [_scaled(v.recoded, width) for v, width in zip(self.variables, widths, strict=True)]
        masked = [_scaled(released(v), width) for v, width in zip(self.variables, widths, strict=True)]
        both = (RecordBlocks(self.pair.original.n_records, tuple(original)), RecordBlocks(self.n_masked, tuple(masked)))
        if self.pair.control is None:
            return *both, None
        control = [_scaled(self._control_of(v), width) for v, width in zip(self.variables, widths, strict=True)]
        return *both, RecordBlocks(self.pair.control.n_records, tuple(control))

    @property
    def n_masked(self) -> int:
        """Masked records."""
        return self.pair.masked.n_records

    @cached_property
    def predicates(self) -> dict[str, Asked]:
        """Predicates of the masked file's values, by the attack, and who meets them."""
        masked = [released(v) for v in self.variables]
        original = [v.recoded for v in self.variables]
        control = None if self.pair.control is None else [self._control_of(v) for v in self.variables]
        return ask(
            lambda: self._searched(masked, self._order(masked).distinct),
            lambda: self._searched(original, self._order(original).rows),
            lambda: None if control is None else self._searched(control, self._order(control).rows),
            {ONE: 1, SEVERAL: self.parameters.attack_variables},
            self.attacks,
            self.parameters.seed,
        )

    def _searched(self, columns: Sequence[Coded], rows: NDArray[Any]) -> SearchedFile:
        """Return records of a file to search predicates in: the different ones of the masked file, all of others."""
        return SearchedFile.of(map(_coded, columns), self.ordered, rows)

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
        return self._drawn(self._order([v.original for v in self.variables]), "original")

    @cached_property
    def others(self) -> Integers:
        """Rows of the control that are attacked."""
        return self._drawn(self.control_order, "control")

    @cached_property
    def records(self) -> Integers:
        """Rows of the masked file that are looked at."""
        return self._drawn(self.masked_order, "masked")

    def drawn_of_original(self, most: int) -> Integers:
        """Return rows of so many people of the original, in an order of their values."""
        return drawn_rows(self._order([v.recoded for v in self.variables]).rows, most, self.parameters.seed, EQUAL)

    def drawn_of_control(self, most: int) -> Integers:
        """Return rows of so many people of the control, in an order of their values."""
        return drawn_rows(self.control_order.rows, most, self.parameters.seed, EQUAL)

    @property
    def masked_order(self) -> RecordOrder:
        """The masked file in an order of its values."""
        return self._order([released(v) for v in self.variables])

    @property
    def control_order(self) -> RecordOrder:
        """The control in an order of its values."""
        return self._order([self._control_of(v) for v in self.variables])

    @cached_property
    def to_masked(self) -> tuple[Floats, Floats]:
        """Distances to the nearest masked record, of the people and of the others that are attacked."""
        original, masked, control = self.scaled
        assert control is not None
        people, others = original.take(self.people), control.take(self.others)
        return nearest(people, masked, likely=self.people).distance, nearest(others, masked).distance

    @cached_property
    def copies(self) -> int:
        """Masked records that are equal to one of the original in all variables."""
        own, masked = self.combinations
        return int(np.isin(masked, own).sum())

    @cached_property
    def combinations(self) -> tuple[Integers, Integers]:
        """The original's and the masked file's records as numbers, equal ones for records equal in all variables."""
        original, masked, _ = self.scaled
        both = zip(original.columns, masked.columns, strict=True)
        codes = (value_codes(np.concatenate([one(slice(None)), other(slice(None))])).codes for one, other in both)
        ids, _ = column_cell_ids(codes, original.n + masked.n)
        return ids[: original.n], ids[original.n :]

    def places(self, names: Sequence[str]) -> Integers:
        """Return the columns of these variables."""
        return np.array([self.names.index(name) for name in names], dtype=np.int64)

    def _control_of(self, v: PairedVariable) -> Coded:
        return v.recoded if self.pair.control is None else self.pair.control.columns[v.name]

    def hashes(self, columns: Sequence[Coded]) -> Hashes:
        """Return what records are put in order by."""
        nominal = [c.level is Level.NOMINAL for c in columns]
        values = (codes_of(c.store) if c.level is Level.NOMINAL else with_nan(c) for c in columns)
        return record_hashes(values, nominal, self.names)

    def _order(self, columns: Sequence[Coded]) -> RecordOrder:
        """Return the rows of a file in an order of their values."""
        held = tuple((id(c.store), c.level) for c in columns)
        if held not in self.orders:
            self.orders[held] = record_order(self.hashes(columns), lambda: (_coded(c).codes for c in columns))
        return self.orders[held]

    def _drawn(self, order: RecordOrder, file: str) -> Integers:
        return drawn_rows(order.rows, self.attacks, self.parameters.seed, f"attacks|{file}|0")


def prepare_attacks(pair: Pair, parameters: RiskParameters) -> AttackedFiles:
    """Find the variables that original, masked file and control have in common."""
    variables = tuple(
        sorted(
            (
                v
                for v in pair.variables
                if v.masked is not None
                and not v.records_problem
                and (pair.control is None or v.name in pair.control.columns)
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


def sensitive(files: AttackedFiles) -> tuple[str, ...]:
    """Return the sensitive variables that can be attacked."""
    return tuple(v.name for v in files.variables if v.variable.role is Role.SENSITIVE)


def with_nan(coded: Coded) -> Floats:
    """Return values or codes as numbers, NaN where missing."""
    if coded.level is Level.CONTINUOUS:
        return np.asarray(coded.values + 0.0, dtype=np.float64)
    return np.where(coded.is_missing(), np.nan, coded.values.astype(np.float64))


def _coded(coded: Coded) -> CodedVariable:
    """Return a variable by the place of its values among the distinct ones."""
    if coded.level is Level.CONTINUOUS:
        return CodedVariable.of(with_nan(coded))
    return CodedVariable(codes_of(coded.store), np.arange(len(coded.categories), dtype=np.float64))


def _scaled(coded: Coded, width: float) -> Column:
    """Return what gives a variable's values scaled for Gower's distance, a missing one as ``MISSING``."""

    def numbers(rows: Rows) -> Floats:
        scaled = with_nan(coded.take(rows)) / width
        scaled[np.isnan(scaled)] = MISSING
        return scaled

    return numbers


def gower_width(v: PairedVariable) -> float:
    """Return what a variable's values are divided by: the original's range, or the steps of ordered categories."""
    if is_numeric(v):
        present = v.recoded.values[~np.isnan(v.recoded.values)]
        return (float(np.ptp(present)) if len(present) else 0.0) or 1.0
    return float(max(len(v.recoded.categories) - 1, 1)) if v.recoded.level is Level.ORDINAL else 1.0
