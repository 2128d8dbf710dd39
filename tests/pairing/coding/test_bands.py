import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Bands, Closed
from core.errors import PairingError
from core.pairing.coding.bands import assemble, band_labels, parse_all, parse_band

INF = math.inf


def joined(*labels, whole=True):
    return assemble(parse_all(labels), whole=whole)


@pytest.mark.parametrize(
    ("label", "lower", "upper", "ends"),
    [
        ("[20,30)", 20, 30, "[)"),
        ("(20,30]", 20, 30, "(]"),
        ("[20, 30]", 20, 30, "[]"),
        ("( -1 , 9 ]", -1, 9, "(]"),
        ("[5.12e+06,1e+07)", 5.12e6, 1e7, "[)"),
        ("(-Inf,10]", -INF, 10, "(]"),
        ("[65, Inf)", 65, INF, "[)"),
        ("20-29", 20, 29, "[]"),
        ("20–29", 20, 29, "[]"),
        ("20 — 29", 20, 29, "[]"),
        ("20 to 29", 20, 29, "[]"),
        ("05-09", 5, 9, "[]"),
        ("0.5-1.5", 0.5, 1.5, "[]"),
        ("-10--5", -10, -5, "[]"),
        ("-10 to -5", -10, -5, "[]"),
        ("20-29 years", 20, 29, "[]"),
        ("7-7", 7, 7, "[]"),
        ("<20", -INF, 20, "()"),
        ("under 20", -INF, 20, "()"),
        ("Under 5 years", -INF, 5, "()"),
        ("less than 20", -INF, 20, "()"),
        ("<=19", -INF, 19, "(]"),
        ("≤ 19", -INF, 19, "(]"),
        ("19 and under", -INF, 19, "(]"),
        ("up to 19", -INF, 19, "(]"),
        ("80+", 80, INF, "[)"),
        ("80 +", 80, INF, "[)"),
        (">=80", 80, INF, "[)"),
        ("≥80", 80, INF, "[)"),
        ("80 and over", 80, INF, "[)"),
        ("80 years and over", 80, INF, "[)"),
        ("80 or more", 80, INF, "[)"),
        (">80", 80, INF, "()"),
        ("over 80", 80, INF, "()"),
        ("<-5", -INF, -5, "()"),
    ],
)
def test_one_band(label, lower, upper, ends):
    band = parse_band(label)
    assert (band.lower, band.upper) == (lower, upper)
    assert (band.lower_closed, band.upper_closed) == (ends[0] == "[", ends[1] == "]")


@pytest.mark.parametrize(
    "label",
    ["20", "-5", "", "North", "N", "24-01004", "2019-12-01", "30-20", "[30,20)", "(5,5]", "a-b", "80++", "1-2-3", "+"],
)
def test_what_is_no_band(label):
    assert parse_band(label) is None


def test_a_band_covers_what_lies_in_it():
    assert parse_band("[20,30)").covers(parse_band("[20,25]"))
    assert not parse_band("[20,30)").covers(parse_band("20-30"))
    assert not parse_band("(20,30]").covers(parse_band("20-25"))
    assert parse_band("80+").covers(parse_band("90+"))


def test_half_open_bands_as_r_writes_them():
    assert joined("(9,19]", "(-1,9]", "(19,29]") == Bands(
        ((-1, 9), (9, 19), (19, 29)), ("(-1,9]", "(9,19]", "(19,29]"), Closed.RIGHT
    )
    assert joined("[30,40)", "[20,30)", whole=False).closed is Closed.LEFT


def test_ranges_of_whole_numbers_with_open_ends():
    assert joined("20-29", "80+", "30–79", "<20") == Bands(
        ((-INF, 19), (20, 29), (30, 79), (80, INF)), ("<20", "20-29", "30–79", "80+"), Closed.BOTH
    )


def test_two_open_bands_meet_at_their_limit():
    assert joined("<20", "20+", whole=False) == Bands(((-INF, 20), (20, INF)), ("<20", "20+"), Closed.LEFT)
    assert joined("<=20", ">20", whole=False) == Bands(((-INF, 20), (20, INF)), ("<=20", ">20"), Closed.RIGHT)


def test_decimal_ranges_meet_one_step_apart():
    assert joined("0.0-0.9", "1.0-1.9", whole=False).edges == ((0, 0.9), (1, 1.9))


def test_the_one_end_that_is_closed_otherwise_keeps_its_values():
    assert joined("[0,10]", "(10,20]").edges == ((-1, 10), (10, 20))
    edges = joined("[0,10]", "(10,20]", whole=False).edges
    assert edges[0][0] < 0
    assert edges[0][0] == math.nextafter(0, -INF)
    assert joined("[0,10)", "[10,20]").edges == ((0, 10), (10, 21))


@pytest.mark.parametrize(
    ("labels", "word"),
    [
        (("20-29", "31-39"), "gap"),
        (("[20,30)", "[31,40)"), "gap"),
        (("<20", ">20"), "gap"),
        (("20-29", "25-39"), "overlap"),
        (("20-30", "30-40"), "both hold 30"),
        (("20-29", "20 to 29"), "overlap"),
    ],
)
def test_bands_that_do_not_meet_once_are_refused_by_name(labels, word):
    with pytest.raises(PairingError, match=word) as refusal:
        joined(*labels)
    assert all(repr(label) in str(refusal.value) for label in labels)


def test_real_bands_closed_on_different_sides_are_refused():
    with pytest.raises(PairingError, match="closed on the left"):
        joined("[0,10)", "[10,20]", "(20,30]", whole=False)


def test_labels_are_made_where_none_were_given():
    assert band_labels(Bands(((0, 19), (20, 20), (21, INF)))) == ("0 to 19", "20", "21 to inf")
    assert band_labels(Bands(((0, 2), (2, 4)), closed=Closed.LEFT)) == ("[0,2)", "[2,4)")


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=12, unique=True), st.randoms())
def test_cut_bands_are_read_back_in_any_order(edges, random):
    edges = sorted(edges)
    labels = [f"({a},{b}]" for a, b in itertools.pairwise(edges)]
    shuffled = random.sample(labels, len(labels))
    bands = assemble(parse_all(shuffled), whole=False)
    assert bands.labels == tuple(labels)
    assert bands.edges == tuple(itertools.pairwise(edges))


@pytest.mark.slow
@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=12, unique=True))
def test_ranges_are_read_back(edges):
    edges = sorted(edges)
    bands = assemble(parse_all([f"{a} to {b - 1}" for a, b in itertools.pairwise(edges)]), whole=True)
    assert bands.edges == tuple((a, b - 1) for a, b in itertools.pairwise(edges))
