"""What is said of the files of a folder: which of them a refusal or a finding is about, and that they are alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from core.errors import IntakeError, Malformed
from core.intake.report import Finding
from core.wording import counted


@contextmanager
def in_part(name: str, n_parts: int = 2) -> Iterator[None]:
    """Name the file of a folder in what is refused; a file that is read alone is named already."""
    try:
        yield
    except IntakeError as refusal:
        if n_parts == 1:
            raise
        raise type(refusal)(f"in {name}: {refusal}") from None


def of_parts(parts: Sequence[tuple[str, Sequence[Finding]]]) -> list[Finding]:
    """Return the findings of the first file, and those of the others that it has not, with the file's name."""
    first = list(parts[0][1])
    known = {(finding.message, finding.column) for finding in first}
    more = [
        replace(finding, message=f"in {name}: {finding.message}")
        for name, findings in parts[1:]
        for finding in findings
        if (finding.message, finding.column) not in known
    ]
    return [*first, *more]


def refuse_other_names(names: Sequence[str], expected: Sequence[str], first: str) -> None:
    """Refuse a file of a folder whose columns are not those of the first file, in the same order."""
    if tuple(names) == tuple(expected):
        return
    if len(names) != len(expected):
        raise Malformed(
            f"it has {counted(len(names), 'column', 'columns')}, {first} has {len(expected):,}; "
            "write all files of the folder alike"
        )
    place, (name, other) = next((i, n) for i, n in enumerate(zip(names, expected, strict=True)) if n[0] != n[1])
    raise Malformed(
        f"column {place + 1:,} is called {name!r}, in {first} {other!r}; write all files of the folder alike"
    )
