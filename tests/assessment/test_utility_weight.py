"""Which weight utility is measured by: resolved from the codebook, written into results, carried to every measure."""

import re

import numpy as np
import pytest

from core.assessment import CATALOGUE, collect, make_plan, plan_from, run, weight_in_words
from core.assessment.utility_weight import UtilityParameters, utility_weight
from core.data import Codebook, Column, Level, Microdata, Role, Scenario, ScenarioDeclaration, Variable
from core.errors import PlanError
from core.measures import Result, Skipped
from core.reports import read_results, write_results
from core.reports.internal.utility_sections import measure_table, utility_sections
from core.views import ignores_weight, measure_rows, n_in_words, run_weight, weighting


def codebook(*weights):
    return Codebook((Variable("x", Level.NOMINAL), *(Variable(w, Level.CONTINUOUS, Role.WEIGHT) for w in weights)))


@pytest.mark.parametrize(
    ("weighted", "weight", "tagged", "found"),
    [
        ("auto", "", (), ""),
        ("auto", "", ("w",), "w"),
        ("auto", "", ("w", "v"), ""),
        ("auto", "v", ("w", "v"), "v"),
        ("true", "", ("w",), "w"),
        ("false", "", ("w",), ""),
        ("false", "w", ("w", "v"), ""),
    ],
)
def test_the_weight_is_the_only_one_or_the_one_named(weighted, weight, tagged, found):
    assert utility_weight(UtilityParameters(weighted, weight), codebook(*tagged)) == found


@pytest.mark.parametrize(
    ("weighted", "weight", "tagged", "message"),
    [
        ("auto", "x", ("w",), "'x' has not the role weight in the codebook .tagged: w"),
        ("true", "", (), "needs one variable .* .tagged: none.: give a variable that role"),
        ("true", "", ("w", "v"), "tagged: w, v.: say which with utility.weight"),
    ],
)
def test_what_is_no_weight_is_refused(weighted, weight, tagged, message):
    with pytest.raises(PlanError, match=message):
        utility_weight(UtilityParameters(weighted, weight), codebook(*tagged))


@pytest.mark.parametrize(
    ("settings", "tagged", "words"),
    [
        ((), (), ""),
        ((), ("w",), "weighted by 'w'"),
        (("utility.weighted=false",), ("w",), "as asked for"),
        ((), ("w", "v"), "several weights are tagged .w, v.; choose one"),
    ],
)
def test_a_person_is_told_where_weights_are_tagged(settings, tagged, words):
    said = weight_in_words(make_plan("quick", settings).of("utility"), codebook(*tagged))
    assert re.search(words, said)
    assert bool(said) == bool(tagged)


def measured(*settings, masked_weight=True, tagged=("w",)):
    x = Column(codes=np.array([0, 0, 1] * 20, dtype=np.int32), labels=("a", "b"))
    columns = {"x": x, "w": Column(np.array([1.0, 1.0, 2.0] * 20))}
    original, masked = Microdata("o.csv", columns, 60, ""), Microdata("m.csv", columns, 60, "")
    masked = masked if masked_weight else Microdata("m.csv", {"x": x}, 60, "")
    declared = ScenarioDeclaration("m.csv", linked="none")
    plan = make_plan(["total_variation_mean", "gdu"], ["interval.groups=5", "null.replicates=2", *settings])
    book = codebook(*tagged) if tagged else Codebook((Variable("x", Level.NOMINAL), Variable("w", Level.CONTINUOUS)))
    return collect(plan, run(original, [Scenario(masked, declared)], book, plan))


def test_a_run_says_which_weight_it_took_and_reads_it_back():
    found = measured()
    back = read_results(write_results(found))
    assert back.plan["parameters"]["utility"] == {"weighted": "true", "weight": "w"}
    assert plan_from(back.plan).of("utility") == UtilityParameters("true", "w")
    result = back.scenarios[0].outcome("total_variation_mean")
    assert isinstance(result, Result)
    assert result.weighting == found.scenarios[0].outcome("total_variation_mean").weighting
    assert result.weighting.original.total == 80
    assert result.jackknife is not None  # replicates carry their weights
    assert back.scenarios[0].outcome("gdu").weighting is None


def test_the_report_says_by_which_weight_and_how_many_records_that_is_worth():
    scenarios = measured().scenarios
    by_id = {m.id: m for m in CATALOGUE}
    table = measure_table(by_id["total_variation_mean"], scenarios)
    assert table.columns[-2:] == ("n", "Effective n")
    assert [cell.text for cell in table.rows[0][-2:]] == ["60", "53"]  # 80^2 / 120
    assert "Weighted by w. Original: 60 records; weights add up to 80;" in table.note
    assert measure_table(by_id["gdu"], scenarios).columns[-1] == "n"


def test_what_counts_every_record_alike_in_a_weighted_run_says_so_beside_its_figure():
    found = measured()
    by_id = {m.id: m for m in CATALOGUE}
    assert run_weight(found) == "w"
    assert [
        m for m in ("gdu", "total_variation_mean", "indicator", "k_violations_3") if ignores_weight(by_id[m], "w")
    ] == ["gdu"]
    rows = {row.measure.id: row for row in measure_rows(found, ["m"])}
    assert (rows["gdu"].cells[0].not_weighted, rows["total_variation_mean"].cells[0].not_weighted) == (True, False)
    assert n_in_words(7634, None, ignored=True) == "n = 7,634, not weighted"
    note = utility_sections(found, found.scenarios[0], {})[0].blocks[0].note
    assert note.endswith("Not weighted: w does not enter, every record counts alike.")
    assert "Not weighted" in measure_table(by_id["il1s"], found.scenarios, "w").note
    assert "Not weighted" not in measure_table(by_id["total_variation_mean"], found.scenarios, "w").note


def test_without_a_weight_nothing_is_called_not_weighted():
    found = measured("utility.weighted=false")
    assert run_weight(found) == ""
    assert not measure_rows(found, ["m"])[0].cells[0].not_weighted
    assert "eighted" not in utility_sections(found, found.scenarios[0], {})[0].blocks[0].note


def test_cards_say_how_weights_enter():
    by_id = {m.id: m for m in CATALOGUE}
    assert "Shares are shares of the sum of weights" in weighting(by_id["total_variation"])
    assert weighting(by_id["records_changed"]) == "They do not enter: every record counts alike."
    assert weighting(by_id["indicator"]) == "Each figure and model has the weight that was chosen for it, or none."
    assert weighting(by_id["k_violations_3"]) == ""


def test_without_a_weight_the_plan_says_so():
    assert measured(tagged=()).plan["parameters"]["utility"] == {"weighted": "false", "weight": ""}
    assert measured("utility.weighted=false").plan["parameters"]["utility"] == {"weighted": "false", "weight": ""}


def test_a_file_without_the_weight_and_without_links_is_not_measured_unweighted():
    scenario = measured(masked_weight=False).scenarios[0]
    skipped = scenario.outcome("total_variation_mean")
    assert isinstance(skipped, Skipped)
    assert "utility.weighted=false" in skipped.reason
    assert isinstance(scenario.outcome("gdu"), Result)


def test_a_weight_that_is_none_is_refused_before_anything_is_measured():
    with pytest.raises(PlanError, match="'x' has not the role weight"):
        measured("utility.weight=x")
