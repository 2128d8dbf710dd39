"""Tables, distances and subgroups as the screen takes them, from a small run."""

from dataclasses import replace

import numpy as np
import pytest

from core.assessment import collect, make_plan, run
from core.data import (
    Codebook,
    Column,
    Level,
    Microdata,
    PublishedTable,
    Role,
    Scenario,
    ScenarioDeclaration,
    Uses,
    Variable,
)
from core.pairing import pair
from core.utility.tables import TableParameters
from core.views.levels import measured_by_level
from core.views.tables import (
    area_ranking,
    metric_correlations,
    metrics_over_areas,
    pair_distances,
    table_cells,
    table_rows,
    variable_distances,
)

N = 300
BY_REGION = PublishedTable("health by region", ("health",), "region")
CODEBOOK = Codebook(
    (
        Variable("region", Level.NOMINAL, Role.KEY),
        Variable("health", Level.ORDINAL, Role.SENSITIVE),
        Variable("income", Level.CONTINUOUS, Role.SENSITIVE),
        Variable("gone", Level.NOMINAL, Role.ANALYSIS),
    ),
    uses=Uses(tables=(BY_REGION, PublishedTable("nowhere", ("gone",)))),
)


def file(name, seed=None):
    random = np.random.default_rng(1)
    region = random.integers(0, 4, N).astype(np.int32)
    health, income = random.integers(1, 4, N).astype(float), random.normal(50, 9, N).round(1)
    if seed is not None:
        moved = np.random.default_rng(seed).random(N) < 0.2
        health[moved], income[moved] = 4 - health[moved], income[moved] + 5
    columns = {
        "region": Column(None, region, ("east", "north", "south", "west")),
        "health": Column(health),
        "income": Column(income),
    }
    if seed is None:
        columns["gone"] = Column(np.ones(N))
    return Microdata(name, columns, N)


SCENARIO = Scenario(file("m.csv", 2), ScenarioDeclaration("m.csv", "m", "row"))
PLAN = make_plan(
    "chi_square,deviance,gini_difference,aad,effective_swap_rate,shannon_difference,renyi_difference,total_variation,"
    "wasserstein,total_variation_pair,il1s",
    ["interval.groups=0", "tables.small=80"],
)


@pytest.fixture(scope="module")
def assessed():
    return collect(PLAN, run(file("o.csv"), [SCENARIO], CODEBOOK, PLAN)).scenarios[0]


@pytest.fixture(scope="module")
def paired():
    return pair(file("o.csv"), SCENARIO, CODEBOOK)


def test_a_row_a_table(assessed):
    made, missing = table_rows(assessed)
    assert (made.name, made.variables, made.geography, made.areas) == ("health by region", ("health",), "region", 4)
    assert made.values["chi_square"] == assessed.outcome("chi_square", ("health by region",)).value
    assert not made.reasons
    assert (made.cells_left_out, made.records_left_out) == (0, 0.0)
    assert missing.values == {}
    assert "does not have 'gone'" in missing.reasons["aad"]


def test_areas_are_ranked(assessed):
    ranked = area_ranking(assessed, "chi_square", "health by region")
    assert [r.rank for r in ranked] == [1, 2, 3, 4]
    assert [r.value for r in ranked] == sorted((r.value for r in ranked), reverse=True)
    assert sum(r.n_original for r in ranked) == N
    assert {r.small for r in ranked} == {r.n_original < 80 for r in ranked}
    signed = area_ranking(assessed, "gini_difference", "health by region")
    assert [abs(r.value) for r in signed] == sorted((abs(r.value) for r in signed), reverse=True)
    assert area_ranking(assessed, "chi_square", "unknown") == ()


def test_correlations_between_metrics(assessed):
    found = {(c.first, c.second): c.rho for c in metric_correlations(assessed, "health by region")}
    assert len(found) == 15
    assert found["chi_square", "deviance"] > 0.7
    assert metric_correlations(assessed, "nowhere") == ()


def test_metrics_over_areas(assessed):
    found = {s.metric: s for s in metrics_over_areas(assessed, "health by region")}
    values = [r.value for r in area_ranking(assessed, "chi_square", "health by region")]
    assert found["chi_square"].areas == len(values) == 4
    assert found["chi_square"].mean == pytest.approx(sum(values) / 4)
    assert min(values) < found["chi_square"].p05 < found["chi_square"].p95 < max(values)
    assert metrics_over_areas(assessed, "nowhere") == ()


def test_cells_before_and_after(paired):
    found = table_cells(paired, BY_REGION, TableParameters())
    assert (len(found.areas), found.levels) == (4, ("1", "2", "3"))
    assert sum(c.original for c in found.cells) == N == pytest.approx(sum(c.masked for c in found.cells))
    assert all(c.difference == c.masked - c.original for c in found.cells)
    assert any(c.small for c in found.cells) != all(c.original >= 30 and c.masked >= 30 for c in found.cells)
    assert "does not have" in table_cells(paired, PublishedTable("nowhere", ("gone",)), TableParameters()).reason


def test_distances_largest_first(assessed):
    rows = variable_distances(assessed)
    assert rows[0].variables == ("gone",)
    assert rows[0].outcomes["total_variation"].detail["removed"]
    values = [r.values["total_variation"] for r in rows]
    assert values == sorted(values, reverse=True)
    by_name = {r.variables[0]: r for r in rows}
    assert by_name["region"].values["total_variation"] == 0
    assert by_name["region"].reasons["wasserstein"] == "a nominal variable has no order"
    assert len(pair_distances(assessed)) == 6
    assert pair_distances(assessed)[0].values["total_variation_pair"] == 1.0


def test_any_measure_by_level(paired):
    found = measured_by_level(paired, "region", PLAN)
    il1s = {o.level: o for o in found if o.measure == "il1s"}
    assert list(il1s) == ["east", "north", "south", "west"]
    assert all(o.value > 0 for o in il1s.values())
    assert sum(o.n_original for o in il1s.values()) == N
    assert {o.small for o in il1s.values()} == {o.n_original < 80 for o in il1s.values()}
    # the table by region itself makes no sense within a region; the default tables take its place
    assert {o.target for o in found if o.measure == "chi_square"} == {("nowhere",)}


def test_levels_say_what_their_codes_mean(paired):
    region = replace(paired.variables[0], value_labels={"east": "The East"})
    assert region.name == "region"
    labelled = replace(paired, variables=(region, *paired.variables[1:]))
    levels = {o.level for o in measured_by_level(labelled, "region", make_plan(["total_variation_mean"]))}
    assert levels == {"east · The East", "north", "south", "west"}


def test_a_variable_without_levels_says_why(paired):
    (found,) = measured_by_level(paired, "income", PLAN)
    assert found.level is None
    assert "no levels" in found.reason


def test_an_empty_level_says_why(paired):
    without = paired.take(np.arange(N), np.flatnonzero(paired.variables[0].masked.values != 0))
    east = [o for o in measured_by_level(without, "region", PLAN) if o.level == "east"]
    assert {o.reason for o in east} == {"no record of this level in one of the files"}
    assert all(o.small for o in east)


def test_levels_without_declared_tables_have_the_default_ones(paired):
    found = measured_by_level(replace(paired, uses=Uses(tables=(BY_REGION,))), "region", PLAN)
    assert {o.target for o in found if o.measure == "aad"} == {("gone",), ("health",)}
