"""The Risk screen: tables in words, thresholds, hidden records, what is missing."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.assessment import CATALOGUE, collect, make_plan, run
from core.data import Masking, Role
from core.decision import ReleaseType, proposed_purpose
from core.measures import Result, Scope
from core.views import RISK_SECTIONS

pytestmark = pytest.mark.slow

NAMES = {s.id: s.name for s in RISK_SECTIONS}


@pytest.fixture
def risk(reader_of_example):
    reader_of_example.go("risk")
    return reader_of_example


def cells(user, which: int = 0) -> pd.DataFrame:
    """Return a table of the page as text, its rows by file."""
    table = user.app.table[which].value
    return table.rename(index=lambda name: name.replace("\\", "").strip("▸ *"))


def section(user, name: str) -> None:
    user.app.get("segmented_control")[0].set_value(name)
    user.run()


def workspace(user):
    return user.app.session_state["workspace"]


def measured(user, **roles: Role):
    """Measure the risk of the files at hand, with these roles, as a run would."""
    ours = workspace(user)
    codebook = ours.effective_codebook
    variables = tuple(replace(v, role=roles.get(v.name, v.role)) for v in codebook.variables)
    ours = replace(ours, codebook=replace(codebook, variables=variables))
    plan = make_plan(",".join(m.id for m in CATALOGUE if m.family == "risk"), ["interval.groups=0"])
    steps = run(ours.original_data, ours.scenarios(), ours.codebook, plan)
    user.app.session_state["workspace"] = replace(ours, comparison=collect(plan, steps))
    user.go("risk")
    return user


KEYS = {"age": Role.KEY, "sex": Role.KEY, "region": Role.KEY, "income": Role.SENSITIVE}


def test_every_measure_of_risk_for_a_file_stands_in_one_section() -> None:
    shown = [m.id for columns in RISK_SECTIONS.values() for m in columns] + ["k_violations_2"]
    offered = {m.id for m in CATALOGUE if m.family == "risk" and m.scope is Scope.FILE}
    assert len(shown) == len(set(shown))
    assert set(shown) == offered


def test_all_files_stand_in_the_table_the_original_first(risk) -> None:
    for which in (0, 1):
        rows = list(cells(risk, which).index)
        assert rows[0] == "Original"
        assert rows[1:] == list(risk.app.selectbox(key="risk_scenario").options)


@pytest.mark.parametrize("name", list(NAMES))
def test_every_section_opens(risk, name: str) -> None:
    section(risk, name)
    assert len(cells(risk, 1)) == 1 + len(workspace(risk).comparison.scenarios)
    assert next(s.question for s in RISK_SECTIONS if s.id == name) in risk.text()


def test_figures_carry_their_n(risk) -> None:
    table = cells(risk, 1)
    assert table.loc["Original", "n"] == "944"
    assert table.loc["20% sample", "n"] == "189"
    assert "**98.5%**" in table.loc["Original", "Re-identification rate"]


def test_a_figure_that_does_not_hold_is_marked_and_said_in_words(risk) -> None:
    table = cells(risk, 1)
    assert "does not hold" in table.loc["Noise on age", "Re-identification rate"]
    assert "does not hold" in table.loc["Noise on age", "Below k = 3"]
    assert "does not hold" not in table.loc["Suppressed to k = 3", "Below k = 3"]
    assert "Figures of **Noise on age** do not hold" in risk.text()
    assert "look at the risk of the file" in risk.text()


def test_a_table_stands_under_one_rule_for_missing_keys_and_under_the_other_on_request(risk) -> None:
    cell = cells(risk, 1).loc["Suppressed to k = 3", "Below k = 3"]
    assert "**0.0%**" in cell
    assert "36.2%" not in cell
    assert "A missing key value agrees with every value." in risk.text()
    risk.app.get("segmented_control")[1].set_value("category")
    risk.run()
    cell = cells(risk, 1).loc["Suppressed to k = 3", "Below k = 3"]
    assert "**36.2%**" in cell
    assert "A missing key value is a value of its own." in risk.text()


def test_what_is_not_defined_says_why(risk) -> None:
    assert "Not defined because no household variable" in risk.text().replace("\\", "")
    section(risk, "linkage")
    assert "not defined (" in cells(risk, 1).loc["20% sample", "Linked by distance (Gower)"]
    assert "Not defined because records are not linked" in risk.text().replace("\\", "")
    section(risk, "models")
    assert "depends on a model" in risk.text()
    assert "size of the population is not known" in risk.text().replace("\\", "")


def test_disco_stands_with_its_baseline(risk) -> None:
    section(risk, "attribute")
    cell = cells(risk, 1).loc["Noise on age", "DiSCO"]
    assert "vote" in cell
    assert "original 99.4%" in cell
    assert "Dorig" in risk.text()


def judge_by(user, **limits) -> None:
    """Judge by a scientific-use file's thresholds, some of them changed."""
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    for threshold, limit in limits.items():
        purpose = purpose.changed(threshold, limit, "tried in a test")
    work = workspace(user)
    user.app.session_state["workspace"] = replace(work, record=replace(work.record, purpose=purpose))
    user.run()


def test_thresholds_are_met_or_not_in_words(risk) -> None:
    table = cells(risk)
    assert "not met" in table.loc["Original", "Hidden among 3 or more"]
    assert ": met]" in table.loc["Microaggregated in fives", "Hidden among 3 or more"]
    assert "not met]" in table.loc["Ranks swapped within 10%", "Hidden among 3 or more"]
    assert "not met]" in table.loc["Noise on age", "Risk of the file: at most 5%"]
    assert "Judged as: **Scientific-use file** (default) · everybody hidden among 3 or more" in risk.text()
    assert "Figures of **" in risk.text()


def test_thresholds_are_those_of_the_purpose(risk) -> None:
    judge_by(risk, smallest_group=5, file_risk=0.4)
    assert "not met" in cells(risk).loc["Suppressed to k = 3", "Hidden among 5 or more"]
    assert ": met]" in cells(risk).loc["Suppressed to k = 3", "Risk of the file: at most 40%"]


def test_another_individual_risk_is_counted_in_the_files(risk) -> None:
    judge_by(risk, individual_risk=0.4)
    assert ": met]" in cells(risk).loc["Microaggregated in fives", "People above 40%: none"]
    assert "not met]" in cells(risk).loc["Suppressed to k = 3", "People above 40%: none"]
    assert "Records above 10%" in cells(risk, 1).columns, "of the run, which no rule changes"


def test_no_page_has_a_footnote_sign(risk) -> None:
    assert not set("†‡§") & set(risk.text() + cells(risk).to_string() + cells(risk, 1).to_string())


def test_another_key_set_has_other_figures(risk) -> None:
    before = cells(risk, 1).loc["Original", "Re-identification rate"]
    risk.choose("risk_keyset", "Neighbour")
    assert cells(risk, 1).loc["Original", "Re-identification rate"] != before
    assert "**age**, **educ**, **popul**" in risk.text()


def test_records_are_hidden_until_asked_for_and_again_for_another_file(risk) -> None:
    risk.choose("risk_scenario", "Noise on age")
    tables = len(risk.app.dataframe)
    assert "never part of the shareable report" in risk.text()
    risk.click("riskiest_show")
    shown = risk.app.dataframe[-1].value
    assert len(risk.app.dataframe) == tables + 1
    assert len(shown) == 20
    assert list(shown.columns) == [
        "Row", "age", "educ", "income", "popul", "Alike in the file", "Individual risk", "SUDA score",
    ]  # fmt: skip
    assert (shown["Individual risk"].diff().dropna() <= 0).all()
    risk.choose("risk_scenario", "Everything at once")
    assert len(risk.app.dataframe) == tables
    risk.click("riskiest_show")
    risk.click("riskiest_hide")
    assert len(risk.app.dataframe) == tables


def test_scenarios_open(risk) -> None:
    for name in risk.app.selectbox(key="risk_scenario").options[::4]:
        risk.choose("risk_scenario", name)
        assert len(risk.app.get("plotly_chart")) == 2


def test_before_a_run_the_page_says_what_is_missing(user) -> None:
    user.go("risk")
    assert "Nothing to compare yet" in user.text()


def test_without_keys_the_page_says_which_role_is_missing(bring, small_files) -> None:
    user = bring(small_files)
    measured(user, age=Role.ANALYSIS, sex=Role.ANALYSIS, region=Role.ANALYSIS, income=Role.ANALYSIS)
    assert "no key variables are tagged" in user.text().replace("\\", "")
    assert "Go to Variables" in user.buttons()
    assert not user.app.table
    found = workspace(user).comparison
    useful = tuple(replace(file, outcomes=(*file.outcomes, Result("gdu", (), 0.9, 9))) for file in found.scenarios)
    user.app.session_state["workspace"] = replace(workspace(user), comparison=replace(found, scenarios=useful))
    user.go("compare")
    assert "There is no map: no risk was measured: no key variables are tagged" in user.text().replace("\\", "")
    assert not [c for c in user.app.get("plotly_chart") if c.proto.id.endswith("-map_chart")]


def test_own_files_with_keys(bring, small_files) -> None:
    user = measured(bring(small_files), **KEYS)
    assert list(cells(user, 1).index) == ["Original", "banded", "sample"]
    user.choose("risk_scenario", "sample")
    user.click("riskiest_show")
    assert list(user.app.dataframe[-1].value.columns[1:3]) == ["age", "sex"], "the sample lacks region"


def test_records_of_files_that_are_gone_cannot_be_shown(bring, small_files) -> None:
    user = measured(bring(small_files), **KEYS)
    user.app.session_state["workspace"] = replace(workspace(user), original=None, masked=())
    user.run()
    assert "bring them in again" in user.text().replace("\\", "")
    judge_by(user, individual_risk=0.4)
    assert all("met]" in cell for cell in cells(user)["People above 40%: none"]), "no file is needed to judge"


@pytest.fixture
def read_off(bring) -> object:
    """A session in which the suppressed region can be read off the postcode."""
    random = np.random.default_rng(2)
    postcode = random.integers(10, 20, 90)
    original = pd.DataFrame({"postcode": postcode, "region": [f"R{p // 5}" for p in postcode], "x": range(90)})
    masked = original.assign(region=original["region"].where(np.arange(90) % 3 > 0, ""))
    user = bring({
        "original.csv": original.to_csv(index=False).encode(), "masked.csv": masked.to_csv(index=False).encode()
    })  # fmt: skip
    ours = workspace(user)
    declared = replace(ours.effective_codebook.declaration("masked.csv"), linked="row", name="masked")
    declared = replace(declared, masking={"region": Masking.SUPPRESS})
    codebook = replace(ours.effective_codebook, scenarios=(declared,))
    user.app.session_state["workspace"] = replace(ours, codebook=codebook)
    return measured(user, postcode=Role.KEY, region=Role.KEY, x=Role.ANALYSIS)


def test_values_given_away_are_listed_in_words(read_off) -> None:
    warnings = [w.value for w in read_off.app.warning]
    assert any("**region** can be read off **postcode**: 30 of 30 suppressed values" in w for w in warnings)


HOSTILE = ("![x](http://evil.example/p.png)", ":red[text] $x$", "Row", "turned\u202eback")


def test_hostile_names_are_shown_and_do_nothing(bring: Callable, small_files: Mapping[str, bytes]) -> None:
    rest = small_files["original.csv"].decode().split("\n", 1)[1]
    content = (",".join(f'"{n}"' for n in HOSTILE) + "\n" + rest).encode()
    user = bring({"original.csv": content, "masked ![x](http://evil.example/q.png).csv": content})
    measured(user, **dict.fromkeys(HOSTILE, Role.KEY))
    user.click("riskiest_show")
    tables = "\n".join(t.value.to_csv() for t in user.app.table)
    for active in ("![x](", ":red[text", "](http", "\u202e"):
        assert active not in user.text() + tables
    columns = list(user.app.dataframe[-1].value.columns)
    assert len(columns) == len(set(columns))


def test_the_download_has_every_file_and_measure(risk) -> None:
    from pages.components.risk.keysets import outcome_of
    from pages.components.risk.table import long_table

    comparison = workspace(risk).comparison
    table = long_table(
        (comparison.original, *comparison.scenarios), "Neighbour", lambda file, m: outcome_of(file, m, "Neighbour")
    )
    measured_here = {o.measure for f in (comparison.original, *comparison.scenarios) for o in f.outcomes}
    offered = {m.id for m in CATALOGUE if m.family == "risk" and m.scope is Scope.FILE}
    assert set(table["measure"]) == offered & measured_here
    assert len(offered & measured_here) > 25
    assert table["file"].nunique() == 1 + len(comparison.scenarios)
    noise = table[(table["file"] == "Noise on age") & (table["measure"] == "global_risk")].iloc[0]
    assert noise["does not hold because"]
    assert (noise["value"] > 0, np.isnan(noise["from"]), np.isnan(noise["to"])) == (True, True, True)
    empty = table[table["value"].isna()]
    assert (empty["not defined because"] != "").all()
