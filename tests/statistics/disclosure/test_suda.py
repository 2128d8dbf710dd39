"""SUDA2 scores by hand, and DIS-SUDA."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from core.statistics.disclosure.minimal_uniques import minimal_uniques
from core.statistics.disclosure.suda import dis_suda, suda_scores


@st.composite
def coded_files(draw: st.DrawFn) -> np.ndarray:
    n, m, top = draw(st.integers(1, 40)), draw(st.integers(1, 5)), draw(st.integers(0, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    codes = np.minimum(rng.geometric(0.5, (n, m)) - 1, top)
    codes[rng.random((n, m)) < draw(st.sampled_from([0.0, 0.1]))] = -1
    return codes


def test_four_records_by_hand() -> None:
    # record 3 is alone on b; records 1 and 2 on a and b together; record 0 on both pairs a, c and b, c ...
    codes = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 2, 0]])
    found = minimal_uniques(codes, 3)
    assert suda_scores(found, "suda2").score.tolist() == [3, 3, 3, 3]
    assert suda_scores(found, "printed").score.tolist() == [1, 2, 1, 2]
    # (2^(m-s) - 1) s!(m-s)!/m!: size 2 of 3 gives 1/3, size 1 gives 3/3
    assert_allclose(suda_scores(found, "ihsn").score, [1, 4 / 3, 1, 4 / 3])


def test_the_ten_records_of_the_practice_guide() -> None:
    # sdcMicro's practice guide, table of SUDA scores: 0, 0, 6, 0, 12, 0, 6, 10, 0, 0
    table = (
        "urban|female|secondary incomplete|employed;urban|female|secondary incomplete|employed;"
        "urban|female|primary incomplete|non-LF;urban|male|secondary complete|employed;"
        "rural|female|secondary complete|unemployed;urban|male|secondary complete|employed;"
        "urban|female|primary complete|non-LF;urban|male|post-secondary|unemployed;"
        "urban|female|secondary incomplete|non-LF;urban|female|secondary incomplete|non-LF"
    )
    cells = np.array([row.split("|") for row in table.split(";")])
    codes = np.column_stack([np.unique(column, return_inverse=True)[1] for column in cells.T])
    assert suda_scores(minimal_uniques(codes, 4), "suda2").score.tolist() == [0, 0, 6, 0, 12, 0, 6, 10, 0, 0]


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_order_of_records_keys_and_codes_changes_no_score(codes: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, keys = rng.permutation(len(codes)), rng.permutation(codes.shape[1])
    changed = np.append(rng.permutation(5), -1)[codes][rows][:, keys]
    for kind in ("suda2", "printed", "ihsn"):
        before = suda_scores(minimal_uniques(codes, 5), kind)
        after = suda_scores(minimal_uniques(changed, 5), kind)
        assert_allclose(after.score, before.score[rows])
        assert_allclose(after.shares, before.shares[rows][:, keys])


@given(coded_files())
def test_shares_sum_to_at_least_one(codes: np.ndarray) -> None:
    scores = suda_scores(minimal_uniques(codes, 5), "suda2")
    assert ((scores.shares.sum(axis=1) >= 1 - 1e-12) == (scores.score > 0)).all()


def test_no_records() -> None:
    found = minimal_uniques(np.zeros((0, 3), np.int32), 3)
    assert (len(found.record), found.n_pairs) == (0, 0)
    assert suda_scores(found, "suda2").contributions.tolist() == [0, 0, 0]


def test_dis_by_hand() -> None:
    # m = 8: Q = 1; A = 1/2 + 1/4; one pair, pi = 1/3: 2 P (1 - pi) / pi = 4
    found = dis_suda(np.array([2.0, 0.0, 4.0]), 8, 1, 1 / 3)
    assert_allclose(found, [1 / (1 + 4 / 1.5), 0, 1 / (1 + 4 / 3)])


def test_dis_is_one_without_pairs_or_with_everybody_in_the_file() -> None:
    assert dis_suda(np.array([2.0, 0.0]), 5, 0, 0.01).tolist() == [1, 0]
    assert dis_suda(np.array([2.0, 0.0]), 5, 7, 1.0).tolist() == [1, 0]


@pytest.mark.parametrize("fraction", [0.0, 1.5, np.nan])
def test_impossible_fractions_are_refused(fraction: float) -> None:
    with pytest.raises(ValueError, match="fraction"):
        dis_suda(np.ones(1), 3, 1, fraction)
