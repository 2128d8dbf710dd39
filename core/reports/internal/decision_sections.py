"""What the release is for, what that asks, which scenario was chosen and why, who signed, and what was done."""

from __future__ import annotations

from core.assessment import Comparison
from core.decision import (
    RELEASE_WORDS,
    SMALLEST_GROUP,
    Judgement,
    Purpose,
    ReleaseRecord,
    Requirement,
    ScenarioVerdict,
    Status,
    Verdict,
    verdicts,
)
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import share, text
from core.wording import _, counted, exact_percent

UNSIGNED = _("not signed")


def decision_section(project: Project, judged: Comparison | None) -> Section:
    """Return the decision with its reason and the sign-off."""
    record = project.record
    if not record.decision:
        note = Paragraph(_("No scenario has been chosen for release yet."), Tone.WARNING)
        return Section("decision", _("No decision has been recorded"), (note,))
    if record.decision not in {f.name for f in project.masked}:
        note = Paragraph(
            _("{decision} was decided on, which is not among the masked files any more.").format(
                decision=record.decision
            ),
            Tone.WARNING,
        )
        return Section("decision", _("The decision speaks about a file that is not here"), (note,))
    name = project.scenario_name(record.decision)
    blocks: list[Block] = [Paragraph(_("Reason: {reason}").format(reason=record.reason))]
    if judged is not None and record.purpose is not None:
        blocks += _decision_against(judged, record.purpose, name)
    people = ((_("First officer"), record.first), (_("Second officer"), record.second))
    rows = tuple((text(who), text(s.name if s else UNSIGNED), text(s.date if s else "")) for who, s in people)
    blocks.append(Table(_("Sign-off"), (_("Officer"), _("Name"), _("Date, as given")), rows))
    return Section("decision", _("{name} is to be released").format(name=name), tuple(blocks))


def _decision_against(comparison: Comparison, purpose: Purpose, name: str) -> list[Block]:
    return [_verdict_sentence(v) for v in verdicts(comparison, purpose) if v.scenario == name]


def _verdict_sentence(judged: ScenarioVerdict) -> Paragraph:
    open_points = [f"{r.name}: {j.verdict}" for r, j in judged.judgements if j.verdict is not Verdict.MET]
    if not open_points:
        return Paragraph(
            _("It meets every threshold against key set {keyset}.").format(keyset=judged.keyset), Tone.GOOD
        )
    return Paragraph(
        _("Against key set {keyset}: {open_points}.").format(keyset=judged.keyset, open_points="; ".join(open_points)),
        Tone.WARNING,
    )


def purpose_section(project: Project, judged: Comparison | None) -> Section:
    """Return the release type with its thresholds, and which scenarios meet them."""
    purpose = project.record.purpose
    if purpose is None:
        note = Paragraph(_("Thresholds follow from the release type: choose it on the Report page."), Tone.WARNING)
        return Section("purpose", _("What the release is for has not been said"), (note,))
    rows = tuple(
        (text(r.name), limit_cell(r, r.limit), limit_cell(r, r.proposed), text(r.reason or r.source))
        for r in purpose.requirements
    )
    heads = (_("Threshold"), _("Limit"), _("Proposed"), _("Source, or why another limit was set"))
    blocks: list[Block] = [Table(_("Thresholds"), heads, rows, _("Values met in practice, offered as a start."))]
    if judged is not None:
        blocks.append(_verdict_table(judged, purpose))
    return Section("purpose", RELEASE_WORDS[purpose.release], tuple(blocks))


def limit_cell(requirement: Requirement, limit: float) -> Cell:
    """Return a limit: a number of records, or a share."""
    if requirement.threshold == SMALLEST_GROUP.id:
        return Cell(_("{limit:g} records").format(limit=limit), limit)
    return share(limit)


def _verdict_table(comparison: Comparison, purpose: Purpose) -> Table:
    judged = verdicts(comparison, purpose)
    heads = (_("Scenario"), _("Key set"), _("Altogether"), *(r.name for r in purpose.requirements))
    rows = tuple(
        (text(v.scenario), text(v.keyset), text(v.verdict), *(_judgement_cell(j) for _first, j in v.judgements))
        for v in judged
    )
    return Table(_("Which scenarios meet the thresholds"), heads, rows)


def _judgement_cell(judgement: Judgement) -> Cell:
    if judgement.value is None:
        return Cell(f"{judgement.verdict}: {'; '.join(judgement.reasons)}")
    return Cell(f"{judgement.verdict} ({exact_percent(judgement.value)})", judgement.value)


def check_section(record: ReleaseRecord) -> Section:
    """Return what the consistency checks found."""
    broken = sum(c.status is Status.BROKEN for c in record.checks)
    rows = tuple((text(c.scenario), text(c.about), text(c.status), text(c.sentence)) for c in record.checks)
    if not rows:
        return Section("checks", _("Consistency has not been checked"), ())
    title = (
        _("{checks} of {n_rows} found something").format(
            checks=counted(broken, "consistency check", "consistency checks"), n_rows=len(rows)
        )
        if broken
        else _("Files are consistent")
    )
    table = Table(
        _("Sums, ratios, values, nesting and releases side by side"),
        (_("Scenario"), _("Check"), _("Verdict"), _("Found")),
        rows,
    )
    return Section("checks", title, (table,))


def trail_section(record: ReleaseRecord) -> Section:
    """Return the audit trail."""
    rows = tuple((text(e.time), text(e.action), text(e.chain[:16])) for e in record.trail)
    note = _("Each entry is chained to the former one by SHA-256; the first 16 digits are shown.")
    blocks = (Table(_("Audit trail"), (_("Time (UTC)"), _("What was done"), _("Chain")), rows, note),) if rows else ()
    title = _("{steps} on record").format(steps=counted(len(rows), "step", "steps")) if rows else _("No step on record")
    return Section("trail", title, blocks)
