"""Several synthetic files of one scenario on the map, as one point or each by itself, and what they score together."""

import json
from dataclasses import replace

import pytest

from pages.components.examples import results_of
from pages.components.workspace import Workspace
from tests.pages.conftest import KEY

pytestmark = pytest.mark.slow

SETS = ("Regressions", "Trees (CART)", "Joint normal")


@pytest.fixture
def reader_of_sets(user):
    comparison = results_of("synthetic")
    files = tuple(replace(f, set_of="Three sets") if f.name in SETS else f for f in comparison.scenarios)
    opened = Workspace(example="synthetic", comparison=replace(comparison, scenarios=files))
    user.start("compare", **{KEY: opened})
    return user


def symbols_and_labels(user) -> tuple[dict[str, str], str]:
    """Return the symbol of every set on the map, and all its labels."""
    chart = next(c for c in user.app.get("plotly_chart") if c.proto.id.endswith("-map_chart"))
    spec = json.loads(chart.proto.spec)
    drawn = {trace.get("name"): trace for trace in spec["data"]}
    labels = " ".join(str(a.get("text")) for a in spec["layout"]["annotations"])
    return {name: drawn[name]["marker"]["symbol"] for name in SETS}, labels


def test_sets_are_one_point_with_its_cloud_until_the_switch_shows_each(reader_of_sets) -> None:
    user = reader_of_sets
    symbols, labels = symbols_and_labels(user)
    assert {symbol.removesuffix("-open") for symbol in symbols.values()} == {"circle"}  # open: cannot be told
    assert "Three sets" in labels
    assert "Trees (CART)" not in labels
    user.app.toggle(key="map_folded").set_value(False)
    user.run()
    symbols, labels = symbols_and_labels(user)
    assert "circle" not in symbols.values()
    assert "Three sets" in labels


def test_the_worst_of_the_sets_is_named_for_every_measure(reader_of_sets) -> None:
    reader_of_sets.state["details_sets"] = True
    reader_of_sets.run()
    (table,) = (t.value.set_index("Measure") for t in reader_of_sets.app.dataframe if "Worst set" in t.value)
    worst = table["Worst set"]
    assert worst["Linkability of two lists"] == "Trees (CART)"
    assert worst["Global Data Utility"] == "Joint normal"
    row = table.loc["What a synthetic file tells about people · Friend"]
    values = [0.144, 0.236, 0.021]  # of the shipped results
    assert row["Mean"] == pytest.approx(sum(values) / 3, abs=5e-4)
    assert (row["Lowest"], row["Highest"]) == pytest.approx((min(values), max(values)), abs=5e-4)
    assert "**Three sets**: 3 sets: Regressions, Trees" in reader_of_sets.text()


def test_the_statistics_of_the_propensity_model_stand_in_a_table_with_both_sizes(reader_of_sets) -> None:
    user = reader_of_sets
    user.go_part("whole_file", "propensity")
    (table,) = (t.value for t in user.app.dataframe if "PO50" in t.value)
    row = table[table["Version"].str.endswith("Trees (CART)")].iloc[0]
    # of the shipped results, after pMSE, SPECKS, PO50 and U of synthpop
    assert list(row[["pMSE", "SPECKS", "PO50", "U"]]) == pytest.approx([0.008038, 0.1376, 6.397, 1.068e7], rel=1e-3)
    assert row["pMSE ratio"] == "1.39 (by formula)"
