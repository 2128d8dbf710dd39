"""Several synthetic files of one scenario: what they score together, and what users compute from all of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.assessment import Assessment, Comparison
from core.reports.report_model import Block, Cell, Section, Table
from core.reports.words import NOTHING, count, number, share, text, value
from core.views import (
    CombinedFigure,
    MeasureOverSets,
    PropensityStatistics,
    combined_figures,
    measures_over_sets,
    propensity_statistics,
    synthesis_rules,
)
from core.wording import counted, first_of, sentence_case

Row = tuple[Cell, ...]


def sets_sections(comparison: Comparison) -> list[Section]:
    """Return the section on scenarios of several sets; none where no file is declared as one."""
    names = comparison.synthetic_sets()
    if not names:
        return []
    title = f"{counted(len(names), 'scenario', 'scenarios')} of several synthetic files"
    return [Section("sets", title, tuple(block for name in names for block in _tables(comparison, name)))]


def _tables(comparison: Comparison, name: str) -> list[Block]:
    files = comparison.synthetic_sets()[name]
    blocks: list[Block] = []
    if measures := measures_over_sets(comparison, name):
        heads = ("Measure", "Mean", "95%", "Between-set error", "Worst set", "n")
        note = (
            f"{first_of([file.name for file in files], 20)}. The error says how far the mean may move with other "
            "sets; the interval holds the sampling "
            "error, too (Reiter 2003: v + b / m), but that of * the spread between the sets alone."
        )
        reasons = dict.fromkeys(f"† {sentence}" for row in measures for sentence in row.validity)
        note = " ".join([note, *reasons])
        blocks.append(Table(f"Mean over the sets of {name}", heads, tuple(map(_measure_row, measures)), note))
    blocks += _propensity(comparison, files)
    rule = synthesis_rules(comparison, name)[0]
    if figures := combined_figures(comparison, name, rule):
        columns = (
            "Figure",
            "Original",
            "Mean",
            "95%",
            "SD between sets",
            "Overlap",
            "Not defined because",
        )
        note = (
            f"Combined by the rule of {rule} synthesis, which fits what is declared; k = {files[0].rows:,}, n "
            f"= {comparison.original.rows:,}."
        )
        title = f"What users compute from all sets of {name}"
        blocks.append(Table(title, columns, tuple(map(_figure_row, figures)), note))
    return blocks


def _propensity(comparison: Comparison, files: Sequence[Assessment]) -> list[Block]:
    """Return the statistics of the propensity model of every set, with the ratio to pairs of sets."""
    by_set = {file.name: known for file in files if (known := propensity_statistics(comparison, file)) is not None}
    if not by_set:
        return []
    names = next(iter(by_set.values())).statistics
    rows = tuple(_statistics_row(name, known) for name, known in by_set.items())
    pairs = max(known.pairs for known in by_set.values())
    note = (
        "Ratios: pMSE over its mean for files drawn from a model that is right. "
        f"{counted(pairs, 'pair', 'pairs')} of sets compared."
    )
    note += "".join(dict.fromkeys(f" {sentence_case(known.reason)}." for known in by_set.values() if known.reason))
    return [Table("Told apart by a propensity model", ("Set", *names, "pMSE ratios", "n"), rows, note)]


def _statistics_row(name: str, known: PropensityStatistics) -> Row:
    ratios = "; ".join(f"{number(ratio).text} {null}" for null, ratio in known.ratios.items())
    figures = map(number, known.statistics.values())
    return (text(name), *figures, text(ratios or "–"), count(known.n))


def _measure_row(row: MeasureOverSets) -> Row:
    measure = row.axis.measure
    target = f" ({', '.join(row.axis.target)})" if row.axis.target else ""
    low, high = (value(measure, end).text for end in row.interval)
    ends = Cell(f"{low} to {high}" + ("" if row.with_samples else " *"))
    figures = value(measure, row.over.mean), ends, value(measure, row.over.standard_error)
    return (text(f"{measure.name}{target}{' †' if row.validity else ''}"), *figures, text(row.worst), count(row.n))


def _figure_row(figure: CombinedFigure) -> Row:
    ends = NOTHING
    if figure.interval is not None:
        low, high = (number(end).text for end in figure.interval)
        ends = Cell(f"{low} to {high}")
    original = number(figure.original["estimate"] if figure.original else None)
    known = number(figure.value), ends, number(figure.between), share(figure.overlap)
    return (text(figure.figure), original, *known, text(figure.reason))
