"""What the release is for, what that asks of every file, what consistency checks found, and what was done."""

from __future__ import annotations

from core.assessment import Comparison
from core.decision import (
    RELEASE_WORDS,
    Decision,
    Judgement,
    Purpose,
    ReleaseRecord,
    Status,
    decide,
    in_use,
)
from core.reports.internal.memo import limit_cell
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import text
from core.wording import counted, exact_percent


def purpose_section(project: Project, judged: Comparison) -> Section:
    """Return the release type with its thresholds, and which scenarios meet them: here the annex begins."""
    purpose = project.record.rules
    rows = tuple(
        (text(r.name), limit_cell(r, r.limit), limit_cell(r, r.proposed), text(r.reason or r.source))
        for r in purpose.requirements
    )
    heads = ("Threshold", "Limit", "Proposed", "Source, or why another limit was set")
    blocks: list[Block] = [Table("Thresholds", heads, rows, "Values met in practice, offered as a start.")]
    if project.record.purpose is None:
        words = "Nobody has said what the release is for: it is judged by the thresholds that stand here."
        blocks.insert(0, Paragraph(words, Tone.WARNING))
    blocks.append(_verdict_table(judged, decide(judged, project.record.purpose), purpose))
    title = f"Annex. {RELEASE_WORDS[purpose.release]}"
    return Section("purpose", title, tuple(blocks), new_page=True)


def _verdict_table(comparison: Comparison, decision: Decision, purpose: Purpose) -> Table:
    purpose = in_use(comparison, purpose)
    heads = ("Scenario", "Key set", "Verdict", *(r.name for r in purpose.requirements))
    rows = tuple(
        (
            text(v.scenario),
            text(v.keyset),
            text(file.standing.heading),
            *(_judgement_cell(dict(v.judgements)[r]) for r in purpose.requirements),
        )
        for file in decision.files
        for v in file.judgements
    )
    return Table("Which scenarios meet the thresholds", heads, rows)


def _judgement_cell(judgement: Judgement) -> Cell:
    if judgement.value is None:
        return Cell(f"{judgement.verdict}: {'; '.join(judgement.reasons)}")
    return Cell(f"{judgement.verdict} ({exact_percent(judgement.value)})", judgement.value)


def check_section(record: ReleaseRecord) -> Section:
    """Return what the consistency checks found."""
    broken = sum(c.status is Status.BROKEN for c in record.checks)
    rows = tuple((text(c.scenario), text(c.about), text(c.status), text(c.sentence)) for c in record.checks)
    if not rows:
        return Section("checks", "Consistency has not been checked", ())
    title = (
        (f"{counted(broken, 'consistency check', 'consistency checks')} of {len(rows)} found something")
        if broken
        else "Files are consistent"
    )
    table = Table(
        "Sums, ratios, values, nesting and releases side by side",
        ("Scenario", "Check", "Verdict", "Found"),
        rows,
    )
    return Section("checks", title, (table,))


def trail_section(record: ReleaseRecord) -> Section:
    """Return the audit trail."""
    rows = tuple((text(e.time), text(e.action), text(e.chain[:16])) for e in record.trail)
    note = "Each entry is chained to the former one by SHA-256; the first 16 digits are shown."
    blocks = (Table("Audit trail", ("Time (UTC)", "What was done", "Chain"), rows, note),) if rows else ()
    title = (f"{counted(len(rows), 'step', 'steps')} on record") if rows else "No step on record"
    return Section("trail", title, blocks)
