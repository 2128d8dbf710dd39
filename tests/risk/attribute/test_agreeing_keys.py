"""What agreement on the keys tells is the same to the last byte whatever the blocks, and however numbers are held."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.data import NO_WHOLE, Coded, Level, PackedDecimals, PackedNumbers, Pair
from core.risk import RiskParameters, dcap, disco, uniques_replicated
from core.risk.attribute import agreeing_keys
from core.risk.attribute.agreeing_keys import agreement
from core.risk.attribute.shared_coding import shared_coding
from core.tables import blockwise
from tests.risk.conftest import pair_of

RECORDS = 70


def files() -> Pair:
    random = np.random.default_rng(3)
    tables = []
    for n in (RECORDS, RECORDS - 20):
        table = pd.DataFrame({name: random.integers(0, 3, n) * 1.0 for name in ("a", "b", "s")})
        table["t"] = random.integers(0, 20, n) / 4
        table.loc[random.random(n) < 0.1, ["a", "t"]] = np.nan
        tables.append(table)
    return pair_of(*tables, ["a", "b"], sensitive=("s", "t"))


def outcomes(pair: Pair) -> list[str]:
    prepared = agreement(pair, RiskParameters())
    return [repr(list(m.compute(prepared))) for m in (uniques_replicated, disco, dcap)]


@pytest.mark.parametrize("records", [1, 9, 60])
def test_blocks_of_any_size_give_the_same_bytes(records: int, monkeypatch) -> None:
    whole = outcomes(files())
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert outcomes(files()) == whole


def test_blocks_in_any_order_give_the_same_tables(monkeypatch) -> None:
    pair, parameters = files(), RiskParameters()
    known = agreement.look(pair, parameters)
    whole = [agreement.partial(pair, known, part) for part in agreement.parts(known)]
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", 8)
    states = [agreement.states(block, known) for block in blockwise.blocks_of(pair)]
    for order in (states, states[::-1]):
        merged = order[0]
        for each in order[1:]:
            merged = agreement.merged(merged, each)
        for own, other in zip(merged, whole, strict=True):
            assert own.cells.tobytes() == other.cells.tobytes()
            assert own.counts.tobytes() == other.counts.tobytes()


def test_tables_of_many_cells_are_not_sent(monkeypatch) -> None:
    known = agreement.look(files(), RiskParameters())
    # 4 x 4 combinations of keys, and of a missing one, with 4 values of s; those with t may be as many as records
    monkeypatch.setattr(agreeing_keys, "SENT_CELLS", 64 + RECORDS)
    assert agreement.small(known)
    monkeypatch.setattr(agreeing_keys, "SENT_CELLS", 64 + RECORDS - 1)
    assert not agreement.small(known)


def test_how_numbers_are_held_changes_nothing() -> None:
    """As floats, as codes into a table, as decimals; and in one file thus, in the other otherwise."""
    values = np.array([0.5, 1.25, np.nan, 7.0, 0.5, -2.0]), np.array([1.25, 3.0, np.nan, 0.5, 100.0, 7.125])
    plain = alike(*values)
    assert plain.sum() == 12 + 2 * 5, "each is like itself, 0.5 like 0.5 thrice, 1.25 like 1.25, missing like missing"
    for own in (values[0], table(values[0]), decimals(values[0], 100)):
        for other in (values[1], table(values[1]), decimals(values[1], 1000)):
            assert (alike(own, other) == plain).all()


def table(values: np.ndarray) -> PackedNumbers:
    distinct = np.append(np.unique(values[~np.isnan(values)]), np.nan)
    return PackedNumbers(np.searchsorted(distinct, values).astype(np.uint8), distinct)


def decimals(values: np.ndarray, divisor: int) -> PackedDecimals:
    known = np.nan_to_num(values * divisor).astype(np.int32)
    return PackedDecimals(np.where(np.isnan(values), np.int32(NO_WHOLE), known), divisor)


def alike(original: object, masked: object) -> np.ndarray:
    """Return which values of both files, one below the other, have the same code."""
    own, other = (Coded.of(Level.CONTINUOUS, store) for store in (original, masked))
    variable = replace(files().variables[0], original=own, recoded=own, masked=other)
    coding = shared_coding(variable)
    codes = np.concatenate([np.asarray(coding.codes(each), dtype=np.int64) for each in (own, other)])
    assert codes.min() == -1
    assert codes.max() <= coding.size - 2
    return codes[:, None] == codes
