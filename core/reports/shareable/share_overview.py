"""What the shareable report says of the whole file: Global Data Utility between shuffled columns and another sample."""

from __future__ import annotations

from core.assessment import measure_by_id
from core.reports.report_model import Cell, Paragraph, Section, Table, Tone
from core.reports.shareable.coarse_figures import FRESH, MEANS, PARTS, SHUFFLED, CoarseFigures
from core.reports.words import NOTHING, coarse_share, text
from core.views import axis_resolution
from core.wording import counted, percent, sentence_case

RELEASED = "the released file"
REFERENCES = {
    FRESH: "For comparison: Global Data Utility of another sample of this size",
    SHUFFLED: "For comparison: Global Data Utility with all associations destroyed",
}


def overall_section(coarse: CoarseFigures) -> Section:
    """Return GDU with what it is to be read against, its halves, and further shares of the whole file."""
    released = coarse.released
    size = Paragraph(f"{sentence_case(RELEASED)} has {counted(released.rows, 'record', 'records')}.")
    if released.rows < coarse.options.fewest:
        few = Paragraph("It has too few records to say more.", Tone.WARNING)
        return Section("overall", "Overall accuracy is not told", (few,))
    rows = [
        (text(measure_by_id(name).name), coarse_share(coarse.mean(name)), _interval(coarse, name)) for name in MEANS
    ]
    rows += [(text(REFERENCES[name]), coarse_share(coarse.reference(name)), NOTHING) for name in REFERENCES]
    rows += [(text(measure_by_id(name).name), coarse_share(coarse.share_of(name)), NOTHING) for name in PARTS]
    columns = ("Measure", "Value", "95% interval")
    table = Table("Accuracy of the whole file", columns, tuple(r for r in rows if r[1].number is not None))
    return Section("overall", _overall_title(coarse), (size, *_how_to_read(coarse), table))


def _overall_title(coarse: CoarseFigures) -> str:
    gdu, floor, bottom = coarse.mean("gdu"), coarse.reference(FRESH), coarse.reference(SHUFFLED)
    if gdu is None:
        return "Overall accuracy is not told"
    if bottom is None:
        measured = axis_resolution(coarse.released, "gdu") is not None
        why = "what shuffled columns score is not shown" if measured else "shuffled columns were not measured"
        return f"Global Data Utility is {percent(gdu, 0)}; it cannot be read, because {why}"
    if bottom >= gdu:
        return f"Global Data Utility is {percent(gdu, 0)}, no more than a file whose columns were shuffled"
    between = f"Global Data Utility is {percent(gdu, 0)}; shuffled columns reach {percent(bottom, 0)}"
    if floor is None:
        return between
    return f"{between}, another sample {percent(floor, 0)}"


def _how_to_read(coarse: CoarseFigures) -> list[Paragraph]:
    if coarse.mean("gdu") is None:
        return [
            Paragraph(
                "Global Data Utility was not measured, or one variable or pair decides it, of those that are shown: "
                "the figures of single variables and pairs say more.",
                Tone.WARNING,
            )
        ]
    floor, bottom = coarse.reference(FRESH), coarse.reference(SHUFFLED)
    said = [
        (
            "Global Data Utility is no share of what was kept: a file whose columns were shuffled, so that all "
            "associations are lost, still has some, as the table shows, and 100% is the original itself."
        ),
        (
            "Means are over the variables and pairs that are shown below, with variables that were removed as 0%. "
            "Their intervals and what they are to be read against are shown only where every variable and pair is."
        ),
    ]
    if floor is not None and bottom is not None and floor < bottom:
        said.append(
            "Another sample scores no more than shuffled columns here: hardly anything is associated in this file that "
            "its number of records could show."
        )
    return [Paragraph(sentence) for sentence in said]


def _interval(coarse: CoarseFigures, measure: str) -> Cell:
    ends = coarse.interval(measure)
    if ends is None:
        return NOTHING
    return Cell(f"{percent(ends[0], 0)} to {percent(ends[1], 0)}")
