"""What the release is for, what that asks of every file, what consistency checks found, and what was done."""

from __future__ import annotations

from core.assessment import Comparison
from core.decision import (
    RELEASE_WORDS,
    Judgement,
    Purpose,
    ReleaseRecord,
    Status,
    in_use,
    verdicts,
)
from core.reports.internal.memo import limit_cell
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import text
from core.wording import _, counted, exact_percent


def purpose_section(project: Project, judged: Comparison) -> Section:
    """Return the release type with its thresholds, and which scenarios meet them: here the annex begins."""
    purpose = project.record.rules
    rows = tuple(
        (text(r.name), limit_cell(r, r.limit), limit_cell(r, r.proposed), text(r.reason or r.source))
        for r in purpose.requirements
    )
    heads = (_("Threshold"), _("Limit"), _("Proposed"), _("Source, or why another limit was set"))
    blocks: list[Block] = [Table(_("Thresholds"), heads, rows, _("Values met in practice, offered as a start."))]
    if project.record.purpose is None:
        words = _("Nobody has said what the release is for: it is judged by the thresholds that stand here.")
        blocks.insert(0, Paragraph(words, Tone.WARNING))
    blocks.append(_verdict_table(judged, purpose))
    title = _("Annex. {release}").format(release=RELEASE_WORDS[purpose.release])
    return Section("purpose", title, tuple(blocks), new_page=True)


def _verdict_table(comparison: Comparison, purpose: Purpose) -> Table:
    purpose = in_use(comparison, purpose)
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
