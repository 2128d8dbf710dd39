"""Cases 59 to 78 of the catalogue: two files side by side, and what the codebook says of them."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import CategoryMap, Microdata, Pair
from core.errors import CodebookError, PairingError
from core.pairing import Caution, cautions, draft_codebook, pair, similar_names
from core.risk.weights import set_weight
from tests.pairing.builders import codebook, left_in, microdata, scenario, variable

RANDOM = np.random.default_rng(11)
N = 200
AGE = RANDOM.integers(18, 90, N).tolist()
SEX = RANDOM.choice(["f", "m"], N).tolist()
INCOME = np.round(RANDOM.lognormal(7, 1, N), 2).tolist()
IDS = RANDOM.permutation(9 * N)[:N].tolist()
ORIGINAL = microdata(id=IDS, age=AGE, sex=SEX, income=INCOME)
BOOK = codebook(
    variable("id", "nominal", "identifier"),
    variable("age", "continuous", "key"),
    variable("sex", "nominal", "key"),
    variable("income", "continuous", "sensitive"),
)


def masked(**columns) -> Microdata:
    return microdata("masked.csv", **columns)


def paired(file: Microdata, linked: str | None = None, **declared) -> Pair:
    return pair(ORIGINAL, scenario(file, **declared), BOOK, linked)


def one(both: Pair, name: str):
    return next(v for v in both.variables if v.name == name)


def messages(file: Microdata, **declared) -> list[tuple[str | None, str]]:
    return [(item.column, item.message) for item in left_in(ORIGINAL, scenario(file, **declared), BOOK)]


def warned(original: Microdata, *variables) -> tuple[Caution, ...]:
    return cautions(original, codebook(*variables))


def test_case_59_another_column_order_is_the_same():
    usual, turned = masked(age=AGE, sex=SEX, income=INCOME), masked(income=INCOME, sex=SEX, age=AGE)
    for a, b in zip(paired(usual).variables, paired(turned).variables, strict=True):
        assert (a.name, a.problem) == (b.name, b.problem)
        np.testing.assert_array_equal(a.masked.values, b.masked.values)


def test_case_60_names_that_differ_in_case_or_spaces_are_asked_about():
    file = scenario(masked(**{"AGE": AGE, " sex ": SEX}))
    assert dict(similar_names(ORIGINAL, file)) == {"age": "AGE", "sex": " sex "}
    both = paired(masked(AGE=AGE, income=INCOME))
    assert "renamed" in one(both, "age").problem
    renamed = paired(masked(AGE=AGE, income=INCOME), renamed={"AGE": "age"})
    assert one(renamed, "age").problem == ""


def test_case_61_no_common_columns_are_refused():
    with pytest.raises(PairingError, match="no variable in common"):
        paired(masked(x=[1, 2], y=[3, 4]))


def test_case_62_columns_of_one_file_only_are_told():
    both = paired(masked(age=AGE, extra=SEX))
    assert one(both, "income").masked is None
    assert both.added == ("extra",)


def test_case_63_row_counts_that_differ_turn_linked_measures_off():
    both = paired(masked(age=AGE[:50], sex=SEX[:50]), linked="row")
    assert both.links is None
    assert f"the original has {N} records and the masked file 50" in both.link_reason


def test_case_64_equal_length_and_the_same_order_is_asked_about():
    noisy = (np.array(INCOME) * RANDOM.uniform(0.95, 1.05, N)).tolist()
    file = masked(age=[a // 10 * 10 for a in AGE], income=noisy, sex=SEX)
    for declared in ("none", "row"):  # said as long as it is so
        assert any("original's order (" in text for _, text in messages(file, linked=declared))


def test_case_64_independent_records_of_equal_length_are_not():
    order = np.random.default_rng(3).permutation(N)
    file = masked(age=[AGE[i] + 1 for i in order], income=[INCOME[i] for i in order])
    assert messages(file) == []
    assert "no better than in a random order" in paired(file, linked="row").link_reason


def test_case_64_files_that_are_merely_sorted_alike_are_not():
    areas = np.repeat(np.arange(10), 20).tolist()
    original = microdata(area=areas, x=RANDOM.normal(size=N).tolist())
    book = codebook(variable("area", "nominal", "key"), variable("x"))
    synthetic = masked(area=areas, x=RANDOM.normal(size=N).tolist())
    assert left_in(original, scenario(synthetic), book) == ()


@pytest.mark.parametrize(
    ("own", "theirs", "where"), [([1, 1, 2], [1, 2, 3], "original"), ([1, 2, 3], [1, 1, 2], "masked file")]
)
def test_case_65_duplicate_ids_do_not_link(own: list[int], theirs: list[int], where: str):
    original, book = microdata(id=own, x=[1, 2, 3]), codebook(variable("id", "nominal", "identifier"), variable("x"))
    both = pair(original, scenario(masked(id=theirs, x=[1, 2, 3]), linked="id"), book)
    assert both.links is None
    assert f"'id' repeats 1 identifier in the {where}" in both.link_reason


def test_case_66_missing_ids_are_counted():
    both = paired(masked(id=[*IDS[:-2], None, None], age=AGE), linked="id")
    assert "2 have no identifier" in both.link_reason
    assert (both.links >= 0).sum() == N - 2


def test_case_67_an_identifier_tagged_as_key_is_asked_about():
    serial = microdata(id=list(range(N)), sex=SEX)
    found = warned(serial, variable("id", "nominal", "key"), variable("sex", "nominal", "key"))
    assert [(c.variable, c.is_question) for c in found] == [("id", True)]
    assert "looks like an identifier" in found[0].message


def test_case_68_bands_in_the_place_of_numbers_are_recoded():
    bands = [f"{a // 10 * 10}-{a // 10 * 10 + 9}" for a in AGE]
    age = one(paired(masked(age=bands)), "age")
    assert age.recode_source == "bands"
    assert age.problem == ""


def test_case_69_categories_of_one_file_only_are_told():
    flags = one(paired(masked(sex=["f", "x"] * (N // 2))), "sex").flags
    assert any("only in the masked file: 'x'" in flag for flag in flags)
    assert any("only in the original: 'm'" in flag for flag in flags)


def test_case_70_mixed_categories_are_told_apart():
    original = microdata(x=[1, 2, "N", "N", 1, 2])
    book = draft_codebook(original)
    assert "'N' kept as a category" in book.variable("x").reason
    assert pair(original, scenario(masked(x=[1, 2, "N", "N", 2, 1])), book).variables[0].masked.categories == (
        "1",
        "2",
        "N",
    )


def test_case_71_an_empty_column_cannot_be_compared():
    original = microdata(x=[1, 2, 3], y=[None, None, None])
    book = codebook(variable("x"), variable("y"))
    both = pair(original, scenario(masked(x=[1, 2, 3], y=[1, 2, 3])), book)
    assert "every value is missing in the original" in both.variables[1].problem
    assert [c.message for c in cautions(original, book)] == ["every value is missing: nothing can be compared"]


def test_case_72_a_constant_column_is_warned_of():
    found = warned(microdata(x=[1, 2, 1], y=[7, 7, 7]), variable("x"), variable("y"))
    assert [(c.variable, "same value" in c.message) for c in found] == [("y", True)]
    assert draft_codebook(microdata(y=[7, 7])).variable("y").reason.startswith("constant")


def test_case_73_the_same_file_twice_is_warned_of():
    same = replace(ORIGINAL, name="copy.csv")
    assert messages(same)[0][1].startswith(
        "identical to the original: all 200 records are the original's, in the same order"
    )
    digest = replace(ORIGINAL, sha256="abc"), replace(ORIGINAL, name="copy.csv", sha256="abc")
    assert "identical to the original" in left_in(digest[0], scenario(digest[1]), BOOK)[0].message


def test_case_74_permuted_rows_are_asked_about():
    turned = {name: column.take(np.arange(N)[::-1]) for name, column in ORIGINAL.columns.items()}
    found = messages(Microdata("turned.csv", turned, N))
    assert "all 200 records are the original's, in another order" in found[0][1]
    other = masked(id=IDS, age=AGE[::-1], sex=SEX, income=INCOME)
    assert not any("another order" in text for _, text in messages(other))


@pytest.mark.parametrize(("bad", "word"), [(-1, "negative"), (None, "missing")])
def test_case_75_weights_that_cannot_be_used_are_told(bad: float | None, word: str):
    original = microdata(w=[1.5, bad, 2.0], x=[1, 2, 1])
    variables = variable("w", "continuous", "weight"), variable("x", "nominal", "key")
    assert [(c.variable, c.count) for c in warned(original, *variables) if c.variable == "w"] == [("w", 1)]
    release = pair(original, scenario(masked(w=[1.5, bad, 2.0], x=[1, 2, 1])), codebook(*variables)).original
    problem = set_weight(release, release.keysets[0], np.arange(3)).problem
    assert word in problem
    assert "1 of 3 records" in problem


def test_case_75_weights_that_hold_text_are_refused():
    original = microdata(w=[1, "many"], x=[1, 2])
    variables = variable("w", "continuous", "weight"), variable("x", "nominal")
    assert "holds text" in warned(original, *variables)[0].message
    with pytest.raises(PairingError, match="holds text"):
        pair(original, scenario(masked(x=[1, 2])), codebook(*variables))


def test_case_76_weights_below_one_are_warned_of():
    original = microdata(w=[0.5, 1.5, 2.0], x=[1, 2, 1])
    variables = variable("w", "continuous", "weight"), variable("x", "nominal", "key")
    assert "below 1 in 1 record" in warned(original, *variables)[0].message
    release = pair(original, scenario(masked(x=[1, 2, 1])), codebook(*variables)).original
    assert "1 record has a weight 'w' below 1" in set_weight(release, release.keysets[0], np.arange(3)).flags


def test_case_77_a_stratum_of_one_record_is_warned_of():
    original = microdata(stratum=["a"] * 5 + ["b"] * 4 + ["c"])
    found = warned(original, variable("stratum", "nominal", "key"))
    assert [(c.variable, c.count, c.is_question) for c in found] == [("stratum", 1, False)]


def test_case_78_a_key_with_a_value_of_its_own_for_every_record_is_asked_about():
    original = microdata(income=INCOME, sex=SEX)
    found = warned(original, variable("income", "continuous", "key"), variable("sex", "nominal", "key"))
    assert [(c.variable, c.is_question, c.count) for c in found] == [("income", True, N)]


def test_what_is_right_is_passed_over():
    assert cautions(ORIGINAL, BOOK) == ()
    assert cautions(microdata(x=[1, 2]), codebook(variable("gone", "nominal", "key"))) == ()


def test_a_declared_map_answers_the_question_of_case_68():
    recode = CategoryMap({"any": ("f", "m")})
    assert one(paired(masked(sex=["any"] * N), recodes={"sex": recode}), "sex").recode == recode
    with pytest.raises(CodebookError):
        paired(masked(sex=SEX), recodes={"gender": recode})
