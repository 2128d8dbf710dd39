"""Whole runs on small generated files."""

from itertools import pairwise

import numpy as np
import pytest

from core.assessment import CATALOGUE, Comparison, RunStep, collect, make_plan, run
from core.data import (
    Codebook,
    Column,
    KeySet,
    Level,
    Microdata,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
)
from core.measures import Passes, Result, Skipped
from core.reports import read_results, write_results

pytestmark = pytest.mark.slow

N = 120
WITHOUT_INTERVAL = {m.id for m in CATALOGUE if m.no_interval and m.replicable}
MADE_OF_P_VALUES = WITHOUT_INTERVAL - {"table_pmse_ratio_mean"}

VARIABLES = (
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("region", Level.NOMINAL, Role.KEY),
    Variable("health", Level.ORDINAL),
    Variable("income", Level.CONTINUOUS, Role.SENSITIVE),
    Variable("weight", Level.CONTINUOUS, Role.WEIGHT),
)
CODEBOOK = Codebook(VARIABLES, (KeySet("keys", ("age", "region"), "weight"),))


def numbers(values):
    return Column(np.asarray(values, dtype=float))


def original():
    random = np.random.default_rng(5)
    age = random.integers(20, 60, N)
    region = random.integers(0, 3, N)
    income = age * 100 + random.normal(0, 800, N).round()
    columns = {
        "age": numbers(age),
        "region": Column(None, region.astype(np.int32), ("east", "north", "west")),
        "health": numbers(np.clip((age // 10) - 1 + random.integers(-1, 2, N), 1, 5)),
        "income": numbers(income),
        "weight": numbers(random.uniform(5, 20, N)),
    }
    return Microdata("original.csv", columns, N, "aa")


def with_column(data, name, file, **columns):
    return Scenario(Microdata(file, {**data.columns, **columns}, N, file), ScenarioDeclaration(file, name, "row"))


def scenarios():
    data, random = original(), np.random.default_rng(6)
    noisy = data.columns["income"].numbers + random.normal(0, 500, N)
    banded = np.floor(data.columns["age"].numbers / 10) * 10
    bands = Column(None, ((banded - 20) / 10).astype(np.int32), ("20-29", "30-39", "40-49", "50-59"))
    removed = {name: column for name, column in data.columns.items() if name != "health"}
    rows = np.arange(0, N, 2)
    sample = {name: column.take(rows) for name, column in data.columns.items()}
    return [
        with_column(data, "copy", "copy.csv"),
        with_column(data, "noise", "noise.csv", income=numbers(noisy)),
        with_column(data, "banded", "banded.csv", age=bands),
        Scenario(Microdata("removed.csv", removed, N, "cc"), ScenarioDeclaration("removed.csv", linked="row")),
        Scenario(Microdata("sample.csv", sample, len(rows), "dd"), ScenarioDeclaration("sample.csv")),
    ]


def compared(some=None, jobs=1, settings=(), linked=None) -> Comparison:
    plan = make_plan("quick", settings)
    some = scenarios() if some is None else some
    return collect(plan, run(original(), some, CODEBOOK, plan, linked=linked, jobs=jobs))


@pytest.fixture(scope="module")
def steps() -> list[RunStep]:
    return list(run(original(), scenarios(), CODEBOOK, make_plan("quick")))


@pytest.fixture(scope="module")
def comparison(steps) -> Comparison:
    return collect(make_plan("quick"), steps)


def value(comparison, scenario, measure, target=()):
    found = comparison.scenario(scenario).outcome(measure, target)
    assert isinstance(found, Result), found
    return found.value


def test_a_copy_scores_one_and_has_the_risk_of_the_original(comparison):
    copy = comparison.scenario("copy")
    for measure in ("gdu", "aldu_univariate", "aldu_bivariate", "grc", "gdu_grc"):
        assert copy.outcome(measure).value == 1.0
        assert copy.outcome(measure).interval == (None if measure in WITHOUT_INTERVAL else (1.0, 1.0))
    for risk in ("global_risk", "k_violations_2", "k_violations_3", "k_violations_5", "sample_uniques"):
        assert value(comparison, "copy", risk, ("keys",)) == comparison.original.outcome(risk, ("keys",)).value


def test_damage_shows_where_it_was_done(comparison):
    assert value(comparison, "noise", "ldu_univariate", ("age",)) == 1.0
    assert value(comparison, "noise", "aldu_bivariate") < 1.0
    assert value(comparison, "banded", "ldu_univariate", ("age",)) < 1.0
    assert value(comparison, "banded", "global_risk", ("keys",)) < value(comparison, "copy", "global_risk", ("keys",))


def test_a_removed_variable_counts_as_nothing_left(comparison):
    assert value(comparison, "removed", "ldu_univariate", ("health",)) == 0.0
    assert value(comparison, "removed", "gdu") == 0.75
    assert value(comparison, "removed", "grc") == 0.5
    assert value(comparison, "removed", "gdu_grc") == 0.375


def test_risks_that_rest_on_frequencies_of_keys_have_no_interval_but_a_reason():
    plan = make_plan([m.id for m in CATALOGUE if m.family == "risk" and m.passes is Passes.KEYS])
    found = collect(plan, run(original(), scenarios()[:2], CODEBOOK, plan))
    results = [o for f in (found.original, *found.scenarios) for o in f.outcomes if isinstance(o, Result)]
    assert {"k_violations_5", "global_risk", "dcap", "l_diversity_distinct"} <= {o.measure for o in results}
    for outcome in results:
        assert outcome.jackknife is None
        assert outcome.interval is None or outcome.detail["interval_kind"].startswith("Wilson")
        assert outcome.interval or outcome.interval_reason


def test_every_file_level_value_has_an_interval_around_it_and_its_n(comparison):
    for scenario in comparison.scenarios:
        for outcome in scenario.outcomes:
            if isinstance(outcome, Result) and outcome.measure == "gdu_effect_sizes":
                low, high = outcome.interval
                assert 0 <= low <= outcome.value <= high <= 1
                assert outcome.n == scenario.rows
                assert len(outcome.jackknife.replicates) == 20


def test_scores_made_of_p_values_have_no_interval_and_say_what_is_used_instead(comparison):
    for scenario in comparison.scenarios:
        for name in MADE_OF_P_VALUES:
            outcome = scenario.outcome(name)
            if isinstance(outcome, Result):
                assert (outcome.interval, outcome.jackknife) == (None, None)
                assert "effect sizes" in outcome.interval_reason


def test_unlinked_files_are_measured_and_say_that_they_are_not_linked(comparison):
    sample = comparison.scenario("sample")
    assert "not linked" in sample.links
    assert sample.outcome("gdu_effect_sizes").jackknife.common is False


def test_two_workers_write_the_same_bytes_as_one(comparison):
    assert write_results(compared(jobs=2)) == write_results(comparison)


def test_another_scenario_changes_nothing(comparison):
    alone = compared([scenarios()[1]])
    assert alone.scenario("noise") == comparison.scenario("noise")
    assert alone.original == comparison.original


def test_results_are_read_back(comparison):
    assert write_results(read_results(write_results(comparison))) == write_results(comparison)


def test_a_run_cut_short_keeps_what_is_finished():
    plan = make_plan("quick", ["interval.groups=0", "null.replicates=2"])
    steps = run(original(), scenarios(), CODEBOOK, plan)
    some = [next(steps) for _ in range(60)]
    steps.close()
    partial = collect(plan, some)
    assert partial.original.outcome("global_risk", ("keys",))
    assert len(partial.scenarios) < len(scenarios())


def test_intervals_can_be_switched_off_and_say_so():
    plan = make_plan("gdu_effect_sizes", ["interval.groups=0"])
    [noise] = collect(plan, run(original(), [scenarios()[1]], CODEBOOK, plan)).scenarios
    agreement = noise.outcome("gdu_effect_sizes")
    assert agreement.interval is None
    assert agreement.interval_reason == "intervals are switched off"


def test_a_file_without_a_common_variable_is_refused_and_the_others_go_on():
    foreign = Scenario(Microdata("foreign.csv", {"x": numbers(range(9))}, 9), ScenarioDeclaration("foreign.csv"))
    found = compared([foreign, scenarios()[0]], settings=["interval.groups=0", "null.replicates=2"])
    refused = found.scenario("foreign").outcome("gdu")
    assert isinstance(refused, Skipped)
    assert refused.reason
    assert found.scenario("copy").outcome("gdu").value == 1.0


def test_resolution_is_measured_at_the_originals_size_and_shared_by_files_of_one_size_and_detail(comparison):
    for figure in ("gdu", "gdu_effect_sizes", "table_pmse_ratio_mean"):
        measure = "table_resolution" if figure.startswith("table") else "gdu_resolution"
        own, *found = (f.outcome(measure, (figure,)) for f in (comparison.original, *comparison.scenarios))
        assert all(outcome.detail["repetitions"] == 20 for outcome in (own, *found))
        copy, noise, *_, sample = found
        assert own == copy == noise
        assert sample.n == N // 2
        assert sample.value != copy.value


def test_progress_counts_every_piece_once(steps):
    assert sorted({s.done for s in steps}) == list(range(1, steps[-1].total + 1))
    finished = [(s.position, m) for s in steps for m in s.measures]
    assert len(finished) == len(set(finished))


def test_the_original_has_risks_of_linkage_and_attribution_of_its_own():
    data = original()
    copy = Scenario(data, ScenarioDeclaration("original.csv", "copy", "row"))
    ids = ["linkage_gower", "linkage_spruill", "expected_match_risk", "disco", "dcap", "uniques_replicated", "gdu"]
    plan = make_plan(ids, ["interval.groups=0"])
    found = collect(plan, run(data, [copy], CODEBOOK, plan))
    for measure in ids[:-1]:
        own, its_copy = (f.outcome(measure, ("keys",)) for f in (found.original, found.scenarios[0]))
        assert isinstance(own, Result)
        assert own.value == its_copy.value
    disco = found.original.outcome("disco", ("keys",))
    assert disco.value == disco.detail["disclosive_in_original"]
    assert not found.original.of("gdu")


def test_a_copy_without_the_weight_has_the_originals_risk():
    data = original()
    columns = {name: column for name, column in data.columns.items() if name != "weight"}
    bare = Scenario(Microdata("bare.csv", columns, N, "b"), ScenarioDeclaration("bare.csv", "bare", "row"))
    plan = make_plan(["global_risk"], ["interval.groups=0"])
    found = collect(plan, run(data, [bare], CODEBOOK, plan))
    assert found.scenarios[0].outcomes[0].value == found.original.outcomes[0].value


def test_steps_say_which_share_of_the_expected_work_is_finished():
    plan = make_plan(["gdu", "aldu_univariate", "global_risk"], ["interval.groups=5"])
    steps = list(run(original(), scenarios()[:2], CODEBOOK, plan))
    shares = [step.share for step in steps]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1]
    assert shares[-1] == pytest.approx(1)
    assert all(a.seconds <= b.seconds for a, b in pairwise(steps))


def test_every_scenario_says_what_its_records_are_to_the_originals() -> None:
    data = original()
    turned = Microdata("turned.csv", {n: c.take(np.arange(N)[::-1]) for n, c in data.columns.items()}, N, "t")
    strange = Microdata("strange.csv", {"x": numbers([1, 2, 3])}, 3, "s")
    files = [*scenarios()[1:2], *(Scenario(m, ScenarioDeclaration(m.name)) for m in (turned, strange))]
    plan = make_plan("global_risk")
    done = collect(plan, run(data, files, CODEBOOK, plan))
    kinds = [None if s.relation is None else str(s.relation.kind) for s in done.scenarios]
    assert kinds == ["same order", "identical", "other survey"]
    assert done.original.relation is None
    assert [s.relation for s in read_results(write_results(done)).scenarios] == [s.relation for s in done.scenarios]
