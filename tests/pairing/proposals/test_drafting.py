import pytest

from core.data import Bands, Cap, Closed, Level, Role, Scenario, read_codebook, write_codebook
from core.pairing import complete_codebook, draft_codebook, pair
from tests.pairing.builders import codebook, microdata, variable


def drafted(name, cells):
    return draft_codebook(microdata(**{name: cells})).variable(name)


def repeated(*cells, times=30):
    return list(cells) * times


@pytest.mark.parametrize(
    ("name", "cells", "level", "reason"),
    [
        ("x", repeated(1, 2), "nominal", "two codes"),
        ("x", repeated("a", "b", "c"), "nominal", "3 categories"),
        ("x", repeated(1, 2, 3, 4, 5), "ordinal", "5 whole numbers without gaps"),
        ("x", repeated(1, 2, 4, 9), "nominal", "gaps"),
        ("region", repeated(1, 2, 3, 4, 5), "nominal", "'region'"),
        ("maritalStatus", repeated(1, 2, 3), "nominal", "'marital'"),
        ("n_children", repeated(0, 1, 2, 3, 7), "ordinal", "'n'"),
        ("x", repeated(*range(40)), "continuous", "40 different numbers"),
        ("region", repeated(*range(60)), "nominal", "more than 50"),
        ("rent", repeated(*range(400, 460)), "continuous", "60 different numbers"),
        ("x", repeated(0.5, 1.5, 2.5), "ordinal", "3 different numbers only"),
        ("x", [i / 7 for i in range(90)], "continuous", "90 different numbers"),
        ("x", repeated("<20", "20-39", "40+"), "ordinal", "3 bands"),
        ("x", repeated("24-01004", "38-00100"), "nominal", "2 categories"),
        ("age", repeated(*range(89), "90+"), "continuous", "open end ('90+')"),
        ("x", repeated(5), "nominal", "constant"),
        ("x", [None, None], "nominal", "no value"),
    ],
)
def test_levels(name, cells, level, reason):
    found = drafted(name, cells)
    assert found.level is Level(level)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("name", "cells", "missing", "order"),
    [
        ("x", repeated(*range(40), "N"), ("N",), ()),
        ("x", repeated(1, 2, 3, "N"), (), ("N", "1", "2", "3")),
        ("x", repeated(1, 2, "N"), (), ()),
        ("x", repeated(1, 2, 3, "NA"), ("NA",), ()),
        ("x", repeated("a", "b", "NA"), ("NA",), ()),
        ("x", repeated("DE", "FR", "US", "NA"), (), ()),
        ("x", repeated(1, 2, 3, -9), ("-9",), ()),
        ("x", repeated(1, 2, 3, -9, -8), ("-9", "-8"), ()),
        ("x", repeated(-9, -3.5, 0, 3), (), ()),
        ("x", repeated(1, 2, 3, 99), (), ()),
    ],
)
def test_missing_codes_and_order(name, cells, missing, order):
    found = drafted(name, cells)
    assert (found.missing, found.order) == (missing, order)
    assert all(repr(code) in found.reason for code in missing)


@pytest.mark.parametrize(
    ("name", "cells", "role"),
    [
        ("sex", repeated(1, 2), "key"),
        ("AGEP", repeated(*range(40)), "key"),
        ("urbrur", repeated(1, 2), "key"),
        ("Country of Birth", repeated("UK", "other"), "key"),
        ("income", [i * 1000.5 for i in range(100)], "sensitive"),
        ("PINCP_DECILE", repeated(*range(10)), "sensitive"),
        ("Health", repeated(1, 2, 3), "sensitive"),
        ("sampling_weight", repeated(100), "weight"),
        ("WGTP", repeated(0, 56, 61), "weight"),
        ("weight", repeated(-1, 2), "key"),
        ("w", repeated(0.5, 12, 61.5), "weight"),
        ("PW", repeated(0.5, 12, 61.5), "weight"),
        ("hw", repeated(1.25, 2, 3, 4), "weight"),
        ("weight", repeated(1), "weight"),
        ("ALT after 24 w", repeated(*range(20, 80)), "analysis"),
        ("w_id", [1000 + 3 * i for i in range(90)], "identifier"),
        ("id_wt", [1000 + 3 * i for i in range(90)], "identifier"),
        ("w", [1000 + 3 * i for i in range(90)], "identifier"),
        ("pweight", [0.5 + 1.25 * i for i in range(90)], "weight"),
        ("body_weight", repeated(*range(40, 100)), "analysis"),
        ("ori_hid", repeated(*range(40)), "household"),
        ("household_id", repeated(*range(40)), "household"),
        ("household_size", repeated(1, 2, 3, 4), "key"),
        ("email", repeated("a@b.c", "d@e.f"), "identifier"),
        ("person id", list(range(100)), "identifier"),
        ("x", list(range(1000, 1100)), "identifier"),
        ("expend", [i * i * 997 for i in range(100)], "sensitive"),
        ("x", [i * i * 997 for i in range(100)], "analysis"),
        ("x", [f"t{i}" for i in range(100)], "identifier"),
        ("x", [f"t{i}" for i in range(60)] + ["t0"] * 40, "excluded"),
        ("constant", repeated(5), "analysis"),
    ],
)
def test_roles(name, cells, role):
    found = drafted(name, cells)
    assert found.role is Role(role)


@pytest.mark.parametrize(
    ("name", "cells", "label", "role"),
    [
        ("weight", [i + 0.5 for i in range(40, 100)], "weight (kg)", "analysis"),
        ("weight", repeated(50.5, 61.25, 80), "Sampling weight", "weight"),
        ("sampl", [i * i * 997 for i in range(100)], "unique case identifier", "identifier"),
        ("sampl", repeated(*range(40)), "unique case identifier", "analysis"),
    ],
)
def test_a_label_tells_a_body_weight_and_an_identifier(name, cells, label, role):
    """Body weights in kg were proposed as sampling weights, an identifier with gaps as a variable for analyses."""
    data = microdata(**{name: cells})
    labelled = type(data)(data.name, data.columns, data.n_records, labels={name: label})
    assert draft_codebook(labelled).variable(name).role is Role(role)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("hw", repeated(1, 2, 3, 4)),
        ("hw", repeated(5, 10, 20, 40, 60)),
        ("w", repeated(*range(1, 53))),
        ("wt", repeated(0, 1, 2)),
        ("pweight", repeated(1, 2, 3)),
    ],
)
def test_codes_hours_and_weeks_are_no_weights_because_of_a_few_letters(name, cells):
    assert drafted(name, cells).role is not Role.WEIGHT


def test_without_a_key_name_the_first_categorical_variables_are_asked_about():
    columns = {f"v{i}": repeated(1, 2, 3) for i in range(10)}
    book = draft_codebook(microdata(amount=[i / 3 for i in range(90)], **columns))
    keys = book.with_role(Role.KEY)
    assert [v.name for v in keys] == [f"v{i}" for i in range(8)]
    assert all("no recognised key name" in v.reason and "please confirm" in v.reason for v in keys)
    assert book.variable("v9").role is Role.ANALYSIS


BODIES = [i + 0.5 for i in range(40, 100)]


@pytest.mark.parametrize(
    ("cells", "label", "beside", "role"),
    [
        (BODIES, "", "finalwgt", "analysis"),
        (BODIES, "", "height", "analysis"),
        (BODIES, "Final survey weight", "height", "weight"),
        ([30.5 * i for i in range(40, 100)], "", "finalwgt", "weight"),  # nobody weighs 3 tons
        (BODIES, "", "sex", "weight"),
    ],
)
def test_a_weight_as_large_as_a_body_is_one_beside_height_or_another_weight(cells, label, beside, role):
    data = microdata(weight=cells, **{beside: [1000.5 + i for i in range(60)]})
    book = draft_codebook(type(data)(data.name, data.columns, data.n_records, labels={"weight": label}))
    assert book.variable("weight").role is Role(role)
    assert ("no sampling weight; please confirm" in book.variable("weight").reason) == (role == "analysis")


def test_several_weights_give_a_key_set_with_the_first():
    book = draft_codebook(microdata(sex=repeated(1, 2), weight_b=repeated(1, 3), weight_a=repeated(2, 3)))
    assert [(k.name, k.variables, k.weight) for k in book.keysets] == [("keys", ("sex",), "weight_b")]
    assert "'weight_b'; please confirm" in book.variable("weight_a").reason
    assert draft_codebook(microdata(sex=repeated(1, 2), weight=repeated(1, 3))).keysets == ()


def test_masked_files_are_declared_with_the_recodes_that_their_strings_show():
    original = microdata(age=repeated(*range(40)), income=repeated(*range(60, 100)), sex=repeated(1, 2, times=600))
    masked = microdata(
        "banded, k=3.csv",
        age=repeated(*["0-19"] * 20, *["20-39"] * 20),
        income=repeated(*range(60, 90), *["90+"] * 10),
        sex=repeated(1, 2, times=600),
    )
    book = draft_codebook(original, [masked, microdata("other.csv", nothing=[1])])
    declaration, other = book.scenarios
    assert (declaration.file, declaration.name, declaration.linked) == ("banded, k=3.csv", "banded, k=3", None)
    assert declaration.recodes == {
        "age": Bands(((0, 19), (20, 39)), ("0-19", "20-39"), Closed.BOTH),
        "income": Cap(above=90),
    }
    assert (other.name, other.recodes) == ("other", {})
    assert read_codebook(write_codebook(book)) == book


def test_the_original_decides_on_the_level_of_codes_with_noise():
    original = microdata(sex=[1, 2] * 40, region=[1, 2, 4, 5] * 20)
    noisy = microdata("m.csv", sex=[1.51, 2.02] * 40, region=[1.2, 2.4, 3.9, 5.1] * 20)
    drafted = draft_codebook(original, [noisy])
    assert [v.level for v in drafted.variables] == [Level.NOMINAL, Level.NOMINAL]
    paired = pair(original, Scenario(noisy, drafted.declaration("m.csv")), drafted)
    assert all("'1.51', '2.02'" in v.problem or "'1.2', '2.4'" in v.problem for v in paired.variables)


def test_a_codebook_of_a_few_corrections_is_completed():
    original = microdata(sex=repeated(1, 2), age=repeated(*range(40)))
    own = variable("age", "ordinal", "analysis")
    book = complete_codebook(codebook(own), original)
    assert [v.name for v in book.variables] == ["sex", "age"]
    assert book.variable("age") is own
    assert book.variable("sex").role is Role.KEY


def test_the_order_of_records_changes_nothing():
    cells = repeated(3, 1, "N", 2, None)
    assert drafted("x", cells) == drafted("x", cells[::-1])
