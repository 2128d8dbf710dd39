"""One rule of what is the same value, asked where variables are paired, records linked and files judged."""

import numpy as np
import pytest

from core.data import Level, RelationKind
from core.pairing import pair, relation
from core.pairing.coding.notation import same_notation
from core.pairing.coding.spelling import same_categories
from tests.pairing.builders import codebook, column, microdata, scenario, variable
from tests.pairing.coded_alike import assert_alike, labels, paired

SPELLINGS = {
    "case": (("Yes", "No"), ("yes", "NO")),
    "truth values in capitals": (("True", "False"), ("TRUE", "FALSE")),
    "blanks at the end": (("Yes", "No"), ("Yes ", "No")),
    "no-break space": (("New York", "Rome"), ("New\u00a0York", "Rome")),
    "composed accents": (("Café", "Bar"), ("Cafe\u0301", "Bar")),
    "curly quotes": (("don't know", "yes"), ("don’t know", "yes")),
    "dashes": (("18-24", "25-34"), ("18–24", "25–34")),
    "Cyrillic letters": (("A", "B"), ("\u0410", "\u0412")),
    "Greek letters": (("A", "B"), ("\u0391", "\u0392")),
    "full-width digits": ((1, 2), ("\uff11", "\uff12")),
    "logicals as 0 and 1": (("TRUE", "FALSE"), (1, 0)),
    "0 and 1 as logicals": ((1, 0), ("True", "False")),
    "yes and no as 1 and 0": (("Yes", "No"), (1, 0)),
    "yes and no as logicals": (("yes", "no"), ("TRUE", "FALSE")),
    "letters for yes and no": (("Y", "N"), ("Yes", "No")),
    "leading zeros": ((1, 2), ("01", "02")),
    "decimals that are none": ((1, 2), ("1.0", "2.0")),
    "texts with zeros at the end": (("2.0", "3.50"), ("2", "3.5")),
    "dates": (("2020-01-31", "2020-02-01"), ("31.01.2020", "01.02.2020")),
    "dates with a time": (("2020-01-31", "2020-02-01"), ("2020-01-31 00:00:00", "2020-02-01T00:00:00")),
    "32 bits": ((0.1, 0.7), (float(np.float32(0.1)), float(np.float32(0.7)))),
    "sums": ((0.3, 0.7), (0.1 + 0.2, 0.7)),
    "minus zero": ((0.0, 1.5), (-0.0, 1.5)),
}


@pytest.mark.parametrize(("ours", "theirs"), SPELLINGS.values(), ids=SPELLINGS)
def test_what_is_identical_is_paired_as_identical(ours, theirs):
    """The relation of the files and the pairing of the variable say the same of the same cells."""
    rows = [0, 1, 1, 0, 1, 0, 0, 0, 1, 1] * 6
    other = [i % 7 for i in range(60)]
    original = microdata(x=[ours[i] for i in rows], y=other)
    masked = microdata("m.csv", x=[theirs[i] for i in rows], y=other)
    book = codebook(variable("x", "nominal", "key"), variable("y", "nominal", "key"))
    found = relation(original, scenario(masked), book)
    assert (found.kind, found.evidence.count("equal values")) == (RelationKind.IDENTICAL, 1)
    beside = pair(original, scenario(masked), book)
    x = beside.variables[0]
    assert (x.problem, x.recode) == ("", None)
    assert x.recoded.values.tolist() == x.masked.values.tolist()
    known = beside.masked.keys_found["keys"]
    assert (known.n, known.found) == (60, 60)


IDENTIFIERS = {name: files for name, files in SPELLINGS.items() if not isinstance(files[1][0], float)}


@pytest.mark.parametrize(("ours", "theirs"), IDENTIFIERS.values(), ids=IDENTIFIERS)
def test_identifiers_are_the_same_by_the_same_rule(ours, theirs):
    original = microdata(person=list(ours), y=[1, 2])
    masked = microdata("m.csv", person=list(theirs), y=[1, 2])
    book = codebook(variable("person", "nominal", "identifier"), variable("y", "nominal"))
    assert pair(original, scenario(masked, linked="person"), book).links.tolist() == [0, 1]


def test_what_was_taken_for_the_same_is_said():
    found = paired(["Yes", "No", "Yes"], ["yes ", "no", None], "nominal")
    assert labels(found.masked) == ["Yes", "No", None]
    assert "'no' is 'No', 'yes ' is 'Yes': the same, written otherwise" in found.flags
    assert_alike(found)


def test_spellings_that_a_file_tells_apart_stay_apart_and_are_asked_about():
    assert same_categories(["A", "a", "b"], ["a ", "A", "B"]) == ({"a ": "a"}, ("B",))
    assert same_categories(["A", "b"], ["a", "B", "b"]) == ({}, ("B", "a"))
    found = paired(["A", "a", "b"], ["A", "a", "B"], "nominal")
    assert "values that the original does not have: 'B'" in found.unexplained
    assert any("kept as two: declare the recode (map)" in flag for flag in found.flags)


def test_days_and_months_that_could_be_either_are_no_dates():
    assert same_categories(["2020-01-02", "2020-02-01"], ["01/02/2020", "02/01/2020"]) == ({}, ())
    assert same_categories(["2020-01-02", "2020-01-31"], ["01/02/2020", "01/31/2020"])[0] == {
        "01/02/2020": "2020-01-02",
        "01/31/2020": "2020-01-31",
    }


def test_truth_values_need_both_in_the_original():
    assert same_categories(["Yes"], ["1"]) == ({}, ())
    assert same_categories(["Yes", "No"], ["1"])[0] == {"1": "Yes"}
    assert same_categories(["f", "m"], ["FALSE", "TRUE"]) == ({}, ())


def test_rounded_numbers_and_large_whole_ones_are_what_they_are():
    for own, other in (([1.234, 2.345], [1.23, 2.35]), ([10_000_000_001, 10_000_000_002.0], [10_000_000_002, 1e10])):
        masked = column(other)
        assert same_notation(column(own), masked)[1] is masked


def test_declared_noise_is_not_taken_for_other_digits():
    own = [0.1, 0.7, 1.3]
    masked = [value * (1 + 2e-8) for value in own]
    assert paired(own, masked).masked.values.tolist() == own
    assert paired(own, masked, masking="noise").masked.values.tolist() == masked
    assert paired(own, masked).masked.level is Level.CONTINUOUS


def linked_codes(ours, theirs, *, linked=True, level="nominal"):
    rows = [0, 1, 2, 0, 1, 0] * 6
    return paired([ours[i] for i in rows], [theirs[i] for i in rows], level, linked=linked)


def test_codes_that_linked_records_show_to_be_one_for_one_are_used_and_said():
    found = linked_codes(["North", "South", "West"], [1, 2, 9])
    assert (found.problem, found.recode) == ("", None)
    assert labels(found.masked)[:3] == ["North", "South", "West"]
    assert "'1' is 'North', '2' is 'South', '9' is 'West': one for one in all linked records" in found.flags


def test_new_codes_are_asked_about_where_records_are_not_linked_or_not_one_for_one():
    assert "or how its records are linked" in linked_codes(["North", "South", "West"], [1, 2, 9], linked=False).problem
    swapped = linked_codes(["a", "b", "c"], ["b", "a", "d"])  # exchanged codes are a doubt, not a spelling
    assert "values that the original does not have: 'd'" in swapped.unexplained
    few = paired(["North", "South", "West"], [1, 2, 9], "nominal", linked=True)
    assert "values that the original does not have" in few.problem


def test_an_ordinal_variable_keeps_the_order_of_the_original():
    found = linked_codes([1, 2, 3], ["low", "middle", "high"], level="ordinal")
    assert found.masked.categories == ("1", "2", "3")
    assert found.problem == ""
