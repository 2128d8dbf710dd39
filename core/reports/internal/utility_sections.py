"""What every scenario keeps: GDU with its halves, the worst variables and pairs, whole-file measures, all others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.assessment import CATALOGUE, Assessment, Comparison, measure_by_id
from core.measures import Better, Measure, Result, Scope, Weighting
from core.reports.internal.memo import PRINTED_AS_WHOLE
from core.reports.report_model import Block, Cell, Figure, Paragraph, Section, Table
from core.reports.words import count, interval_cell, number, outcome_cell, share, text, value
from core.statistics.reproducible import below, sort_value
from core.views import (
    OF_ALL,
    OF_FEW,
    STEP_WORDS,
    VariableRow,
    axis_resolution,
    direction,
    effective_n,
    ignores_weight,
    jackknife_units,
    records_in_words,
    run_weight,
    whole_file_measures,
    whole_file_value,
    worst_pairs,
    worst_variables,
)
from core.wording import counted

MOST_VARIABLES, MOST_PAIRS, MOST_ROWS = 25, 25, 60
HALVES = ("gdu", "aldu_univariate", "aldu_bivariate")
SHOWN_ELSEWHERE = frozenset({*HALVES, *OF_ALL, *OF_FEW, "ldu_univariate", "ldu_bivariate"})
"""Measures with tables of their own; every other one of utility is listed as it comes."""


def utility_sections(comparison: Comparison, chosen: Assessment, figures: Mapping[str, Figure]) -> list[Section]:
    """Return the sections on utility; the worst variables and pairs are those of the chosen scenario."""
    sections = [_gdu(comparison), _worst(chosen, figures)]
    if whole_file_measures(comparison):
        sections.append(_whole_file(comparison))
    others = other_tables(comparison)
    if others:
        sections.append(Section("others", "What further measures of utility say", tuple(others)))
    return sections


def _gdu(comparison: Comparison) -> Section:
    values = sorted(r.value for s in comparison.scenarios for r in s.results("gdu"))
    title = "Global Data Utility was not measured"
    if values:
        low, high = share(values[0]).text, share(values[-1]).text
        words = "Global Data Utility is {low}" if low == high else "Global Data Utility lies between {low} and {high}"
        title = words.format(low=low, high=high)
    note = (
        "GDU is the mean of its two halves: distributions of single variables, and associations of pairs. It is no "
        "share of what was kept: read it between what shuffled columns and another sample of this size reach."
    )
    note = f"{note} {_not_weighted(measure_by_id('gdu'), run_weight(comparison))}".strip()
    blocks: list[Block] = [Table("Global Data Utility by scenario", *_gdu_rows(comparison), note)]
    if units := jackknife_units(comparison):
        blocks.append(Paragraph(units))
    return Section("utility", title, tuple(blocks))


def _gdu_rows(comparison: Comparison) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    measures = [measure_by_id(name) for name in HALVES]
    columns = ("Scenario", "Records", "GDU", "95% interval", "Single variables", "Pairs of variables")
    against = ("Shuffled columns", "Another sample")
    rows = []
    for scenario in comparison.scenarios:
        gdu, single, pairs = (scenario.outcome(m.id) for m in measures)
        cells = outcome_cell(measures[0], gdu), interval_cell(measures[0], gdu)
        halves = outcome_cell(measures[1], single), outcome_cell(measures[2], pairs)
        known = axis_resolution(scenario, "gdu")
        means = (None, None) if known is None else (known.shuffled.mean, known.fresh.mean)
        rows.append((text(scenario.name), count(scenario.rows), *cells, *halves, *map(share, means)))
    return (*columns, *against), tuple(rows)


def _worst(chosen: Assessment, figures: Mapping[str, Figure]) -> Section:
    rows = worst_variables(chosen)
    lost = [r for r in rows if r.utility is not None and below(r.utility, PRINTED_AS_WHOLE)]
    title = f"In {chosen.name}, {counted(len(lost), 'variable', 'variables')} of {len(rows)} lost something"
    if not lost:
        title = f"In {chosen.name}, no variable lost as much as 0.1% of its utility"
    tables = (("variables", _worst_variables(chosen, rows)), ("pairs", _worst_pairs(chosen)))
    blocks: list[Block] = []
    for name, table in tables:
        blocks += [figures[name], table] if name in figures else [table]
    return Section("worst", title, tuple(blocks))


def _worst_variables(chosen: Assessment, rows: Sequence[VariableRow]) -> Table:
    columns = (
        "Variable",
        "Utility",
        "Detail lost",
        "Recode",
        "Distribution",
        "n original",
        "n masked",
        "Distributions differ by",
        "Values missing",
        "What happened",
    )
    cells = [
        (
            text(r.name),
            share(r.utility),
            share(r.detail_lost),
            share(r.recode),
            share(r.distribution),
            count(r.n_original or None),
            count(r.n_masked or None),
            share(r.effect),
            share(r.missing_masked),
            text(r.reason or r.record.problem or r.record.status),
        )
        for r in rows[:MOST_VARIABLES]
    ]
    title = f"Variables of {chosen.name}, worst first"
    return Table(title, columns, tuple(cells), _cut(rows, MOST_VARIABLES))


def _worst_pairs(chosen: Assessment) -> Table:
    pairs = worst_pairs(chosen, MOST_PAIRS)
    pair_rows = tuple(
        (
            text(p.a),
            text(p.b),
            share(p.utility),
            number(p.change.value if p.change else None),
            text(STEP_WORDS.get(p.step, p.step)),
            text(p.test),
            count(p.n),
        )
        for p in pairs
    )
    heads = ("Variable", "With", "Utility", "Change of association", "What decided", "Test", "n")
    title = f"Pairs of {chosen.name}, worst first"
    return Table(title, heads, pair_rows, f"At most {MOST_PAIRS} are listed.")


def _cut(rows: Collection[object], most: int) -> str:
    return f"The {most} worst of {len(rows)}." if len(rows) > most else ""


def _whole_file(comparison: Comparison) -> Section:
    tables = []
    for name in whole_file_measures(comparison):
        figures = [(scenario.name, whole_file_value(scenario, name)) for scenario in comparison.scenarios]
        weighted = next((figure.weighting for _name, figure in figures if figure.weighting), None)
        rows = []
        for scenario, figure in figures:
            reading = figure.reason or figure.sentence or figure.chance.reason
            n = count(figure.n), *_effective(figure.weighting, shown=weighted is not None)
            rows.append((text(scenario), number(figure.value), *n, share(figure.chance.above), text(reading)))
        columns = ("Scenario", "Value", *_heads_of_n(weighted), "Chance is smaller in", "Reading")
        note = f"{_reading(measure_by_id(name))} {_by_weight(weighted)}".strip()
        tables.append(Table(measure_by_id(name).name, columns, tuple(rows), note))
    return Section("whole_file", "Can anybody tell original and masked file apart?", tuple(tables))


def other_tables(comparison: Comparison) -> list[Table]:
    """Return one table for every further measure of utility: a row a scenario, or a row an outcome."""
    measured = {o.measure for s in comparison.scenarios for o in s.outcomes if isinstance(o, Result)}
    measures = [m for m in CATALOGUE if not m.is_risk and m.id in measured - SHOWN_ELSEWHERE]
    weight = run_weight(comparison)
    return [measure_table(m, comparison.scenarios, weight) for m in measures if m.scope is not Scope.RECORD]


def measure_table(measure: Measure, scenarios: Iterable[Assessment], weight: str = "") -> Table:
    """Return the results of one measure; of many the worst, worst first. ``weight`` is that of the run."""
    results = [(s.name, o) for s in scenarios for o in s.results(measure.id)]
    weighted = next((o.weighting for _name, o in results if o.weighting), None)
    note = f"{_reading(measure)} {_by_weight(weighted)}{_not_weighted(measure, weight)}".strip()
    if len(results) > MOST_ROWS:
        sign = 1 if measure.better is Better.HIGHER else -1
        note = f"{note} The {MOST_ROWS} worst of {len(results):,}.".strip()
        results = sorted(results, key=lambda item: sort_value(sign * item[1].value))[:MOST_ROWS]
    rows = [
        (
            text(name),
            text(" × ".join(o.target) or "the file"),
            value(measure, o.value),
            interval_cell(measure, o),
            count(o.n),
            *_effective(o.weighting, shown=weighted is not None),
        )
        for name, o in results
    ]
    columns = "Scenario", "About", "Value", "95% interval", *_heads_of_n(weighted)
    return Table(measure.name, columns, tuple(rows), note)


def _heads_of_n(weighting: Weighting | None) -> tuple[str, ...]:
    return ("n",) if weighting is None else ("n", "Effective n")


def _effective(weighting: Weighting | None, *, shown: bool) -> tuple[Cell, ...]:
    """Return the cell of the effective number of records, where the table has that column."""
    return (count(None if weighting is None else round(effective_n(weighting))),) if shown else ()


def _by_weight(weighting: Weighting | None) -> str:
    """Say by which weight figures are, and what it adds up to in the original; nothing where they are not."""
    if weighting is None:
        return ""
    original = records_in_words(weighting.original)
    return f"Weighted by {weighting.variable}. Original: {original}."


def _not_weighted(measure: Measure, weight: str) -> str:
    """Say that the weight of the run does not enter a measure of utility; empty where it does, or there is none."""
    if not ignores_weight(measure, weight):
        return ""
    return f"Not weighted: {weight} does not enter, every record counts alike."


def _reading(measure: Measure) -> str:
    return f"{measure.summary} ({direction(measure)})".strip()
