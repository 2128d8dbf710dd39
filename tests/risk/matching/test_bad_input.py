"""Files that contradict what is said of them, or lack what an intruder looks for: each has its word with the figure."""

import numpy as np
import pytest

from core.data import KeySet, Masking
from core.measures import Outcome, Result, Skipped
from core.pairing import pair
from core.risk import RiskParameters, expected_match_risk
from tests.pairing.builders import codebook, microdata, scenario, variable

N = 200
KEYS = ("age", "sex", "region")
RANDOM = np.random.default_rng(1)
PEOPLE = {
    "id": list(range(N)),
    "age": RANDOM.integers(20, 60, N).tolist(),
    "sex": RANDOM.choice(["f", "m"], N).tolist(),
    "region": RANDOM.choice(list("abcd"), N).tolist(),
    "weight": [10.0] * N,
    "pay": RANDOM.integers(1, 9, N).tolist(),
}
CELLS = len(set(zip(*(PEOPLE[key] for key in KEYS), strict=True)))
ROLES = {"id": "excluded", "weight": "excluded", "pay": "excluded"}


def but(rows=range(N), **columns) -> dict:
    """Return the people in these rows with other columns; None leaves one out."""
    whole = {name: [cells[row] for row in rows] for name, cells in PEOPLE.items()} | columns
    return {name: cells for name, cells in whole.items() if cells is not None}


def outcome(masked: dict, linked: str | None = "id", original: dict | None = None, masking=(), **roles) -> Outcome:
    original = PEOPLE if original is None else original
    roles = dict.fromkeys(KEYS, "key") | ROLES | roles
    named = [variable(n, "continuous" if n in {"age", "weight"} else "nominal", roles[n]) for n in original]
    book = codebook(*named, keysets=(KeySet("keys", KEYS),))
    masked_file = scenario(microdata("masked.csv", **masked), linked=linked, masking=dict(masking))
    both = pair(microdata(**original), masked_file, book)
    (only,) = expected_match_risk.compute(expected_match_risk.prepare(both, RiskParameters()))
    return only


def said(one: Outcome) -> str:
    return " | ".join((*one.flags, one.reason if isinstance(one, Skipped) else ""))


@pytest.mark.parametrize(
    ("original", "masked", "linked", "words"),
    [
        pytest.param(PEOPLE, but(id=[1, 1, *range(2, N)]), "id", "'id' repeats 1 identifier in the masked", id="twice"),
        pytest.param(
            but(id=[1, 1, *range(2, N)]), PEOPLE, "id", "'id' repeats 1 identifier in the original", id="twice 2"
        ),
        pytest.param(PEOPLE, PEOPLE, "sex", "'sex' repeats 198 identifiers in the original", id="no identifier"),
        pytest.param(PEOPLE, but(range(150)), "row", "the original has 200 records and the masked file 150", id="size"),
        pytest.param(PEOPLE, but(), "nobody", "has no variable 'nobody'", id="no such variable"),
    ],
)
def test_a_declared_link_that_cannot_be_made_is_said_with_the_risk(original, masked, linked, words) -> None:
    assert words in said(outcome(masked, linked, original))


def test_that_nobody_declared_a_link_is_said_where_it_matters_alone() -> None:
    assert "not linked" not in said(outcome(PEOPLE, None))
    assert "not linked" not in said(outcome(PEOPLE, "none"))


@pytest.mark.parametrize("linked", ["id", "row"])
def test_records_numbered_anew_leave_the_risk_unknown(linked) -> None:
    rows = np.random.default_rng(2).permutation(N)
    answer = outcome(but(rows, id=list(range(N))), linked)
    assert isinstance(answer, Skipped)
    assert "the risk is not known: linked records agree no better than in a random order" in answer.reason
    assert "same person" in answer.reason


def test_links_of_which_half_are_wrong_leave_the_risk_unknown_until_false_values_are_declared() -> None:
    rows = [*range(N // 2), *np.random.default_rng(3).permutation(np.arange(N // 2, N))]
    masked = but(rows, id=list(range(N)))
    answer = outcome(masked)
    assert isinstance(answer, Skipped)
    assert "nine of ten linked records" in answer.reason
    assert isinstance(outcome(masked, masking=dict.fromkeys(KEYS, Masking.SWAP)), Result)


def test_links_that_contradict_the_declared_masking_leave_the_risk_unknown() -> None:
    # age is declared to be blanked at most, and was moved between people; the other keys agree
    masked = but(age=np.random.default_rng(4).permutation(PEOPLE["age"]).tolist())
    answer = outcome(masked, masking={"age": Masking.SUPPRESS})
    assert isinstance(answer, Skipped)
    assert "age" in answer.reason
    assert "declared as suppress" in answer.reason
    assert outcome(masked).value < CELLS / N


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        pytest.param([0.0] * N, "above 0 in no record", id="all 0"),
        pytest.param([None] * 3 + [10.0] * (N - 3), "missing or negative in 3 of 200 records", id="missing"),
        pytest.param([-1.0] + [10.0] * (N - 1), "missing or negative in 1 of 200 records", id="negative"),
        pytest.param([0.5] * N, "they sum to 100, fewer than the 200 records", id="shares"),
    ],
)
def test_weights_that_cannot_count_people_are_refused(weights, words) -> None:
    answer = outcome(but(), original=but(weight=weights), weight="weight")
    assert isinstance(answer, Skipped)
    assert words in answer.reason


def test_people_of_weight_0_are_not_looked_for_and_their_records_are_no_strangers() -> None:
    answer = outcome(but(), original=but(weight=[0.0] * 50 + [10.0] * 150), weight="weight")
    assert answer.n == 150
    assert "without 50 records of weight 0" in said(answer)
    assert "no known original" not in said(answer)


def test_strangers_hide_the_people_of_a_file_and_are_counted() -> None:
    rows = [*range(N), *range(50)]
    answer = outcome(but(rows, id=list(range(N + 50))))
    assert answer.value < CELLS / N
    assert "50 masked records have no known original" in said(answer)
    sample = outcome(but([*range(60), *range(30)], id=[*range(60), *range(900, 930)]))
    assert sample.value < len({tuple(PEOPLE[key][row] for key in KEYS) for row in range(60)}) / N


def test_a_file_that_is_larger_than_the_original_does_not_hide_people_among_their_own_copies() -> None:
    answer = outcome(but([*range(N), *range(N)]), None)
    assert answer.value == pytest.approx(CELLS / N)
    assert answer.detail["individual"]["largest"] == 1


def test_one_removed_key_is_left_out_and_said() -> None:
    answer = outcome(but(age=None))
    assert answer.value == pytest.approx(8 / N)
    assert answer.detail["keys_absent"] == ["age"]
    assert "lacks some of the key variables" in said(answer)
    # a key that is blank in every record was removed
    assert outcome(but(age=[None] * N)).value == pytest.approx(answer.value)


@pytest.mark.parametrize("linked", ["id", None])
@pytest.mark.parametrize("blank", [False, True])
def test_a_file_without_any_key_leaves_a_guess_among_all(linked, blank) -> None:
    columns = {key: [None] * N if blank else None for key in KEYS}
    answer = outcome(but(**columns), linked, pay="analysis")
    assert answer.value == pytest.approx(1 / N)
    people = answer.detail["individual"]
    assert (people["largest"], people["alone"]) == (pytest.approx(1 / N), 0)
    assert set(people["above"].values()) == {0}
    assert "no variable of this key set" in said(answer)


def test_where_all_are_alike_or_blank_in_both_files_one_is_found_by_guess() -> None:
    for cell in ("x", None):
        same = but(age=[None if cell is None else 30] * N, sex=[cell] * N, region=[cell] * N)
        answer = outcome(same, original=same)
        assert answer.value == pytest.approx(1 / N)
        assert answer.detail["individual"]["largest"] == pytest.approx(1 / N)
    # blanks in the masked file alone, but for one record
    blanked = outcome(but(age=[PEOPLE["age"][0]] + [None] * (N - 1), sex=["m"] + [None] * (N - 1)))
    assert blanked.value < CELLS / N


SETS = {"a": ("a or b", "d or a"), "b": ("a or b", "b or c"), "c": ("b or c", "c or d"), "d": ("c or d", "d or a")}


@pytest.mark.parametrize("masking", [None, *(m for m in Masking if m not in {Masking.REMOVE, Masking.SAMPLE})])
@pytest.mark.parametrize("linked", ["id", "none"])
def test_a_value_that_stands_for_several_is_never_taken_for_a_false_one(masking, linked) -> None:
    random = np.random.default_rng(5)
    regions = [str(random.choice(SETS[region])) for region in PEOPLE["region"]]
    ages = [10 * ((age - shift) // 10) + shift for age, shift in zip(PEOPLE["age"], (0, 5) * N, strict=False)]
    for name, values in (("region", regions), ("age", [f"{low}-{low + 9}" for low in ages])):
        answer = outcome(but(**{name: values}), linked, masking={} if masking is None else {name: masking})
        if isinstance(answer, Skipped):
            assert any(words in answer.reason for words in ("does not have", "overlap", "may cover several", "nobody"))
        else:
            assert answer.detail["how"] == "bound"
            assert answer.value == pytest.approx(CELLS / N)


def test_numbers_that_the_original_lacks_are_false_values_as_any_other() -> None:
    # ages as ordered codes, moved by a year
    ages = [age + 1 for age in PEOPLE["age"]]
    named = [variable(n, "ordinal" if n == "age" else "nominal", "key") for n in KEYS]
    original = {key: PEOPLE[key] for key in KEYS}
    masked_file = scenario(microdata("m.csv", **original | {"age": ages}), linked="row", masking={"age": Masking.NOISE})
    both = pair(microdata(**original), masked_file, codebook(*named, keysets=(KeySet("keys", KEYS),)))
    (only,) = expected_match_risk.compute(expected_match_risk.prepare(both, RiskParameters()))
    assert isinstance(only, Result)
