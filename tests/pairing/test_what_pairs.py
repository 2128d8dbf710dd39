"""Which cells stand opposite each other: links past empty identifiers, weights, declarations of either file, agreement.

Every value is worked out by hand; each test would notice one wrong step of the way.
"""

import numpy as np
import pytest

from core.data import Cap, Coded, Level, Microdata
from core.errors import PairingError
from core.pairing import assemble, cautions, pair, parse_band
from core.pairing.coding.links import agree_beyond_chance
from core.pairing.coding.recoding import cap_values
from core.pairing.proposals.direct_identifiers import identifying_content
from tests.pairing.builders import codebook, column, microdata, scenario, variable


def test_links_pass_over_empty_identifiers_of_either_file():
    original = microdata(id=[11, None, 13, None, 15], x=[1, 2, 3, 4, 5])
    masked = microdata("m.csv", id=[15, None, 11, 13], x=[50, 0, 10, 30])
    found = pair(original, scenario(masked, linked="id"), codebook(variable("id", role="identifier"), variable("x")))
    assert found.links.tolist() == [4, -1, 0, 2]
    taken = found.variables[0].take(found.links[found.links >= 0], np.flatnonzero(found.links >= 0))
    assert (taken.masked.values / taken.original.values).tolist() == [10, 10, 10]


def test_missing_codes_of_the_identifier_link_nothing():
    original = microdata(id=[1, -9, 3], x=[1, 2, 3])
    masked = microdata("m.csv", id=[3, -9, 1], x=[3, 2, 1])
    book = codebook(variable("id", "nominal", "identifier", missing=("-9",)), variable("x"))
    assert pair(original, scenario(masked, linked="id"), book).links.tolist() == [2, -1, 0]


WEIGHTS = [1.5, 999.0, 2.5, -9.0, None]


@pytest.mark.parametrize("role", ["weight", "household"])
def test_codes_that_codebook_or_file_declare_missing_are_no_weights_and_no_households(role: str):
    cells = {"w": column(WEIGHTS), "x": column([1, 2, 1, 2, 1])}
    files = [Microdata(name, cells, 5, user_missing={"w": ("999",)}) for name in ("o.sav", "m.sav")]
    book = codebook(variable("w", role=role, missing=("-9",)), variable("x", "nominal"))
    found = pair(files[0], scenario(files[1]), book)
    for release in (found.original, found.masked):
        held = release.weights if role == "weight" else release.households
        np.testing.assert_array_equal(held["w"], [1.5, np.nan, 2.5, np.nan, np.nan])


def test_the_masked_files_declaration_counts_for_its_own_weights_only():
    files = [
        Microdata(name, {"w": column(WEIGHTS), "x": column([1, 2, 1, 2, 1])}, 5, user_missing=told)
        for name, told in (("o.sav", {}), ("m.sav", {"w": ("999",)}))
    ]
    found = pair(files[0], scenario(files[1]), codebook(variable("w", role="weight"), variable("x", "nominal")))
    np.testing.assert_array_equal(found.original.weights["w"], [1.5, 999, 2.5, -9, np.nan])
    np.testing.assert_array_equal(found.masked.weights["w"], [1.5, np.nan, 2.5, -9, np.nan])


@pytest.mark.parametrize("level", ["nominal", "continuous"])
def test_a_code_that_only_the_masked_file_declares_missing_stays_where_the_original_has_it(level: str):
    original = microdata(x=[1, 2, 9, 9])
    masked = Microdata("m.sav", {"x": column([1, 2, 9, 8])}, 4, user_missing={"x": ("9", "8")})
    found = pair(original, scenario(masked), codebook(variable("x", level))).variables[0]
    values = found.masked.values
    assert np.isnan(values[3]) if level == "continuous" else values[3] == -1
    assert (values[:3] == found.recoded.values[:3]).all()


def two_codes(values) -> Coded:
    return Coded(Level.NOMINAL, np.asarray(values, dtype=np.int32), ("a", "b"))


def test_records_that_agree_less_than_by_chance_do_not_agree():
    rows = np.arange(200)
    codes, numbers = rows % 2, rows.astype(np.float64)
    assert agree_beyond_chance(two_codes(codes), two_codes(codes), rows) is True
    assert agree_beyond_chance(two_codes(codes), two_codes(1 - codes), rows) is False
    assert agree_beyond_chance(Coded(Level.CONTINUOUS, numbers), Coded(Level.CONTINUOUS, -numbers), rows) is False


@pytest.mark.parametrize(("equal", "agrees"), [(50, False), (68, False), (70, False), (72, True)])
def test_agreement_is_clear_from_four_standard_errors(equal: int, agrees: bool):
    # 100 records, half a and half b in both files: 50 equal pairs by chance. Their variance over all orders is
    # 100^2 / (4 * 99) = 25.25, the standard error 5.025: clear from 50 + 4 * 5.025 = 70.1 on.
    own = np.repeat([0, 1], 50)
    theirs = own.copy()
    different = (100 - equal) // 2
    theirs[:different], theirs[50 : 50 + different] = 1, 0
    assert agree_beyond_chance(two_codes(own), two_codes(theirs), np.arange(100)) is agrees


def test_unlinked_records_do_not_count_for_agreement():
    rows = np.arange(100)
    links = np.where(rows < 50, rows, -1)
    own = Coded(Level.CONTINUOUS, rows.astype(np.float64))
    theirs = Coded(Level.CONTINUOUS, np.where(rows < 50, rows, -1e6 * rows))
    assert agree_beyond_chance(own, theirs, links) is True


def test_a_cap_holds_for_fractions_just_beyond_it():
    capped = cap_values(Cap(above=50, below=10), np.array([9.5, 10, 30, 50, 50.5, 60]))
    assert capped.tolist() == [10, 10, 30, 50, 50, 50]


def test_bands_that_overlap_by_a_fraction_are_refused():
    bands = {"0-10": parse_band("0-10"), "9.5-20": parse_band("9.5-20")}
    with pytest.raises(PairingError, match="overlap"):
        assemble(bands, whole=False)


def test_one_address_among_texts_makes_no_column_of_addresses():
    names = [f"street {i}" for i in range(20)]
    assert identifying_content(column([*names, "ann@example.org"])) is None
    assert identifying_content(column([f"p{i}@example.org" for i in range(20)])).cells == 20


@pytest.mark.parametrize(
    ("weights", "words", "count"),
    [
        ([1.0, 2.0, 3.0], "", 0),
        ([0.5, 1.0, 3.0], "below 1", 1),
        ([0.0, 1.0, 3.0], "weight is 0 in 1 record", 1),
        ([-1.0, 0.0, 3.0], "missing or negative", 1),
    ],
)
def test_weights_of_one_are_right_and_of_zero_are_not(weights: list[float], words: str, count: int):
    found = cautions(microdata(w=weights, x=[1, 2, 1]), codebook(variable("w", role="weight")))
    assert [(words in c.message, c.count) for c in found] == ([(True, count)] if words else [])


@pytest.mark.parametrize("kept", ["original", "masked file"])
def test_codes_kept_in_one_file_and_read_as_numbers_in_the_other_are_told(kept: str):
    texts, numbers = ["10.1", "10.10", "10.2", "10.2"], [10.1, 10.1, 10.2, 10.2]
    both = (texts, numbers) if kept == "original" else (numbers, texts)
    found = pair(microdata(x=both[0]), scenario(microdata("m.csv", x=both[1])), codebook(variable("x", "nominal")))
    told = [flag for flag in found.variables[0].flags if "read both files alike" in flag]
    assert told == [f"'10.1', '10.10': kept as written in the {kept}, numbers in the other: read both files alike"]


def test_codes_read_as_numbers_among_other_texts_are_told_too():
    original, masked = microdata(x=["10.1", "10.10", "X1", "X1"]), microdata("m.csv", x=[10.1, 10.1, "X1", "X1"])
    found = pair(original, scenario(masked), codebook(variable("x", "nominal")))
    assert "numbers in the other: read both files alike" in " ".join(found.variables[0].flags)
