import numpy as np
import pytest

from core.data import CategoryMap, KeySet, Masking
from core.errors import CodebookError, PairingError
from core.pairing import code_release, pair
from tests.pairing.builders import codebook, microdata, scenario, variable

ORIGINAL = microdata(age=[20, 30, 40], sex=[1, 2, 1], w=[1.5, 2, -9], hid=[7, 7, 8], id=[1, 2, 3], name=["a", "b", "c"])
CODEBOOK = codebook(
    variable("age", "continuous", "key"),
    variable("sex", "nominal", "key"),
    variable("w", "continuous", "weight", missing=("-9",)),
    variable("hid", "nominal", "household"),
    variable("id", "nominal", "identifier"),
    variable("name", "nominal", "excluded"),
)


def masked(**columns):
    return microdata("masked.csv", **columns)


def test_the_original_alone():
    release = code_release(ORIGINAL, CODEBOOK)
    assert (release.name, release.n_records) == ("original.csv", 3)
    assert list(release.columns) == ["age", "sex"]
    assert release.columns["sex"].categories == ("1", "2")
    np.testing.assert_array_equal(release.weights["w"], [1.5, 2, np.nan])
    assert release.households["hid"].tolist() == [7, 7, 8]
    assert release.keysets == (KeySet("keys", ("age", "sex")),)


def test_both_files_as_releases():
    both = pair(ORIGINAL, scenario(masked(sex=[2, 2], w=[1, 1], extra=[0, 0])), CODEBOOK)
    assert [v.name for v in both.variables] == ["age", "sex"]
    assert both.variables[0].masked is None
    assert both.added == ("extra",)
    assert (both.name, both.masked.name, both.masked.n_records) == ("masked", "masked", 2)
    assert list(both.masked.columns) == ["sex"]
    assert list(both.original.columns) == ["age", "sex"]
    assert both.masked.columns["sex"].categories == ("1", "2")
    assert list(both.masked.weights) == ["w"]
    assert both.masked.households == {}
    assert both.links is None


def test_sensitive_variables_are_named_in_both_files():
    book = codebook(variable("x", "nominal", "sensitive"), variable("y", "nominal", "sensitive"))
    both = pair(microdata(x=[1], y=[2]), scenario(masked(x=[1])), book)
    assert both.original.sensitive == both.masked.sensitive == ("x", "y")


def test_households_written_as_text_are_numbered():
    original = microdata(hid=["b", "a", None, "b"], x=[1, 2, 1, 2])
    book = codebook(variable("hid", "nominal", "household"), variable("x", "nominal"))
    np.testing.assert_array_equal(code_release(original, book).households["hid"], [1, 0, np.nan, 1])


def test_renamed_variables_are_matched_as_declared():
    file = masked(AGE=[20, 30, 40], gender=[1, 2, 1], weight=[1, 2, 3])
    both = pair(
        ORIGINAL, scenario(file, renamed={"AGE": "age", "gender": "sex", "weight": "w"}, linked="row"), CODEBOOK
    )
    assert all(v.masked is not None for v in both.variables)
    assert both.added == ()
    assert both.masked.weights["w"].tolist() == [1, 2, 3]
    assert both.links.tolist() == [0, 1, 2]


@pytest.mark.parametrize("name", ["Age", " age ", "\uff41ge"])
def test_similar_names_are_not_matched_silently(name):
    age = pair(ORIGINAL, scenario(masked(**{name: [1, 2, 3], "sex": [1, 2, 1]})), CODEBOOK).variables[0]
    assert age.masked is None
    assert "renamed" in age.problem
    assert repr(name) in age.problem


def test_unless_the_variable_was_declared_as_removed():
    file = scenario(masked(Age=[1, 2, 3], sex=[1, 2, 1]), masking={"age": Masking.REMOVE})
    assert pair(ORIGINAL, file, CODEBOOK).variables[0].problem == ""


def test_no_common_variable_names_what_to_mend():
    with pytest.raises(PairingError, match=r"no variable in common.*'SEX' resembles 'sex'.*renamed"):
        pair(ORIGINAL, scenario(masked(SEX=[1], w=[2])), CODEBOOK)


@pytest.mark.parametrize(
    ("renamed", "word"),
    [({"x": "age"}, "no column of the masked file"), ({"sex": "x"}, "no variable of the original")],
)
def test_wrong_renamings_are_refused(renamed, word):
    with pytest.raises(PairingError, match=word):
        pair(ORIGINAL, scenario(masked(sex=[1]), renamed=renamed), CODEBOOK)


def test_two_columns_for_one_variable_are_refused():
    with pytest.raises(PairingError, match="both are named 'sex'"):
        pair(ORIGINAL, scenario(masked(sex=[1], gender=[1]), renamed={"gender": "sex"}), CODEBOOK)


def test_the_runs_default_links_where_the_scenario_says_nothing():
    same = masked(id=[3, 1], sex=[1, 1])
    assert pair(ORIGINAL, scenario(same), CODEBOOK, "id").links.tolist() == [2, 0]
    assert pair(ORIGINAL, scenario(same, linked="none"), CODEBOOK, "id").links is None
    assert "2" in pair(ORIGINAL, scenario(same), CODEBOOK, "row").link_reason


def test_links_by_identifier_serve_the_inference():
    original = microdata(id=[1, 2, 3, 4], place=["a", "b", "c", "d"])
    book = codebook(variable("id", "nominal", "identifier"), variable("place", "nominal"))
    file = masked(id=[4, 3, 2], place=["cd", "cd", "ab"])
    place = pair(original, scenario(file, linked="id"), book).variables[0]
    assert place.recode == CategoryMap({"ab": ("b",), "cd": ("c", "d")})


def test_records_in_another_order_are_warned_about():
    rng = np.random.default_rng(5)
    cells = rng.integers(0, 4, 200)
    original, book = microdata(x=cells.tolist()), codebook(variable("x", "nominal"))
    shuffled = masked(x=rng.permutation(cells).tolist())
    doubted = pair(original, scenario(shuffled), book, "row")
    assert doubted.link_doubt
    assert doubted.link_reason.endswith(doubted.link_doubt)
    same = masked(x=cells.tolist())
    assert pair(original, scenario(same), book, "row").link_reason == "linked by row, as declared"


def test_codebook_and_file_must_fit():
    with pytest.raises(CodebookError, match="does not name 'name'"):
        code_release(ORIGINAL, codebook(*CODEBOOK.variables[:-1]))
    with pytest.raises(CodebookError, match="names 'more'"):
        code_release(ORIGINAL, codebook(*CODEBOOK.variables, variable("more")))


def test_weights_that_hold_text_are_refused():
    original = microdata(w=[1, "many"], x=[1, 2])
    book = codebook(variable("w", "continuous", "weight"), variable("x", "nominal"))
    with pytest.raises(PairingError, match=r"'w' has the role weight.*'many'"):
        code_release(original, book)


def test_columns_that_hold_nothing_have_the_files_length():
    original = microdata(x=[1, 2], y=[None, None])
    book = codebook(variable("x", "nominal"), variable("y", "continuous"))
    both = pair(original, scenario(masked(x=[1, 2], y=[None, None])), book)
    assert np.isnan(both.variables[1].masked.values).all()
    assert np.isnan(both.original.columns["y"].values).all()


def test_declarations_for_unknown_variables_are_refused():
    file = scenario(masked(sex=[1, 2, 1]), masking={"agee": Masking.NOISE})
    with pytest.raises(CodebookError, match="'agee'"):
        pair(ORIGINAL, file, CODEBOOK)
