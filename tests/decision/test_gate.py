"""The gate: what passes, fails or cannot be judged, as an exit code and in words."""

import json
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree as Xml

import pytest

from core.__main__ import main
from core.assessment import make_plan
from core.commands import gate_document
from core.data import KeySet, RelationKind
from core.decision import GateAnswer, Purpose, ReleaseType, gate, proposed_purpose, write_policy
from core.decision.purpose import Requirement
from core.decision.risk_thresholds import THRESHOLDS
from core.errors import PlanError, ResultsError
from core.reports import read_results, write_results
from tests.decision.situations import cancelled, compared, hollow, masked, original

TODAY = date(2027, 6, 1)
POLICY = proposed_purpose(ReleaseType.SCIENTIFIC)
PASSES, FAILS, NOT_JUDGED = GateAnswer
AT_LIMIT = 0.05


def answered(*files, policy=POLICY, of=None, **asked):
    return gate(compared(*files, of=of), policy, TODAY, **asked)


def against(answer):
    return [check.sentence for check in answer.checks if check.answer is not PASSES]


def test_a_file_that_meets_everything_passes():
    answer = answered(masked("A"))
    assert (answer.answer, answer.passing) == (PASSES, ("A",))
    assert [c.threshold for c in answer.checks] == [t.id for t in THRESHOLDS]


def test_one_limit_that_fails_is_said_with_value_and_limit():
    answer = answered(masked("A", risk=0.08))
    assert answer.answer is FAILS
    (failed,) = [c for c in answer.checks if c.answer is FAILS]
    assert (failed.value, failed.interval, failed.limit) == (0.08, None, 0.05)
    assert failed.sentence == "risk of the file 8.0%, limit 5%"


def test_an_interval_stands_behind_the_figure_that_has_one():
    utility = Requirement("share_gdu", 0.8, "rule 4", 0.8)
    answer = answered(masked("A", gdu=(0.7, 0.65, 0.75)), policy=Purpose(ReleaseType.OWN, (utility,)))
    (failed,) = [c for c in answer.checks if c.answer is FAILS]
    assert "(95% interval 65.0% to 75.0%)" in failed.sentence


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (AT_LIMIT, PASSES),  # at most
        (AT_LIMIT * (1 + 1e-12), PASSES),  # as far as rounding reaches
        (AT_LIMIT + 1e-6, FAILS),
        ("no keys in the file", NOT_JUDGED),
        ("failed", NOT_JUDGED),
        (None, NOT_JUDGED),
    ],
)
def test_at_the_limit_and_without_a_figure(value, answer):
    assert answered(masked("A", risk=value)).answer is answer


def test_a_figure_that_does_not_hold_never_passes():
    answer = answered(hollow(masked("A")))
    assert answer.answer is NOT_JUDGED
    assert "does not hold" in against(answer)[0]


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        (cancelled("A"), NOT_JUDGED),
        (masked("A", bottom=None), NOT_JUDGED),
        (masked("A", gdu=0.5), FAILS),  # below shuffled columns
        (masked("A", kept=(0, 4)), FAILS),
        (masked("A", relation=RelationKind.IDENTICAL), FAILS),
    ],
)
def test_what_a_file_is_counts_beside_its_figures(file, answer):
    assert answered(file).answer is answer


def test_limits_that_the_original_meets_judge_nothing():
    answer = answered(masked("A"), of=masked("Original"))
    assert (answer.answer, answer.passing) == (NOT_JUDGED, ())


def test_of_several_files_all_must_pass_or_one_is_enough():
    files = masked("A"), masked("B", alone=0.3), hollow(masked("C"))
    assert answered(*files).answer is FAILS
    assert answered(*files, any_of=True).answer is PASSES
    assert answered(*files, any_of=True).passing == ("A",)
    assert answered(*files[1:], any_of=True).answer is NOT_JUDGED
    assert answered(*files, scenario="A").answer is PASSES
    with pytest.raises(PlanError, match=r"no masked file 'D'.*A, B, C"):
        answered(*files, scenario="D")


def test_a_policy_that_has_run_out_or_asks_for_another_key_set_judges_nothing():
    old = replace(POLICY, valid_until="2027-05-31")
    assert answered(masked("A"), policy=old).answer is NOT_JUDGED
    assert answered(masked("A"), policy=replace(POLICY, valid_until="2027-06-01")).answer is PASSES
    asking = replace(POLICY, keysets=(("neighbour", ("age", "sex")),))
    assert "neighbour (age, sex), which was not measured" in against(answered(masked("A"), policy=asking))[0]
    comparison = replace(compared(masked("A")), keysets=(KeySet("keys", ("sex", "age")),))
    assert gate(comparison, asking, TODAY).answer is PASSES


@pytest.mark.parametrize(
    ("gdu", "answer"), [(0.9, PASSES), (0.8, PASSES), (0.79, FAILS), ((0.85, 0.75, 0.9), NOT_JUDGED)]
)
def test_a_limit_of_utility_is_met_from_below(gdu, answer):
    utility = Requirement("share_gdu", 0.8, "rule 4", 0.8)
    policy = Purpose(ReleaseType.OWN, (*POLICY.requirements, utility))
    assert answered(masked("A", gdu=gdu), policy=policy).answer is answer


BAD = 'a "b" <c> & 100%'


def test_the_answer_in_every_format():
    answer = answered(masked(BAD, alone=0.3), hollow(masked("C")))
    text, found, xml, github = (
        gate_document(answer, POLICY, form, "r.json") for form in ("verbose", "json", "junit", "github")
    )
    assert text.startswith("r.json: fails (scientific release)")
    assert f"  fails: {BAD}: people found with a chance above one half 30.0%, limit 20% [20% is the milder" in text
    content = json.loads(found)
    assert (content["format"], content["exit_code"]) == ("ru-map-gate/1", 1)
    assert content["verdicts"] == {BAD: "cannot go out", "C": "not known"}
    assert {c["answer"] for c in content["checks"]} == {"passes", "fails", "cannot be judged"}
    suite = Xml.fromstring(xml)
    assert (suite.get("failures"), suite.get("errors"), suite.get("tests")) == ("1", "5", "10")
    assert suite.find("testcase/failure").get("message").startswith(BAD)
    assert github.startswith("::error title=Release policy::" + BAD.replace("%", "%25"))
    assert "::warning" in github


def test_the_text_is_a_line_a_file_with_the_first_reason_and_how_many_more():
    answer = answered(masked("A"), masked(BAD, alone=0.3, dis=0.4, gdu=0.5), hollow(masked("C")))
    assert gate_document(answer, POLICY, "text", "r.json").splitlines() == [
        "r.json: fails (scientific release); passing: A",
        "  A: can go out, all 6 rules met",
        f"  {BAD}: cannot go out, 3 of 6 rules met: it is no better than shuffled columns (utility 50.0%, "
        "shuffled 58.0% to 62.0%) and 2 more",
        "  C: not known, 1 of 6 rules met: 5 figures do not hold: age changed by noise",
    ]


def test_where_one_file_is_enough_what_speaks_against_another_stops_no_pipeline():
    """Before, a build server was red by the report of a gate that had ended with 0."""
    answer = answered(masked("A"), masked(BAD, alone=0.3), hollow(masked("C")), any_of=True)
    assert answer.answer is PASSES
    suite = Xml.fromstring(gate_document(answer, POLICY, "junit", "r.json"))
    assert [suite.get(kind) for kind in ("failures", "errors", "skipped")] == ["0", "0", "6"]
    github = gate_document(answer, POLICY, "github", "r.json").splitlines()
    assert [line.partition(" ")[0] for line in github] == ["::notice"] * 7


@pytest.mark.parametrize(("risk", "code"), [(0.01, 0), (0.08, 1), ("not here", 2)])
def test_the_command_ends_with_the_answer(tmp_path, capfd, risk, code):
    policy, results = tmp_path / "policy.toml", tmp_path / "results.json"
    policy.write_text(write_policy(POLICY))
    comparison = compared(masked("A", risk=risk))
    results.write_text(write_results(replace(comparison, plan=make_plan(["gdu"]).described())))
    assert main(["gate", str(results), "--policy", str(policy)]) == code
    assert capfd.readouterr().out.startswith("results.json: ")


def test_a_policy_or_results_that_cannot_be_read_are_not_judged(tmp_path, capfd):
    results = tmp_path / "results.json"
    results.write_text("{}")
    assert main(["gate", str(results), "--policy", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: there is no such file" in capfd.readouterr().err
    (tmp_path / "policy.toml").write_text(write_policy(POLICY))
    assert main(["gate", str(results), "--policy", str(tmp_path / "policy.toml")]) == 2
    assert "not a results file" in capfd.readouterr().err


def test_a_type_of_release_stands_for_what_is_proposed_unless_a_file_is_so_called(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    comparison = compared(masked("A", risk=0.08))
    (tmp_path / "results.json").write_text(write_results(replace(comparison, plan=make_plan(["gdu"]).described())))
    assert main(["gate", "results.json", "--policy", "public"]) == 1
    assert "8.0%, limit 5%" in capfd.readouterr().out
    (tmp_path / "public").write_text(write_policy(replace(POLICY, signed_by="the board")))
    main(["gate", "results.json", "--policy", "public"])
    assert "signed by the board" in capfd.readouterr().out
    assert main(["gate", "results.json", "--policy", "own"]) == 2


def test_an_original_that_is_risky_is_what_the_cases_stand_on():
    assert answered(masked("A"), of=original()).answer is PASSES


FORGED = "A\x00\x1b[2J\nresults: passes"


def test_a_name_begins_no_line_of_its_own_and_breaks_no_document():
    """Before, a name could add a line that says that all is well, and JUnit was no XML."""
    answer = answered(masked(FORGED, risk=0.08))
    signed = replace(POLICY, signed_by=FORGED)
    for form in ("text", "verbose", "github"):
        lines = gate_document(answer, signed, form, FORGED).splitlines()
        assert not any(line.startswith("results: passes") for line in lines)
        assert "\x1b" not in "".join(lines)
    suite = Xml.fromstring(gate_document(answer, signed, "junit", FORGED))
    assert "<U+0000>" in suite[0].attrib["classname"]


def test_results_that_name_half_a_character_cannot_be_judged(tmp_path, capsys):
    """Before, the gate ended with a traceback and with 1, as if a limit had failed."""
    results, policy = tmp_path / "r.json", tmp_path / "p.toml"
    results.write_text(write_results(compared(masked("Abc"))).replace("Abc", "\\ud800"))
    policy.write_text(write_policy(POLICY))
    assert main(["gate", str(results), "--policy", str(policy)]) == 2
    assert "half a character" in capsys.readouterr().err


def test_results_with_a_number_that_no_computer_holds_are_refused_in_words():
    content = json.loads(write_results(compared(masked("A"))))
    content["outcomes"][-1]["value"] = 10**400
    with pytest.raises(ResultsError, match="damaged"):
        read_results(json.dumps(content))
