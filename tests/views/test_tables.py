"""Tables, distances and subgroups as the screen takes them, from a small run."""

from dataclasses import replace
from types import SimpleNamespace

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
from core.views.levels import level_lines
from core.views.tables import area_lines, cell_lines, distance_lines, metric_lines, published_tables, spread_lines

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


def test_a_line_a_version(assessed):
    comparison = SimpleNamespace(scenarios=(assessed,))
    made, missing = published_tables(comparison).values()
    assert (made.name, made.variables, made.geography, missing) == ("health by region", ("health",), "region", None)
    (line,) = metric_lines(comparison, "health by region")
    assert line["Chi-square"] == assessed.outcome("chi_square", ("health by region",)).value
    assert (line["Areas"], line["Cells left out"], line["Records in them"]) == (4, 0, 0.0)
    (line,) = metric_lines(comparison, "nowhere")
    assert line["Chi-square"] is None
    assert "does not have 'gone'" in line["What is known"]


def test_areas_and_their_spread(assessed):
    areas = area_lines(assessed, "health by region")
    values = [line["Chi-square"] for line in areas]
    assert values == sorted(values, reverse=True)
    assert sum(line["n original"] for line in areas) == N
    assert {line["Mark"] != "" for line in areas} == {line["n original"] < 80 for line in areas}
    spread = {line["Metric"]: line for line in spread_lines(assessed, "health by region")}
    assert spread["Chi-square"]["Areas"] == len(values) == 4
    assert spread["Chi-square"]["Mean"] == pytest.approx(sum(values) / 4)
    assert min(values) < spread["Chi-square"]["5% of areas below"] < spread["Chi-square"]["5% of areas above"]
    assert spread["Chi-square"]["with Deviance"] == spread["Deviance"]["with Chi-square"] > 0.7
    assert area_lines(assessed, "unknown") == spread_lines(assessed, "nowhere") == []


def test_cells_before_and_after(paired):
    cells = cell_lines(paired, BY_REGION, TableParameters())
    assert len(cells) == 12
    assert sum(c["Original"] for c in cells) == N == pytest.approx(sum(c["Masked"] for c in cells))
    assert all(c["Difference"] == c["Masked"] - c["Original"] for c in cells)
    assert {bool(c["Mark"]) for c in cells} == {c["Original"] < 30 or c["Masked"] < 30 for c in cells}
    assert "does not have" in cell_lines(paired, PublishedTable("nowhere", ("gone",)), TableParameters())


def test_distances_of_a_variable_and_of_a_pair_in_any_order(assessed):
    (variation, wasserstein) = distance_lines(assessed, "region")
    assert variation["Value"] == "0.0%"
    assert wasserstein["In words"] == "a nominal variable has no order"
    assert distance_lines(assessed, "region", "health") == distance_lines(assessed, "health", "region") != []


def test_any_measure_by_level(paired):
    lines = level_lines(paired, "region", PLAN)
    il1s = {line["Level"]: line for line in lines if line["Measure"] == "il1s"}
    assert list(il1s) == ["east", "north", "south", "west"]
    assert all(line["Value"] > 0 for line in il1s.values())
    assert sum(line["n original"] for line in il1s.values()) == N
    assert {line["Mark"] != "" for line in il1s.values()} == {line["n original"] < 80 for line in il1s.values()}
    # the table by region itself makes no sense within a region; the default tables take its place
    assert {line["Of"] for line in lines if line["Measure"] == "chi_square"} == {"nowhere"}


def test_levels_say_what_their_codes_mean(paired):
    region = replace(paired.variables[0], value_labels={"east": "The East"})
    assert region.name == "region"
    labelled = replace(paired, variables=(region, *paired.variables[1:]))
    levels = {line["Level"] for line in level_lines(labelled, "region", make_plan(["total_variation_mean"]))}
    assert levels == {"east · The East", "north", "south", "west"}


def test_a_variable_without_levels_says_why(paired):
    (line,) = level_lines(paired, "income", PLAN)
    assert "no levels" in line["Not defined because"]


def test_an_empty_level_says_why(paired):
    without = paired.take(np.arange(N), np.flatnonzero(paired.variables[0].masked.values != 0))
    east = [line for line in level_lines(without, "region", PLAN) if line["Level"] == "east"]
    assert {line["Not defined because"] for line in east} == {"no record of this level in one of the files"}
    assert all(line["Mark"] for line in east)


def test_levels_without_declared_tables_have_the_default_ones(paired):
    lines = level_lines(replace(paired, uses=Uses(tables=(BY_REGION,))), "region", PLAN)
    assert {line["Of"] for line in lines if line["Measure"] == "aad"} == {"gone", "health"}
