"""``gate``: masked files compared with a policy; the exit code says whether a pipeline may go on."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

from core.assessment import Comparison
from core.commands.disk import content_of, text_of
from core.commands.terminal import put
from core.decision import GateAnswer, GateCheck, GateVerdict, Purpose, ReleaseType, proposed_purpose, read_policy
from core.decision import gate as held_against
from core.errors import CodebookError, ResultsError
from core.reports import read_project, read_results_file
from core.wording import did_you_mean, written_out

FORMAT = "ru-map-gate/1"
PROPOSED = tuple(str(release) for release in ReleaseType if release is not ReleaseType.OWN)
"""Types of release whose thresholds the program proposes."""
WORDS = {
    GateAnswer.PASSES: "passes",
    GateAnswer.FAILS: "fails",
    GateAnswer.NOT_JUDGED: "cannot be judged",
}
JUNIT = {GateAnswer.FAILS: "failure", GateAnswer.NOT_JUDGED: "error"}
GITHUB = {GateAnswer.FAILS: "error", GateAnswer.NOT_JUDGED: "warning"}
"""What speaks against a file, as others mark it. Where one file that passes is enough, they would stop at the others:
what speaks against those is said, and marked as nothing to stop at."""


def gate(options: argparse.Namespace) -> int:
    """Say what speaks against the masked files; return 0, 1 where one fails, 2 where that cannot be judged."""
    purpose = policy_named(options.policy)
    comparison = gated_comparison(options.results)
    answer = held_against(comparison, purpose, today(), options.scenario, any_of=options.any)
    form = options.format or "text"
    form = "verbose" if options.verbose and form == "text" else form
    put(gate_document(answer, purpose, form, options.results.name).encode())
    return int(answer.answer)


def policy_named(policy: Path) -> Purpose:
    """Return the policy of a file; where none is so called, what is proposed for a type of release."""
    if str(policy) in PROPOSED and not policy.is_file():
        return proposed_purpose(ReleaseType(policy.name))
    if not policy.exists():
        meant = did_you_mean(policy, PROPOSED)
        raise CodebookError(f"{policy.name}: there is no such file{meant}; name one, or say {', '.join(PROPOSED)}")
    return read_policy(text_of(policy))


def today() -> date:
    """Return the day where this program runs."""
    return datetime.now(UTC).astimezone().date()


def gated_comparison(path: Path) -> Comparison:
    """Read results, those of a sweep or of a project."""
    content, name = content_of(path), path.name
    if content.startswith(b"PK"):
        project = read_project(content, name)
        if project.comparison is None:
            raise ResultsError(f"{name}: nothing was measured in this project; run it first (rerun)")
        return project.comparison
    return read_results_file(_results_in(content), name)


def _results_in(written: bytes) -> bytes:
    """Return the results inside a sweep, whose masked files share one name; anything else as it is."""
    try:
        content = json.loads(written)
        if not content["format"].startswith("ru-map-sweep/"):
            return written
        for scenario in content["results"]["scenarios"]:
            scenario["file"] = scenario["name"]
    except (ValueError, LookupError, TypeError, AttributeError):
        return written  # anyone who reads results says what is wrong with it
    return json.dumps(content["results"]).encode()


def gate_document(answer: GateVerdict, purpose: Purpose, form: str, source: str) -> str:
    """Return the answer as text, JSON, JUnit XML, or annotations of GitHub Actions.

    Names are others' words: what could begin a line of its own, or is no character of XML, is written out.

    Parameters
    ----------
    answer : GateVerdict
    purpose : Purpose
        The policy.
    form : {"text", "verbose", "json", "junit", "github"}
        "text" is a line a file; "verbose" names everything that speaks against them.
    source : str
        Name of the results file.
    """
    write = {"text": _text, "verbose": _verbose, "json": _json, "junit": _junit, "github": _github}[form]
    return write(answer, purpose, source)


def _headline(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    signed = f", signed by {purpose.signed_by}" if purpose.signed_by else ""
    passing = f"; passing: {', '.join(answer.passing)}" if answer.passing else ""
    return written_out(f"{source}: {WORDS[answer.answer]} ({purpose.release} release{signed}){passing}")


def _line(check: GateCheck) -> str:
    place = f"{check.scenario}: " if check.scenario else ""
    source = f" [{check.source}]" if check.source else ""
    return written_out(f"{place}{check.sentence}{source}")


def _text(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    about_all = [_line(c) for c in answer.checks if not c.scenario]
    lines = (f"  {written_out(line)}" for line in (*about_all, *answer.lines))
    return "\n".join((_headline(answer, purpose, source), *lines)) + "\n"


def _verbose(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    against = [c for c in answer.checks if c.answer is not GateAnswer.PASSES]
    lines = [_headline(answer, purpose, source), *(f"  {WORDS[c.answer]}: {_line(c)}" for c in against)]
    return "\n".join(lines) + "\n"


def _json(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    checks = [{**asdict(c), "answer": WORDS[c.answer]} for c in answer.checks]
    content = {
        "format": FORMAT,
        "results": source,
        "release": str(purpose.release),
        "signed_by": purpose.signed_by,
        "answer": WORDS[answer.answer],
        "exit_code": int(answer.answer),
        "passing": answer.passing,
        "verdicts": answer.verdicts,
        "checks": checks,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _junit(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    kinds = dict.fromkeys(JUNIT, "skipped") if answer.answer is GateAnswer.PASSES else JUNIT
    given = [kinds.get(c.answer) for c in answer.checks]
    suite = Xml.Element("testsuite", name=f"ru-map gate, {purpose.release}", tests=str(len(given)))
    for counted, word in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(counted, str(given.count(word)))
    for check, kind in zip(answer.checks, given, strict=True):
        name, place = written_out(check.threshold or check.sentence), written_out(check.scenario or source)
        case = Xml.SubElement(suite, "testcase", classname=place, name=name)
        if kind is not None:
            Xml.SubElement(case, kind, message=_line(check))
    Xml.indent(suite)
    return Xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _github(answer: GateVerdict, purpose: Purpose, source: str) -> str:
    marks = dict.fromkeys(GITHUB, "notice") if answer.answer is GateAnswer.PASSES else GITHUB
    against = [c for c in answer.checks if c.answer in marks]
    lines = [f"::{marks[c.answer]} title=Release policy::{_escaped(_line(c))}" for c in against]
    return "\n".join([*lines, f"::notice title=Release policy::{_escaped(_headline(answer, purpose, source))}"]) + "\n"


def _escaped(text: str) -> str:
    """Return a text that ends no command of the workflow."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
