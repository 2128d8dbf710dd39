import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assessment import measure_by_id
from core.charts.map.map_scale import make_scale

SHARE, AMOUNT, UTILITY = (measure_by_id(name) for name in ("global_risk", "il1s", "gdu"))


def test_near_references_are_spanned_and_far_ones_are_not():
    near = make_scale([0.5, 0.9], [1.0], SHARE)
    assert near.beyond(1.0) == 0
    far = make_scale([0.85, 0.9], [0.0], UTILITY)
    assert far.beyond(0.0) == -1
    assert far.low < far.shown(0.0) < 0.85


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.lists(st.floats(0, 1), max_size=3))
def test_the_best_value_is_always_in_sight_and_nothing_beyond_it(values, references):
    assert make_scale(values, references, SHARE).low == 0
    assert make_scale(values, references, UTILITY).high == 1
    assert make_scale(values, references, SHARE).high <= 1


def test_no_tick_beyond_the_bounds():
    places, texts = make_scale([0.0, 1.0], [], SHARE).ticks()
    assert places == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert texts == ["0%", "20%", "40%", "60%", "80%", "100%"]


def test_small_risks_fill_an_axis_that_starts_at_0():
    scale = make_scale([0.001, 0.0025, 0.004], [], SHARE)
    assert scale.range() == pytest.approx((0, 0.00478))
    assert scale.ticks()[1] == ["0%", "0.1%", "0.2%", "0.3%", "0.4%"]
    none = make_scale([0.0, 0.0], [], SHARE)
    assert none.low == 0 < none.high <= 0.05


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.lists(st.floats(0, 1), max_size=3))
def test_no_axis_goes_below_its_bound(values, references):
    scale = make_scale(values, references, SHARE)
    assert 0 <= scale.low < scale.high
    assert make_scale(values, references, AMOUNT).low >= 0


@given(st.floats(0, 1), st.floats(0, 1))
def test_tick_texts_are_exact(a, b):
    places, texts = make_scale([a, b], [], SHARE).ticks()
    assert len(places) >= 2
    assert all(float(t.rstrip("%")) / 100 == pytest.approx(p, abs=1e-9) for p, t in zip(places, texts, strict=True))


def test_unbounded_measures_have_plain_numbers():
    scale = make_scale([1200.0, 3400.0], [], AMOUNT)
    assert scale.words(1234.5) == "1,234" or scale.words(1234.5) == "1,235"
    assert not any("%" in t for t in scale.ticks()[1])


def test_log_scale_of_positive_values_has_no_zero():
    scale = make_scale([0.01, 0.1], [], SHARE, log=True)
    assert "0" not in scale.ticks()[1]
    assert scale.coordinate(0.1) == pytest.approx(-1)


def test_log_scale_keeps_zero_below_all_else():
    scale = make_scale([0.0, 0.01, 0.1], [], SHARE, log=True)
    assert scale.low < scale.coordinate(0.0) < scale.coordinate(0.01)
    assert scale.ticks()[1][0] == "0"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.lists(st.floats(0, 1), max_size=3), st.booleans())
def test_scenarios_always_lie_within(values, references, log):
    scale = make_scale(values, references, SHARE, log=log)
    assert scale.low < scale.high
    assert all(scale.beyond(v) == 0 for v in values)
    assert all(0 <= scale.fraction(scale.shown(r)) <= 1 for r in references)


def test_reverse_turns_the_fraction():
    scale = make_scale([0.0, 1.0], [], SHARE, reverse=True)
    assert scale.fraction(1.0) < scale.fraction(0.0)
