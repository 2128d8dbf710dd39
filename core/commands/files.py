"""The command ``files``: what every file is read as, or why it is refused, as one table."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.commands.disk import READERS, answers_for, in_words
from core.commands.terminal import put, put_records, put_table, say
from core.errors import CodebookError, IntakeError
from core.intake import WAITING_READER, Reading, Severity, read_file, stored_at
from core.wording import counted

HEAD = ("file", "format", "rows", "columns", "questions", "warnings", "read as, or the refusal")


def files(options: argparse.Namespace) -> int:
    """Print one line per file: format, rows, columns, questions and warnings, or the refusal; then the sums.

    Return 1 where a file is refused, so that a script stops there, else 0.
    """
    paths = list(_every(options.paths))
    outcomes: Counter[str] = Counter()
    lines: list[tuple[str, ...]] = []
    if not options.json:
        put_table([HEAD])
    WAITING_READER.keep_ready()
    with ThreadPoolExecutor(READERS) as pool:
        for path, outcome in zip(paths, pool.map(lambda path: _read(path, options.answers), paths), strict=True):
            outcomes[type(outcome).__name__] += 1
            lines.append(_cells(path, outcome))
            if not options.json:
                put_table(lines[-1:])
            if options.findings and isinstance(outcome, Reading):
                _say_findings(outcome, as_json=options.json)
    if options.json:
        put_records(HEAD, lines, as_json=True)
    refused = {kind: n for kind, n in outcomes.items() if kind != Reading.__name__}
    listed = ", ".join(f"{kind} {n}" for kind, n in sorted(refused.items()))
    files = counted(len(paths), "file", "files")
    total = f"{files}: {outcomes[Reading.__name__]:,} read, {sum(refused.values()):,} refused"
    summed = f"{total} ({listed})" if listed else total
    if options.json:
        say(summed)
    else:
        put(f"{summed}\n".encode())
    return 1 if refused else 0


def _every(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield files, and those in folders by name."""
    for path in paths:
        if not path.exists():
            raise CodebookError(f"{path.name}: there is no such file or folder; check the path")
        yield from sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def _read(path: Path, answers: Sequence[str]) -> Reading | IntakeError:
    try:
        return read_file(path.name, stored_at(path), choices=answers_for(path.name, answers))
    except IntakeError as refusal:
        return refusal


def _cells(path: Path, outcome: Reading | IntakeError) -> tuple[str, ...]:
    if not isinstance(outcome, Reading):
        return (path.name, "refused", "", "", "", "", str(outcome).removeprefix(f"{path.name}: "))
    report = outcome.report
    counts = Counter(f.severity for f in report.findings)
    how = [report.encoding, report.delimiter and f"delimiter {report.delimiter!r}"]
    how += [report.decimal and f"decimal {report.decimal}", report.sheet and f"sheet {report.sheet!r}"]
    numbers = (report.n_rows, report.n_columns, counts[Severity.QUESTION], counts[Severity.WARNING])
    return (path.name, report.format, *map(str, numbers), ", ".join(part for part in how if part))


def _say_findings(reading: Reading, *, as_json: bool) -> None:
    for finding in reading.report.findings:
        times = f" ({finding.count:,})" if finding.count is not None else ""
        words = f"{in_words(reading.microdata.name, finding)}{times}"
        if as_json:
            say(f"{reading.microdata.name}: {words}")
        else:
            put_table([("", words)])
