"""What a masked file still carries: identifiers by name, by content, by order; labels of what was suppressed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.data import Masking, Microdata
from core.pairing import draft_codebook
from core.pairing.proposals.direct_identifiers import identifying_content, is_account_number, is_personal_number
from tests.pairing.builders import codebook, column, left_in, microdata, read_csv, scenario, variable

N = 120
RANDOM = np.random.default_rng(4)
X = RANDOM.normal(size=N).tolist()
ORIGINAL = microdata(x=X)
BOOK = codebook(variable("x"))


def found(original: Microdata = ORIGINAL, book=BOOK, **columns) -> list[tuple[str | None, str, int | None]]:
    file = microdata("masked.csv", **columns)
    return [(item.column, item.message, item.count) for item in left_in(original, scenario(file), book)]


def columns_of(**columns) -> list[str | None]:
    return [name for name, _, _ in found(**columns)]


def test_numbers_one_after_the_other_keep_the_order():
    assert found(nr=list(range(7, 7 + N))) == [
        ("nr", "the column numbers the records one after the other: it keeps the order in which they stood; leave the "
               "column out, or number the records anew at random", N)
    ]  # fmt: skip
    assert "rises from record to record" in found(nr=np.cumsum(RANDOM.integers(1, 9, N)).tolist())[0][1]
    assert columns_of(age=RANDOM.integers(18, 90, N).tolist()) == []
    assert columns_of(sorted_amount=sorted(RANDOM.normal(size=N).tolist())) == [], "real numbers are no numbering"


def test_shuffled_serial_numbers_look_like_an_identifier():
    assert "looks like an identifier" in found(nr=RANDOM.permutation(N).tolist())[0][1]
    assert "looks like an identifier" in found(code=[f"p{i:04}" for i in RANDOM.permutation(N)])[0][1]


def test_an_identifier_of_the_codebook_is_expected_to_be_gone():
    original, book = microdata(x=X, who=[1, 2] * (N // 2)), codebook(variable("x"), variable("who", role="identifier"))
    assert found(original, book, who=[2, 1] * (N // 2)) == [
        ("who", "an identifier of the original is still in the file; leave it out", N)
    ]


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["anna@example.org", "b.c@uni-graz.at", "x@y.si", "p@q.com", "me@here.eu"], "e-mail addresses"),
        (["+43 316 380-0", "+386 1 241 50 00", "+1 (202) 555-0143", "0043316380123", "+49 30 12345678"], "telephone"),
        (["(202) 555-0143", "(303) 555-0100", "(404) 555-0171", "(505) 555-0122", "(606) 555-0188"], "telephone"),
        (["https://a.org/1", "www.b.si", "http://c.at", "https://d.eu/x?y=1", "www.e.com/z"], "web addresses"),
        (["192.168.0.1", "10.0.0.7", "8.8.8.8", "127.0.0.1", "172.16.4.9"], "network addresses"),
        (["123-45-6789", "219-09-9999", "457-55-5462", "001-01-0001", "665-12-3456"], "social security"),
        (["AB123456C", "CE 12 34 56 A", "JK987654B", "LM111111D", "PR222222A"], "national insurance"),
        (["AT611904300234573201", "DE89370400440532013000", "GB29NWBK60161331926819", "SI56263300012039086",
          "FR1420041010050500013M02606"], "bank account"),
        (["0101006500006", "0101006500014", "0101006500022", "0101006500030", "0101006500049"], "personal numbers"),
        (["00:1B:44:11:3A:B7", "00:1B:44:11:3A:B8", "00:1B:44:11:3A:B9", "00-1B-44-11-3A-C0", "00:1B:44:11:3A:C1"],
         "device addresses"),
        ([f"On that day I went to see person {i} in the town of Graz" for i in range(9)], "free text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_direct_identifiers_are_told_by_their_content(texts: list[str], kind: str):
    held = identifying_content(column([*texts, None]))
    assert held is not None
    assert kind in held.kind
    assert held.cells == len(texts)


@pytest.mark.parametrize(
    "cells",
    [
        ["North", "South", "East", "West", "Centre", "Coast"],
        [f"{i}-{i + 9}" for i in range(0, 90, 10)],
        ["2020-01-31", "2020-02-01", "2020-03-01", "1999-12-31", "2001-05-05"],
        ["01/02/2020", "03/04/2021", "05/06/2019", "07/08/2018", "09/10/2017"],
        ["0123456", "0234567", "0345678", "0456789", "0567890"],
        ["10.5", "192.168", "1.2.3", "8.8.8", "1.1"],
        [f"F{i:02}.{i}" for i in range(20)],
        [31.5, 42.25, 18.0, 77.125, 65.5],
        [1234567890123.0, 2234567890123.0, 3234567890129.0, 4234567890123.0, 5234567890123.0],
        ["very satisfied with the service in every way", "not satisfied with the service at all"] * 30,
    ],
    ids=["regions", "bands", "dates", "dates with slashes", "codes", "decimals", "diagnoses", "numbers",
         "long numbers", "long categories"],
)  # fmt: skip
def test_what_is_no_identifier_is_not_accused(cells: list):
    assert identifying_content(column(cells)) is None


def test_check_digits():
    assert is_account_number("GB29 NWBK 6016 1331 9268 19")
    assert not is_account_number("GB29 NWBK 6016 1331 9268 18")
    assert is_personal_number("0101006500006")
    assert not is_personal_number("0101006500007")
    assert not is_personal_number("3201006500006")


def test_names_of_columns_count_and_values_are_never_quoted():
    secret = ["CANARY-1", "CANARY-1", "CANARY-2"] * (N // 3)
    assert "by its name ('surname')" in found(surname=secret)[0][1]
    mails = [f"canary{i % 30}@example.org" for i in range(N)]
    assert all("anary" not in message for _, message, _ in found(contact=mails, surname=secret))


@pytest.mark.parametrize("role", ["weight", "cluster", "stratum", "replicate weight"])
def test_weights_households_and_the_rest_of_the_design_are_no_identifiers(role):
    book = codebook(variable("x"), variable("w", role=role), variable("hid", role="household"))
    original = microdata(x=X, w=X, hid=list(range(N)))
    weights = (RANDOM.permutation(N) + 1.0).tolist()
    assert [c for c, _, _ in found(original, book, w=weights)] == []


def test_value_labels_of_suppressed_categories():
    original = replace(microdata(x=[1, 2, 3, 1], y=[1, 1, 2, 2]), value_labels={"x": {"1": "a", "2": "b", "3": "c"}})
    book = codebook(variable("x", "nominal"), variable("y", "nominal"))
    labels = {"x": {"1": "a", "2": "b", "3": "c", "9": "never used"}, "y": {"1": "p", "2": "q"}}
    file = replace(microdata("masked.sav", x=[1, 1, None, 1], y=[1, 1, 2, 2]), value_labels=labels)
    held = left_in(original, scenario(file), book)
    assert [(item.column, item.count) for item in held] == [("x", 2)]
    tidy = replace(file, value_labels={"x": {"1": "a"}})
    assert left_in(original, scenario(tidy), book) == ()


def test_the_original_order_is_told_as_long_as_records_stand_in_it():
    file = microdata("masked.csv", x=(np.array(X) + 0.01).tolist())
    for declared in ({}, {"linked": "none"}, {"linked": "row"}, {"masking": {"x": Masking.SYNTHETIC}}):
        assert "original's order" in left_in(ORIGINAL, scenario(file, **declared), BOOK)[0].message
    assert "Declare them as linked" not in left_in(ORIGINAL, scenario(file, linked="row"), BOOK)[0].message
    shuffled = microdata("masked.csv", x=[X[i] + 0.01 for i in RANDOM.permutation(N)])
    assert left_in(ORIGINAL, scenario(shuffled, linked="row"), BOOK) == ()


def test_files_of_the_household_survey(shared_data: Path):
    folder = shared_data / "sdcmicro"
    original = read_csv(folder / "testdata.csv")
    book = draft_codebook(original)

    def said(name: str) -> list[str]:
        file = read_csv(folder / "masked/testdata" / f"{name}.csv")
        return [item.message.partition(":")[0].partition(" (")[0] for item in left_in(original, scenario(file), book)]

    same_order = "the records are in the original's order"
    assert said("identical") == ["identical to the original"]
    assert said("independent_permute") == said("srs_20pct") == []
    assert said("noise_add50") == said("pram_pd08") == said("combined_heavy") == [same_order]
