"""The decision memo: verdict, decision with its reason, map, versions, thresholds with figures, losses, signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.assessment import Assessment, Comparison
from core.decision import (
    SMALLEST_GROUP,
    Decision,
    FileVerdict,
    Requirement,
    Standing,
    drafted_reason,
    finding,
    worst_judgements,
)
from core.measures import Outcome, detail_of
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Figure, Paragraph, Section, Table, Tone
from core.reports.words import share, text
from core.statistics.reproducible import below
from core.utility import IndicatorDetail
from core.views import version_losses, worst_pairs, worst_variables
from core.wording import counted, exact_percent, first_of

UNSIGNED = "not signed"
MOST_VERSIONS = 12
"""Versions that the memo lists, so that it stays on a page; the annex has all."""
MOST_LOSSES = 4
"""Variables and pairs that the memo names; the annex has all."""

PRINTED_AS_WHOLE = 0.9995
"""From here on a utility is printed as 100.0%: what is printed so is not said to have lost anything."""

TONES = {Standing.GO: Tone.GOOD, Standing.NOT_KNOWN: Tone.WARNING, Standing.NO: Tone.WARNING}


def memo_section(
    project: Project, comparison: Comparison, decision: Decision, figures: Mapping[str, Figure]
) -> Section:
    """Return the memo: it opens with the sentence that is on the map, and ends with the signatures."""
    told = " ".join(filter(None, (decision.nearest, *decision.reasons)))
    blocks: list[Block] = [Paragraph(told, TONES[decision.standing])] if told else []
    blocks += _decided(project, decision)
    if "map" in figures:
        blocks.append(figures["map"])
    blocks.append(_versions(comparison, decision))
    if (file := _about(project, decision)) is not None:
        blocks.append(_thresholds(file))
        blocks += _losses(comparison.scenario(file.scenario), file)
    blocks.append(_signatures(project))
    return Section("decision", decision.headline, tuple(blocks))


def _about(project: Project, decision: Decision) -> FileVerdict | None:
    """Return the file that the memo is about: the decided one, else the one that the verdict names."""
    present = {file.name for file in project.masked}
    decided = next((f for f in decision.files if f.file == project.record.decision and f.file in present), None)
    named = decision.chosen or decision.closest
    return decided or (decision.of(named) if named else None)


def _decided(project: Project, decision: Decision) -> Iterator[Paragraph]:
    record, file = project.record, _about(project, decision)
    if not record.decision:
        yield Paragraph("No decision has been recorded yet.", Tone.WARNING)
        if file is not None and not file.guards:
            draft = drafted_reason(file, decision)
            yield Paragraph(f"Draft of a reason for “{file.scenario}”: {draft}")
        return
    if file is None or record.decision not in {masked.name for masked in project.masked}:
        words = "The decision speaks about {decision}, which is not among the masked files any more."
        yield Paragraph(words.format(decision=record.decision), Tone.WARNING)
        return
    yield Paragraph(f"Decided: “{file.scenario}” is to be released.")
    if file.guards:
        against = "; ".join(guard.clause for guard in file.distinct_guards)
        yield Paragraph(f"{file.standing.heading}: {against}.", Tone.WARNING)
    yield Paragraph(f"Reason: {record.reason}")
    if record.look_again:
        yield Paragraph(f"Due for review from {record.look_again} on.")
    else:
        yield Paragraph("No day is set from which this decision is to be looked at again.", Tone.WARNING)


def _versions(comparison: Comparison, decision: Decision) -> Table:
    """Return a row a version, the best standing first, with its number in the order of the comparison."""
    order = [s.name for s in comparison.scenarios]
    listed = decision.ranked[:MOST_VERSIONS]
    rows = tuple(
        (
            Cell(str(order.index(f.scenario) + 1), order.index(f.scenario) + 1),
            text(f.scenario),
            text(f.standing.heading),
            text(f"{f.met} of {f.rules}"),
            text("–" if f.risk is None else f"{'≤ ' if f.risk.at_most else ''}{exact_percent(f.risk.value)}"),
            text(f.utility_text or "–"),
            text(_less_detail(comparison.scenario(f.scenario))),
        )
        for f in listed
    )
    heads = ("Number", "Version", "Verdict", "Rules met", "Risk", "Utility", "Variables with less detail")
    left = len(decision.files) - len(listed)
    note = f"{counted(left, 'further version', 'further versions')}: see the annex." if left else ""
    return Table("All versions", heads, rows, note)


def _less_detail(scenario: Assessment) -> str:
    lost = version_losses(scenario)
    return f"{lost.less_detail} of {lost.variables}"


def _thresholds(file: FileVerdict) -> Table:
    rows = tuple(
        (text(r.name), limit_cell(r, r.limit), text(finding(r, j)), text(j.verdict), text(keyset))
        for r, j, keyset in worst_judgements(file.judgements)
    )
    heads = ("Threshold", "Limit", "Found", "Verdict", "Key set where it is worst")
    title = f"“{file.scenario}”: {file.met} of {file.rules} rules met"
    return Table(title, heads, rows)


def limit_cell(requirement: Requirement, limit: float) -> Cell:
    """Return a limit: a share, a number of records, or a value of a measure."""
    if requirement.is_share:
        return share(limit)
    records = " records" if requirement.threshold == SMALLEST_GROUP.id else ""
    return Cell(f"{requirement.limit_text(limit)}{records}", limit)


def _losses(scenario: Assessment, file: FileVerdict) -> Iterator[Block]:
    """Yield what the file loses most, and the published figures that it does not keep."""
    singles = [(r.record.name, r.utility) for r in worst_variables(scenario) if r.utility is not None]
    pairs = [(f"{r.a} × {r.b}", r.utility) for r in worst_pairs(scenario, MOST_LOSSES)]
    lost = [(what, u) for what, u in (*singles[:MOST_LOSSES], *pairs) if below(u, PRINTED_AS_WHOLE)]
    rows = tuple((text(what), share(utility)) for what, utility in lost)
    yield Table("What users lose most", ("Variable or pair of variables", "Utility"), rows)
    if file.published:
        kept = f"{file.kept} of {file.published} published figures are kept."
        lost_figures = [": ".join(figure.target) for figure in scenario.of("indicator") if _is_lost(figure)]
        not_kept = f" Not kept: {first_of(lost_figures)}." if lost_figures else ""
        yield Paragraph(kept + not_kept, Tone.WARNING if lost_figures else Tone.GOOD)


def _is_lost(figure: Outcome) -> bool:
    """Whether the original gives a figure that is not found in the file within its interval."""
    known = detail_of(figure, IndicatorDetail)
    return known is not None and known["original"] is not None and not known["inside"]


def _signatures(project: Project) -> Table:
    people = (("First officer", project.record.first), ("Second officer", project.record.second))
    rows = tuple((text(who), text(s.name if s else UNSIGNED), text(s.date if s else "")) for who, s in people)
    return Table("Sign-off", ("Officer", "Name", "Date, as given"), rows)
