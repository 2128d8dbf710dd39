import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.neighbours.ecdf_blocks import assign_blocks
from core.statistics.neighbours.ecdf_counts import BLOCK, counts_at, ecdf_counts, ecdf_difference, merged_points


def naive(values, cells, is_masked):
    """Both counts at every merged record, by two loops."""
    n, d = values.shape
    counts = np.zeros((n, 2), dtype=int)
    for i in range(n):
        for j in range(n):
            if cells[i] == cells[j] and all(values[j, k] <= values[i, k] for k in range(d)):
                counts[i, int(is_masked[j])] += 1
    return counts


def at_records(counts):
    return np.column_stack([counts.original[counts.point], counts.masked[counts.point]])


def fast_naive(values, cells, is_masked):
    below = cells[:, None] == cells
    for column in values.T:
        below &= column <= column[:, None]
    return np.column_stack([below[:, ~is_masked].sum(axis=1), below[:, is_masked].sum(axis=1)])


def test_hand_example_in_two_dimensions():
    values = np.array([[1.0, 1.0], [2.0, 3.0], [3.0, 2.0], [2.0, 2.0]])
    counts = ecdf_counts(values, np.zeros(4, dtype=int), np.array([False, False, True, True]))
    # below (1,1): itself; below (2,3) and (3,2): (1,1), itself, (2,2); below (2,2): (1,1), itself
    assert at_records(counts).tolist() == [[1, 0], [2, 1], [1, 2], [1, 1]]
    difference = ecdf_difference(counts, 2, 2)
    # differences of the functions: 1/2, 1/2, -1/2, 0
    assert difference.maximum == 0.5
    assert difference.mean_square == pytest.approx(3 * 0.25 / 4, rel=1e-15)


def test_cells_are_never_compared_with_each_other():
    counts = ecdf_counts(np.zeros((3, 1)), np.array([0, 1, 1]), np.array([False, False, True]))
    assert at_records(counts).tolist() == [[1, 0], [1, 1], [1, 1]]


@given(
    st.integers(1, 40),
    st.integers(0, 4),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(0, 2**32 - 1),
)
def test_counts_are_those_of_two_loops(n, d, distinct, n_cells, seed):
    random = np.random.default_rng(seed)
    values = random.integers(0, distinct, (n, d)).astype(float)
    cells, is_masked = random.integers(0, n_cells, n), random.random(n) < 0.5
    assert np.array_equal(at_records(ecdf_counts(values, cells, is_masked)), naive(values, cells, is_masked))


@pytest.mark.parametrize("d", [1, 2, 5, 8])
@pytest.mark.parametrize("tied", [False, True])
def test_many_blocks_count_like_one(d, tied):
    random = np.random.default_rng(d)
    n = 6 * BLOCK + 7
    values = random.normal(size=(n, d))
    if tied:
        values[:, 0] = np.round(values[:, 0])
        values[n // 2 :] = values[: n - n // 2]
    cells, is_masked = random.integers(0, 3, n) // 2, random.random(n) < 0.3
    counts = ecdf_counts(values, cells, is_masked)
    assert np.array_equal(at_records(counts), fast_naive(values, cells, is_masked))
    assert counts.multiplicity.sum() == n


def test_order_of_records_changes_no_byte():
    random = np.random.default_rng(3)
    values = random.integers(0, 30, (1500, 3)).astype(float)
    cells, is_masked = random.integers(0, 2, 1500), np.arange(1500) >= 700
    rows = random.permutation(1500)
    first = ecdf_difference(ecdf_counts(values, cells, is_masked), 700, 800)
    assert ecdf_difference(ecdf_counts(values[rows], cells[rows], is_masked[rows]), 700, 800) == first


def test_the_maximum_in_one_dimension_is_that_of_kolmogorov_and_smirnov():
    from scipy import stats

    random = np.random.default_rng(4)
    a, b = random.normal(size=300), random.normal(0.2, 1, 200)
    counts = ecdf_counts(np.r_[a, b][:, None], np.zeros(500, dtype=int), np.arange(500) >= 300)
    assert ecdf_difference(counts, 300, 200).maximum == pytest.approx(stats.ks_2samp(a, b).statistic, abs=1e-15)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_sample_is_counted_at_the_points_it_was_drawn_from(weighted):
    random = np.random.default_rng(3)
    values, cells = random.integers(0, 9, (900, 3)).astype(float), random.integers(0, 2, 900)
    rows = random.integers(0, 900, 700)
    both, is_masked = np.concatenate([np.arange(900), rows]), np.arange(1600) >= 900
    weights = random.random(1600) if weighted else None
    expected = ecdf_counts(values[both], cells[both], is_masked, weights)
    points = merged_points(values, cells)
    assert np.array_equal(points.point, expected.point[:900])
    for file, counted in ((points.point, expected.original), (points.point[rows], expected.masked)):
        own = weights if weights is None else weights[:900] if counted is expected.original else weights[900:]
        assert np.array_equal(counts_at(points, file, own)[0], counted)


@pytest.mark.parametrize("spread", [1, 200, 70_000, 2_000_000_000])
def test_records_of_a_block_stand_in_the_order_of_each_dimension(spread):
    ranks = np.random.default_rng(spread).integers(0, spread, (2, 1500)).astype(np.int32)
    blocks = assign_blocks(ranks, np.zeros(1500, dtype=np.int64), np.arange(1500))
    for low, high in zip(blocks.start, blocks.start[1:], strict=False):
        own = blocks.target[low:high]
        for k in range(2):
            assert np.array_equal(blocks.ranks[k, low:high], np.sort(ranks[k, own]))
            assert np.array_equal(blocks.ranks[k, low:high], ranks[k, own[blocks.place[k, low:high]]])
