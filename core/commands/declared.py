"""``--codebook FILE``: a codebook as TOML, and a document about the study (DDI Codebook, SDMX), both or either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.commands.disk import content_of, say_finding, text_of
from core.data import DeclaredCodebook, StudyDocument, read_declared_codebook
from core.errors import CodebookError, IntakeError
from core.intake import Reading, described, open_study

STUDY_ENDINGS = frozenset({".xml", ".ddi"})


@dataclass(frozen=True)
class Declarations:
    """What is said of the original before it is read: by a person in a codebook, by a document about the study."""

    codebook: DeclaredCodebook | None = None
    study: StudyDocument | None = None

    def of(self, reading: Reading) -> Reading:
        """Return the original with what the document says of it; what does not agree is said."""
        if self.study is None:
            return reading
        whole = described(reading, self.study)
        new = len(reading.report.findings)
        for finding in whole.report.findings[new:]:
            say_finding(whole, finding)
        return whole


def declared_in(paths: Sequence[Path]) -> Declarations:
    """Read the files that ``--codebook`` names: one codebook and one document about the study at the most.

    Raises
    ------
    CodebookError
        Two of a kind, or one that cannot be read.
    """
    studies = [path for path in paths if path.suffix.lower() in STUDY_ENDINGS]
    codebooks = [path for path in paths if path not in studies]
    for kind, named in (("a document about the study", studies), ("a codebook (TOML)", codebooks)):
        if len(named) > 1:
            raise CodebookError(f"--codebook names {' and '.join(p.name for p in named)}: each is {kind}; name one")
    codebook = read_declared_codebook(text_of(codebooks[0])) if codebooks else None
    return Declarations(codebook, _study(studies[0]) if studies else None)


def _study(path: Path) -> StudyDocument:
    try:
        return open_study(content_of(path))
    except IntakeError as refusal:
        raise CodebookError(f"{path.name}: {refusal}") from None
