"""Risk before and after, by key set: confidential."""

from __future__ import annotations

from collections.abc import Iterable

from core.assessment import CATALOGUE, Assessment, Comparison
from core.decision import keysets_of
from core.measures import Measure, Result
from core.reports.internal.utility_sections import measure_table
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import count, interval_cell, outcome_cell, share, text, value
from core.views import RiskUtilityMap, attack_lines, jackknife_units, validity
from core.wording import counted, exact_percent, sentence_case


def map_section(ru_map: RiskUtilityMap | None, why_none: str = "") -> Section:
    """Return the risk-utility map as a table; the figure is in the memo."""
    if ru_map is None:
        return Section("map", "No map can be drawn", (Paragraph(f"{sentence_case(why_none)}."),))
    optimal = [p.name for p in ru_map.scenario_points() if p.pareto]
    files = counted(len(ru_map.scenario_points()), "file", "files")
    title = f"No other file is both safer and more useful: {len(optimal)} of {files}"
    blocks: list[Block] = []
    utility, risk = ru_map.utility.measure, ru_map.risk.measure
    rows = tuple(
        (
            text(p.name),
            value(utility, p.utility),
            value(risk, p.risk),
            text("yes" if p.pareto else "no" if p.kind == "scenario" else ""),
            share(p.pareto_share),
            text(", ".join(p.equals)),
            text(" ".join(p.validity)),
        )
        for p in ru_map.points
    )
    about = ", ".join(ru_map.risk.target)
    columns = (
        "Scenario",
        utility.name,
        f"{risk.name} ({about})" if about else risk.name,
        "No other dominates",
    )
    more = (
        "Share of 1,000 draws in which no other is better",
        "Cannot be distinguished from",
        "Risk does not hold because",
    )
    note = ""
    if ru_map.chance_by is not None and ru_map.chance_by.measure.id != utility.id:
        note = (
            f"{utility.name} has no interval: the draws are of {ru_map.chance_by.measure.name}, by which files "
            "may stand in another order."
        )
    blocks.append(Table("The risk-utility map as a table", (*columns, *more), rows, note))
    blocks += [Paragraph(f"{name} cannot be drawn: {reason}.") for name, reason in ru_map.missing]
    return Section("map", title, tuple(blocks))


def risk_section(comparison: Comparison) -> Section:
    """Return every measure of risk, the original first, one table a key set."""
    files = comparison.files
    keysets = list(dict.fromkeys(k for f in files for k in keysets_of(f)))
    measures = [m for m in CATALOGUE if m.is_risk]
    blocks: list[Block] = [_keyset_table(comparison, measures, keyset) for keyset in keysets]
    listed_above = {(m.id, (k,)) for m in measures for k in keysets}
    for m in measures:
        rest = [o for f in files for o in f.results(m.id) if (m.id, o.target) not in listed_above]
        if rest:
            blocks.append(measure_table(m, files))
    blocks += [Paragraph(s, Tone.WARNING) for s in _validity(comparison.scenarios)]
    if units := jackknife_units(comparison):
        blocks.append(Paragraph(units))
    if not keysets:
        blocks.append(Paragraph("No variable has the role key, so no risk was measured.", Tone.WARNING))
    return Section("risk", _title(comparison, keysets), tuple(blocks))


def attack_section(comparison: Comparison) -> Section:
    """Return the attacks on every file: the sentence, the rates behind it and both sample sizes."""
    rows = tuple(
        (
            text(file.name),
            text(line.name),
            text(line.sentence),
            value(line.measure, line.result.value),
            count(line.rates["attack"]["attacks"]),
            count(control["attacks"] if (control := line.rates["control"]) else None),
            text("; ".join(line.result.validity)),
        )
        for file in comparison.scenarios
        for line in attack_lines(file)
    )
    if not rows:
        return Section("attacks", "No attack was measured", (Paragraph("Attacks are chosen on the Set up page."),))
    heads = ("Scenario", "Attack", "In words", "Risk net of chance", "Attacks")
    more = ("Attacks on other people", "Does not hold because")
    notes = [Paragraph(sentence_case(note) + ".", Tone.WARNING) for note in comparison.control_notes]
    if comparison.control is None:
        words = "No control file was given: attacks are held against guessing alone."
        notes.append(Paragraph(words, Tone.WARNING))
    else:
        words = "Held against {n:,} other people, the control file {name}."
        notes.append(Paragraph(words.format(n=comparison.control.rows, name=comparison.control.name)))
    return Section("attacks", "Attacks, held against chance", (*notes, Table("Attacks", (*heads, *more), rows)))


def _title(comparison: Comparison, keysets: list[str]) -> str:
    if not keysets:
        return "Risk was not measured"
    before = comparison.original.outcome("global_risk", (keysets[0],))
    if not isinstance(before, Result):
        return "Risk of disclosure, before and after masking"
    return (
        f"Before masking, {exact_percent(before.value)} of the records are expected to be re-identified ({keysets[0]})"
    )


def _keyset_table(comparison: Comparison, measures: list[Measure], keyset: str) -> Table:
    files = comparison.files
    rows = [
        (text(m.name), *(_risk_cell(m, f, keyset) for f in files))
        for m in measures
        if any(isinstance(f.outcome(m.id, (keyset,)), Result) for f in files)
    ]
    heads = ("Measure", "Original", *(s.name for s in comparison.scenarios))
    note = "With the 95% interval where there is one. A dash: no value, the reason stands under what is missing."
    return Table(f"Key set {keyset}", heads, tuple(rows), note)


def _risk_cell(measure: Measure, file: Assessment, keyset: str) -> Cell:
    outcome = file.outcome(measure.id, (keyset,))
    shown, spread = outcome_cell(measure, outcome), interval_cell(measure, outcome)
    mark = " does not hold" if validity(outcome) else ""
    if shown.number is None or spread.text == "–":
        return Cell(shown.text + mark, shown.number)
    return Cell(f"{shown.text}{mark} ({spread.text})", shown.number)


def _validity(scenarios: tuple[Assessment, ...]) -> list[str]:
    sentences = {s.name: {v for o in s.outcomes for v in validity(o)} for s in scenarios}
    words = "Figures of {name} that do not hold: {reasons}."
    return [words.format(name=name, reasons="; ".join(_by_cause(r))) for name, r in sentences.items() if r]


def _by_cause(sentences: Iterable[str]) -> list[str]:
    """Say once what was done to the values, before all that follows from it."""
    groups: dict[str, list[str]] = {}
    for cause, colon, follows in (sentence.rpartition(": ") for sentence in sorted(sentences)):
        groups.setdefault(cause + colon, []).append(follows)
    return [cause + "; ".join(follows) for cause, follows in groups.items()]


def missing_section(comparison: Comparison) -> Section:
    """Return every value that there is not, with its reason, told once for all that share it."""
    groups: dict[tuple[str, str], list[str]] = {}
    names = {m.id: m.name for m in CATALOGUE}
    for file in comparison.files:
        for outcome in file.outcomes:
            if outcome.value is None:
                what = f"{file.name}: {' × '.join(outcome.target) or 'the file'}"
                groups.setdefault((names.get(outcome.measure, outcome.measure), outcome.reason), []).append(what)
    rows = tuple(
        (text(name), text(reason), Cell(f"{len(where):,}", len(where)), text("; ".join(where[:4])))
        for (name, reason), where in groups.items()
    )
    title = (
        (f"Why values are missing: {counted(len(rows), 'reason', 'reasons')}")
        if rows
        else "Every value could be computed"
    )
    blocks = (Table("Values that could not be computed", ("Measure", "Reason", "Times", "For example"), rows),)
    return Section("missing", title, blocks if rows else ())
