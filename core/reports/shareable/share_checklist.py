"""What must not be in a shareable report, looked for in the finished one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.assessment import CATALOGUE
from core.reports.figure_data import every_number
from core.reports.project import Project
from core.reports.report_model import Block, Figure, Paragraph, Report, Table
from core.reports.shareable.coarse_figures import STEPS, CoarseFigure
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.shareable_report import coarse_figures
from core.wording import first_of, written_out


@dataclass(frozen=True)
class Point:
    """One point of the checklist before a shareable report leaves the house."""

    statement: str
    kept: bool
    found: str = ""


def checklist(report: Report, project: Project, options: ShareOptions) -> tuple[Point, ...]:
    """Look in a finished report, figures included, for what must not be in it."""
    words = "\n".join(words_of(report))
    coarse = coarse_figures(project, options)
    released = coarse.released
    own = {v.name for v in released.variables} | {v.label for v in project.codebook.variables}
    files = [f.name for f in project.files() if not (options.file_name and f.name == released.file)]
    scenarios = [project.scenario_name(f.name) for f in project.masked]
    record = project.record
    people = [record.reason, record.threshold_reason, *(s.name for s in (record.first, record.second) if s)]
    forbidden = (
        ("No name of a file", files),
        ("No name of a scenario", scenarios),
        ("No hash of a file", [f.sha256 for f in project.files()]),
        ("No key set", [k.name for k in project.codebook.effective_keysets()]),
        ("No officer, and no reason of the decision", people),
    )
    points = [_absent(statement, names, words, own) for statement, names in forbidden]
    shown = {m.name for m in CATALOGUE if m.is_risk and m.name in words}
    points.append(Point("No measure of risk", not shown, ", ".join(sorted(shown))))
    few = f"Nothing that rests on fewer than {options.fewest} records"
    silent: list[tuple[str, ...]] = [
        (name,) for name, figure in coarse.variables.items() if not isinstance(figure, CoarseFigure)
    ]
    silent += [pair for pair, figure in coarse.pairs.items() if not isinstance(figure, CoarseFigure)]
    small = [" × ".join(target) for target in silent if _is_shown(target, report)]
    fine = sorted({f"{x:g}" for x in _numbers(report) if not _is_in_steps(x)})
    digits = Point("No figure with more digits than may be told", not fine, first_of(fine))
    return (*points, Point(few, not small, first_of(small)), digits)


def _numbers(report: Report) -> list[float]:
    """Return every number of the tables and of the figures' bars and cells."""
    numbers = []
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Table):
                numbers += [c.number for row in block.rows for c in row if c.number is not None]
            elif isinstance(block, Figure):
                numbers += every_number(block.spec)
    return numbers


def _is_in_steps(x: float) -> bool:
    return abs(x / STEPS[0] - round(x / STEPS[0])) < 1e-6


def _absent(statement: str, names: Sequence[str], words: str, own: set[str]) -> Point:
    present = sorted({n for n in names if len(n) > 3 and n in words and not any(n in name for name in own)})
    return Point(statement, not present, first_of(present))


def _is_shown(target: tuple[str, ...], report: Report) -> bool:
    """Whether a table of the report gives a number for a variable or pair."""
    wanted = "variables" if len(target) == 1 else "pairs"
    tables = [b for s in report.sections if s.id == wanted for b in s.blocks if isinstance(b, Table)]
    return any(
        all(_is_about(c.text, written_out(name)) for c, name in zip(row, target, strict=False))
        and any(c.number is not None for c in row[len(target) :])
        for table in tables
        for row in table.rows
    )


def _is_about(text: str, name: str) -> bool:
    """Whether a cell names a variable, alone or with its label."""
    return text == name or text.startswith(f"{name}: ")


def words_of(report: Report) -> list[str]:
    """Return every text of a report, those of its figures included."""
    words = [report.title, report.subtitle, report.mark]
    for section in report.sections:
        words.append(section.title)
        for block in section.blocks:
            words += _block_words(block)
    return words


def _block_words(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [block.text]
    if isinstance(block, Table):
        return [block.title, block.note, *block.columns, *(c.text for row in block.rows for c in row)]
    return [block.title, block.alt, *_strings(block.spec)]


def _strings(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    if isinstance(content, Mapping):
        return [s for value in content.values() for s in _strings(value)]
    if isinstance(content, list | tuple):
        return [s for value in content for s in _strings(value)]
    return []
