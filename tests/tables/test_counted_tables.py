"""Tables of the compared variables, counted in blocks: the same to the last bit, whatever the blocks."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.data import Coded, Level, PackedDecimals, PackedNumbers
from core.statistics.distributions import quantile_cuts
from core.tables import blockwise, counted_variable
from core.utility.distances.k_marginal import compare_marginals
from core.utility.loss import LossParameters
from core.utility.loss.contingency import association_changes, table_loss
from core.utility.loss.loglinear_tables import table_changes
from core.utility.tables import TableParameters
from tests.mixed_files import mixed_files
from tests.strategies import continuous, nominal, pair_of, paired

STEPS = {
    "k-marginals": (compare_marginals, TableParameters(bins=5, marginals=(2, 3))),
    "table loss": (table_loss, LossParameters()),
    "associations": (association_changes, LossParameters()),
    "log-linear": (table_changes, LossParameters()),
}


@pytest.fixture(scope="module")
def pair():
    """Files of unequal lengths, with missing values, and one variable that the masked one lacks."""
    whole = mixed_files(60, 6, 0.2)
    extra = paired("one more", nominal(np.arange(60) % 3), nominal(np.arange(60) // 7 % 3))
    whole = pair_of(*whole.variables[:-1], replace(whole.variables[-1], masked=None), extra)
    return whole.take(np.arange(60), np.arange(7, 52))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("records", [1, 7, 59])
def test_any_blocks_give_the_same_bytes(pair, step, records, monkeypatch):
    counted, parameters = STEPS[step]
    whole = counted(pair, parameters)
    monkeypatch.setattr(blockwise, "BLOCK_RECORDS", records)
    assert counted(pair, parameters) == whole
    assert replace(counted, small=lambda _: False)(pair, parameters) == whole


@pytest.mark.parametrize(("n_categories", "kind"), [(3, np.uint8), (255, np.uint8), (256, np.int32)])
def test_a_byte_is_taken_where_categories_and_the_one_of_missing_values_fit(n_categories, kind):
    codes = np.arange(60) % 3
    codes[0] = n_categories - 1
    pair = pair_of(
        paired("x", nominal(codes, n_categories), nominal(codes[::-1], n_categories)),
        paired("gone", nominal(codes, n_categories), None),
    )
    known = table_loss.look(pair, LossParameters())
    block = table_loss.code(pair, known)
    assert (block.original.dtype, block.masked.dtype) == (kind, kind)
    assert_array_equal(block.original, [codes, codes])
    assert_array_equal(block.masked, [np.full(60, n_categories), codes[::-1]])


@pytest.mark.parametrize("distinct", [3, 50])
def test_cuts_are_the_same_however_numbers_are_held(distinct):
    random = np.random.default_rng(1)
    whole = [np.append(random.integers(0, distinct, n), -1) for n in (90, 40)]
    values = [np.where(each < 0, np.nan, each / 10) for each in whole]
    table = np.append(np.arange(distinct) / 10, np.nan)
    held = {
        "plain": values,
        "table": [PackedNumbers(np.where(w < 0, distinct, w).astype(np.uint8), table) for w in whole],
        "decimals": [PackedDecimals(np.where(w < 0, -(2**31), w).astype(np.int32), 10) for w in whole],
    }
    pooled = np.concatenate(values)
    expected = quantile_cuts(*np.unique(pooled[~np.isnan(pooled)], return_counts=True), 5)
    for stores in (*held.values(), (held["table"][0], held["decimals"][1])):
        variable = paired("x", *(continuous(v) for v in values))
        original, masked = (Coded.of(Level.CONTINUOUS, store) for store in stores)
        variable = replace(variable, original=original, recoded=original, masked=masked)
        assert_array_equal(counted_variable(pair_of(variable), variable, 5).cuts, expected)
