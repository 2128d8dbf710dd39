"""The report for users of the released file: which variables and pairs are less accurate, by how much.

What may go to users is utility alone (ESSNet Handbook 03-02): no risk figure, masking parameter, seed, raw
extreme, or cell under the threshold. Everything here is picked from a list of what is allowed, never
left over from what is forbidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.assessment import CATALOGUE, Assessment
from core.data import Codebook
from core.errors import ReportError
from core.measures import Measure, Outcome, Result, Scope
from core.reports.internal_report import reported_scenario
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Figure, Kind, Paragraph, Report, Section, Table, Tone
from core.reports.words import interval_cell, is_share, listed, outcome_cell, percent, share, text
from core.wording import _, counted

THRESHOLD = 10
"""Records below which nothing is said, unless the officer sets another number."""

MOST_PAIRS = 300
"""Pairs that the table lists at most; the figure shows all."""

AS_ACCURATE = 0.995
RELEASED = _("the released file")
TOO_FEW = _("not shown: too few records")
OVERALL = ("gdu", "aldu_univariate", "aldu_bivariate")
FAMILIES = frozenset({"analyses", "tables"})
"""Families whose figures on the whole file may be told beside GDU."""

MASKING_WORDS = {
    "recode": _("categories merged, banded or capped"),
    "suppress": _("some values removed"),
    "noise": _("values changed slightly at random"),
    "swap": _("values exchanged between records"),
    "pram": _("some categories exchanged at random"),
    "microaggregate": _("values replaced by means of small groups"),
    "sample": _("a sample of the records"),
    "synthetic": _("values replaced by synthetic ones"),
    "remove": _("not in the released file"),
}
CHANGED_WORDS = {"recoded": _("in less detail"), "removed": _("not in the released file")}


@dataclass(frozen=True)
class ShareOptions:
    """What the shareable report says beyond the accuracy of variables and pairs.

    Parameters
    ----------
    scenario : str
        Name or file of the released scenario; empty: the decided one.
    threshold : int
        Records below which nothing is said of a variable or pair; 3 or more.
    masking_kinds : bool
        Say in general how each variable was masked.
    file_name : bool
        Name the released file.
    """

    scenario: str = ""
    threshold: int = THRESHOLD
    masking_kinds: bool = False
    file_name: bool = False

    def __post_init__(self) -> None:
        if self.threshold < 3:
            raise ReportError(_("the threshold for small cells must be 3 or more records"))


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
    released = reported_scenario(project, asked.scenario)
    drawn = figures or {}
    sections = (
        _overall(released, asked),
        _variables(released, project.codebook, asked, drawn),
        _pairs(released, asked, drawn),
        _reading(asked),
    )
    name = released.file if asked.file_name else RELEASED
    return Report(Kind.SHAREABLE, _("How accurate is the released file?"), _capital(name), "", sections)


def _overall(released: Assessment, options: ShareOptions) -> Section:
    gdu = released.outcome("gdu")
    lead = _("Overall accuracy was not measured")
    if isinstance(gdu, Result):
        lead = _("Overall, {released} keeps {percent} of the original's utility").format(
            released=RELEASED, percent=percent(gdu.value)
        )
    measures = [m for m in CATALOGUE if m.id in OVERALL]
    measures += [m for m in CATALOGUE if m.family in FAMILIES and m.scope is Scope.FILE and is_share(m)]
    rows = tuple(
        (text(m.name), outcome_cell(m, o), interval_cell(m, o))
        for m in measures
        for o in [_told(m, released, options)]
        if o is not None
    )
    table = Table(_("Accuracy of the whole file"), (_("Measure"), _("Value"), _("95% interval")), rows)
    size = Paragraph(
        _("{capital} has {records}.").format(
            capital=_capital(RELEASED), records=counted(released.rows, "record", "records")
        )
    )
    few = Paragraph(_("It has too few records to say more."), Tone.WARNING)
    return Section("overall", lead, (size, table) if released.rows >= options.threshold else (few,))


def _told(measure: Measure, released: Assessment, options: ShareOptions) -> Result | None:
    outcome = released.outcome(measure.id)
    return outcome if isinstance(outcome, Result) and outcome.n >= options.threshold else None


def _variables(
    released: Assessment, codebook: Codebook, options: ShareOptions, figures: Mapping[str, Figure]
) -> Section:
    labels = {v.name: v.label for v in codebook.variables}
    found = {o.target[0]: o for o in released.of("ldu_univariate")}
    records = sorted(released.variables, key=lambda v: _value_of(found.get(v.name), options))
    rows = tuple(
        (
            text(f"{v.name}: {labels[v.name]}" if labels.get(v.name) else v.name),
            *_accuracy(found.get(v.name), options),
            text(_change(v.status, v.masking, options)),
        )
        for v in records
    )
    heads = (_("Variable"), _("Accuracy"), _("In words"), _("Released"))
    less = [v.name for v in records if 0 <= _value_of(found.get(v.name), options) < AS_ACCURATE]
    title = _("{variables} of {n_records} are distributed less accurately than in the original").format(
        variables=counted(len(less), "variable", "variables"), n_records=len(records)
    )
    kept = [v.name for v in records if _value_of(found.get(v.name), options) >= AS_ACCURATE]
    blocks: list[Block] = [figures["variables"]] if "variables" in figures else []
    blocks.append(Table(_("Variables, least accurate first"), heads, rows))
    if kept:
        blocks.append(
            Paragraph(_("Distributed as in the original: {listed}.").format(listed=listed(kept, 40)), Tone.GOOD)
        )
    return Section("variables", title if less else _("Every variable is distributed as in the original"), tuple(blocks))


def _pairs(released: Assessment, options: ShareOptions, figures: Mapping[str, Figure]) -> Section:
    outcomes = released.of("ldu_bivariate")
    less = [o for o in outcomes if isinstance(o, Result) and (o.n < options.threshold or o.value < AS_ACCURATE)]
    less.sort(key=lambda o: _value_of(o, options))
    shown = less[:MOST_PAIRS]
    rows = tuple((*map(text, o.target), *_accuracy(o, options), text(_association(o, options))) for o in shown)
    note = (
        _("The {most_pairs} worst of {n_less:,}.").format(most_pairs=MOST_PAIRS, n_less=len(less))
        if len(less) > MOST_PAIRS
        else ""
    )
    heads = (_("Variable"), _("With"), _("Accuracy"), _("In words"), _("Association"))
    blocks: list[Block] = [figures["pairs"]] if "pairs" in figures else []
    blocks.append(Table(_("Pairs whose association is less accurate, worst first"), heads, rows, note))
    measured = sum(isinstance(o, Result) for o in outcomes)
    worse = sum(is_told(o, options) for o in less)
    title = _("{pairs} of {measured} are associated less accurately than in the original").format(
        pairs=counted(worse, "pair", "pairs"), measured=measured
    )
    return Section("pairs", title if less else _("Every pair is associated as in the original"), tuple(blocks))


def _reading(options: ShareOptions) -> Section:
    sentences = (
        _(
            "Accuracy compares the released file with the original from which it was made. 100% means that a test or a "
            "coefficient gives the same answer in both; the lower the value, the more the answers differ. The "
            "measure is Global Data Utility (Kocar 2018): the mean over single variables and over pairs of variables."
        ),
        _(
            "It speaks about distributions of one variable and about associations of two. Analyses of three and more "
            "variables, of small groups and of extreme values may be less accurate than it says."
        ),
        _("Where fewer than {threshold} records stand behind a figure, it is not shown.").format(
            threshold=options.threshold
        ),
    )
    return Section("reading", _("How to read these figures"), tuple(Paragraph(s) for s in sentences))


def is_told(outcome: Outcome | None, options: ShareOptions) -> bool:
    """Whether a figure rests on enough records of both files to be told."""
    if not isinstance(outcome, Result):
        return False
    sizes = [outcome.n, *(outcome.detail[k] for k in ("n_original", "n_masked") if k in outcome.detail)]
    return all(size >= options.threshold for size in sizes) or outcome.detail.get("test") == "removed"


def _value_of(outcome: Outcome | None, options: ShareOptions) -> float:
    return outcome.value if isinstance(outcome, Result) and is_told(outcome, options) else -1.0


def _accuracy(outcome: Outcome | None, options: ShareOptions) -> tuple[Cell, Cell]:
    if not isinstance(outcome, Result):
        return text(""), text(_("could not be compared"))
    if not is_told(outcome, options):
        return text(""), text(TOO_FEW)
    return share(outcome.value), text(accuracy_words(outcome.value))


def accuracy_words(utility: float) -> str:
    """Return how accurate a figure of this utility (0..1) is, in words."""
    grades = ((AS_ACCURATE, _("as in the original")), (0.9, _("slightly less accurate")), (0.7, _("less accurate")))
    return next(
        (words for least, words in (*grades, (0.4, _("much less accurate"))) if utility >= least),
        _("no longer accurate"),
    )


def _association(outcome: Result, options: ShareOptions) -> str:
    """Say what became of an association; without its coefficients."""
    if not is_told(outcome, options):
        return ""
    detail = outcome.detail
    before, after = (detail.get(f"coefficient_{file}") for file in ("original", "masked"))
    p_before, p_after = (detail.get(f"p_{file}") for file in ("original", "masked"))
    if detail.get("step") == "direction":
        return _("its direction changed")
    if detail.get("step") == "one" and p_before is not None and p_after is not None:
        return _("no longer found") if p_before < p_after else _("found in the released file only")
    if before is None or after is None:
        return _("changed")
    return _("weaker") if abs(after) < abs(before) else _("stronger")


def _change(status: str, masking: str, options: ShareOptions) -> str:
    """Return what a user sees in the file; how it was masked only where the officer wishes it."""
    if options.masking_kinds and masking in MASKING_WORDS:
        return MASKING_WORDS[masking]
    return CHANGED_WORDS.get(status, "")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
