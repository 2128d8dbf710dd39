"""What risk is measured against, on the Set up page: the share of the population, population counts."""

from dataclasses import replace

import pytest

from core.assessment import collect, make_plan, run
from core.data import Role

pytestmark = pytest.mark.slow

KEYS = {"age": Role.KEY, "sex": Role.KEY, "region": Role.KEY}
COUNTS = b"sex,region,people,N\n" + b"".join(
    f"{s},{r},{i},{40 + i}\n".encode()
    for i, (s, r) in enumerate((s, r) for s in "fm" for r in ("North", "East", "South"))
)


def workspace(user):
    return user.state["workspace"]


@pytest.fixture
def prepared(bring, small_files):
    """A session with files and keys, on the Set up page."""
    user = bring(small_files)
    codebook = workspace(user).effective_codebook
    variables = tuple(replace(v, role=KEYS.get(v.name, v.role)) for v in codebook.variables)
    user.state["workspace"] = replace(workspace(user), codebook=replace(codebook, variables=variables))
    user.go("setup")
    return user


def test_counts_are_read_and_what_they_are_taken_for_can_be_changed(prepared) -> None:
    prepared.upload("Population counts", "census.csv", COUNTS)
    (table,) = workspace(prepared).population
    assert (table.count, table.keyset) == ("N", "")
    assert "census.csv: 6 rows, 255 people" in prepared.text().replace("\\", "")
    prepared.choose("population_count_census.csv", "people")
    prepared.choose("population_keyset_census.csv", "keys")
    (table,) = workspace(prepared).population
    assert (table.count, table.keyset) == ("people", "keys")
    prepared.click("population_remove_census.csv")
    assert workspace(prepared).population == ()


def test_a_table_without_counts_is_refused_with_the_remedy(prepared) -> None:
    prepared.upload("Population counts", "census.csv", b"sex,region\nf,North\n")
    assert "no column is called count" in prepared.text().replace("\\", "")
    assert workspace(prepared).population == ()


def test_who_is_found_says_which_counts_were_used(prepared) -> None:
    prepared.upload("Population counts", "census.csv", COUNTS.replace(b"North", b"Nord"))
    ours = workspace(prepared)
    ids = ["global_risk", "population_uniques_known", "k_violations_3"]
    plan = make_plan(ids, ["interval.groups=0"])
    steps = run(ours.original_data, ours.scenarios(), ours.codebook, plan, population=ours.population)
    prepared.state["workspace"] = replace(ours, comparison=collect(plan, steps))
    prepared.go("who_is_found")
    said = " ".join(w.value for w in prepared.app.warning).replace("\\", "")
    assert "Population counts of **census.csv** for the original: 255 people by **sex**, **region**" in said
    assert "Nobody in it has **region** North" in said


def test_the_share_of_the_population_becomes_a_setting(prepared, monkeypatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(
        "pages.components.run.run_settings.make_plan",
        lambda *given, **named: asked.append(given[1]) or make_plan(*given, **named),
    )
    prepared.app.number_input(key="population_share").set_value(12.5)
    prepared.run()
    assert asked[-1] == ["risk.sampling_fraction=0.125"]
    assert make_plan("quick", asked[-1]).of("risk").sampling_fraction == 0.125


def test_what_the_file_is_for_weighs_the_utility_figures(prepared) -> None:
    prepared.app.multiselect(key="propensity_leave_out").select("region").run()
    prepared.app.selectbox(key="propensity_model").set_value("cart").run()
    prepared.app.checkbox(key="propensity_dealt").check().run()
    prepared.app.multiselect(key="gdu_recode_pairs").select("age").run()
    assert "age" not in prepared.app.multiselect(key="gdu_recode_allocation").options
    prepared.app.segmented_control(key="purpose_release_0_0").set_value("public")
    prepared.run()
    prepared.click("start_run")
    plan = workspace(prepared).plan
    prepared.click("cancel_run")
    assert plan.of("propensity").leave_out == ("region",)
    propensity = plan.of("propensity")
    assert (propensity.model, propensity.null, propensity.replicates) == ("cart", "permutation", 50)
    assert plan.of("gdu").recode_measure("age") == "pairs"
    assert plan.of("gdu").univariate_share == 0.75
