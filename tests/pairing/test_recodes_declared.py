"""What is declared goes before what would be found, on files of a few records."""

from core.data import Bands, Cap, CategoryMap, Level
from tests.pairing.coded_alike import labels, paired


def test_nothing_is_inferred_where_another_masking_was_declared():
    original, masked = [1, 2, 3, 11, 12, 13], [2, 2, 2, 12, 12, 12]
    assert paired(original, masked, linked=True, masking="microaggregate").recode is None
    assert paired(original, masked, linked=True, masking="recode").recode_source == "inferred"


def test_declared_bands_take_the_labels_of_the_masked_file():
    bands = Bands(((0, 19), (20, 39)))
    for masked, linked in ((["0-19", "20-39"], False), ([10, 30], False), ([1, 2], True), (["a", "b"], True)):
        pair = paired([5, 25], masked, recode=bands, linked=linked)
        assert pair.recode_source == "declared"
        assert pair.problem == ""
        assert pair.masked.values.tolist() == pair.recoded.values.tolist() == [0, 1]
        assert pair.original.level is Level.CONTINUOUS


def test_declared_bands_that_fit_no_masked_value_ask_for_labels():
    assert "add labels" in paired([5, 25], ["a", "b"], recode=Bands(((0, 19), (20, 39)))).problem


def test_declared_labels_are_final():
    bands = Bands(((0, 19), (20, 39)), ("a", "b"))
    assert paired([5, 25], ["a", "b"], recode=bands).masked.categories == ("a", "b")
    assert "'c'" in paired([5, 25], ["a", "c"], recode=bands).problem


def test_a_declared_recode_goes_before_what_would_be_found():
    pair = paired([1, 2, 11, 12], ["0-9", "0-9", "10-19", "10-19"], recode=Bands(((0, 4), (5, 19)), ("0-9", "10-19")))
    assert labels(pair.recoded) == ["0-9", "0-9", "10-19", "10-19"]
    assert pair.recode.edges == ((0, 4), (5, 19))


def test_a_declared_cap():
    pair = paired([1, 7, 9], [1, 6, 6], recode=Cap(above=6))
    assert pair.recoded.values.tolist() == [1, 6, 6]
    assert pair.recode_source == "declared"


def test_declared_caps_and_bands_of_categories_become_maps():
    pair = paired([1, 2, 3, 4], [1, 2, 3, 3], "ordinal", recode=Cap(above=3))
    assert pair.recode == CategoryMap({"1": ("1",), "2": ("2",), "3": ("3", "4")})
    pair = paired([1, 2, 3, 4], ["1-2", "1-2", "3-4", "3-4"], "ordinal", recode=Bands(((1, 2), (3, 4))))
    assert pair.recode == CategoryMap({"1-2": ("1", "2"), "3-4": ("3", "4")})


def test_a_declared_map_must_cover_the_masked_values():
    region = CategoryMap({"North": ("N1", "N2"), "South": ("S1",)})
    assert paired(["N1", "S1"], ["North", "South"], "nominal", recode=region).problem == ""
    assert "'East'" in paired(["N1", "S1"], ["North", "East"], "nominal", recode=region).problem


def test_a_recode_beside_perturbation_keeps_both():
    bands = Bands(((0, 9), (10, 19)), ("0-9", "10-19"))
    pair = paired([1, 2, 11], ["10-19", "0-9", "0-9"], recode=bands, masking="pram", linked=True)
    assert labels(pair.recoded) == ["0-9", "0-9", "10-19"]
    assert labels(pair.masked) == ["10-19", "0-9", "0-9"]
