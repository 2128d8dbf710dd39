"""``mask`` and ``sweep``: a recipe applied to the original, once or with parameters varied."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from core.assessment import check_seed
from core.commands.codebook import codebook_for
from core.commands.compile_kernels import say_first_run
from core.commands.control_and_population import say_about_control
from core.commands.declared import declared_in
from core.commands.disk import STANDARD_OUTPUT, read_all, text_of
from core.commands.jobs import check_jobs
from core.commands.nothing_measured import refuse_nothing_measured
from core.commands.outputs import Outputs, checked_outputs
from core.commands.own_files import OutputKind, marked_codebook
from core.commands.terminal import on_terminal, say, say_left_out, say_over
from core.data import Codebook, Microdata, write_codebook
from core.errors import MaskingError
from core.laboratory import CONTROL, ORIGINAL, SweepStep, collect_sweep, quick_plan, read_vary, sweep, write_sweep
from core.masking import Recipe, StepReport, apply_recipe, csv_bytes, declared_codebook, read_recipe
from core.reports import write_results
from core.views import UTILITY_AXES, resolution_measure
from core.wording import counted

UNMASKED = {ORIGINAL: "original", CONTROL: "control"}


def mask(options: argparse.Namespace) -> None:
    """Write the masked file as CSV and, where asked for, the codebook that declares it.

    Raises
    ------
    MaskingError
        A masked file that is not called .csv, or a declaration of one written to standard output.
    """
    check_seed(options.seed, "--seed")
    streamed = options.out == STANDARD_OUTPUT
    if not streamed and options.out.suffix.lower() != ".csv":
        raise MaskingError(f"{options.out.name}: masked files are written as CSV; call it {options.out.stem}.csv")
    if streamed and options.declaration is not None:
        raise MaskingError("--declaration names the masked file: write that to a file, not to standard output")
    declaration = [] if options.declaration is None else [(options.declaration, OutputKind.CODEBOOK)]
    outputs = _outputs(options, [(options.out, OutputKind.UNMARKED), *declaration])
    recipe, original, codebook = _inputs(options)
    masked = apply_recipe(original, codebook, recipe, options.seed, file="" if streamed else options.out.name)
    for number, report in enumerate(masked.report, start=1):
        say(f"step {number}: {report.method}: {in_words(report)}")
    outputs.write(options.out, csv_bytes(masked.microdata))
    if options.declaration is not None:
        outputs.write(options.declaration, marked_codebook(write_codebook(declared_codebook(codebook, masked))))


def sweep_parameters(options: argparse.Namespace) -> None:
    """Measure the original masked with every setting; write the outcomes as JSON."""
    check_jobs(options)
    check_seed(options.seed, "--seed")
    outputs = _outputs(options, [(options.out, OutputKind.SWEEP)], [] if options.control is None else [options.control])
    recipe, original, codebook = _inputs(options)
    control = None if options.control is None else read_all([options.control], options.answers)[0].microdata
    if control is not None:
        say_about_control(original, control, codebook, {})
    varied = [read_vary(recipe, text) for text in options.vary]
    plan = quick_plan(options.risk, options.seed, options.utility, _further_measures(options))
    steps: list[SweepStep] = []
    say_first_run()
    say_left_out()
    workers = {"jobs": options.jobs, "control": control}
    for step in sweep(original, codebook, recipe, varied, plan, seed=options.seed, **workers):
        steps.append(step)
        _say_progress(step)
    swept = collect_sweep(recipe, varied, plan, options.seed, steps)
    outputs.write(options.out, write_sweep(swept, json.loads(write_results(swept.comparison))))
    refuse_nothing_measured(swept.comparison.scenarios, [step.problem for step in swept.steps if step.problem])


def _further_measures(options: argparse.Namespace) -> list[str]:
    """Return what is measured besides both axes; of an axis what shuffled columns reach, by which a gate judges."""
    named = [name.strip() for name in options.measures.split(",") if name.strip()]
    return [*named, *([resolution_measure(options.utility)] if options.utility in UTILITY_AXES else [])]


def _outputs(
    options: argparse.Namespace, kinds: Sequence[tuple[Path, OutputKind]], more: Sequence[Path] = ()
) -> Outputs:
    read = [options.original, options.recipe, *options.codebook, *more]
    return checked_outputs(kinds, read, force=options.force)


def _inputs(options: argparse.Namespace) -> tuple[Recipe, Microdata, Codebook]:
    recipe = read_recipe(text_of(options.recipe))
    declared = declared_in(options.codebook)
    original = declared.of(read_all([options.original], options.answers)[0]).microdata
    return recipe, original, codebook_for(declared.codebook, original, [])


def in_words(report: StepReport) -> str:
    """Say in one line what a step changed."""
    changes = report.changes
    parts = [f"{counted(changes.total_cells, 'cell', 'cells')} of {counted(changes.records, 'record', 'records')}"]
    if changes.total_suppressed:
        by_variable = ", ".join(f"{name} {count}" for name, count in changes.suppressed.items())
        parts.append(f"{changes.total_suppressed} of them emptied ({by_variable})")
    if changes.records_after < changes.records_before:
        parts.append(f"{changes.records_after} of {changes.records_before} records left")
    if changes.removed:
        parts.append(f"removed {', '.join(changes.removed)}")
    return "; ".join((*parts, *report.notes))


def _say_progress(step: SweepStep) -> None:
    line = f"{step.done}/{step.total} {step.setting.name or UNMASKED[step.setting.number]}"
    if step.problem:
        say(f"{line}: {step.problem}")
    elif on_terminal():
        say_over(f"{line:<60.60}")
    else:
        say(line)
