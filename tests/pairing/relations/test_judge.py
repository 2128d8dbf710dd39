"""What the records of a masked file are to the original's: every kind, from files made for it."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Column, FileKind, Masking, Microdata, Relation, RelationKind
from core.pairing import relation
from tests.pairing.builders import codebook, column, microdata, scenario, variable

N = 300
RANDOM = np.random.default_rng(17)
AGE = RANDOM.integers(18, 90, N)
SEX = RANDOM.choice(["f", "m"], N)
REGION = RANDOM.choice([1, 2, 3, 4, 5], N)
INCOME = np.round(RANDOM.lognormal(7, 1, N), 2)
TURNED = RANDOM.permutation(N)
COLUMNS = {"id": RANDOM.permutation(9 * N)[:N], "age": AGE, "sex": SEX, "region": REGION, "income": INCOME}
BOOK = codebook(
    variable("id", "nominal", "identifier"),
    variable("age", "continuous", "key"),
    variable("sex", "nominal", "key"),
    variable("region", "nominal", "key"),
    variable("income", "continuous", "sensitive"),
)


def file(name: str = "masked.csv", /, rows=slice(None), **columns) -> Microdata:
    """The original's columns, some of them replaced or (None) left out, and of them these rows."""
    held = {name: cells for name, cells in {**COLUMNS, **columns}.items() if cells is not None}
    return microdata(name, **{name: np.asarray(cells, dtype=object)[rows].tolist() for name, cells in held.items()})


ORIGINAL = file("original.csv")


def judged(masked: Microdata, original: Microdata = ORIGINAL, book=BOOK, **declared) -> Relation:
    return relation(original, scenario(masked, **declared), book)


def kind_and_link(masked: Microdata, original: Microdata = ORIGINAL, book=BOOK) -> tuple[str, str | None]:
    found = judged(masked, original, book)
    return str(found.kind), found.link


def test_a_copy_is_identical() -> None:
    found = judged(file())
    assert (found.kind, found.link) == (RelationKind.IDENTICAL, "row")
    assert found.evidence == "all 300 records are the original's, in the same order, with equal values of 4 variables"


def test_a_copy_in_another_order_is_identical_and_linked_by_its_identifier() -> None:
    assert kind_and_link(file(rows=TURNED)) == ("identical", "id")
    assert kind_and_link(file(rows=TURNED, id=None)) == ("identical", "none")
    by_age = np.argsort(AGE, kind="stable")
    assert kind_and_link(file(rows=by_age)) == ("identical", "id")
    assert "in another order" in judged(file(rows=by_age)).evidence


def test_identifiers_given_anew_and_new_columns_mask_nothing() -> None:
    anew = file(rows=TURNED, id=np.arange(N), extra=np.arange(N))
    assert kind_and_link(anew) == ("identical", "none")
    assert judged(anew).evidence.endswith("new: 'extra'")
    assert judged(file(id=None)).evidence.endswith("left out: 'id'")


def test_columns_in_another_order_and_names_in_capitals_are_the_same() -> None:
    turned = Microdata("m.csv", {name.upper(): ORIGINAL.columns[name] for name in reversed(COLUMNS)}, N)
    assert kind_and_link(turned) == ("identical", "row")


@pytest.mark.parametrize("rows", [slice(None), TURNED], ids=["in order", "in another order"])
@pytest.mark.parametrize(
    "columns",
    [
        {"sex": ["Female" if s == "f" else "Male" for s in SEX]},
        {"sex": [s.upper() + " " for s in SEX]},
        {"region": [f"{r:02}" for r in REGION]},
        {"income": np.float32(INCOME).astype(float)},
        {"income": [float(f"{x:.7g}") for x in INCOME]},
        {"region": [f"{'NESWC'[r - 1]}" for r in REGION]},
    ],
    ids=["labels written out", "capitals and blanks", "leading zeros", "32 bits", "seven digits", "labels of a number"],
)
def test_another_format_is_the_same_file(columns, rows) -> None:
    labels = {"sex": {"f": "Female", "m": "Male"}, "region": dict(zip("12345", "NESWC", strict=True))}
    original = replace(ORIGINAL, value_labels=labels)
    assert judged(file(rows=rows, **columns), original).kind is RelationKind.IDENTICAL


def test_numbers_written_with_fewer_digits_are_the_same_where_they_stay_different() -> None:
    exact = RANDOM.normal(size=N)
    original, book = file("original.csv", x=exact), codebook(*BOOK.variables, variable("x"))
    for digits, expected in ((6, "identical"), (1, "part")):
        copy = file(rows=TURNED, x=np.round(exact, digits))
        assert str(judged(copy, original, book).kind) == expected
    assert judged(original, file("rounded.csv", x=np.round(exact, 6)), book).kind is RelationKind.IDENTICAL


def test_missing_values_are_missing_in_whatever_words() -> None:
    missing = RANDOM.random(N) < 0.1
    own, theirs = np.where(missing, None, REGION), np.where(missing, "NA", REGION)
    coded = np.where(missing, 9, REGION)
    original = file("original.csv", region=own)
    assert judged(file(rows=TURNED, region=theirs), original).kind is RelationKind.IDENTICAL
    told = replace(file(rows=TURNED, region=coded), user_missing={"region": ("9",)})
    assert judged(told, original).kind is RelationKind.IDENTICAL


def test_records_written_out_twice_mask_nothing() -> None:
    twice = judged(file(rows=np.concatenate([TURNED, np.arange(N)]), id=None))
    assert (twice.kind, twice.link) == (RelationKind.IDENTICAL, "none")
    assert twice.evidence == (
        "all 300 records of the original stand in it, and 300 of them once more: the file holds 600, with equal values "
        "of 4 variables; left out: 'id'"
    )
    assert judged(file(rows=np.concatenate([TURNED, TURNED[:1]]), id=None)).kind is RelationKind.IDENTICAL
    assert judged(file(rows=np.tile(TURNED, 2), id=None, income=None)).kind is RelationKind.UNCLEAR, "one left out"


def test_few_different_records_written_out_twice_may_be_other_peoples() -> None:
    tiny, book = microdata(x=[1, 2, 2], y=["a", "b", "b"]), codebook(variable("x"), variable("y", "nominal"))
    assert kind_and_link(microdata("m.csv", x=[1, 2, 2] * 2, y=["a", "b", "b"] * 2), tiny, book) == ("unclear", None)


def test_records_drawn_with_replacement_are_told() -> None:
    drawn = judged(file(rows=RANDOM.integers(0, N, N), id=None))
    assert drawn.kind is RelationKind.UNCLEAR
    assert "records may count more than once: drawn with replacement" in drawn.evidence


def test_other_codes_one_for_one_mask_nothing() -> None:
    words = {"sex": np.where(SEX == "f", "woman", "man"), "region": np.array(list("-NESWC"))[REGION]}
    found = judged(file(id=None, **words))
    assert (found.kind, found.link) == (RelationKind.IDENTICAL, "row")
    assert found.evidence == (
        "all 300 records are the original's, in the same order; 'sex', 'region' have other codes or labels, one for "
        "each of the original's; left out: 'id'"
    )
    coarse = {"sex": words["sex"], "region": np.where(REGION < 3, "north", "south")}
    assert judged(file(id=None, **coarse)).kind is RelationKind.SAME_ORDER, "two regions are one"
    assert judged(file(id=None, income=INCOME * 3.7)).kind is RelationKind.SAME_ORDER, "as many values as records"
    one = {"region": np.where(np.arange(N) == 7, "X", words["region"])}
    assert judged(file(id=None, **one)).kind is RelationKind.SAME_ORDER, "one cell has another value"


def test_a_handful_of_records_that_all_differ_is_a_part() -> None:
    assert kind_and_link(file(rows=TURNED[:12], id=None)) == ("part", "none")
    two = judged(file(rows=TURNED[:2], id=None))
    assert two.kind is RelationKind.UNCLEAR
    assert two.evidence == (
        "2 of 2 records are equal to one of the original, but they are few: files of other people would show as much"
    )


def test_a_tiny_copy_is_identical() -> None:
    tiny, book = microdata(x=[1, 2, 2], y=["a", "b", "b"]), codebook(variable("x"), variable("y", "nominal"))
    assert kind_and_link(microdata("m.csv", x=[2, 1, 2], y=["b", "a", "b"]), tiny, book) == ("identical", "none")
    assert kind_and_link(tiny, tiny, book) == ("identical", "row")


def test_variables_left_out_are_a_part() -> None:
    assert kind_and_link(file(income=None)) == ("part", "row")
    assert judged(file(income=None)).evidence.endswith("left out: 'income'")
    assert kind_and_link(file(rows=TURNED, region=None, id=None)) == ("part", "none")
    assert kind_and_link(file(rows=TURNED, region=[None] * N)) == ("part", "id"), "emptied is left out"


def test_a_sample_is_a_part() -> None:
    assert kind_and_link(file(rows=TURNED[:90])) == ("part", "id")
    assert kind_and_link(file(rows=TURNED[:90], id=None)) == ("part", "none")
    assert judged(file(rows=TURNED[:90], id=None)).evidence == (
        "90 of 90 records are among the 300 of the original, with equal values of 4 variables"
    )


def test_a_sample_with_a_variable_perturbed_is_a_part() -> None:
    noisy = INCOME + RANDOM.normal(0, 1e4, N)
    found = judged(file(rows=TURNED[:200], income=noisy, id=None, detail=None))
    assert found.kind in (RelationKind.PART, RelationKind.UNCLEAR)
    exact = {"x": RANDOM.integers(0, 500, N), "y": RANDOM.integers(0, 500, N)}
    original, book = file("original.csv", **exact), codebook(*BOOK.variables, variable("x"), variable("y"))
    found = judged(file(rows=TURNED[:200], income=noisy, id=None, **exact), original, book)
    assert found.kind is RelationKind.PART
    assert "other values: 'income'" in found.evidence


MASKINGS = {
    "noise": {"income": INCOME * RANDOM.uniform(0.8, 1.2, N), "age": AGE + RANDOM.integers(-5, 6, N)},
    "bands": {"age": [f"{a // 20 * 20}-{a // 20 * 20 + 19}" for a in AGE]},
    "every variable in bands": {
        "age": [f"{a // 20 * 20}-{a // 20 * 20 + 19}" for a in AGE],
        "income": ["high" if x > 1000 else "low" for x in INCOME],
        "region": ["north" if r < 3 else "south" for r in REGION],
    },
    "swapped": {"income": INCOME[TURNED], "age": AGE[TURNED]},
    "suppressed": {"sex": np.where(RANDOM.random(N) < 0.3, None, SEX), "region": np.where(AGE > 70, None, REGION)},
    "codes exchanged": {"sex": np.where(SEX == "f", 2, 1), "region": 6 - REGION, "income": INCOME[TURNED]},
    "in another unit": {"income": INCOME * 1000 + RANDOM.normal(size=N)},
    "one record changed": {"income": np.where(np.arange(N) == 7, 0.0, INCOME)},
}


@pytest.mark.parametrize("masking", MASKINGS)
def test_masked_records_in_the_original_order_are_told(masking: str) -> None:
    assert kind_and_link(file(**MASKINGS[masking])) == ("same order", "row")


def test_the_evidence_counts_records_and_variables() -> None:
    found = judged(file(**MASKINGS["one record changed"]))
    assert found.evidence == "299 of 300 records agree with the original's record in the same row on 4 variables"
    assert judged(file(**MASKINGS["noise"])).evidence == (
        "300 of 300 records agree with the original's record in the same row on 2 of 4 variables; "
        "changed ones included, 4 follow it row by row"
    )
    assert judged(file(**MASKINGS["swapped"])).evidence.endswith("on 2 of 4 variables"), "the others follow nothing"


@pytest.mark.parametrize("masking", ["noise", "suppressed", "bands"])
def test_masked_records_in_another_order_are_linked_by_their_identifier(masking: str) -> None:
    noisy = {**MASKINGS[masking], "income": INCOME * RANDOM.uniform(0.8, 1.2, N)}
    found = judged(file(rows=TURNED, **noisy))
    assert (found.kind, found.link) == (RelationKind.LINKED, "id")
    assert found.evidence.startswith("300 of 300 records have a value of 'id' that one record of the original has")


def test_an_identifier_given_anew_does_not_link() -> None:
    serial, book = file("original.csv", id=np.arange(1, N + 1)), BOOK
    strangers = file(id=np.arange(1, N + 1), age=RANDOM.integers(18, 90, N), sex=SEX[TURNED], region=REGION[::-1],
                     income=np.round(RANDOM.lognormal(7, 1, N), 2))  # fmt: skip
    assert kind_and_link(strangers, serial, book) == ("unclear", None)


def test_every_column_permuted_is_unclear_and_says_so() -> None:
    permuted = {name: RANDOM.permutation(np.asarray(cells)) for name, cells in COLUMNS.items()}
    found = judged(file(**permuted))
    assert (found.kind, found.link) == (RelationKind.UNCLEAR, None)
    assert "each of 4 variables has the original's values, each as often" in found.evidence


@pytest.mark.parametrize("serial", [False, True], ids=["numbers", "rising numbers"])
def test_columns_permuted_beside_an_identifier_that_was_kept_are_said(serial: bool) -> None:
    names = np.arange(1, N + 1) if serial else COLUMNS["id"]
    permuted = {name: RANDOM.permutation(np.asarray(cells)) for name, cells in COLUMNS.items() if name != "id"}
    found = judged(file(id=names, **permuted), file("original.csv", id=names))
    assert (found.kind, found.link) == (RelationKind.UNCLEAR, None)
    assert "300 records have a value of 'id' that one of the original has, but other values" in found.evidence
    assert "'id'" not in judged(file(id=names + 9 * N, **permuted), file("original.csv", id=names)).evidence


def test_a_synthetic_file_is_unclear() -> None:
    drawn = {name: RANDOM.choice(np.asarray(cells), N) for name, cells in COLUMNS.items()}
    assert kind_and_link(file(id=None, **{k: v for k, v in drawn.items() if k != "id"})) == ("unclear", None)


def test_patterns_of_the_design_are_no_order() -> None:
    """Couples, a rotation group and files sorted by region: rows look alike in any two files of that kind."""

    def couples(seed: int) -> dict[str, np.ndarray]:
        random = np.random.default_rng(seed)
        woman = np.arange(N) % 2
        return {
            "id": None, "age": 40 + random.integers(-8, 9, N) - 4 * woman, "sex": np.where(woman, "f", "m"),
            "region": np.sort(random.integers(1, 6, N)), "income": np.round(random.lognormal(7 - woman, 0.3, N), 2),
            "wave": np.arange(N) % 4,
        }  # fmt: skip

    book = codebook(*BOOK.variables, variable("wave", "nominal"))
    for seed in range(12):
        assert judged(file(**couples(seed + 100)), file("o.csv", **couples(seed)), book).kind is RelationKind.UNCLEAR


@pytest.mark.slow
def test_no_order_is_seen_by_chance() -> None:
    """Sixty pairs of independent files of one population: none is taken for another's records."""

    def drawn(random: np.random.Generator) -> Microdata:
        columns = {f"v{i}": random.integers(0, 2 + i, 60).tolist() for i in range(8)}
        return microdata("f.csv", **columns, x=random.normal(size=60).tolist())

    random = np.random.default_rng(2)
    kinds = {str(judged(drawn(random), drawn(random), codebook()).kind) for _ in range(60)}
    assert kinds == {"unclear"}


def test_few_different_records_tell_nothing() -> None:
    """A sample of others is wholly found among records that nearly all have equals."""
    own = microdata(sex=RANDOM.choice(["f", "m"], N).tolist(), region=RANDOM.integers(1, 4, N).tolist())
    others = microdata("m.csv", sex=RANDOM.choice(["f", "m"], 40).tolist(), region=RANDOM.integers(1, 4, 40).tolist())
    found = judged(others, own, codebook())
    assert found.kind is RelationKind.UNCLEAR
    assert found.evidence.startswith("40 of 40 records are equal to one of the original, but only 0 of its 300")


def rounded_answers(random: np.random.Generator, n: int) -> dict[str, list]:
    income = random.lognormal(8, 0.7, n)
    coarse = np.where(random.random(n) < 0.85, np.round(income, -2), np.round(income))
    return {"sex": random.choice(["f", "m"], n).tolist(), "income": coarse.tolist()}


def test_new_answers_of_the_same_kind_are_other_people() -> None:
    random = np.random.default_rng(4)
    own = microdata("original.csv", **rounded_answers(random, 900))
    others = microdata("m.csv", **rounded_answers(random, 700))
    found = judged(others, own, codebook())
    assert (found.kind, found.link) == (RelationKind.OTHER_PEOPLE, "none")
    assert "'income' are new to it" in found.evidence
    assert judged(others, own, codebook(), masking={"income": Masking.SYNTHETIC}).kind is RelationKind.UNCLEAR
    for kind in FileKind:  # an answer to how the file was made
        expected = RelationKind.OTHER_PEOPLE if kind is FileKind.OTHER_PEOPLE else RelationKind.UNCLEAR
        assert judged(others, own, codebook(), kind=kind).kind is expected


@pytest.mark.parametrize("how", ["noise", "rounded noise", "rounded", "bootstrap", "smooth model"])
def test_values_that_were_computed_are_not_other_people(how: str) -> None:
    random = np.random.default_rng(4)
    own = rounded_answers(random, 900)
    income, turned = np.array(own["income"]), random.permutation(900)
    values = {
        "noise": income + random.normal(0, 50, 900),
        "rounded noise": np.round(income + random.normal(0, 50, 900)),
        "rounded": np.round(income / 5) * 5 + 0.0,
        "bootstrap": random.choice(income, 900),
        "smooth model": np.round(random.lognormal(8, 0.7, 900)),
    }[how][turned]
    masked = microdata("m.csv", sex=np.array(own["sex"])[turned[::-1]].tolist(), income=values.tolist())
    assert judged(masked, microdata("original.csv", **own), codebook()).kind is RelationKind.UNCLEAR


def test_no_variable_in_common_is_another_survey() -> None:
    found = judged(microdata("other.csv", assets=[1, 2], sales=[3, 4]))
    assert (found.kind, found.link) == (RelationKind.OTHER_SURVEY, "none")
    assert found.evidence.startswith("no variable in common: the original has 'id', 'age'")
    assert "the masked file 'assets', 'sales'" in found.evidence


def test_one_common_name_among_many_is_another_survey() -> None:
    many = {f"v{i}": RANDOM.integers(0, 9, N).tolist() for i in range(12)}
    original = microdata("original.csv", age=AGE.tolist(), **many)
    other = microdata("m.csv", age=RANDOM.integers(18, 90, 200).tolist(), **{f"w{i}": [1] * 200 for i in range(12)})
    found = judged(other, original, codebook())
    assert found.kind is RelationKind.OTHER_SURVEY
    assert "only 1 variable in common ('age')" in found.evidence
    same = microdata("m.csv", age=AGE.tolist(), **{f"w{i}": [1] * N for i in range(12)})
    assert judged(same, original, codebook()).kind is RelationKind.PART, "the rows show it"


def test_common_names_without_common_values_are_another_survey() -> None:
    other = {"age": RANDOM.integers(1900, 2000, 90), "sex": RANDOM.choice(["x", "y"], 90), "income": np.full(90, -5.0)}
    found = judged(microdata("m.csv", **{name: cells.tolist() for name, cells in other.items()}))
    assert found.kind is RelationKind.OTHER_SURVEY
    assert "3 of 3 variables in common have no value in common" in found.evidence


def test_few_records_are_judged_where_chance_cannot_order_them() -> None:
    few = {
        "x": [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8],
        "y": list("abbacabccabd"),
        "z": [float(i * i % 7) for i in range(12)],
    }
    noisy = microdata("m.csv", **{**few, "z": [z + 0.5 for z in few["z"]]})
    assert kind_and_link(noisy, microdata(**few), codebook()) == ("same order", "row")
    short = {name: cells[:4] for name, cells in few.items()}
    other = microdata("m.csv", **{**short, "z": [9.5, 8.5, 7.5, 6.25]})
    assert kind_and_link(other, microdata(**short), codebook()) == ("unclear", None)


def test_hostile_columns_are_judged_without_a_warning() -> None:
    extreme = [np.inf, -np.inf, 1e308, -1e308, 5e-324, 0.1] * 10
    wide = {"empty": [None] * 60, "same": [1] * 60, "x": extreme, "t": [str(i) for i in range(60)]}
    own = microdata(**wide)
    assert judged(microdata("m.csv", **wide), own, codebook()).kind is RelationKind.IDENTICAL
    assert judged(microdata("m.csv", x=[0.5] * 3, t=["a", None, "b"]), own, codebook()).kind
    blank = Microdata("m.csv", {"empty": Column(), "same": column([1, 1])}, 2)
    assert judged(blank, own, codebook()).kind


def test_what_was_not_compared_is_said_before_what_is_equal():
    book = codebook(variable("x", "nominal"), variable("id", "nominal", "identifier"))
    original = microdata(id=list(range(60)), x=[i % 7 for i in range(60)])
    left_out = relation(original, scenario(microdata("m.csv", x=[i % 7 for i in range(60)])), book)
    assert left_out.evidence == (
        "in the 1 variable compared, all 60 records are the original's, in the same order; left out: 'id'"
    )
    anew = microdata("m.csv", id=list(range(60, 120)), x=[i % 7 for i in range(60)])
    assert relation(original, scenario(anew), book).evidence.endswith("; not compared: 'id'")


@pytest.mark.parametrize(("theirs", "merged"), [({-8: None, -9: None}, True), ({-8: ".a", -9: ".b"}, False)])
def test_merged_reasons_for_missing_values_are_not_called_equal_values(theirs, merged):
    cells = [(-8 if i % 10 == 0 else -9 if i % 15 == 1 else i % 7) for i in range(60)]
    book = codebook(variable("x", "nominal", missing=("-8", "-9")), variable("y", "nominal"))
    original = microdata(x=cells, y=[i % 5 for i in range(60)])
    masked = microdata("m.csv", x=[theirs.get(cell, cell) for cell in cells], y=[i % 5 for i in range(60)])
    declared = replace(masked, user_missing={"x": (".a", ".b")})
    found = relation(original, scenario(declared), book)
    assert found.kind is RelationKind.IDENTICAL
    assert ("but for the reasons for missing values of 'x'" in found.evidence) is merged
    assert ("equal values" in found.evidence) is not merged
