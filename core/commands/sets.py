"""Several synthetic files that are sets of one scenario: ``--sets NAME=FILE,FILE``, and ``combine``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from core.assessment import Comparison
from core.commands.report import read_source
from core.commands.terminal import put_records, say
from core.data import Codebook, Microdata
from core.errors import CodebookError, ResultsError
from core.statistics.estimates import Synthesis
from core.views import CombinedFigure, combined_figures, synthesis_rules

COLUMNS = (
    "scenario", "figure", "rule", "m", "n_original", "n_synthetic", "original", "value", "standard_error", "low",
    "high", "degrees_of_freedom", "within", "between", "inside", "overlap", "worst", "reason",
)  # fmt: skip


SYNTHESIS_RULES = {rule.name.lower().replace("_", "-"): rule for rule in Synthesis}
"""By the name under which ``--rule`` knows them."""


def with_sets(codebook: Codebook, asked: Sequence[str], masked: Sequence[Microdata]) -> Codebook:
    """Return the codebook with what ``--sets`` says of the masked files.

    Raises
    ------
    CodebookError
        Not of the form NAME=FILE,FILE, or a file that is not among the masked ones.
    """
    declared = {scenario.file: scenario for scenario in codebook.scenarios}
    files = {data.name for data in masked}
    for group in asked:
        name, sign, listed = group.partition("=")
        if not (name and sign and listed):
            raise CodebookError(f"--sets {group}: say NAME=FILE,FILE,...")
        for file in listed.split(","):
            if file not in files:
                raise CodebookError(f"--sets {name}: {file!r} is not among the masked files")
            declared[file] = replace(codebook.declaration(file), set_of=name)
    return replace(codebook, scenarios=tuple(declared.values())) if asked else codebook


def combine(options: argparse.Namespace) -> None:
    """Write one line for each figure of every scenario of several sets, on standard output.

    Raises
    ------
    ResultsError
        No file of the results is declared as a set, or none of them has a figure that users compute.
    """
    comparison = read_source(options.source).comparison
    scenarios = {} if comparison is None else comparison.synthetic_sets()
    if comparison is None or not scenarios:
        raise ResultsError(
            f"{options.source.name}: no file in it is declared as one of several sets (set_of in the codebook, --sets)"
        )
    lines = [line for name in scenarios for line in _lines(comparison, name, options.rule)]
    if not lines:
        raise ResultsError(f"{options.source.name}: no indicator or regression was chosen before the run")
    put_records(COLUMNS, lines, as_json=options.json)


def _lines(comparison: Comparison, scenario: str, asked: str | None) -> Sequence[Sequence[object]]:
    rule = SYNTHESIS_RULES[asked] if asked else synthesis_rules(comparison, scenario)[0]
    say(f"{scenario}: combined by the rule of {rule} synthesis")
    return [_line(figure, rule) for figure in combined_figures(comparison, scenario, rule)]


def _line(figure: CombinedFigure, rule: Synthesis) -> Sequence[object]:
    low, high = figure.interval or ("", "")
    known = (figure.value, figure.standard_error, low, high, figure.degrees_of_freedom, figure.within, figure.between)
    sizes = len(figure.sets), figure.n_original, figure.n_synthetic
    original = figure.original["estimate"] if figure.original else None
    said = (figure.inside, figure.overlap, figure.worst, figure.reason)
    return [figure.scenario, figure.figure, str(rule), *sizes, original, *known, *said]
