"""``register``: what was released of one original, when to look again, what a new release adds."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.commands.asked_names import check_link
from core.commands.codebook import codebook_for
from core.commands.declared import declared_in
from core.commands.disk import content_of, read_all
from core.commands.gate import policy_named, today
from core.commands.outputs import checked_outputs
from core.commands.own_files import OutputKind
from core.commands.report import read_source
from core.commands.terminal import put_records, put_table, say
from core.data import Microdata, Scenario
from core.decision import (
    Check,
    Register,
    RegisteredRelease,
    ReleaseRecord,
    SignOff,
    Status,
    check_day,
    check_earlier,
)
from core.errors import ProjectError
from core.execution import locked
from core.reports import Project, read_register, registered_release, write_register
from core.wording import sentence_case, written_out

HEAD = (
    "release",
    "decided",
    "type",
    "rules of",
    "signed by",
    "look again",
    "file",
    "SHA-256",
    "beside the others",
    "note",
)
OF_RESULTS = ("scenario", "decided", "signed", "policy", "look_again")
"""Options that say of results what a project has on record."""

OF_CHECK = ("original", "earlier", "codebook", "linked")


def register(options: argparse.Namespace) -> int:
    """Add a decision, check a file against the other releases, say what is due, or list them.

    Returns
    -------
    int
        0; 1 where a check found something or a release is due; 2 where something could not be checked.
    """
    _refuse_stray(options)
    if options.add is not None:
        return _add(options)
    known = _read(options.register)
    if options.check is not None:
        return _check(options, known)
    if options.due is not None:
        return _say_due(known, options.due or str(today()), as_json=options.json)
    put_records(HEAD, [_cells(release) for release in known.releases], as_json=options.json)
    return 0


def _refuse_stray(options: argparse.Namespace) -> None:
    """Refuse options that would do nothing, and a check without its original."""
    of_add = (*OF_RESULTS, "called", "note")
    for belongs, names, asked in (("--check", OF_CHECK, options.check), ("--add", of_add, options.add)):
        for name in names:
            if asked is None and getattr(options, name):
                raise ProjectError(f"{_option(name)} goes with {belongs}")
    if options.check is not None and options.original is None:
        raise ProjectError("--original is missing: releases are compared record by record of the original")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _read(path: Path) -> Register:
    return read_register(content_of(path), path.name)


def _add(options: argparse.Namespace) -> int:
    path = options.register
    source = read_source(options.add)
    project = replace(source, record=_record(source, options))
    _check_output(path, [options.add, *([options.policy] if options.policy and options.policy.is_file() else [])])
    original = project.original
    release = registered_release(project, options.called, options.note)
    with locked(path) as file:
        content = file.content()
        known = read_register(content, path.name) if content else Register(original.name, original.sha256)
        _refuse_other_original(known, original.name, original.sha256, path)
        try:
            known = known.with_release(release)
        except ProjectError as error:
            raise ProjectError(f"{path.name}: {error}") from None
        file.replace(write_register(known))
    name = written_out(release.name)
    say(f"{path.name}: {name} of {release.decided} added, {len(known.releases):,} in all")
    if not release.look_again:
        say(f"{name}: question: from which day is it to be looked at again? None was set")
    return 0


def _check_output(path: Path, inputs: Sequence[Path]) -> None:
    checked_outputs([(path, OutputKind.REGISTER)], inputs, force=False)


def _refuse_other_original(known: Register, name: str, sha256: str, path: Path) -> None:
    if sha256 != known.original_sha256:
        raise ProjectError(
            f"{name} is not the original of {path.name}, which is {known.original} (SHA-256 "
            f"{known.original_sha256[:16]}…): a register is about one original, byte for byte; start another one. "
            f"{sentence_case(known.about_changed(sha256))}".strip()
        )


def _record(source: Project, options: argparse.Namespace) -> ReleaseRecord:
    """Return the decision: of a project as it is on record, of results as the options say."""
    given = [name for name in OF_RESULTS if getattr(options, name)]
    if source.record.decision:
        if given == ["policy"] and source.record.purpose is None:
            return replace(source.record, purpose=policy_named(options.policy))
        if given:
            raise ProjectError(f"{_option(given[0])} is for results: {options.add.name} has a decision on record")
        return source.record
    missing = [name for name in ("decided", "signed", "policy") if name not in given]
    if missing:
        raise ProjectError(
            f"{_option(missing[0])} is missing: {options.add.name} has no decision on record; say when it was made, "
            "who signed and by which policy, or add a project that was decided and signed"
        )
    if len(options.signed) > 2:
        raise ProjectError("--signed: a decision has two signatures at the most")
    signatures = [SignOff(name, options.decided) for name in options.signed]
    second = signatures[1] if len(signatures) > 1 else None
    file, policy = _file_of(source, options.scenario), policy_named(options.policy)
    reason = f"decided on {options.decided}"
    return ReleaseRecord(policy, (), file, reason, signatures[0], second, look_again=options.look_again)


def _file_of(source: Project, scenario: str) -> str:
    """Return the masked file of that name, or of a scenario of that name; the only one where none is named."""
    names = {file.name: source.scenario_name(file.name) for file in source.masked}
    meant = [file for file, name in names.items() if scenario in ("", file, name)]
    if len(meant) != 1:
        raise ProjectError(f"--scenario: say which file was released, one of {', '.join(names)}")
    return meant[0]


def _check(options: argparse.Namespace, known: Register) -> int:
    """Compare a file with the other releases; what is found stays in the register where the file is in it."""
    read = [options.original, options.check, *options.earlier]
    is_registered = known.latest(hashlib.sha256(content_of(options.check)).hexdigest()) is not None
    if is_registered:
        _check_output(options.register, [*read, *options.codebook])
    declared = declared_in(options.codebook)
    readings = read_all(read, options.answers)
    original, released, *others = (r.microdata for r in (declared.of(readings[0]), *readings[1:]))
    check_link(options.linked, original)
    _refuse_other_original(known, original.name, original.sha256, options.register)
    _refuse_strangers(known, released, others)
    codebook = codebook_for(declared.codebook, original, [released, *others])
    scenarios = {m.sha256: Scenario(m, codebook.declaration(m.name)) for m in (released, *others)}
    earlier = [(r, scenarios.get(r.sha256)) for r in known.in_force() if r.sha256 != released.sha256]
    checks = check_earlier(original, scenarios[released.sha256], earlier, codebook, options.linked)
    rows = [(str(c.status), c.about, c.sentence) for c in checks]
    if options.json:
        put_records(("status", "about", "found"), rows, as_json=True)
    else:
        put_table(rows)
    say(f"{released.name}: {_summed(checks) or 'there is no other release in the register'}")
    statuses = {check.status for check in checks}
    if is_registered and not _keep_checks(options.register, known, released, checks):
        statuses.add(Status.NOT_CHECKED)
    return 1 if Status.BROKEN in statuses else 2 if Status.NOT_CHECKED in statuses else 0


def _keep_checks(path: Path, known: Register, released: Microdata, checks: Sequence[Check]) -> bool:
    """Keep what was found in the register as it is now; return whether it holds the releases that were looked at.

    Raises
    ------
    ProjectError
        The file was taken out of it meanwhile, or it is about another original now.
    """
    with locked(path) as file:
        now = read_register(file.content(), path.name)
        _refuse_other_original(now, known.original, known.original_sha256, path)
        if now.latest(released.sha256) is None:
            raise ProjectError(f"{path.name}: {released.name} was taken out of it meanwhile; nothing is kept")
        file.replace(write_register(now.with_checks(released.sha256, checks)))
    say(f"{path.name}: kept with {released.name}")
    added = [r.name for r in now.in_force() if known.latest(r.sha256) is None]
    if added:
        say(f"{path.name}: {written_out(', '.join(added))} came in meanwhile and was not looked at: check again")
    return not added


def _refuse_strangers(known: Register, released: Microdata, others: Sequence[Microdata]) -> None:
    """Refuse other files than the released one that are not in the register, byte for byte."""
    for file in others:
        if file.sha256 == released.sha256:
            raise ProjectError(f"{file.name} is the same file as {released.name}: name the releases before it")
        if known.latest(file.sha256) is None:
            raise ProjectError(f"{file.name} is not in the register, byte for byte; add its decision first")


def _say_due(known: Register, day: str, *, as_json: bool) -> int:
    """List what is to be looked at again, and what has no day; return 1 where something is due."""
    check_day("--due", day)
    due = known.due(day)
    lines = [("due", r.look_again, r.name, r.file) for r in due]
    lines += [("no day was set", "", r.name, r.file) for r in known.undated()]
    if as_json:
        put_records(("state", "look again", "release", "file"), lines, as_json=True)
    else:
        put_table(lines)
    say(f"{len(due):,} of {len(known.in_force()):,} releases are due on {day}")
    return 1 if due else 0


def _cells(release: RegisteredRelease) -> tuple[str, ...]:
    return (
        release.name,
        release.decided,
        str(release.release),
        release.policy,
        ", ".join(release.signed),
        release.look_again,
        release.file,
        release.sha256,
        _summed(release.checks) or "not checked",
        release.note,
    )


def _summed(checks: Sequence[Check]) -> str:
    """Return how many checks there were of each status; empty where there were none."""
    counts = {status: sum(c.status is status for c in checks) for status in Status}
    return ", ".join(f"{n:,} {status}" for status, n in counts.items() if n)
