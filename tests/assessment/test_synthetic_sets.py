"""Files declared as sets of one scenario: there are several, of the same variables."""

import numpy as np
import pytest

from core.assessment import check_sets, collect, make_plan, run
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.errors import CodebookError


def scenario(file, set_of="", columns="ab", name=""):
    data = Microdata(file, dict.fromkeys(columns), 0)
    return Scenario(data, ScenarioDeclaration(file, name, set_of=set_of))


def test_sets_and_scenarios_by_themselves_stand_side_by_side():
    check_sets([scenario("1.csv", "cart"), scenario("2.csv", "cart"), scenario("3.csv", columns="xyz")])
    check_sets([])


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([scenario("1.csv", "cart"), scenario("2.csv")], "1.csv is the only set of 'cart'"),
        (
            [scenario("1.csv", "cart"), scenario("2.csv", "cart", "abc")],
            "different variables: 1.csv lacks 'c', which 2.csv has",
        ),
        (
            [scenario("1.csv", "cart", "abcdefg"), scenario("2.csv", "cart", "a")],
            "2.csv lacks 'b', 'c', 'd', 'e', 'f' and 1 more, which 1.csv has",
        ),
        (
            [scenario("1.csv", "cart"), scenario("2.csv", "cart"), scenario("3.csv", name="cart")],
            "3.csv is the scenario 'cart', and so are several sets together",
        ),
    ],
)
def test_what_cannot_be_sets_is_refused_in_words(files, words):
    with pytest.raises(CodebookError, match=words):
        check_sets(files)


def test_one_file_twice_is_no_two_sets():
    files = [
        Scenario(Microdata(n, {}, 0, sha), ScenarioDeclaration(n, set_of="s")) for n, sha in (("1", "a"), ("2", "a"))
    ]
    with pytest.raises(CodebookError, match="two sets of 's' are one file: 2 is 1 byte for byte"):
        check_sets(files)


def test_a_run_refuses_them_before_anything_is_measured():
    original = Microdata("o.csv", {}, 0)
    with pytest.raises(CodebookError, match="only set"):
        next(run(original, [scenario("1.csv", "cart")], Codebook(()), make_plan(["global_risk"])))


def test_propensity_compares_each_set_with_every_earlier_one_of_its_scenario():
    random, book = np.random.default_rng(1), Codebook((Variable("a", Level.CONTINUOUS, Role.ANALYSIS),))

    def drawn(name, of=""):
        file = Microdata(name, {"a": Column(random.normal(size=60))}, 60, f"hash of {name}")
        return Scenario(file, ScenarioDeclaration(name, set_of=of, linked="none"))

    scenarios = [drawn("1", "s"), drawn("2", "s"), drawn("3"), drawn("4", "s")]
    plan = make_plan(["propensity"], ["interval.groups=0", "propensity.replicates=20"])
    measured = collect(plan, run(drawn("o").microdata, scenarios, book, plan)).scenarios
    assert [len(file.outcome("propensity").detail["between_sets"]) for file in measured] == [0, 1, 0, 2]
