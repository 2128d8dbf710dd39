"""The Decide page: purpose, decision, signatures, checklist; a project saved and taken up again."""

import datetime
import hashlib
import os
import sys
import time
from dataclasses import replace
from functools import cache

import pytest

from core.assessment import collect, make_plan, run
from core.decision import ReleaseType, RuledFiles, broken_at, proposed_purpose, write_policy
from core.decision.policy import read_policy
from core.reports import make_report, read_project, write_project
from core.reports.package_formats import installed_formats
from pages.components.files.project_open import missing_files
from pages.components.report import decision_checks, project_save, report_export, report_preview
from pages.components.report.project_save import project_of
from pages.components.selection import PREFERRED
from pages.components.workspace import KEY, Workspace
from tests.execution import worker_calls as calls
from tests.pages import failing_exports
from tests.pages.conftest import ROOT, User, results_of_example

pytestmark = pytest.mark.slow

DECIDED = "Suppressed to k = 5"


FEW = (DECIDED, "Suppressed to k = 3", "Noise on age", "Everything at once")
"""Scenarios of the worked example: a project of all of them is read and written three times as long."""


@cache
def few_results():
    """Return one object for all tests: what is worked out of it to be shown is kept for it."""
    whole = results_of_example()
    return replace(whole, scenarios=tuple(s for s in whole.scenarios if s.name in FEW))


@pytest.fixture
def reporter(user):
    """A session with some of the worked example open at the Decide page."""
    user.start(
        "decide", **{KEY: Workspace(example="voters", comparison=few_results()), PREFERRED: "Everything at once"}
    )
    return user


def workspace(user):
    return user.state["workspace"]


def fill(user, key, value):
    element = next(e for kind in (user.app.text_input, user.app.text_area) for e in kind if e.key == key)
    element.set_value(value)


def open_parts(user, *parts):
    """Open what is folded away."""
    for name in parts:
        user.state[f"details_{name}"] = True
    user.run()


def open_rules(user):
    """Open the rules in the bar; they close where the release type changes."""
    user.state["purpose_popover"] = True
    user.run()


def choose_purpose(user, release):
    open_rules(user)
    user.app.segmented_control(key="purpose_release_0_0").set_value(release)
    user.run()
    open_rules(user)


def confirm_rules(user):
    """Confirm the rules where nobody has."""
    box = user.app.checkbox(key="decision_rules_0")
    if not box.disabled:
        box.check()
        user.run()


def sign(user, *names):
    """Sign what is on record."""
    for i, name in enumerate(names, 1):
        fill(user, f"officer_{i}_0_voters_k5.csv_True", name)
        user.app.date_input(key=f"signed_{i}_0_voters_k5.csv_True").set_value(datetime.date(2026, 3, 31))
    user.click("decision_submit")


def decide(user, reason="keeps most within the limits"):
    """Decide on a file that is struck out, with what speaks against it confirmed; None: with the draft as it is."""
    user.choose("decision_version_0", DECIDED)
    user.app.checkbox(key="decision_seen_0_voters_k5.csv").check()
    confirm_rules(user)
    if reason is not None:
        fill(user, "decision_reason_0_voters_k5.csv", reason)
    user.click("decision_submit")


def test_nothing_measured_leads_on(user):
    user.go("decide")
    assert "Nothing to compare yet" in user.text()


def test_the_purpose_proposes_thresholds_and_a_change_needs_a_reason(reporter):
    assert "weighed for another kind of release" not in reporter.text()
    (entry,) = workspace(reporter).record.trail
    assert entry.action.startswith("results of 4 scenarios, seed 1, SHA-256 ")
    choose_purpose(reporter, "public")
    assert "weighed for another kind of release" in reporter.text()
    assert workspace(reporter).record.purpose.requirement("smallest_group").limit == 5
    reporter.choose("limit_0_0_public_smallest_group", 3)
    assert "say why 3 takes the place of 5" in reporter.text().replace("\\", "")
    assert workspace(reporter).record.purpose.requirement("smallest_group").limit == 5
    fill(reporter, "reason_0_0_public_smallest_group", "a small country")
    reporter.run()
    changed = workspace(reporter).record.purpose.requirement("smallest_group")
    assert (changed.limit, changed.reason) == (3, "a small country")
    assert "a small country" in workspace(reporter).record.trail[-1].action


def test_a_struck_file_is_not_decided_on_before_what_speaks_against_it_is_confirmed(reporter):
    reporter.choose("decision_version_0", DECIDED)
    told = reporter.text().replace("\\", "")
    assert "3 of 6 rules met" in told
    assert "largest individual risk 100.0%, limit 5%, key set Marketing data" in told
    fill(reporter, "decision_reason_0_voters_k5.csv", "it must go out")
    reporter.click("decision_submit")
    assert workspace(reporter).record.decision == ""
    assert "nobody has confirmed the rules" in reporter.text()
    confirm_rules(reporter)
    reporter.click("decision_submit")
    assert workspace(reporter).record.decision == ""
    assert "confirm first what speaks against it: " in reporter.text().replace("\\", "")
    reporter.app.checkbox(key="decision_seen_0_voters_k5.csv").check()
    reporter.click("decision_submit")
    record = workspace(reporter).record
    assert (record.decision, record.reason) == ("voters_k5.csv", "it must go out")
    assert record.purpose == proposed_purpose(ReleaseType.SCIENTIFIC)
    assert any(said.startswith("largest individual risk 100.0%") for said in record.against)
    assert "largest individual risk 100.0%" in record.trail[-1].action


def test_what_was_confirmed_is_ticked_when_the_page_is_loaded_anew(reporter):
    decide(reporter)
    recorded = workspace(reporter)
    for against, ticked in ((recorded.record.against, True), (("something else",), False)):
        anew = User()
        anew.start("decide", **{KEY: replace(recorded, record=replace(recorded.record, against=against))})
        assert anew.app.checkbox(key="decision_seen_0_voters_k5.csv").value is ticked


def test_the_draft_alone_is_no_reason_for_a_struck_file(reporter):
    decide(reporter, None)
    assert workspace(reporter).record.decision == ""
    assert workspace(reporter).record.purpose.release == "scientific", "the default rules are confirmed by a click"
    assert "why it is released all the same" in reporter.text()
    fill(reporter, "decision_reason_0_voters_k5.csv", " ")
    reporter.click("decision_submit")
    assert workspace(reporter).record.decision == ""
    assert "needs its reason" in reporter.text()


def test_a_file_without_figures_cannot_be_decided_on(reporter):
    work = workspace(reporter)
    first, *others = work.comparison.scenarios
    bare = replace(work.comparison, scenarios=(replace(first, outcomes=()), *others))
    reporter.state["workspace"] = replace(work, comparison=bare)
    reporter.run()
    reporter.choose("decision_version_0", first.name)
    assert "cannot be released: it was not measured" in reporter.text()
    assert reporter.app.button(key="decision_submit").disabled
    assert "Every key set is met" not in reporter.text()


def test_two_officers_sign_and_a_new_decision_takes_their_names_off(reporter):
    decide(reporter)
    record = workspace(reporter).record
    assert (record.decision, record.reason) == ("voters_k5.csv", "keeps most within the limits")
    sign(reporter, "Ada", "Ada")
    assert "two different people" in reporter.text()
    assert workspace(reporter).record.first is None
    sign(reporter, "Ada", "Grace")
    record = workspace(reporter).record
    assert (record.first.name, record.second.name, record.second.date) == ("Ada", "Grace", "2026-03-31")
    assert record.trail[-1].action == "signed by Ada (2026-03-31) and Grace (2026-03-31)"
    assert "Signed by Ada (2026-03-31) and Grace" in reporter.text().replace("\\", "")
    decide(reporter, "another reason")
    assert workspace(reporter).record.first is None


def test_a_decision_and_its_signatures_are_recorded_at_once(reporter):
    reporter.choose("decision_version_0", DECIDED)
    confirm_rules(reporter)
    reporter.app.checkbox(key="decision_seen_0_voters_k5.csv").check()
    fill(reporter, "decision_reason_0_voters_k5.csv", "keeps most")
    fill(reporter, "officer_1_0_voters_k5.csv_False", "Ada")
    reporter.click("decision_submit")
    record = workspace(reporter).record
    assert (record.decision, record.first.name, record.second) == ("voters_k5.csv", "Ada", None)
    assert [e.action.partition(" ")[0] for e in record.trail[-2:]] == ["decision:", "signed"]


def test_the_version_is_the_one_that_was_chosen_on_another_page(reporter):
    work = workspace(reporter)
    reporter.state["workspace"] = replace(work, choice=replace(work.choice, scenario="Noise on age"))
    reporter.run()
    assert "You are releasing: **1 Noise on age**" in reporter.text().replace("\\", "")
    reporter.click_point("map_of_decision", [DECIDED])
    assert reporter.app.selectbox(key="decision_version_0").value == DECIDED
    decide(reporter)
    assert f"Recorded for release: **3 {DECIDED}**" in reporter.text().replace("\\", "")
    reporter.choose("decision_version_0", "Noise on age")
    assert f"On record till now: 3 {DECIDED}" in reporter.text().replace("\\", "")


def test_consistency_is_checked_and_kept(reporter):
    open_parts(reporter, "checks")
    reporter.click("run_checks")
    checks = workspace(reporter).record.checks
    assert {c.scenario for c in checks} == {s.name for s in results_of_example().scenarios}


@pytest.mark.own_process
def test_consistency_is_checked_outside_the_servers_process(reporter, monkeypatch):
    monkeypatch.setattr(decision_checks, "consistency_checks", calls.check_naming_process)
    open_parts(reporter, "checks")
    reporter.click("run_checks")
    [check, *_] = workspace(reporter).record.checks
    assert int(check.sentence) != os.getpid()


def test_a_shareable_report_needs_to_know_which_file_is_released(reporter):
    reporter.app.segmented_control(key="report_kind").set_value("shareable")
    reporter.run()
    assert reporter.app.selectbox(key="share_scenario_None").value is None
    assert "HTML, interactive" not in reporter.buttons()
    reporter.choose("share_scenario_None", DECIDED)
    assert "HTML, interactive" in reporter.buttons()


def test_fewer_than_ten_records_need_a_reason_on_record(reporter):
    decide(reporter)
    reporter.app.segmented_control(key="report_kind").set_value("shareable")
    reporter.run()
    reporter.app.number_input(key="share_threshold").set_value(9)
    reporter.run()
    assert "HTML, interactive" not in reporter.buttons()
    fill(reporter, "share_threshold_reason", "a census of a small island")
    reporter.run()
    assert workspace(reporter).record.threshold_reason == "a census of a small island"
    assert "a census of a small island" in workspace(reporter).record.trail[-1].action
    assert "No name of a scenario" in reporter.text()
    assert reporter.app.button(key="report_html").disabled, "before the last look"
    reporter.app.checkbox(key="share_seen").check()
    reporter.run()
    assert not reporter.app.button(key="report_html").disabled


@pytest.mark.parametrize("kind", ["internal", "shareable"])
def test_every_part_can_be_previewed(reporter, kind):
    decide(reporter)
    reporter.app.segmented_control(key="report_kind").set_value(kind)
    reporter.run()
    reporter.app.toggle(key=f"show_preview_{kind}").set_value(True)
    reporter.run()
    parts = reporter.app.selectbox(key=f"preview_{kind}")
    assert parts.options[0] in [h.value.replace("\\", "") for h in reporter.app.subheader], "no level is left out"
    for place in range(0, len(parts.options), 3):
        reporter.choose(f"preview_{kind}", place)


def test_no_report_is_made_before_somebody_wants_it(reporter, monkeypatch):
    made = []
    monkeypatch.setattr(report_preview, "make_report", lambda *about: made.append(about) or make_report(*about))
    reporter.state[report_preview.IN_HAND] = None
    reporter.run()
    assert not reporter.app.button(key="report_html").disabled
    assert not made
    reporter.app.toggle(key="show_preview_internal").set_value(True)
    reporter.run()
    reporter.run()
    assert len(made) == 1


def saved(user) -> bytes:
    return write_project(project_of(workspace(user)))


def test_a_project_of_the_example_is_taken_up_again(reporter):
    choose_purpose(reporter, "scientific")
    decide(reporter)
    content = saved(reporter)
    project = read_project(content)
    assert (project.example, project.record.decision) == ("voters", "voters_k5.csv")
    assert project.record.note_of("voters_k5.csv").note
    reporter.erase()
    reporter.go("setup")
    reporter.upload("Open a saved project", "mine.rumap", content)
    record = workspace(reporter).record
    assert (record.decision, record.trail[-1].action) == ("voters_k5.csv", "project opened: mine.rumap")
    reporter.go("decide")
    assert reporter.app.selectbox(key="decision_version_1").value == DECIDED
    assert "Data stay" in reporter.text()


def test_saving_the_project_asks_for_no_rerun_and_stands_in_the_trail(reporter, monkeypatch):
    files = {}

    def button(label, *, data, key, on_click, **rest):
        files[key] = data
        assert on_click == "ignore", key

    open_parts(reporter, "project")
    monkeypatch.setattr(project_save.st, "download_button", button)
    reporter.click("erase")
    assert {"save_anywhere", "project_save", "erase_save"} <= files.keys()
    assert read_project(files["save_anywhere"]()).example == "voters"
    assert read_project(files["project_save"]()).example == "voters"
    reporter.run()
    entries = [e.action for e in workspace(reporter).record.trail]
    assert entries[-2:] == ["project saved"] * 2
    assert broken_at(workspace(reporter).record.trail) is None
    assert "project saved" in [e.action for e in read_project(files["project_save"]()).record.trail]


def test_a_tampered_project_is_refused_on_the_screen(user, reader_of_example):
    content = bytearray(saved(reader_of_example))
    content[len(content) // 2] ^= 1
    user.erase()
    user.go("setup")
    user.upload("Open a saved project", "bad.rumap", bytes(content))
    assert "bad.rumap" in user.text().replace("\\", "").replace("\u2060", "")
    assert workspace(user).comparison is None


def measured(bring, small_files):
    """Bring files in and measure them quickly, without the Set up page."""
    user = bring(small_files)
    work = workspace(user)
    plan = make_plan(["gdu", "ldu_univariate", "ldu_bivariate", "global_risk"])
    steps = run(work.original_data, work.scenarios(), work.effective_codebook, plan)
    user.state["workspace"] = replace(work, plan=plan, comparison=collect(plan, steps))
    return user


def test_files_of_an_opened_project_are_recognised_by_hash(bring, small_files, monkeypatch):
    user = measured(bring, small_files)
    content = saved(user)
    user.erase()
    user.go("setup")
    user.upload("Open a saved project", "p.rumap", content)
    work = workspace(user)
    assert work.original is None
    assert [s.name for s in work.comparison.scenarios] == ["banded", "sample"]
    for page in ("compare", "what_is_lost", "who_is_found", "decide", "setup"):
        user.go(page)
    assert [f.name for f in missing_files(workspace(user))] == ["original.csv", "banded.csv", "sample.csv"]
    user.upload("Bring the files in again", "something.csv", b"a,b\n1,2\n")
    assert "not one of this project's files" in user.text().replace("\\", "")
    for name, file in small_files.items():
        user.upload("Bring the files in again", f"renamed {name}", file)
    work = workspace(user)
    assert [f.name for f in (work.original, *work.masked)] == ["original.csv", "banded.csv", "sample.csv"]
    assert not missing_files(work)
    assert not work.stale
    assert work.original.microdata.sha256 == hashlib.sha256(small_files["original.csv"]).hexdigest()


def test_individual_risk_is_counted_at_the_purposes_own_threshold(reporter):
    choose_purpose(reporter, "public")
    assert "run again, and the run counts them" not in reporter.text()


def written(user, seconds=120):
    """Wait until the file that was asked for is written; return what became of it."""
    end = time.monotonic() + seconds
    while workspace(user).export.job.active:
        assert time.monotonic() < end, "the report takes too long"
        time.sleep(0.2)
        user.run()
    return workspace(user).export.job


def test_a_report_is_written_in_the_background_and_saved(reporter):
    reporter.click("report_json")
    assert "Cancel" in reporter.buttons()
    assert reporter.app.button(key="report_pdf").disabled
    job = written(reporter)
    assert job.process.pid != os.getpid()
    assert b"voters" in job.received[-1].content
    [save] = [b for b in reporter.app.get("download_button") if b.proto.label.startswith("Save report-internal.json")]
    assert not save.proto.disabled
    choose_purpose(reporter, "public")
    assert not [b for b in reporter.app.get("download_button") if b.proto.label.startswith("Save report-")]


def test_a_report_that_cannot_be_made_says_why(reporter, monkeypatch):
    monkeypatch.setattr(report_export, "export", failing_exports.refused)
    reporter.click("report_pdf")
    written(reporter)
    assert "could not be made as PDF: no room for the figures" in reporter.text()
    monkeypatch.setattr(report_export, "export", failing_exports.dies)
    reporter.click("report_pdf")
    written(reporter)
    assert "could not be made as PDF: the calculation ended unexpectedly" in reporter.text()


def test_a_report_can_be_cancelled(reporter, monkeypatch):
    monkeypatch.setattr(report_export, "export", failing_exports.endless)
    reporter.click("report_docx")
    reporter.click("cancel_export")
    assert "was cancelled" in reporter.text()
    assert not reporter.app.button(key="report_docx").disabled


def rules(user):
    return next(d.value for d in user.app.dataframe if "Rule" in d.value)


def test_own_rules_may_leave_thresholds_out_and_hold_another_measure_to_one(reporter):
    choose_purpose(reporter, "own")
    reporter.app.multiselect(key="rules_0_0").set_value(["file_risk", "share_disco"])
    reporter.run()
    purpose = workspace(reporter).record.purpose
    assert [r.threshold for r in purpose.requirements] == ["file_risk", "share_disco"]
    assert "Attribute disclosure (DiSCO): 5%" in list(rules(reporter)["Rule"])
    assert purpose.requirement("share_disco").files is RuledFiles.ALL
    assert reporter.app.multiselect(key="rules_synthetic_0_0").options == ["Attribute disclosure (DiSCO)"]
    reporter.app.multiselect(key="rules_synthetic_0_0").set_value(["share_disco"])
    reporter.run()
    # what a policy holds beside its limits is asked here too, and the file has it
    fill(reporter, "rules_signed_0_0_own", " Ada ")
    fill(reporter, "source_0_0_own_share_disco", "rule 12 of the office")
    reporter.app.date_input(key="rules_until_0_0_own").set_value(datetime.date(2027, 12, 31))
    reporter.app.multiselect(key="rules_keysets_0_0_own").set_value(["Neighbour"])
    reporter.run()
    policy = read_policy(write_policy(workspace(reporter).record.purpose))
    assert (policy.signed_by, policy.valid_until) == ("Ada", "2027-12-31")
    assert policy.keysets == (("Neighbour", ("age", "educ", "popul")),)
    assert policy.requirement("share_disco").source == "rule 12 of the office"
    assert [r.files for r in policy.requirements] == [RuledFiles.ALL, RuledFiles.SYNTHETIC]
    assert "signed by Ada; valid until 2027-12-31; key sets Neighbour" in workspace(reporter).record.trail[-1].action


def test_a_saved_policy_takes_the_place_of_the_thresholds(reporter):
    policy = write_policy(proposed_purpose(ReleaseType.SECURE))
    open_rules(reporter)
    reporter.upload("Use a saved policy", "office.toml", policy.replace("limit = 0.2", "limit = 2", 1).encode())
    assert "thresholds.sample_uniques" in reporter.text().replace("\\", "")
    assert workspace(reporter).record.purpose is None
    reporter.upload("Use a saved policy", "office.toml", policy.encode())
    assert workspace(reporter).record.purpose == proposed_purpose(ReleaseType.SECURE)
    assert workspace(reporter).record.trail[-1].action == "policy taken from office.toml"
    open_rules(reporter)
    assert reporter.app.segmented_control(key="purpose_release_0_1").value == "secure"
    # a rule of utility, as docs/reference/policy.md shows one, ended the page with an error
    page = (ROOT / "docs" / "reference" / "policy.md").read_text(encoding="utf-8")
    shown = page.split("```toml\n")[1].split("```")[0] + 'reason = "as in 2025"\n'  # of the last rule
    reporter.upload("Use a saved policy", "office.toml", shown.encode())
    assert workspace(reporter).record.purpose == read_policy(shown)
    assert "Global Data Utility: at least 50%" in list(rules(reporter)["Rule"])


def test_formats_whose_packages_are_missing_are_said_and_the_others_offered(reporter, monkeypatch):
    monkeypatch.setitem(sys.modules, "docx", None)
    reporter.run()
    said = [c.value for c in reporter.app.caption if "cannot be made" in c.value]
    assert [line.partition(" cannot")[0] for line in said] == ["Word"]
    assert 'it needs python-docx, not installed here: pip install "ru-map[report]"' in said[0].replace("\\", "")
    buttons = {b.key: b.disabled for b in reporter.app.button if b.key and b.key.startswith("report_")}
    assert buttons["report_docx"]
    assert buttons["report_pdf"] == buttons["report_html"]
    assert not reporter.app.exception


def test_formats_of_another_package_are_offered_where_it_is_installed(reporter, monkeypatch):
    assert {"report_crate", "report_r"} <= {b.key for b in reporter.app.button}
    monkeypatch.setattr("core.extensions.offers", lambda group: ())
    installed_formats.cache_clear()
    reporter.run()
    [said] = [c.value for c in reporter.app.caption if c.value.startswith("More formats: ")]
    assert "ru-map-archive" in said.replace("\\", "")
    assert not {"report_crate", "report_r"} & {b.key for b in reporter.app.button}
    assert not reporter.app.exception
    installed_formats.cache_clear()
