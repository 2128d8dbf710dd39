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
from core.wording import _, counted, listed, sentence_case

Row = tuple[Cell, ...]


def sets_sections(comparison: Comparison) -> list[Section]:
    """Return the section on scenarios of several sets; none where no file is declared as one."""
    names = comparison.synthetic_sets()
    if not names:
        return []
    title = _("{scenarios} of several synthetic files").format(scenarios=counted(len(names), "scenario", "scenarios"))
    return [Section("sets", title, tuple(block for name in names for block in _tables(comparison, name)))]


def _tables(comparison: Comparison, name: str) -> list[Block]:
    files = comparison.synthetic_sets()[name]
    blocks: list[Block] = []
    if measures := measures_over_sets(comparison, name):
        heads = (_("Measure"), _("Mean"), "95%", _("Between-set error"), _("Worst set"), "n")
        note = _(
            "{files}. The error says how far the mean may move with other sets; the interval holds the sampling "
            "error, too (Reiter 2003: v + b / m), but that of * the spread between the sets alone."
        ).format(files=listed([file.name for file in files], 20))
        reasons = dict.fromkeys(f"† {sentence}" for row in measures for sentence in row.validity)
        note = " ".join([note, *reasons])
        blocks.append(
            Table(_("Mean over the sets of {name}").format(name=name), heads, tuple(map(_measure_row, measures)), note)
        )
    blocks += _propensity(comparison, files)
    rule = synthesis_rules(comparison, name)[0]
    if figures := combined_figures(comparison, name, rule):
        columns = (
            _("Figure"),
            _("Original"),
            _("Mean"),
            "95%",
            _("SD between sets"),
            _("Overlap"),
            _("Not defined because"),
        )
        note = _("Combined by the rule of {rule} synthesis, which fits what is declared; k = {k:,}, n = {n:,}.").format(
            rule=rule, k=files[0].rows, n=comparison.original.rows
        )
        title = _("What users compute from all sets of {name}").format(name=name)
        blocks.append(Table(title, columns, tuple(map(_figure_row, figures)), note))
    return blocks


def _propensity(comparison: Comparison, files: Sequence[Assessment]) -> list[Block]:
    """Return the statistics of the propensity model of every set, with the ratio to pairs of sets."""
    by_set = {file.name: known for file in files if (known := propensity_statistics(comparison, file)) is not None}
    if not by_set:
        return []
    names = [statistic.name for statistic in next(iter(by_set.values())).statistics]
    rows = tuple(_statistics_row(name, known) for name, known in by_set.items())
    pairs = max(known.pairs for known in by_set.values())
    note = _("Ratios: pMSE over its mean for files drawn from a model that is right. {pairs} of sets compared.").format(
        pairs=counted(pairs, "pair", "pairs")
    )
    note += "".join(dict.fromkeys(f" {sentence_case(known.reason)}." for known in by_set.values() if known.reason))
    return [Table(_("Told apart by a propensity model"), (_("Set"), *names, _("pMSE ratios"), "n"), rows, note)]


def _statistics_row(name: str, known: PropensityStatistics) -> Row:
    ratios = "; ".join(f"{number(ratio.value).text} {ratio.null}" for ratio in known.ratios)
    figures = (number(statistic.value) for statistic in known.statistics)
    return (text(name), *figures, text(ratios or "–"), count(min(known.n_original, known.n_masked)))


def _measure_row(row: MeasureOverSets) -> Row:
    measure = row.axis.measure
    target = f" ({', '.join(row.axis.target)})" if row.axis.target else ""
    low, high = (value(measure, end).text for end in row.interval)
    ends = Cell(_("{low} to {high}").format(low=low, high=high) + ("" if row.with_samples else " *"))
    figures = value(measure, row.over.mean), ends, value(measure, row.over.standard_error)
    return (text(f"{measure.name}{target}{' †' if row.validity else ''}"), *figures, text(row.worst), count(row.n))


def _figure_row(figure: CombinedFigure) -> Row:
    ends = NOTHING
    if figure.interval is not None:
        low, high = (number(end).text for end in figure.interval)
        ends = Cell(_("{low} to {high}").format(low=low, high=high))
    original = number(figure.original.value if figure.original else None)
    known = number(figure.value), ends, number(figure.between), share(figure.overlap)
    return (text(figure.figure), original, *known, text(figure.reason))
