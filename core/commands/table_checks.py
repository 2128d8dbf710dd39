"""``outputs``: the tables that a codebook declares, of the original and of a released file, checked cell by cell."""

from __future__ import annotations

import argparse

from core.commands.codebook import original_and_released
from core.commands.terminal import say
from core.errors import ReportError
from core.reports import CheckedTable, checked_tables, write_acro
from core.statistics.disclosure import MagnitudeRules


def check_outputs(options: argparse.Namespace) -> None:
    """Write the checked tables as results of ACRO; say of each what it breaks.

    Raises
    ------
    ReportError
        No table is declared, none could be made, or a limit is out of range.
    """
    rules = _rules(options)
    original, released, codebook, outputs = original_and_released(options)
    renamed = {own: theirs for theirs, own in codebook.declaration(released.name).renamed.items()}
    every = [
        *checked_tables(original, "original", codebook, rules, {}),
        *checked_tables(released, "released", codebook, rules, renamed),
    ]
    tables = [table for table in every if isinstance(table, CheckedTable)]
    for table in every:
        words = _in_words(table) if isinstance(table, CheckedTable) else f"not made: {table.reason}"
        say(f"{table.name}, {table.file}: {words}")
    if not tables:
        raise ReportError("no table could be checked: declare [tables] or [magnitude_tables] in the codebook")
    outputs.write(options.out, write_acro(tables, rules))


def _rules(options: argparse.Namespace) -> MagnitudeRules:
    rules = MagnitudeRules(options.contributors, options.largest, options.share, options.closeness)
    if rules.contributors < 1 or rules.largest < 1 or not (0 < rules.share <= 1 and 0 <= rules.closeness < 1):
        raise ReportError(
            "--contributors and --largest must be 1 or more, --share above 0 up to 1, --closeness 0 or more and below 1"
        )
    return rules


def _in_words(table: CheckedTable) -> str:
    cells = table.cells
    held = int((cells.contributors > 0).sum())
    marks = {"too few contributors": cells.few, "dominated": cells.dominated, "p%": cells.close}
    broken = ", ".join(f"{name} {int(mark.sum()):,}" for name, mark in marks.items() if mark.any())
    return f"{table.unsafe:,} of {held:,} cells unsafe" + (f" ({broken})" if broken else "")
