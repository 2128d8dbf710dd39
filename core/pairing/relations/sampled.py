"""What a file that is part of the original must be: a sample with true values, or one in which some were masked."""

from __future__ import annotations

from core.data import Codebook, FileKind, Microdata, Scenario
from core.pairing.relations.rows import compare_rows
from core.pairing.relations.side_by_side import lay_side_by_side


def kind_of_part(original: Microdata, scenario: Scenario, codebook: Codebook) -> FileKind:
    """Say what a file is whose records were found to be a part of the original's.

    Returns
    -------
    FileKind
        A sample where it has fewer records, and they are the original's in every variable that counts and that it
        has; masked where some variables have other values, or where only variables were left out.
    """
    files = lay_side_by_side(original, scenario, codebook)
    rows = compare_rows(files.counted)
    return FileKind.SAMPLED if rows.n_masked < rows.n_original and rows.are_the_originals else FileKind.MASKED
