"""Consistency of masked files: relations, domains, nesting, releases side by side; worked out by hand."""

import numpy as np
import pytest

from core.data import Codebook, Column, KeySet, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.decision.consistency import (
    LinearRelation,
    Status,
    check_domains,
    check_relations,
    declared_relation,
    found_relations,
)
from core.decision.consistency_run import consistency_checks
from core.decision.several_releases import check_nesting, check_together
from core.errors import PlanError
from core.pairing import pair

RANDOM = np.random.default_rng(4)
N = 120
WAGE, RENT = RANDOM.integers(1, 3000, N).astype(float), RANDOM.integers(1, 900, N).astype(float)
REGION = np.arange(N) % 4


def microdata(name, wage=WAGE, rent=RENT, income=None, region=REGION, labels=("a", "b", "c", "d"), rows=None):
    columns = {
        "wage": Column(wage),
        "rent": Column(rent),
        "income": Column(wage + rent if income is None else income),
        "region": Column(None, region.astype(np.int32), labels),
    }
    taken = np.arange(N) if rows is None else rows
    return Microdata(name, {k: c.take(taken) for k, c in columns.items()}, len(taken))


CODEBOOK = Codebook(
    (
        Variable("wage", Level.CONTINUOUS),
        Variable("rent", Level.CONTINUOUS),
        Variable("income", Level.CONTINUOUS),
        Variable("region", Level.NOMINAL, Role.KEY),
    ),
    (KeySet("keys", ("region",)),),
)


def paired(masked, linked="row", name=""):
    declared = ScenarioDeclaration(masked.name, name, linked)
    return pair(microdata("original.csv"), Scenario(masked, declared), CODEBOOK)


def test_the_sum_of_the_original_is_found_and_kept():
    same = paired(microdata("same.csv"))
    relations = found_relations(same)
    assert [str(r) for r in relations] == ["income = wage + rent"]
    (check,) = check_relations(same, relations)
    assert (check.status, check.count) == (Status.KEPT, 0)
    assert check.sentence == "holds in all 120 records where it can be seen"


def test_a_broken_sum_is_counted():
    income = WAGE + RENT
    income[:7] += 5
    (check,) = check_relations(
        paired(microdata("noise.csv", income=income)), [LinearRelation("income", ((1, "wage"), (1, "rent")))]
    )
    assert (check.status, check.count) == (Status.BROKEN, 7)
    assert check.sentence == "does not hold in 7 of 120 records"


def test_a_relation_with_a_removed_variable_is_not_checked():
    masked = microdata("removed.csv")
    columns = {k: c for k, c in masked.columns.items() if k != "rent"}
    (check,) = check_relations(
        paired(Microdata("removed.csv", columns, N)), [LinearRelation("income", ((1, "wage"), (1, "rent")))]
    )
    assert (check.status, check.sentence) == (Status.NOT_CHECKED, "not checked: rent is removed or no numbers any more")


def test_relations_are_declared_in_words():
    assert str(declared_relation("income = wage + rent", {"income", "wage", "rent"})) == "income = wage + rent"
    for text, words in (
        ("income", "total = part"),
        ("income = wage +", "total = part"),
        ("x = wage", "'x' is no variable"),
    ):
        with pytest.raises(PlanError, match=words):
            declared_relation(text, {"income", "wage", "rent"})


def test_an_unchanged_file_has_no_impossible_value():
    (check,) = check_domains(paired(microdata("same.csv")))
    assert check.status is Status.KEPT


def test_impossible_values_are_counted_not_quoted():
    wage = WAGE.copy()
    wage[:3], wage[3:5], wage[5] = -4.0, 99999.0, WAGE[5] + 0.25
    found = {
        c.about: (c.count, c.sentence)
        for c in check_domains(paired(microdata("noise.csv", wage=wage, income=WAGE + RENT)))
    }
    assert set(found) == {"values of wage"}
    sentences = [c.sentence for c in check_domains(paired(microdata("noise.csv", wage=wage, income=WAGE + RENT)))]
    assert sentences == [
        "3 values are negative; the original has none",
        "2 values lie outside the original's range",
        "1 value is no whole number; all of the original are",
    ]
    assert "99999" not in " ".join(sentences)


def test_categories_that_no_record_has_are_counted():
    region = REGION.copy()
    region[:2] = 4
    checks = check_domains(paired(microdata("other.csv", region=region, labels=("a", "b", "c", "d", "zz"))))
    assert [(c.about, c.count) for c in checks] == [("values of region", 2)]


def merged(groups):
    return np.array([groups[r] for r in REGION])


def test_a_public_file_nests_in_the_scientific_one():
    suf = paired(microdata("suf.csv"), name="SUF")
    puf = paired(microdata("puf.csv", region=merged([0, 0, 1, 1]), labels=("ab", "cd")), name="PUF")
    (check,) = check_nesting(puf, suf)
    assert (check.status, check.sentence) == (Status.KEPT, "all 120 records and every value of every variable")


def test_a_category_that_cuts_across_is_found():
    suf = paired(microdata("suf.csv", region=merged([0, 0, 1, 1]), labels=("ab", "cd")), name="SUF")
    puf = paired(microdata("puf.csv", region=merged([0, 1, 1, 0]), labels=("ad", "bc")), name="PUF")
    (check,) = check_nesting(puf, suf)
    assert (check.status, check.count) == (Status.BROKEN, 2)
    assert check.sentence == "region: 2 values of SUF are split over several values here"


def test_a_value_that_the_other_file_suppresses_is_found():
    region = REGION.copy()
    region[:5] = -1
    suf, puf = paired(microdata("suf.csv", region=region), name="SUF"), paired(microdata("puf.csv"), name="PUF")
    (check,) = check_nesting(puf, suf)
    assert (check.count, check.sentence) == (5, "region: 5 values are shown that SUF suppresses")


def test_unlinked_files_are_not_checked():
    suf, puf = paired(microdata("suf.csv"), name="SUF"), paired(microdata("puf.csv"), "none", "PUF")
    (check,) = check_nesting(puf, suf)
    assert (check.status, check.sentence) == (Status.NOT_CHECKED, "not checked: records of PUF are not linked")
    assert check_together(suf, puf, CODEBOOK.keysets[0]).status is Status.NOT_CHECKED


def test_two_releases_that_cut_one_variable_differently_single_records_out():
    # file A: region as groups 0-59 | 60-119; file B: groups of rows shifted by one, so that only row 59 differs
    first = (np.arange(N) >= 60).astype(int)
    second = (np.arange(N) >= 59).astype(int)
    a = paired(microdata("a.csv", region=first, labels=("x", "y")), name="A")
    b = paired(microdata("b.csv", region=second, labels=("x", "y")), name="B")
    check = check_together(a, b, CODEBOOK.keysets[0])
    assert (check.status, check.count) == (Status.BROKEN, 1)
    assert check_together(a, a, CODEBOOK.keysets[0]).status is Status.KEPT


def test_records_that_one_release_singles_out_by_itself_are_not_counted_again():
    # row 0 is alone in A, row 119 in B; row 59 is in the second group of A and the third of B: alone in both together
    first = np.repeat([0, 1, 2], [1, 59, 60])
    second = np.repeat([1, 2, 0], [59, 60, 1])
    a, b = (paired(microdata("a.csv", region=cut, labels=("x", "y", "z"))) for cut in (first, second))
    assert check_together(a, b, CODEBOOK.keysets[0]).count == 1
    assert check_together(b, a, CODEBOOK.keysets[0]).count == 1


def test_all_checks_of_all_files():
    files = [microdata("suf.csv"), microdata("puf.csv", region=merged([0, 0, 1, 1]), labels=("ab", "cd"))]
    scenarios = [Scenario(m, ScenarioDeclaration(m.name, m.name[:3], "row")) for m in files]
    checks = consistency_checks(
        microdata("original.csv"),
        scenarios,
        CODEBOOK,
        relations=[declared_relation("income = wage + rent", {"income", "wage", "rent"})],
        parents={"puf.csv": "suf.csv"},
        released=["suf.csv", "puf.csv"],
    )
    assert [(c.scenario, c.about) for c in checks] == [
        ("suf", "income = wage + rent"),
        ("suf", "values that the original cannot have"),
        ("puf", "income = wage + rent"),
        ("puf", "values that the original cannot have"),
        ("puf", "nests in suf"),
        ("suf", "together with puf, key set keys"),
    ]
    assert {c.status for c in checks} == {Status.KEPT}
