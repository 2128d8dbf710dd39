"""How the records of a file were drawn, from the variables that tell it."""

import numpy as np

from core.data import Unit
from core.pairing import code_release, pair
from tests.pairing.builders import codebook, microdata, scenario, variable

BOOK = codebook(
    variable("x", "nominal"),
    variable("hid", "nominal", "household"),
    variable("psu", "nominal", "cluster", missing=("-9",)),
    variable("str", "nominal", "stratum"),
)
ORIGINAL = microdata(x=[1, 2, 1, 2, 1], hid=[1, 1, 2, 3, 3], psu=[1, 1, 2, 1, -9], str=["a", "a", "a", "b", "b"])


def test_clusters_within_strata_come_before_households():
    design = code_release(ORIGINAL, BOOK).design
    assert (design.unit, design.unit_variable, design.stratum_variable) == (Unit.CLUSTER, "psu", "str")
    assert design.units.tolist() == [0, 0, 1, 2, 3]
    assert design.strata.tolist() == [0, 0, 0, 1, 1]
    assert design.notes == ("1 records have no value of 'psu': each is a unit of its own",)


def test_households_without_clusters_and_records_without_either():
    book = codebook(variable("x", "nominal"), variable("hid", "nominal", "household"))
    design = code_release(microdata(x=[1, 2, 1], hid=["b", "a", "b"]), book).design
    assert (design.unit, design.units.tolist()) == (Unit.HOUSEHOLD, [1, 0, 1])
    alone = code_release(microdata(x=[1, 2, 1]), codebook(variable("x", "nominal")))
    assert (alone.design.unit, alone.design.units.tolist(), alone.drawn) == (Unit.RECORD, [0, 1, 2], None)


def test_several_variables_name_the_unit_together():
    book = codebook(
        variable("x", "nominal"), variable("province", "nominal", "cluster"), variable("ea", "nominal", "cluster")
    )
    design = code_release(microdata(x=[1, 2, 1, 2], province=[1, 1, 2, 2], ea=[5, 6, 5, 5]), book).design
    assert (design.unit_variable, design.units.tolist()) == ("province x ea", [0, 1, 2, 2])


def test_a_masked_file_without_the_variables_takes_its_originals_units():
    masked = microdata("masked.csv", x=[2, 2, 1, 2, 1])
    linked = pair(ORIGINAL, scenario(masked, linked="row"), BOOK).masked.design
    assert (linked.unit, linked.units.tolist(), linked.strata.tolist()) == (
        Unit.CLUSTER,
        [0, 0, 1, 2, 3],
        [0, 0, 0, 1, 1],
    )
    assert pair(ORIGINAL, scenario(masked, linked="none"), BOOK).masked.design.unit is Unit.RECORD


def test_an_unlinked_masked_file_has_its_own_units():
    masked = microdata("masked.csv", x=[2, 2, 1], psu=[4, 4, 5], str=["a", "a", "a"])
    design = pair(ORIGINAL, scenario(masked, linked="none"), BOOK).masked.design
    assert (design.units.tolist(), design.unit_variable) == ([0, 0, 1], "psu")


def test_records_taken_keep_their_units():
    release = code_release(ORIGINAL, BOOK)
    assert release.take(np.array([0, 3])).design.units.tolist() == [0, 2]
