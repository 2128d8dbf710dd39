"""The answer of each page in one sentence, from figures made by hand."""

from dataclasses import replace
from types import SimpleNamespace

from core.assessment import Assessment, VariableRecord
from core.views import analyses_answer, lost_answer, table_answer, whole_file_answer
from tests.outcomes import result
from tests.views.test_whole_file import NO_NULL, propensity


def file(name, *outcomes, variables=()):
    records = tuple(VariableRecord(v, "nominal", "none", "kept", "") for v in variables)
    return Assessment(name, f"{name}.csv", "", 100, 4, outcomes, variables=records)


def comparison(*files):
    return SimpleNamespace(scenarios=files)


def swapped(name, rate, *notices):
    outcomes = [] if rate is None else [result("effective_swap_rate", ("t",), rate, 10)]
    return file(name, *(replace(outcome, notices=notices) for outcome in outcomes))


def test_files_further_away_than_chance_are_named() -> None:
    near, far = file("near", propensity(0.001, 2)), file("far", propensity(0.01, 2))
    assert whole_file_answer(comparison(near, far)) == ("Yes, by more than chance alone shows, for 1 of 2 files: far.")
    assert whole_file_answer(comparison(near)).startswith("No: of 1 file none differs")
    unknown = file("unknown", propensity(0.0, 1, null=NO_NULL))
    assert whole_file_answer(comparison(unknown)).startswith("Not known")


def test_the_file_whose_table_changed_most_is_named_with_its_share() -> None:
    a, b, c, d = swapped("a", 0.0), swapped("b", 0.31), swapped("c", 0.1), swapped("d", None)
    assert table_answer(comparison(a, b, c, d), "t") == (
        "Yes: “t” changed in 2 of 3 masked files, most in b. Share of its records that must be in another cell: 31.0%."
    )
    assert table_answer(comparison(a), "t") == "No: “t” is the same in the masked file."
    assert table_answer(comparison(a, swapped("e", 0.0)), "t") == "No: “t” is the same in all 2 masked files."
    recoded = swapped("a", 0.0, "compared after a recode")
    assert "the original was recoded alike" in table_answer(comparison(recoded), "t"), "the same but for the recode"
    assert table_answer(comparison(d), "t").startswith("Not known")


def test_the_files_that_keep_most_published_figures_are_named_and_the_one_that_keeps_fewest() -> None:
    keeps = {"a": 9, "b": 9, "c": 0}
    files = [
        file(n, result("indicators_inside", (), k / 9, 9, inside=k, indicators=9, lost=[])) for n, k in keeps.items()
    ]
    assert analyses_answer(comparison(*files)) == (
        "9 of 9 published figures stay within the original's 95% interval in a, b. Fewest stay in c: 0 of 9."
    )
    assert "Fewest" not in analyses_answer(comparison(*files[:2]))
    assert analyses_answer(comparison(file("x"))).startswith("No published figure")


def test_the_variable_that_lost_most_is_named_with_what_it_lost_and_the_pairs_kept_are_counted() -> None:
    pairs = [result("ldu_bivariate", ("a", b), u, 9) for b, u in (("b", 1.0), ("c", 0.25), ("d", 0.5))]
    own = [result("ldu_univariate", ("a",), 0.3, 9, effect=0.2, missing_original=0.0, missing_masked=0.1)]
    moved = file("m", *pairs, *own, variables="abcd")
    assert lost_answer(moved) == "Most in a: its distribution moved by 20.0%. 1 of 6 associations kept."
    values = {"values_original": 7, "values_left": 2, "range_share": None, "blanks": 0.0, "removed": False}
    recoded = file("m", *own, result("detail_lost", ("a",), 0.7, 9, **values), variables="ab")
    assert lost_answer(recoded) == "Most in a: 7 values became 2."
    changed = file("m", *own, result("records_changed", ("a",), 0.5, 9, changed=5, linked=9), variables="ab")
    assert lost_answer(changed) == "Most in a: 40.0% of its values were changed.", "blanks apart"
    assert lost_answer(file("m", variables="ab")) == "No variable lost anything."
    assert lost_answer(file("empty")).startswith("Not known")


def test_a_removed_variable_lost_most() -> None:
    gone = replace(file("m", variables="ab"), variables=(VariableRecord("b", "nominal", "none", "removed", ""),))
    assert lost_answer(gone) == "Most in b: it was removed."
