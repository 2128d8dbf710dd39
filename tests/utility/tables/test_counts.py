"""Tables of both files: matched categories, missing values, areas, recodes, reasons."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Bands, Closed, Coded, Level, PublishedTable, Uses
from core.utility.tables import TableParameters, compared_table, compared_tables
from tests.strategies import continuous, nominal, ordinal, pair_of, paired

REGION = paired("region", nominal([0, 0, 0, 1, 1, -1]), nominal([0, 0, 1, 1, 1, -1]))
SEX = paired("sex", nominal([0, 1, 1, 0, 1, 1]), nominal([0, 1, 1, 0, 0, 1]))


def test_a_variable_by_areas():
    found = compared_table(pair_of(REGION, SEX), PublishedTable("sex by region", ("sex",), "region"), 20)
    assert found.areas == ("a", "b", "(missing)")
    assert found.levels == ("a", "b")
    assert found.original.tolist() == [[1, 2], [1, 1], [0, 1]]
    assert found.masked.tolist() == [[1, 1], [2, 1], [0, 1]]


def test_crossed_variables_hold_the_combinations_that_occur():
    found = compared_table(pair_of(REGION, SEX), PublishedTable("both", ("region", "sex")), 20)
    assert found.areas == ("(whole file)",)
    assert found.levels == ("a × a", "a × b", "b × a", "b × b", "(missing) × b")
    assert found.original.tolist() == [[1, 2, 1, 1, 1]]


def test_numbers_are_cut_where_the_original_says_at_the_same_edges():
    before = continuous(np.arange(200.0))
    found = compared_table(
        pair_of(paired("x", before, continuous(np.arange(200.0) + 40))), PublishedTable("x", ("x",)), 5
    )
    assert found.original.sum() == found.masked.sum() == 200
    assert found.original[0, 0] > found.masked[0, 0] == 0 or found.masked[0, 0] < found.original[0, 0]
    assert found.masked[0, -1] > found.original[0, -1]


def test_a_recoded_original_is_recoded_alike():
    ages = np.array([15.0, 25, 35, 45])
    bands = Bands(((0, 30), (30, 99)), ("young", "old"), Closed.LEFT)
    codes = Coded(Level.ORDINAL, np.array([0, 0, 1, 1], dtype=np.int32), bands.labels)
    found = compared_table(
        pair_of(paired("age", continuous(ages), codes, codes, bands)), PublishedTable("age", ("age",)), 20
    )
    assert found.levels == ("young", "old")
    assert found.recoded == ("age",)
    assert found.original.tolist() == found.masked.tolist() == [[2, 2]]


@pytest.mark.parametrize(
    ("variables", "said"),
    [(("income",), "its role is not key, sensitive or analysis"), (("gone",), "the masked file does not have 'gone'")],
)
def test_a_table_that_cannot_be_made_says_why(variables, said):
    gone = paired("gone", nominal([0] * 6), None)
    found = compared_table(pair_of(REGION, gone), PublishedTable("t", variables), 20)
    assert said in found.reason


def test_declared_tables_take_the_place_of_the_default_ones():
    numbers = paired("age", continuous([1.0] * 6), continuous([1.0] * 6))
    pair = pair_of(SEX, numbers, REGION)
    by_default = compared_tables(pair, TableParameters())
    assert [(t.name, t.geography) for t in by_default] == [("region", ""), ("sex", "")]
    by_region = compared_tables(pair, TableParameters(geography="region"))
    assert [(t.name, t.geography) for t in by_region] == [("sex", "region")]
    declared = replace(pair, uses=Uses(tables=(PublishedTable("mine", ("sex",)),)))
    assert [t.name for t in compared_tables(declared, TableParameters())] == ["mine"]


def test_an_unknown_geography_is_named():
    found = compared_tables(pair_of(SEX, REGION), TableParameters(geography="county"))
    assert {t.reason for t in found} == {"'county' is not compared: its role is not key, sensitive or analysis"}


def test_an_ordinal_variable_keeps_its_order():
    health = ordinal([2, 0, 1])
    assert compared_table(pair_of(paired("h", health, health)), PublishedTable("h", ("h",)), 20).levels == (
        "a",
        "b",
        "c",
    )


def test_areas_and_levels_say_what_their_codes_mean():
    region = replace(REGION, value_labels={"a": "North", "b": "South"})
    sex = replace(SEX, value_labels={"b": "Female"})
    table = compared_table(pair_of(region, sex), PublishedTable("sex by region", ("sex",), "region"), 20)
    assert table.areas == ("a · North", "b · South", "(missing)")
    assert table.levels == ("a", "b · Female")
