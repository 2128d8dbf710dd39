"""Individual risk against closed forms, high-precision values and the integral itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from core.statistics.disclosure.individual_risk import individual_risk

# p/f 2F1(1, 1; f+1; 1-p) of the double p, by mpmath with 60 digits; up to f = 100 equal to its
# quadrature of the integral within 1e-18.
GOLDEN = np.array(
    [
        (1, 1e-09, 2.0723265857669677e-08),
        (1, 0.01, 0.04651687056553628),
        (1, 0.3, 0.5159883447111154),
        (1, 0.5, 0.6931471805599453),
        (1, 0.7, 0.8322415358570422),
        (1, 0.99, 0.9949832494966426),
        (1, 0.999999999, 0.9999999995),
        (2, 1e-09, 9.999999802767343e-10),
        (2, 0.01, 0.00963114272156024),
        (2, 0.3, 0.2074335665523791),
        (2, 0.5, 0.3068528194400547),
        (2, 0.7, 0.3914364163335681),
        (2, 0.99, 0.49665829983237497),
        (2, 0.999999999, 0.4999999996666667),
        (3, 1e-09, 4.999999995000001e-10),
        (3, 0.01, 0.004953220780590301),
        (3, 0.3, 0.12538561433469467),
        (3, 0.5, 0.19314718055994531),
        (3, 0.7, 0.2533150285550076),
        (3, 0.99, 0.33082831659487894),
        (3, 0.999999999, 0.33333333308333335),
        (10, 1e-09, 1.1111111109722223e-10),
        (10, 0.01, 0.0011097261707917051),
        (10, 0.3, 0.032177299782504803),
        (10, 0.5, 0.05248774007497532),
        (10, 0.7, 0.0720117842051605),
        (10, 0.99, 0.09909015034714616),
        (10, 0.999999999, 0.0999999999090909),
        (30, 1e-09, 3.448275861945813e-11),
        (30, 0.01, 0.00034470452461667544),
        (30, 0.3, 0.01023637179738253),
        (30, 0.5, 0.016944290464785867),
        (30, 0.7, 0.02356349338442758),
        (30, 0.99, 0.03301065182057164),
        (30, 0.999999999, 0.03333333330107527),
        (31, 1e-09, 3.333333333218391e-11),
        (31, 0.01, 0.0003332184728153198),
        (31, 0.3, 0.009898697801121771),
        (31, 0.5, 0.01638904286854747),
        (31, 0.7, 0.022796293214113413),
        (31, 0.99, 0.03194546976340744),
        (31, 0.999999999, 0.032258064484879036),
        (100, 1e-09, 1.010101010090703e-11),
        (100, 0.01, 0.00010099979598145909),
        (100, 0.3, 0.003021083441233951),
        (100, 0.5, 0.005024998750249894),
        (100, 0.7, 0.00702091546676277),
        (100, 0.99, 0.009900980390271492),
        (100, 0.999999999, 0.00999999999009901),
        (1000, 1e-09, 1.001001000999998e-12),
        (1000, 0.01, 1.0009909711320497e-05),
        (1000, 0.3, 0.0003002100839452723),
        (1000, 0.5, 0.0005002499998750002),
        (1000, 0.7, 0.0007002099159455277),
        (1000, 0.99, 0.0009900098903073034),
        (1000, 0.999999999, 0.000999999999000999),
        (100000, 1e-09, 1.000010000099991e-14),
        (100000, 0.01, 1.000009900097021e-07),
        (100000, 0.3, 3.0000210000839994e-06),
        (100000, 0.5, 5.000024999999999e-06),
        (100000, 0.7, 7.000020999915999e-06),
        (100000, 0.99, 9.900000989990298e-06),
        (100000, 0.999999999, 9.999999990000101e-06),
    ]
)


def risk(count: int, p: float) -> float:
    return float(individual_risk(np.array([count]), np.array([p]))[0])


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, np.log(2)), (2, 1 - np.log(2)), (3, np.log(2) - 0.5), (4, 5 / 6 - np.log(2))],
)
def test_half_of_the_population_sampled_by_hand(count: int, expected: float) -> None:
    # p = q = 1/2: I_1 = 2 ln 2 and I_{k+1} = 2/k - I_k
    assert risk(count, 0.5) == pytest.approx(expected, rel=1e-14)


def test_a_sample_unique_of_one_in_a_hundred() -> None:
    assert risk(1, 0.01) == pytest.approx(0.01 / 0.99 * np.log(100), rel=1e-14)


@pytest.mark.parametrize("count", [1, 2, 7, 100_000])
def test_the_whole_population_in_the_file(count: int) -> None:
    assert risk(count, 1.0) == 1 / count
    assert risk(count, 3.0) == 1 / count


def test_golden_values() -> None:
    assert_allclose(individual_risk(GOLDEN[:, 0].astype(np.int64), GOLDEN[:, 1]), GOLDEN[:, 2], rtol=1e-13)


def test_a_hundred_alike_of_two_hundred() -> None:
    # the alternating hypergeometric series of established software overflows here
    assert risk(100, 0.5) == pytest.approx(0.005025, abs=5e-7)


@pytest.mark.slow
@given(count=st.integers(1, 60), p=st.floats(0.05, 1.0))
def test_equals_the_integral(count: int, p: float) -> None:
    nodes, weights = np.polynomial.legendre.leggauss(120)
    u = (nodes + 1) / 2
    integral = float(weights @ (u ** (count - 1) / (p + (1 - p) * u))) / 2
    assert risk(count, p) == pytest.approx(p * integral, rel=1e-10)


@given(count=st.integers(1, 100_000), p=st.floats(1e-6, 1.0))
def test_neighbouring_counts_satisfy_the_recursion(count: int, p: float) -> None:
    # I_{k+1} = (1/k - p I_k) / q, across the border between the two ways of computing
    assert risk(count, p) + (1 - p) / p * risk(count + 1, p) == pytest.approx(1 / count, rel=1e-12)


@given(count=st.integers(1, 100_000), p=st.floats(1e-12, 1.0))
def test_lies_between_its_bounds(count: int, p: float) -> None:
    # E(1/F) >= 1/E(F) = p/f (Jensen), and F >= f
    value = risk(count, p)
    assert p / count * (1 - 1e-13) <= value <= 1 / count * (1 + 1e-13)


@given(
    st.lists(st.tuples(st.integers(1, 500), st.floats(1e-6, 2.0)), min_size=1, max_size=40),
)
def test_each_record_is_computed_on_its_own(records: list[tuple[int, float]]) -> None:
    counts, shares = np.array([f for f, _ in records]), np.array([p for _, p in records])
    together = individual_risk(counts, shares)
    assert together.tolist() == [risk(f, p) for f, p in records]


def test_more_records_than_one_block() -> None:
    counts = np.arange(1, 40_001)
    assert_allclose(
        individual_risk(counts, np.full(40_000, 0.2))[[0, 16_383, 16_384, 39_999]],
        [risk(f, 0.2) for f in (1, 16_384, 16_385, 40_000)],
        rtol=0,
    )


def test_no_records() -> None:
    assert len(individual_risk(np.zeros(0, np.int64), np.zeros(0))) == 0


@pytest.mark.parametrize(("count", "p"), [(0, 0.5), (1, 0.0), (1, -0.1), (1, np.nan)])
def test_impossible_input_is_refused(count: int, p: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        risk(count, p)
