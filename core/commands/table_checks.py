"""``outputs``: tables, indicators and regressions that a codebook declares, of both files, as a checker sees them."""

from __future__ import annotations

import argparse

from core.commands.codebook import original_and_released
from core.commands.terminal import say
from core.data import Codebook, Microdata, Scenario
from core.errors import ReportError
from core.pairing import pair
from core.reports import (
    CheckedEstimate,
    CheckedIndicator,
    CheckedRegression,
    CheckedTable,
    NotMade,
    checked_estimates,
    checked_tables,
    outputs_format,
)
from core.statistics.disclosure import MagnitudeRules
from core.wording import counted

OUTPUTS = "outputs_CONFIDENTIAL.zip"


def check_outputs(options: argparse.Namespace) -> None:
    """Write what is declared in the format of a package that is installed; say of each output what it breaks.

    Raises
    ------
    ReportError
        No such package is installed, nothing is declared or could be made, or a limit is out of range.
    """
    form, rules = outputs_format(), _rules(options)
    options.out = options.out or options.released.with_name(OUTPUTS)
    original, released, codebook, outputs = original_and_released(options)
    renamed = {own: theirs for theirs, own in codebook.declaration(released.name).renamed.items()}
    every = [
        *checked_tables(original, "original", codebook, rules, {}),
        *checked_tables(released, "released", codebook, rules, renamed),
        *_estimates(original, released, codebook, rules.contributors),
    ]
    made = [output for output in every if not isinstance(output, NotMade)]
    for output in every:
        say(f"{output.name}, {output.file}: {_in_words(output)}")
    if not made:
        raise ReportError(
            "nothing could be checked: declare [tables], [magnitude_tables], [indicators] or [regressions] in the "
            "codebook"
        )
    outputs.write(options.out, form.write(made, rules))
    say(f"{options.out.name}: confidential, it holds the original's figures")


def _estimates(
    original: Microdata, released: Microdata, codebook: Codebook, fewest: int
) -> tuple[CheckedEstimate | NotMade, ...]:
    if not (codebook.uses.indicators or codebook.uses.regressions):
        return ()
    return checked_estimates(pair(original, Scenario(released, codebook.declaration(released.name)), codebook), fewest)


def _rules(options: argparse.Namespace) -> MagnitudeRules:
    rules = MagnitudeRules(options.contributors, options.largest, options.share, options.closeness)
    if rules.contributors < 1 or rules.largest < 1 or not (0 < rules.share <= 1 and 0 <= rules.closeness < 1):
        raise ReportError(
            "--contributors and --largest must be 1 or more, --share above 0 up to 1, --closeness 0 or more and below 1"
        )
    return rules


def _in_words(output: CheckedTable | CheckedEstimate | NotMade) -> str:
    if isinstance(output, NotMade):
        return f"not made: {output.reason}"
    if isinstance(output, CheckedRegression):
        freedom = counted(output.freedom, "degree of freedom", "degrees of freedom")
        return f"{freedom}, {'too few' if output.is_saturated else 'enough'}"
    if isinstance(output, CheckedIndicator):
        figures = counted(len(output.groups), "figure", "figures")
        return f"{len(output.few):,} of {figures} from too few records"
    return _of_table(output)


def _of_table(table: CheckedTable) -> str:
    cells = table.cells
    filled = int((cells.contributors > 0).sum())
    marks = {"too few contributors": cells.few, "dominated": cells.dominated, "p%": cells.close}
    broken = ", ".join(f"{name} {int(mark.sum()):,}" for name, mark in marks.items() if mark.any())
    return f"{table.unsafe:,} of {filled:,} cells unsafe" + (f" ({broken})" if broken else "")
