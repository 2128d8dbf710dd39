"""What two files' records with the same keys tell, counted in blocks: the shared step of the measures of agreement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from core.data import Pair
from core.risk.attribute.shared_coding import shared_coding
from core.risk.key_cells.cells import SENT_CELLS
from core.risk.key_cells.coding import Codes, ValueCoding
from core.risk.key_frequencies import MissingKeysDetail
from core.risk.pairs import PairedKeys, PairedKeysDetail, keys_of, paired_keys, sensitive_pairs
from core.risk.parameters import RiskParameters
from core.statistics.arrays import Floats
from core.statistics.disclosure import (
    Attribution,
    SharedKeys,
    TargetTable,
    Uniques,
    attribution,
    most_of_one_value,
    predicting_levels,
    uniques,
)
from core.statistics.reproducible import above
from core.statistics.tables import CellNumbers, FilledCells, counted_cells, merged_cells, n_filled_cells, places_of_rows
from core.tables import Blockwise, blocks_of


class AgreeingKeysDetail(PairedKeysDetail, MissingKeysDetail):
    """What every measure here says of a key set."""


class TargetAttribution(NamedTuple):
    """What records with the same keys tell of a sensitive variable.

    Parameters
    ----------
    attribution : Attribution
    dominant_level : bool
        Whether one level makes up nearly all of what DiSCO counts, so that to be right about it discloses little.
    predicting_levels : int
        Levels of single keys that predict the variable by themselves.
    """

    attribution: Attribution
    dominant_level: bool
    predicting_levels: int


@dataclass(frozen=True, eq=False)
class AgreeingKeys(PairedKeys):
    """One key set in both files, and what records with the same keys tell.

    Parameters
    ----------
    n_missing : int
        Records of both files that lack a key.
    uniques : (float, Uniques) or None
        The share replicated, and those in either file. None: the files cannot be compared on these keys.
    targets : dict of str to TargetAttribution
        By sensitive variable.
    """

    n_missing: int = 0
    uniques: tuple[float, Uniques] | None = None
    targets: dict[str, TargetAttribution] = field(default_factory=dict)

    def described(self) -> AgreeingKeysDetail:
        """Return what is in the detail of every measure of this key set; a missing key is a category."""
        return {**super().described(), "missing": "category", "n_missing_keys": self.n_missing}


@dataclass(frozen=True, eq=False)
class CountedKeys:
    """How the combinations of one key set are counted in all blocks of both files.

    Parameters
    ----------
    keys, targets : dict of str to ValueCoding
        Its variables, and the sensitive ones.
    n_records : int
        Of the larger file.
    """

    keys: dict[str, ValueCoding]
    targets: dict[str, ValueCoding]
    n_records: int

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The targets that combinations are counted with; without any they are counted alone ("")."""
        return tuple(self.targets) or ("",)

    def numbers(self, target: str) -> CellNumbers:
        """Return how combinations are numbered, the target last."""
        last = self.targets[target].size if target else 1
        return CellNumbers((*(coding.size for coding in self.keys.values()), last))

    def cells(self, target: str) -> int:
        """Return how many cells there may be in one file."""
        return min(self.numbers(target).n_possible, self.n_records)

    def columns(self, block: Pair, target: str, *, masked: bool) -> list[Codes]:
        """Return the codes of the keys, and of the target, of the records of one file."""
        variables = {v.name: v.masked if masked else v.recoded for v in block.variables}
        named = {**self.keys, target: self.targets[target]} if target else self.keys
        columns = []
        for name, coding in named.items():
            coded = variables[name]
            assert coded is not None
            columns.append(coding.codes(coded))
        n = block.masked.n_records if masked else block.original.n_records
        return columns if target else [*columns, np.full(n, -1, dtype=np.int8)]


Known = tuple[CountedKeys | None, ...]


class Part(NamedTuple):
    """What is counted apart: the combinations of a key set with a target in one file, so that little is in memory."""

    keyset: int
    target: str
    masked: bool


def counted_keys(keyset: PairedKeys) -> CountedKeys | None:
    """Return how a key set is counted; None where the files cannot be compared on it."""
    if keyset.why_none:
        return None
    keys, targets = ({v.name: shared_coding(v) for v in each} for each in (keyset.keys, sensitive_pairs(keyset)))
    return CountedKeys(keys, targets, max(keyset.pair.original.n_records, keyset.pair.masked.n_records))


def _look(pair: Pair, parameters: RiskParameters) -> Known:
    return tuple(map(counted_keys, paired_keys(pair, parameters)))


def _parts(known: Known) -> tuple[Part, ...]:
    tables = ((k, target) for k, counted in enumerate(known) if counted is not None for target in counted.tables)
    return tuple(Part(*table, masked) for table in tables for masked in (False, True))


def _small(known: Known) -> bool:
    return sum(k.cells(target) for k in known if k is not None for target in k.tables) <= SENT_CELLS


def _count(block: Pair, known: Known, part: Part) -> FilledCells:
    counted = known[part.keyset]
    assert counted is not None
    n = (block.masked if part.masked else block.original).n_records
    return counted_cells(counted.columns(block, part.target, masked=part.masked), n, counted.numbers(part.target))


def _finish(
    pair: Pair, parameters: RiskParameters, known: Known, states: Iterator[FilledCells]
) -> tuple[AgreeingKeys, ...]:
    """Return what is said of every key set, from the tables of one after the other."""
    keysets = zip(keys_of(AgreeingKeys, pair, parameters), known, strict=True)
    return tuple(_finished(keyset, counted, states) for keyset, counted in keysets)


def _finished(keyset: AgreeingKeys, counted: CountedKeys | None, states: Iterator[FilledCells]) -> AgreeingKeys:
    if counted is None:
        return keyset
    targets, once, lacking = {}, None, 0
    for target in counted.tables:
        keys = _beside(states, counted.numbers(target))
        if once is None:
            once, lacking = uniques(keys), keys.original.lacking + keys.masked.lacking
        if target:
            targets[target] = _target(keys, keyset.parameters)
        del keys  # its tables are let go before the next ones are merged
    return replace(keyset, n_missing=lacking, uniques=once, targets=targets)


def _beside(states: Iterator[FilledCells], numbers: CellNumbers) -> SharedKeys:
    original = TargetTable(next(states), numbers)
    base_cap = original.base_cap
    return SharedKeys(original, TargetTable(next(states), numbers), base_cap)


def _target(keys: SharedKeys, parameters: RiskParameters) -> TargetAttribution:
    attributed = attribution(keys)
    most, of_all = most_of_one_value(keys, attributed), int(attributed.denominators.sum())
    dominant = most > parameters.dominant_count and bool(above(most, parameters.dominant_share * of_all))
    predicting = predicting_levels(keys, attributed, parameters.pair_count, parameters.pair_share)
    return TargetAttribution(attributed, dominant, predicting)


agreement = Blockwise(
    look=_look, parts=_parts, partial=_count, merge=merged_cells, finish=_finish, small=_small, size=n_filled_cells
)
"""Count the combinations of every key set in both files, with each sensitive variable."""


def agreeing(keyset: PairedKeys) -> AgreeingKeys:
    """Return a key set of both files as the measures of agreement see it."""
    counted, given = counted_keys(keyset), {each.name: getattr(keyset, each.name) for each in fields(PairedKeys)}
    return _finished(AgreeingKeys(**given), counted, agreement.merged_parts(keyset.pair, (counted,)))


def counted_together(keyset: PairedKeys, target: str) -> tuple[CountedKeys, SharedKeys]:
    """Return the tables of one key set with a sensitive variable, or alone (""), to be looked up again."""
    counted = counted_keys(keyset)
    assert counted is not None
    only = CountedKeys(counted.keys, {target: counted.targets[target]} if target else {}, counted.n_records)
    return only, _beside(agreement.merged_parts(keyset.pair, (only,)), only.numbers(target))


def of_records(keyset: PairedKeys, counted: CountedKeys, keys: SharedKeys, figures: Floats) -> Floats:
    """Return for each record of the original (n,) the figure of its row (m,) in the original's table."""
    (target,) = counted.tables
    table, numbers = keys.original.table, keys.original.numbers
    blocks = ((counted.columns(block, target, masked=False), block) for block in blocks_of(keyset.pair))
    places = (places_of_rows(table, numbers, columns, block.original.n_records) for columns, block in blocks)
    return np.concatenate([figures[place] for place in places])
