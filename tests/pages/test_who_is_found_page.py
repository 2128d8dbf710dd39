"""Who is found: every version against every limit, who the people are, hidden records, what is missing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.assessment import CATALOGUE, collect, make_plan, run
from core.data import Masking, Role
from core.decision import ReleaseType, proposed_purpose
from core.measures import Result, Scope, Subject

pytestmark = pytest.mark.slow


@pytest.fixture
def found_page(reader_of_example):
    reader_of_example.go("who_is_found")
    return reader_of_example


def details(user, *parts: str) -> None:
    """Open what is folded away."""
    for part in parts:
        user.state[f"details_{part}"] = True
    user.run()


def look_at(user, name: str) -> None:
    user.choose("version_looked_at", name)


def drawn(user, chart: str):
    return json.loads(next(c.proto.spec for c in user.app.get("plotly_chart") if c.proto.id.endswith(f"-{chart}")))


def dots(user) -> dict[str, dict[str, str]]:
    """Return the shape of the dot of every version, by the title of the limit."""
    spec = drawn(user, "limits_chart")
    titles = [a["text"].replace("<br>", " ") for a in spec["layout"]["annotations"] if a.get("yanchor") == "bottom"]
    traces = [t for t in spec["data"] if t["type"] == "scatter"]
    return {
        title: dict(zip((c[0] for c in trace["customdata"]), trace["marker"]["symbol"], strict=True))
        for title, trace in zip(titles, traces, strict=True)
    }


def workspace(user):
    return user.state["workspace"]


def measured(user, **roles: Role):
    """Measure the risk of the files at hand, with these roles, as a run would."""
    ours = workspace(user)
    codebook = ours.effective_codebook
    variables = tuple(replace(v, role=roles.get(v.name, v.role)) for v in codebook.variables)
    ours = replace(ours, codebook=replace(codebook, variables=variables))
    plan = make_plan(",".join(m.id for m in CATALOGUE if m.family == "risk"), ["interval.groups=0"])
    steps = run(ours.original_data, ours.scenarios(), ours.codebook, plan)
    user.state["workspace"] = replace(ours, comparison=collect(plan, steps))
    user.go("who_is_found")
    return user


KEYS = {"age": Role.KEY, "sex": Role.KEY, "region": Role.KEY, "income": Role.SENSITIVE}


def test_the_answer_counts_people_of_a_thousand_against_the_limit(found_page) -> None:
    assert "Prepared for release: 19 of 1,000 people could be found (limit 50)." in found_page.text().replace("\\", "")
    look_at(found_page, "Noise on age")
    assert "Noise on age: 646 of 1,000 people" in found_page.text().replace("\\", "")


def test_every_version_has_a_dot_against_every_limit(found_page) -> None:
    shapes = dots(found_page)
    assert next(iter(shapes)) == "Among fewer than 3: none"
    risk = shapes["Risk of the file: at most 5%"]
    names = [s.name for s in workspace(found_page).comparison.scenarios]
    assert list(risk) == ["", *names]
    assert (risk["Prepared for release"], risk["Noise on age"], risk[""]) == ("circle", "square", "square")
    found_page.click_point("limits_chart", ["Noise on age"])
    assert workspace(found_page).choice.scenario == "Noise on age"


def judge_by(user, **limits) -> None:
    """Judge by a scientific-use file's thresholds, some of them changed."""
    purpose = proposed_purpose(ReleaseType.SCIENTIFIC)
    for threshold, limit in limits.items():
        purpose = purpose.changed(threshold, limit, "tried in a test")
    work = workspace(user)
    user.state["workspace"] = replace(work, record=replace(work.record, purpose=purpose))
    user.run()


def test_limits_are_those_of_the_purpose(found_page) -> None:
    judge_by(found_page, smallest_group=5, file_risk=0.4, individual_risk=0.4)
    shapes = dots(found_page)
    assert shapes["Among fewer than 5: none"]["Suppressed to k = 3"] == "square"
    assert shapes["Risk of the file: at most 40%"]["Suppressed to k = 3"] == "circle"
    assert shapes["People above 40%: none"]["Microaggregated in fives"] == "circle"
    assert "above 40%" in found_page.text()


def test_panels_show_the_versions_of_the_bar_on_one_scale(found_page) -> None:
    shown = found_page.app.multiselect(key="versions_shown").value
    layout = drawn(found_page, "risk_distribution")["layout"]
    axes = [layout[a] for a in layout if a.startswith("xaxis")]
    assert len(axes) == 1 + len(shown)
    assert len({tuple(a["range"]) for a in axes}) == 1


def test_key_combinations_that_single_people_out_are_counted(found_page) -> None:
    table = next(d.value for d in found_page.app.dataframe if "Alone on" in d.value).set_index("Alone on")
    assert table.loc["age × popul", "Original"] == 553
    assert (table["11 Prepared for release"] == 0).all()


def test_another_key_set_has_other_figures_and_stands_in_the_address(found_page) -> None:
    before = found_page.text()
    found_page.choose("bar_keyset", "Neighbour")
    assert found_page.text() != before
    assert found_page.app.query_params["keys"]
    found_page.state["bar_intruder"] = True
    found_page.run()
    assert "**age**, **educ**, **popul**" in found_page.text()


def test_records_are_hidden_until_asked_for_and_again_for_another_file(found_page) -> None:
    details(found_page, "riskiest")
    look_at(found_page, "Noise on age")
    tables = len(found_page.app.dataframe)
    assert "never part of the shareable report" in found_page.text()
    found_page.click("riskiest_show")
    shown = found_page.app.dataframe[-1].value
    assert len(found_page.app.dataframe) == tables + 1
    assert len(shown) == 20
    assert list(shown.columns) == [
        "Row", "age", "educ", "income", "popul", "Alike in the file", "Individual risk", "SUDA score",
    ]  # fmt: skip
    assert (shown["Individual risk"].diff().dropna() <= 0).all()
    look_at(found_page, "Everything at once")
    assert len(found_page.app.dataframe) == tables
    found_page.click("riskiest_show")
    found_page.click("riskiest_show")
    assert len(found_page.app.dataframe) == tables


def test_all_figures_of_risk_stand_in_one_table(found_page) -> None:
    details(found_page, "risk_measures", "attacks", "inferable_values")
    found_page.app.toggle(key="measures_of_all").set_value(True)
    found_page.run()
    table = next(d.value for d in found_page.app.dataframe if "By the intervals" in d.value)
    here = {o.measure for f in workspace(found_page).comparison.scenarios for o in f.outcomes}
    wanted = {
        m.name for m in CATALOGUE
        if m.is_risk and m.scope is Scope.FILE and m.subject is not Subject.SIZE and m.id in here
    }  # fmt: skip
    assert {name.partition(" · ")[0] for name in table["Measure"]} == wanted
    noise = table.set_index("Measure")["3 Noise on age"]
    assert "†" in noise["Re-identification rate · Marketing data"]
    assert "look at the risk of the file" in found_page.text()


def test_before_a_run_the_page_says_what_is_missing(user) -> None:
    user.go("who_is_found")
    assert "Nothing to compare yet" in user.text()


def test_without_keys_the_page_says_which_role_is_missing(bring, small_files) -> None:
    user = bring(small_files)
    measured(user, age=Role.ANALYSIS, sex=Role.ANALYSIS, region=Role.ANALYSIS, income=Role.ANALYSIS)
    assert "no key variables are tagged" in user.text().replace("\\", "")
    assert "Go to Set up" in user.buttons()
    assert not user.app.dataframe
    compared = workspace(user).comparison
    useful = tuple(replace(file, outcomes=(*file.outcomes, Result("gdu", (), 0.9, 9))) for file in compared.scenarios)
    user.state["workspace"] = replace(workspace(user), comparison=replace(compared, scenarios=useful))
    user.go("compare")
    assert "There is no map: no risk was measured: no key variables are tagged" in user.text().replace("\\", "")
    assert not [c for c in user.app.get("plotly_chart") if c.proto.id.endswith("-map_chart")]


def test_own_files_with_keys(bring, small_files) -> None:
    user = measured(bring(small_files), **KEYS)
    look_at(user, "sample")
    details(user, "riskiest")
    user.click("riskiest_show")
    assert list(user.app.dataframe[-1].value.columns[1:3]) == ["age", "sex"], "the sample lacks region"


def test_records_of_files_that_are_gone_cannot_be_shown(bring, small_files) -> None:
    user = measured(bring(small_files), **KEYS)
    user.state["workspace"] = replace(workspace(user), original=None, masked=())
    user.run()
    assert "bring them in again" in user.text().replace("\\", "")
    judge_by(user, individual_risk=0.4)
    assert dots(user)["People above 40%: none"], "no file is needed to judge"


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
    user.state["workspace"] = replace(ours, codebook=codebook)
    return measured(user, postcode=Role.KEY, region=Role.KEY, x=Role.ANALYSIS)


def test_values_given_away_are_listed_in_words(read_off) -> None:
    details(read_off, "inferable_values")
    warnings = [w.value for w in read_off.app.warning]
    assert any("**region** can be read off **postcode**: 30 of 30 suppressed values" in w for w in warnings)


HOSTILE = ("![x](http://evil.example/p.png)", ":red[text] $x$", "Row", "turned\u202eback")


def test_hostile_names_are_shown_and_do_nothing(bring: Callable, small_files: Mapping[str, bytes]) -> None:
    rest = small_files["original.csv"].decode().split("\n", 1)[1]
    content = (",".join(f'"{n}"' for n in HOSTILE) + "\n" + rest).encode()
    user = bring({"original.csv": content, "masked ![x](http://evil.example/q.png).csv": content})
    measured(user, **dict.fromkeys(HOSTILE, Role.KEY))
    details(user, "riskiest")
    user.click("riskiest_show")
    for active in ("![x](", ":red[text", "](http", "\u202e"):
        assert active not in user.text()
    columns = list(user.app.dataframe[-1].value.columns)
    assert len(columns) == len(set(columns))
