"""Risk from population counts: looked up by hand, after recodes, with missing keys, and where they do not fit."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assessment import collect, make_plan, run
from core.data import (
    Bands,
    Codebook,
    Column,
    KeySet,
    Level,
    Microdata,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
    population_file,
    proposed_count,
)
from core.errors import CodebookError
from core.measures import Result, Skipped

VARIABLES = (Variable("sex", Level.NOMINAL, Role.KEY), Variable("age", Level.CONTINUOUS, Role.KEY))
RISKS = ["global_risk", "expected_reidentifications", "population_uniques_known", "population_uniques_zayatz"]
PLAN = make_plan(RISKS, ["interval.groups=0"])


def column(values) -> Column:
    if all(isinstance(v, str) for v in values):
        labels = tuple(sorted({v for v in values if v}))
        codes = [labels.index(v) if v else -1 for v in values]
        return Column(None, np.array(codes, dtype=np.int32), labels)
    return Column(np.array(values, dtype=float))


def table(name: str, **columns) -> Microdata:
    read = {name: column(values) for name, values in columns.items()}
    return Microdata(name, read, len(next(iter(read.values()))), sha256=f"hash of {name}")


ORIGINAL = table("o.csv", sex=["f", "f", "m", "m"], age=[20, 20, 30, 41])
PEOPLE = table("people.csv", sex=["f", "m", "m", "m"], age=[20, 30, 41, 42], count=[10, 4, 1, 5])


def measured(people: Microdata, original: Microdata = ORIGINAL, masked: Microdata | None = None, **declared):
    keyset = declared.pop("keyset", "")
    settings = declared.pop("plan", PLAN)
    variables = declared.pop("variables", VARIABLES)
    scenario = Scenario(
        masked or table("m.csv", sex=["f", "f", "m", "m"], age=[20, 20, 30, 41]),
        ScenarioDeclaration("m.csv", "m", "row", **declared),
    )
    population = [population_file(people, keyset)]
    return collect(settings, run(original, [scenario], Codebook(variables), settings, population=population))


def figure(assessment, measure: str) -> Result:
    found = assessment.outcome(measure, ("keys",))
    assert isinstance(found, Result), found
    return found


def test_by_hand() -> None:
    found = measured(PEOPLE)
    for file in (found.original, found.scenarios[0]):
        rate = figure(file, "global_risk")
        assert rate.value == pytest.approx((1 / 10 + 1 / 10 + 1 / 4 + 1) / 4)
        assert rate.detail["basis"] == "individual risks 1/F with the population counts of people.csv"
        assert figure(file, "expected_reidentifications").value == pytest.approx(1.45)
        unique = figure(file, "population_uniques_known")
        assert unique.value == 1 / 4
        assert unique.detail["share_of_sample_uniques"] == 1 / 2
        assert unique.detail["population_counts"]["sha256"] == "hash of people.csv"
        assert unique.detail["population_counts"]["people"] == 20
        assert figure(file, "population_uniques_zayatz").detail["sampling_fraction"] == 4 / 20


def test_combinations_that_do_not_fit_are_named() -> None:
    people = table("people.csv", sex=["f", "m"], age=[20, 30], n=[1, 7])
    rate = figure(measured(people).original, "global_risk")
    # f = 2 but F = 1, and nobody is a man of 41: the records in the file are taken, 1/2, 1/2, 1/7, 1
    assert rate.value == pytest.approx((1 / 2 + 1 / 2 + 1 / 7 + 1) / 4)
    counts = rate.detail["population_counts"]
    assert (counts["combinations_counted_below_the_file"], counts["combinations_absent"]) == (2, 1)
    assert counts["records_in_them"] == 3
    assert "2 combinations of the file (3 records) have fewer people in people.csv" in " ".join(rate.flags)


def test_categories_that_nobody_has_are_named_and_numbers_are_not() -> None:
    people = table("people.csv", sex=["female", "m"], age=[20, 30], n=[10, 7])
    flags = " ".join(figure(measured(people).original, "global_risk").flags)
    assert "nobody in it has sex: f)" in flags


def test_categories_that_nobody_has_are_named_with_what_they_mean() -> None:
    people = table("people.csv", sex=["m"], age=[30], n=[7])
    rate = figure(measured(people, replace(ORIGINAL, value_labels={"sex": {"f": "women"}})).original, "global_risk")
    assert "nobody in it has sex: f · women)" in " ".join(rate.flags)
    assert rate.detail["population_counts"]["categories_that_nobody_has"] == {"sex": ["f · women"]}


def test_some_variables_of_the_key_set_leave_individual_risks_estimated() -> None:
    found = measured(table("people.csv", sex=["f", "m"], population=[30, 1]))
    rate = figure(found.original, "global_risk")
    assert rate.detail["basis"].startswith("1 divided by")
    assert "know only sex" in " ".join(rate.flags)
    unique = figure(found.original, "population_uniques_known")
    # men: F = 1 below f = 2, so 2; nobody is alone by sex
    assert unique.detail["global_risk"] == pytest.approx((2 / 30 + 2 / 2) / 4)
    assert unique.detail["share_of_sample_uniques"] is None


def test_a_table_with_a_variable_that_the_file_has_not_is_summed() -> None:
    masked = table("m.csv", sex=["f", "f", "m", "m"])
    rate = figure(measured(PEOPLE, masked=masked).scenarios[0], "global_risk")
    assert rate.value == pytest.approx((1 / 10 + 1 / 10 + 1 / 10 + 1 / 10) / 4)


def test_the_masked_files_recode_is_applied_to_the_counts() -> None:
    bands = Bands(((0, 29), (30, 49)), ("young", "old"))
    masked = table("m.csv", sex=["f", "f", "m", "m"], age=["young", "young", "old", "old"])
    found = measured(PEOPLE, masked=masked, recodes={"age": bands})
    assert figure(found.scenarios[0], "global_risk").value == pytest.approx((1 / 10) * 2 / 4 + (1 / 10) * 2 / 4)


def test_counts_in_the_masked_files_categories_serve_it_alone() -> None:
    bands = Bands(((0, 29), (30, 49)), ("young", "old"))
    masked = table("m.csv", sex=["f", "f", "m", "m"], age=["young", "young", "old", "old"])
    people = table("people.csv", sex=["f", "m"], age=["young", "old"], count=[10, 8])
    found = measured(people, masked=masked, recodes={"age": bands})
    assert figure(found.scenarios[0], "global_risk").value == pytest.approx((2 / 10 + 2 / 8) / 4)
    refused = found.original.outcome("population_uniques_known", ("keys",))
    assert isinstance(refused, Skipped)
    assert "classes that are not those of this file" in refused.reason
    assert figure(found.original, "global_risk").detail["basis"].startswith("1 divided by")


def test_a_missing_key_agrees_with_everybody() -> None:
    masked = table("m.csv", sex=["f", "f", "m", ""], age=[20, 20, 30, 41])
    rate = figure(measured(PEOPLE, masked=masked).scenarios[0], "global_risk")
    # the last one may be anybody of 41: one man
    assert rate.value == pytest.approx((1 / 10 + 1 / 10 + 1 / 4 + 1) / 4)
    blank = table("m.csv", sex=["f", "f", "m", ""], age=[20, 20, 30, np.nan])
    rate = figure(measured(PEOPLE, masked=blank).scenarios[0], "global_risk")
    assert rate.value == pytest.approx((1 / 10 + 1 / 10 + 1 / 4 + 1 / 20) / 4)


def test_a_table_for_another_key_set_is_not_used() -> None:
    codebook = Codebook(VARIABLES, (KeySet("a", ("sex",)), KeySet("b", ("age",))))
    scenario = Scenario(ORIGINAL, ScenarioDeclaration("o.csv", "m", "row"))
    found = collect(PLAN, run(ORIGINAL, [scenario], codebook, PLAN, population=[population_file(PEOPLE, "b")]))
    assert isinstance(found.original.outcome("population_uniques_known", ("a",)), Skipped)
    assert isinstance(found.original.outcome("population_uniques_known", ("b",)), Result)


@pytest.mark.parametrize(
    ("people", "keyset", "words"),
    [
        (table("p.csv", sex=["f"], people_there=[3]), "", "no column is called count"),
        (table("p.csv", sex=["f", "m"], n=[3, -1]), "", "no number of people in 1 of 2 rows"),
        (table("p.csv", sex=["f"], n=[3]), "neighbour", "'neighbour'; declared are: 'keys'"),
        (table("p.csv", gender=["f"], n=[3]), "", "has no key variable"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_the_remedy(people, keyset: str, words: str) -> None:
    with pytest.raises(CodebookError, match=words):
        measured(people, keyset=keyset)


def test_the_count_column_is_recognised_by_its_name() -> None:
    assert proposed_count(["sex", "N"]) == "N"
    assert proposed_count(["n", "Freq", "Count"]) == "Count"
    assert proposed_count(["sex", "people"]) is None


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=12), st.randoms())
def test_a_census_of_the_file_itself_gives_one_over_f_in_any_order(rows, random) -> None:
    original = table("o.csv", sex=["fmx"[s] for s, _ in rows], age=[float(a) for _, a in rows])
    shuffled = random.sample(rows, len(rows))
    people = table("p.csv", sex=["fmx"[s] for s, _ in shuffled], age=[float(a) for _, a in shuffled], n=[1] * len(rows))
    counted = figure(measured(people, original, original).original, "global_risk")
    plain = collect(PLAN, run(original, [], Codebook(VARIABLES), PLAN)).original
    assert counted.value == pytest.approx(figure(plain, "global_risk").value)
    assert counted.detail["population_counts"]["combinations_counted_below_the_file"] == 0
