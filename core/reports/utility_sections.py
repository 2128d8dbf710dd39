"""What every scenario keeps: GDU with its halves, the worst variables and pairs, whole-file measures, all others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from core.assessment import CATALOGUE, Assessment, Comparison
from core.assessment.pair_outcomes import STEP_WORDS, worst_pairs
from core.assessment.variable_outcomes import worst_variables
from core.assessment.whole_file import WHOLE_FILE, has_whole_file_measures, whole_file_value
from core.measures import Better, Measure, Result, Scope
from core.reports.report_model import Block, Cell, Figure, Section, Table
from core.reports.words import better, count, interval_cell, number, outcome_cell, plural, share, text, value

MOST_VARIABLES, MOST_PAIRS, MOST_ROWS = 25, 25, 60
HALVES = ("gdu", "aldu_univariate", "aldu_bivariate")
TOLD_APART = frozenset({*HALVES, *WHOLE_FILE, "ldu_univariate", "ldu_bivariate"})
"""Measures with tables of their own; every other one of utility is listed as it comes."""


def utility_sections(comparison: Comparison, chosen: Assessment, figures: Mapping[str, Figure]) -> list[Section]:
    """Return the sections on utility; the worst variables and pairs are those of the chosen scenario."""
    sections = [_gdu(comparison), _worst(chosen, figures)]
    if has_whole_file_measures(comparison):
        sections.append(_whole_file(comparison))
    others = other_tables(comparison)
    if others:
        sections.append(Section("others", "What further measures of utility say", tuple(others)))
    return sections


def _gdu(comparison: Comparison) -> Section:
    best = max(
        (r for s in comparison.scenarios for r in [s.outcome("gdu")] if isinstance(r, Result)),
        key=lambda r: r.value,
        default=None,
    )
    title = "Global Data Utility was not measured"
    if best is not None:
        names = [s.name for s in comparison.scenarios if s.outcome("gdu") is best]
        title = f"{names[0]} keeps the most: {share(best.value).text} of Global Data Utility"
    note = "GDU is the mean of its two halves: distributions of single variables, and associations of pairs."
    return Section("utility", title, (Table("Global Data Utility by scenario", *_gdu_rows(comparison), note),))


def _gdu_rows(comparison: Comparison) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    measures = [_measure(name) for name in HALVES]
    columns = ("Scenario", "Records", "GDU", "95% interval", "Single variables", "Pairs of variables")
    rows = []
    for scenario in comparison.scenarios:
        gdu, single, pairs = (scenario.outcome(m.id) for m in measures)
        cells = outcome_cell(measures[0], gdu), interval_cell(measures[0], gdu)
        halves = outcome_cell(measures[1], single), outcome_cell(measures[2], pairs)
        rows.append((text(scenario.name), count(scenario.rows), *cells, *halves))
    return columns, tuple(rows)


def _worst(chosen: Assessment, figures: Mapping[str, Figure]) -> Section:
    rows = worst_variables(chosen)
    lost = [r for r in rows if r.utility is not None and r.utility < 1]
    title = f"In {chosen.name}, {plural(len(lost), 'variable')} of {len(rows)} lost something"
    blocks: list[Block] = [figures[name] for name in ("variables",) if name in figures]
    columns = ("Variable", "Utility", "Recode", "Distribution", "n original", "n masked", "What happened")
    cells = [
        (
            text(r.name),
            share(r.utility),
            share(r.recode),
            share(r.distribution),
            count(r.n_original or None),
            count(r.n_masked or None),
            text(r.reason or r.record.problem or r.record.status),
        )
        for r in rows[:MOST_VARIABLES]
    ]
    blocks.append(Table(f"Variables of {chosen.name}, worst first", columns, tuple(cells), _cut(rows, MOST_VARIABLES)))
    blocks += [figures[name] for name in ("pairs",) if name in figures]
    pairs = worst_pairs(chosen, MOST_PAIRS)
    pair_rows = tuple(
        (text(p.a), text(p.b), share(p.utility), text(STEP_WORDS.get(p.step, p.step)), text(p.test), count(p.n))
        for p in pairs
    )
    heads = ("Variable", "With", "Utility", "What decided", "Test", "n")
    blocks.append(Table(f"Pairs of {chosen.name}, worst first", heads, pair_rows, f"At most {MOST_PAIRS} are listed."))
    return Section("worst", title, tuple(blocks))


def _cut(rows: Collection[object], most: int) -> str:
    return f"The {most} worst of {len(rows)}." if len(rows) > most else ""


def _whole_file(comparison: Comparison) -> Section:
    tables = []
    for name in WHOLE_FILE:
        rows = []
        for scenario in comparison.scenarios:
            found = whole_file_value(scenario, name)
            reading = found.reason or found.sentence or found.chance.reason
            above = None if found.chance.above is None else found.chance.above
            rows.append((text(scenario.name), number(found.value), count(found.n), share(above), text(reading)))
        columns = ("Scenario", "Value", "n", "Chance is smaller in", "Reading")
        tables.append(Table(_measure(name).name, columns, tuple(rows), _reading(_measure(name))))
    return Section("whole_file", "Can anybody tell original and masked file apart?", tuple(tables))


def other_tables(comparison: Comparison) -> list[Table]:
    """Return one table for every further measure of utility: a row a scenario, or a row an outcome."""
    found = {o.measure for s in comparison.scenarios for o in s.outcomes if isinstance(o, Result)}
    measures = [m for m in CATALOGUE if m.family != "risk" and m.id in found - TOLD_APART]
    return [measure_table(m, comparison.scenarios) for m in measures if m.scope is not Scope.RECORD]


def measure_table(measure: Measure, scenarios: Iterable[Assessment]) -> Table:
    """Return the results of one measure; of many the worst, worst first."""
    found = [(s.name, o) for s in scenarios for o in s.results(measure.id)]
    note = _reading(measure)
    if len(found) > MOST_ROWS:
        sign = 1 if measure.better is Better.HIGHER else -1
        note = f"{note} The {MOST_ROWS} worst of {len(found):,}.".strip()
        found = sorted(found, key=lambda item: sign * item[1].value)[:MOST_ROWS]
    rows = [
        (
            text(name),
            text(" × ".join(o.target) or "the file"),
            value(measure, o.value),
            interval_cell(measure, o),
            count(o.n),
        )
        for name, o in found
    ]
    return Table(measure.name, ("Scenario", "About", "Value", "95% interval", "n"), tuple(rows), note)


def _measure(name: str) -> Measure:
    return next(m for m in CATALOGUE if m.id == name)


def _reading(measure: Measure) -> str:
    return f"{measure.summary} ({better(measure)})".strip()
