"""How the records of a file were drawn, from the variables that tell it."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import ReplicateDeclaration, ReplicateMethod, Unit
from core.errors import CodebookError, PairingError
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
    assert design.notes == (
        "1 record has no value of 'psu': each is a unit of its own",
        "1 of the 2 values of 'psu' stand in more than one stratum, each for another cluster there: right where "
        "numbers begin anew in every stratum; if they name the same cluster, the strata are wrong",
    )


def test_households_without_clusters_and_records_without_either():
    book = codebook(variable("x", "nominal"), variable("hid", "nominal", "household"))
    design = code_release(microdata(x=[1, 2, 1], hid=["b", "a", "b"]), book).design
    assert (design.unit, design.units.tolist()) == (Unit.HOUSEHOLD, [1, 0, 1])
    alone = code_release(microdata(x=[1, 2, 1]), codebook(variable("x", "nominal")))
    assert (alone.design.unit, alone.design.units.tolist(), alone.drawn) == (Unit.RECORD, [0, 1, 2], None)


def test_households_that_lie_in_two_strata_are_said_as_the_strata_may_be_wrong():
    book = codebook(variable("hid", "nominal", "household"), variable("age", "nominal", "stratum"))
    nested = code_release(microdata(hid=[1, 1, 2, 2, 3], age=["a", "a", "b", "b", "b"]), book).design
    assert nested.notes == ()
    split = code_release(microdata(hid=[1, 1, 2, 2, 3], age=["a", "b", "a", "b", "b"]), book).design
    assert split.n_units == 5
    assert split.notes[0].startswith(
        "2 of the 3 values of 'hid' stand in more than one stratum, each for another house"
    )


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


def with_replicates(declared, **columns):
    book = codebook(
        variable("x", "nominal"),
        variable("r1", role="replicate weight", missing=("-9",)),
        variable("r2", role="replicate weight"),
        replicates=declared,
    )
    return code_release(microdata(x=[1, 2], **columns), book).design


def test_replicate_weights_are_read_as_their_method_is_declared():
    design = with_replicates(ReplicateDeclaration(ReplicateMethod.BRR), r1=[1.5, -9], r2=[0, 2])
    np.testing.assert_array_equal(design.replicates.weights, [[1.5, 0], [np.nan, 2]])
    assert (design.unit, design.replicates.names, design.notes) == (Unit.RECORD, ("r1", "r2"), ())


def test_replicate_weights_of_unknown_method_are_left_alone_and_said():
    design = with_replicates(None, r1=[1.5, 2], r2=[0, 2])
    assert design.replicates is None
    assert "say their method" in design.notes[0]


def test_replicate_weights_with_text_or_other_factors_are_refused():
    with pytest.raises(PairingError, match="'r1' has the role replicate weight, but holds text"):
        with_replicates(ReplicateDeclaration(ReplicateMethod.BRR), r1=["a", 1], r2=[0, 2])
    with pytest.raises(CodebookError, match="3 factors for 2"):
        with_replicates(ReplicateDeclaration(ReplicateMethod.JKN, (0.5, 0.5, 0.5)), r1=[1, 1], r2=[0, 2])


def with_population(population, **columns):
    book = replace(
        codebook(
            variable("x", "nominal"), variable("str", "nominal", "stratum"), variable("npsu", "continuous", "excluded")
        ),
        units_of_population=population,
    )
    return code_release(microdata(x=[1, 2, 1], str=["a", "a", "b"], npsu=columns.get("npsu", [8, 8, 5])), book).design


def test_the_units_of_the_population_stand_at_every_record():
    assert with_population("npsu").population.tolist() == [8, 8, 5]
    assert with_population(40).population.tolist() == [40, 40, 40]
    assert with_population(40).take(np.array([2])).population.tolist() == [40]
    assert with_population(None).population is None


def test_a_population_alone_makes_a_design():
    book = replace(codebook(variable("x", "nominal")), units_of_population=30.0)
    drawn = code_release(microdata(x=[1, 2, 1]), book).drawn
    assert (drawn.unit, drawn.n_units, drawn.population.tolist()) == (Unit.RECORD, 3, [30, 30, 30])


@pytest.mark.parametrize(
    ("npsu", "words"), [([8, 7, 5], "different values in one stratum"), ([1, 1, 5], "more records")]
)
def test_a_population_that_cannot_be_is_refused(npsu, words):
    with pytest.raises(CodebookError, match=words):
        with_population("npsu", npsu=npsu)
