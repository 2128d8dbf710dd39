"""The report for users of the released file: which variables and pairs are less accurate, by how much.

What may go to users is utility alone (ESSNet Handbook 03-02): no risk figure, masking parameter, seed, raw
extreme, or cell under the threshold, and no figure from which a count of the original follows. Everything here is
picked from a list of what is allowed, never left over from what is forbidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.assessment import Assessment, planned_parameters
from core.data import Codebook
from core.errors import ReportError
from core.measures import Result, Skipped, detail_of
from core.reports.internal.internal_report import measured, reported_scenario
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Figure, Kind, Paragraph, Report, Section, Table, Tone
from core.reports.shareable.coarse_figures import CoarseFigure, CoarseFigures, coarse_only
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.share_overview import RELEASED, overall_section
from core.reports.words import NOTHING, coarse_share, text
from core.utility import GduParameters, LduBivariateDetail
from core.wording import counted, first_of, one_or_many, sentence_case

MOST_PAIRS = 300
"""Pairs that the table lists at most; the figure shows all."""

SIZES = (
    (0.0, "differs by very little"),
    (0.1, "differs a little"),
    (0.3, "differs clearly"),
    (1.0, "differs strongly"),
)
"""A difference in words: small to .1, medium to .3 (Cohen 1988)."""

MASKING_WORDS = {
    "recode": "categories merged, banded or capped",
    "suppress": "some values removed",
    "noise": "values changed slightly at random",
    "swap": "values exchanged between records",
    "pram": "some categories exchanged at random",
    "microaggregate": "values replaced by means of small groups",
    "sample": "a sample of the records",
    "synthetic": "values replaced by synthetic ones",
}
CHANGED_WORDS = {"recoded": "in less detail"}


def shareable_report(
    project: Project, options: ShareOptions | None = None, figures: Mapping[str, Figure] | None = None
) -> Report:
    """Make the report for users of the released file.

    Parameters
    ----------
    project : Project
        With results.
    options : ShareOptions or None
        None: the defaults.
    figures : mapping of str to Figure
        "variables" and "pairs", drawn for this report.

    Raises
    ------
    ReportError
        Nothing was measured, the scenario is unknown, or something confidential would be in it.
    """
    asked = options or ShareOptions()
    coarse = coarse_figures(project, asked)
    drawn = figures or {}
    sections = (
        overall_section(coarse),
        _variables(coarse, project.codebook, drawn),
        _pairs(coarse, drawn),
        _reading(asked),
    )
    name = coarse.released.file if asked.file_name else sentence_case(RELEASED)
    return Report(Kind.SHAREABLE, "How accurate is the released file?", name, "", sections)


def coarse_figures(project: Project, options: ShareOptions) -> CoarseFigures:
    """Return what users may be told of the released scenario.

    Raises
    ------
    ReportError
        Nothing was measured, no scenario was decided on or named, the one that is named is unknown, or a low
        threshold has no reason on record.
    """
    options.check(project.record)
    comparison = measured(project)
    level = planned_parameters(comparison.plan, GduParameters).alpha
    released = _by_released_names(released_scenario(project, options.scenario), project.codebook)
    return CoarseFigures(released, comparison.original.rows, options, level)


def _by_released_names(scenario: Assessment, codebook: Codebook) -> Assessment:
    """Return a scenario with its variables called as in the released file: users do not learn the original's names."""
    names = {own: theirs for theirs, own in codebook.declaration(scenario.file).renamed.items()}
    if not names:
        return scenario
    variables = tuple(replace(v, name=names.get(v.name, v.name)) for v in scenario.variables)
    called = [replace(o, target=tuple(names.get(n, n) for n in o.target)) for o in scenario.outcomes]
    return replace(scenario, variables=variables, outcomes=tuple(called))


def released_scenario(project: Project, name: str = "") -> Assessment:
    """Return the scenario that is released: as named, else as decided, else the only one; never by its figures.

    Raises
    ------
    ReportError
        Nothing was measured, no scenario has the name, or several and none was decided on.
    """
    scenarios = measured(project).scenarios
    decided = project.record.decision in {s.file for s in scenarios}
    if not name and not decided and len(scenarios) > 1:
        raise ReportError(
            "no scenario was decided on for release: name the released one, which is one of "
            f"{', '.join(s.name for s in scenarios)}"
        )
    return reported_scenario(project, name)


def _variables(coarse: CoarseFigures, codebook: Codebook, figures: Mapping[str, Figure]) -> Section:
    labels = {v.name: v.label for v in codebook.variables}
    records = {v.name: v for v in coarse.released.variables}
    order = sorted(coarse.variables, key=lambda name: _rank(coarse.variables[name]))
    rows = tuple(
        (
            text(f"{name}: {labels[name]}" if labels.get(name) else name),
            *_accuracy(coarse.variables[name]),
            text(change_in_words(records[name].status, records[name].masking, coarse.options)),
        )
        for name in order
    )
    heads = (
        "Variable",
        "Accuracy",
        "Distributions differ by",
        "Values lost",
        "In words",
        "Released",
    )
    known = {n: t for n in order if isinstance(t := coarse.variables[n], CoarseFigure)}
    less = [n for n, t in known.items() if t.utility < 1]
    alike = [n for n, t in known.items() if t.utility >= 1]
    how = "distributed less accurately than in the original" if less else "distributed as in the original, or nearly"
    title = f"{_of_all('variable', len(less or alike), len(order))} {how}"
    blocks: list[Block] = [figures["variables"]] if "variables" in figures else []
    blocks.append(Table("Variables, least accurate first", heads, rows))
    if alike:
        blocks.append(Paragraph(f"Distributed as in the original, or nearly: {first_of(alike, 40)}.", Tone.GOOD))
    if coarse.removed:
        lacking = counted(len(coarse.removed), "variable of the original is", "variables of the original are")
        blocks.append(Paragraph(f"{lacking} not in the released file."))
    return Section("variables", title, tuple(blocks))


def _of_all(noun: str, n: int, total: int) -> str:
    """Return how many of all, up to the verb."""
    return one_or_many(f"{n:,} {noun} of {total:,} is", f"{n:,} {noun}s of {total:,} are", n)


def _pairs(coarse: CoarseFigures, figures: Mapping[str, Figure]) -> Section:
    ranked = sorted(coarse.pairs.items(), key=lambda item: _rank(item[1]))
    less = [item for item in ranked if isinstance(item[1], CoarseFigure) and item[1].utility < 1]
    silent = [item for item in ranked if isinstance(item[1], Skipped)]
    shown = [*less, *silent][:MOST_PAIRS]
    rows = tuple((*map(text, pair), *_accuracy(t), text(_association(coarse.released, pair, t))) for pair, t in shown)
    left_out = len(less) + len(silent) - len(shown)
    note = (f"{left_out:,} more are not listed.") if left_out else ""
    heads = (
        "Variable",
        "With",
        "Accuracy",
        "Coefficient differs by",
        "Values lost",
        "In words",
        "Association",
    )
    blocks: list[Block] = [figures["pairs"]] if "pairs" in figures else []
    blocks.append(Table("Pairs whose association is less accurate, worst first", heads, rows, note))
    known = coarse_only(coarse.pairs.values())
    title = f"{_of_all('pair', len(less), len(known))} associated less accurately than in the original"
    if not less:
        told = counted(len(known), "pair that can be told is", "pairs that can be told are")
        title = f"{told} associated as in the original, or nearly"
    return Section("pairs", title, tuple(blocks))


def _rank(figure: CoarseFigure | Skipped) -> tuple[bool, float, float]:
    """Order by what is told alone: the order of exact figures would tell more. What is not told comes last."""
    if isinstance(figure, Skipped):
        return True, 0.0, 0.0
    return False, figure.utility, -(figure.difference or 0.0)


def _reading(options: ShareOptions) -> Section:
    sentences = (
        (
            "Accuracy compares the released file with the original from which it was made. 100% means that a test or a "
            "coefficient gives nearly the same answer in both; the lower the value, the more the answers differ. The "
            "measure is Global Data Utility (Kocar 2018): the mean over single variables and over pairs of variables."
        ),
        (
            "With many records a test sees a difference of any size: read the accuracy together with the difference "
            "beside it, which is the share of records that would have to change, or the change of a coefficient "
            "between 0 and 1, and with the share of values that were lost."
        ),
        (
            "To protect the people in the original, accuracy is told in quarters and other figures in steps of 5% or "
            "wider; figures of single variables rest on the original's counts in tens."
        ),
        (
            "It speaks about distributions of one variable and about associations of two. Analyses of three and more "
            "variables, of small groups and of extreme values may be less accurate than it says."
        ),
        (
            f"Where fewer than {options.fewest} records may stand behind a figure or in a cell of a small "
            "table, it is not "
            "shown."
        ),
    )
    return Section("reading", "How to read these figures", tuple(Paragraph(s) for s in sentences))


def _accuracy(figure: CoarseFigure | Skipped) -> tuple[Cell, Cell, Cell, Cell]:
    """Return accuracy, difference, share of values lost, and all of it in words."""
    if isinstance(figure, Skipped):
        return NOTHING, NOTHING, NOTHING, text(figure.reason)
    return (
        coarse_share(figure.utility),
        coarse_share(figure.difference),
        coarse_share(figure.lost),
        text(accuracy_words(figure)),
    )


def accuracy_words(figure: CoarseFigure) -> str:
    """Return what is said of a variable or pair in words: the size of a difference, not whether a test sees it."""
    if figure.difference is None and figure.utility == 0:
        return "no longer there"
    if figure.utility >= 1:
        return "as in the original, or nearly"
    return next(words for most, words in SIZES if (figure.difference or 0.0) <= most)


def _association(released: Assessment, pair: tuple[str, ...], figure: CoarseFigure | Skipped) -> str:
    """Say what became of an association that is told; without its coefficients."""
    outcome = released.outcome("ldu_bivariate", pair)
    if isinstance(figure, Skipped) or figure.utility >= 1 or not isinstance(outcome, Result):
        return ""
    detail = detail_of(outcome, LduBivariateDetail)
    before, after = detail["coefficient_original"], detail["coefficient_masked"]
    p_before, p_after = detail["p_original"], detail["p_masked"]
    if detail["step"] == "direction":
        return "its direction changed"
    if detail["step"] == "one" and p_before is not None and p_after is not None:
        return "no longer found" if p_before < p_after else "found in the released file only"
    if before is None or after is None:
        return "changed"
    return "weaker" if abs(after) < abs(before) else "stronger"


def change_in_words(status: str, masking: str, options: ShareOptions) -> str:
    """Return what a user sees in the file; how it was masked only where the officer wishes it."""
    if options.masking_kinds and masking in MASKING_WORDS:
        return MASKING_WORDS[masking]
    return CHANGED_WORDS.get(status, "")
