"""The laboratory as an officer uses it."""

import os
import time
from dataclasses import replace

import pytest

from core.decision import ReleaseType, proposed_purpose
from core.execution import WORKERS, RunQueue
from pages.components.laboratory import feedback
from pages.components.laboratory.proposals import values_between
from pages.components.server import sessions
from tests.execution import worker_calls as calls

pytestmark = pytest.mark.slow


def workspace(user):
    return user.state["workspace"]


def finished(user, seconds: float = 90.0):
    """Wait until the laboratory's work has ended."""
    end = time.monotonic() + seconds
    while workspace(user).laboratory.task is not None:
        assert time.monotonic() < end, "the work takes too long"
        time.sleep(0.5)
        user.run()
    return workspace(user).laboratory


@pytest.fixture
def officer(reader_of_example):
    reader_of_example.go("laboratory")
    return reader_of_example


def test_without_files_it_leads_to_them(user) -> None:
    user.go("laboratory")
    assert "The laboratory needs an original file to mask." in user.text()
    assert "Go to Set up" in user.buttons()


def test_a_sensible_recipe_lies_ready_and_says_what_it_touches(officer) -> None:
    text = officer.text()
    assert "Local suppression to k" in text
    assert "all of them emptied" in text
    assert "Touches **" in text
    assert not [b for b in officer.app.button if b.key == "lab_run" and b.disabled]
    assert not officer.state[f"lab_{workspace(officer).laboratory.edition}_0_fold"]
    assert "Which setting is best? Try some, or search the smallest masking" in {e.label for e in officer.app.expander}
    assert "**4. Local suppression to k** popul, age, educ, income · Look-alikes, k 3" in text
    assert officer.app.get("plotly_chart"), "the files on the map"
    assert "at most **5%**" in text
    assert not [n for n in officer.app.number_input if n.key.startswith("limit_")], "edited in one place, not here"
    record = replace(workspace(officer).record, purpose=proposed_purpose(ReleaseType.SECURE))
    officer.state["workspace"] = replace(workspace(officer), record=record)
    officer.run()
    assert "at most **20%**" in officer.text(), "limits are those of the rules in force"


def test_steps_are_added_changed_moved_and_taken_out(officer) -> None:
    steps = len(workspace(officer).laboratory.recipe.steps)
    officer.choose("lab_method", "rounding")
    officer.click("lab_add")
    assert workspace(officer).laboratory.recipe.steps[-1].method == "rounding"
    assert officer.state[f"lab_{workspace(officer).laboratory.edition}_{steps}_fold"], "it asks at once"
    assert "name at least one variable" in officer.text()
    assert officer.app.button(key="lab_run").disabled
    edition = workspace(officer).laboratory.edition
    box = officer.app.multiselect(key=f"lab_{edition}_{steps}_variables")
    box.set_value([box.options[-1]])  # no key: it is not in bands
    officer.run()
    assert not officer.app.button(key="lab_run").disabled
    officer.click(f"lab_{edition}_{steps}_up")
    assert workspace(officer).laboratory.recipe.steps[-2].method == "rounding"
    officer.click(f"lab_{edition + 1}_{steps - 1}_out")
    assert len(workspace(officer).laboratory.recipe.steps) == steps
    for _ in range(steps):
        officer.click(f"lab_{workspace(officer).laboratory.edition}_0_out")
    assert "No step yet: choose a method." in officer.text()


def test_a_changed_parameter_is_in_the_recipe_and_in_its_feedback(officer) -> None:
    bench = workspace(officer).laboratory
    place = [step.method for step in bench.recipe.steps].index("local_suppression")
    before = officer.text()
    officer.app.number_input(key=f"lab_{bench.edition}_{place}_k").set_value(7)
    officer.run()
    assert workspace(officer).laboratory.recipe.steps[place].parameters.k == 7
    assert officer.text() != before


@pytest.mark.own_process
def test_what_steps_touch_is_found_out_outside_the_servers_process(officer, monkeypatch) -> None:
    monkeypatch.setattr(feedback, "step_reports", calls.reports_naming_process)
    officer.state[feedback.KEY] = None
    officer.go("laboratory")
    [report] = officer.state[feedback.KEY][1].reports
    assert int(report.method) != os.getpid()
    assert "Touches nothing." in officer.text()


@pytest.mark.own_process
def test_a_recipe_that_takes_too_long_to_try_is_said_and_can_be_run(officer, monkeypatch) -> None:
    officer.state[feedback.KEY] = None
    with monkeypatch.context() as patched:
        patched.setattr(WORKERS, "seconds", 0.5)
        patched.setattr(feedback, "step_reports", calls.sleeps)
        officer.go("laboratory")
        assert "the calculation took longer than the 0.5 seconds" in officer.text().replace("\\", "")
        patched.setattr(WORKERS, "call", pytest.fail)
        officer.run()  # not tried at every rerun
    assert officer.state[feedback.KEY][1].complete


def test_a_recipe_runs_as_a_new_scenario(officer) -> None:
    scenarios = len(workspace(officer).scenarios())
    comparison = workspace(officer).comparison
    # measured with little, so that the test is short: the plan is that of the comparison
    plan = {**comparison.plan, "measures": ["gdu", "global_risk"]}
    officer.state["workspace"] = replace(workspace(officer), comparison=replace(comparison, plan=plan))
    edition = workspace(officer).laboratory.edition
    officer.app.text_input(key=f"lab_name_{edition}").set_value("Made here")
    officer.run()
    officer.click("lab_run")
    bench = finished(officer)
    assert bench.notice == ""
    (made,) = bench.made
    assert made.declaration.name == "Made here"
    assert made.microdata.name == "made_here.csv"
    assert len(workspace(officer).scenarios()) == scenarios + 1
    assert workspace(officer).comparison.scenarios[-1].name == "Made here"
    assert workspace(officer).comparison.scenarios[-1].sha256 == made.microdata.sha256
    assert "made_here" in officer.text().replace("\\", "")
    compared = next(d.value for d in officer.app.dataframe if "Figures kept" in d.value)
    assert list(compared["File"]) == ["Made here", "Prepared for release"]
    assert list(compared["Utility"])[1] == "79.3%"
    assert list(compared["Figures kept"])[1] == "9 of 11"
    assert "What speaks against the newest" in officer.text()
    officer.click("lab_drop_0")
    assert len(workspace(officer).scenarios()) == scenarios
    assert workspace(officer).comparison.scenarios[-1].name != "Made here"


def test_a_name_that_is_taken_is_refused(officer) -> None:
    taken = workspace(officer).comparison.scenarios[0].name
    officer.app.text_input(key=f"lab_name_{workspace(officer).laboratory.edition}").set_value(taken)
    officer.run()
    assert "A masked file has this name already" in officer.text()
    assert officer.app.button(key="lab_run").disabled


def test_settings_are_tried_and_one_is_taken_over(officer) -> None:
    officer.choose("lab_risk", "global_risk")
    name = next(n.key for n in officer.app.number_input if n.key.startswith("lab_count_first"))
    officer.app.number_input(key=name).set_value(2)
    officer.run()
    officer.click("lab_sweep")
    bench = finished(officer)
    assert len(bench.sweep.steps) == 2
    assert all(step.assessment for step in bench.sweep.steps)
    assert any(len(d.value) == 2 for d in officer.app.dataframe if "Within the limit" in d.value)
    last = bench.sweep.steps[-1].setting
    officer.choose("lab_setting", last.name)
    officer.click("lab_take")
    assert workspace(officer).laboratory.recipe == last.recipe


def test_the_smallest_masking_is_searched(officer) -> None:
    officer.click("lab_search")
    bench = finished(officer)
    assert bench.answer is not None, bench.notice
    assert len(bench.tried) >= 2
    assert "the limit of" in officer.text()


def test_work_can_be_cancelled(officer) -> None:
    officer.click("lab_sweep")
    assert workspace(officer).laboratory.working
    officer.click("lab_cancel")
    bench = finished(officer, 10)
    assert "It was cancelled" in bench.notice


def _sleeping():
    yield "started"
    time.sleep(60)


def test_work_that_waits_says_so_in_the_words_of_a_run_that_waits(officer, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = RunQueue(1)
    monkeypatch.setattr(sessions, "RUNS", runs)
    other = runs.start(_sleeping)
    officer.click("lab_search")
    assert "Waiting · one run of another user comes first" in str(officer.app.get("progress")[0].proto)
    officer.click("lab_cancel")
    assert workspace(officer).laboratory.task is None
    other.cancel()


def test_own_files_are_masked_before_anything_was_measured(bring, small_files) -> None:
    user = bring({"original.csv": small_files["original.csv"]})
    user.go("laboratory")
    assert "Nothing has been measured yet" in user.text()
    user.choose("lab_method", "sampling")
    user.click("lab_add")
    user.click("lab_run")
    bench = finished(user)
    assert len(bench.made) == 1, bench.notice
    assert len(workspace(user).scenarios()) == 1


def test_values_of_a_sweep() -> None:
    assert values_between(1.0, 9.0, 5, whole=False) == (1, 3, 5, 7, 9)
    assert values_between(2.0, 4.0, 5, whole=True) == (2, 3, 4)
