"""``assess``: measure utility and risk of every masked file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path, PurePath

from core.assessment import (
    Comparison,
    Plan,
    RunStep,
    UtilityParameters,
    collect,
    make_plan,
    record_values,
    run,
    weight_in_words,
)
from core.commands.asked_names import check_names
from core.commands.codebook import codebook_for
from core.commands.compile_kernels import say_first_run
from core.commands.control_and_population import control_among, population_path, read_population, say_about_control
from core.commands.declared import declared_in
from core.commands.disk import STANDARD_OUTPUT, answers_for, read_all
from core.commands.jobs import check_jobs, prepare_processes
from core.commands.kept_run import KeptRun, kept_run, what_a_run_is_of
from core.commands.nothing_measured import refuse_nothing_measured
from core.commands.outputs import Outputs, checked_outputs
from core.commands.own_files import OutputKind
from core.commands.second_look import print_warnings
from core.commands.sets import with_sets
from core.commands.terminal import say, say_left_out, say_progress
from core.data import Codebook, Microdata, Pair, PopulationFile, Scenario
from core.decision import verdict_lines
from core.errors import ClusterError, OutputError
from core.intake import Reading
from core.reports import Project, ProjectFile, ProjectPopulation, write_project, write_records, write_results
from core.views import jackknife_units


def assess(options: argparse.Namespace) -> None:
    """Run a plan on files and write the results."""
    plan = make_plan(options.measures, [s for group in options.settings for s in group], options.seed)
    check_jobs(options)
    outputs = _outputs(options)
    declared = declared_in(options.codebook)
    control_path = [] if options.control is None else [options.control]
    readings = read_all([options.original, *options.masked, *control_path], options.answers)
    prepare_processes(options)
    readings = [declared.of(readings[0]), *readings[1:]]
    readings, control = control_among(readings, declared.codebook, given=options.control is not None)
    original, *masked = (r.microdata for r in readings)
    codebook = with_sets(codebook_for(declared.codebook, original, masked), options.sets, masked)
    check_names(plan, options.linked, codebook, original, masked)
    pairs = print_warnings(original, masked, codebook, options.linked)
    other = None if control is None else say_about_control(original, control.microdata, codebook, pairs)
    scenarios = [Scenario(m, codebook.declaration(m.name)) for m in masked]
    population = read_population(options.population, options.answers)
    context = population, pairs, other
    with ExitStack() as opened:
        kept = None
        if options.resume is not None:
            of = what_a_run_is_of(original, scenarios, codebook, plan, options, population, other)
            kept = opened.enter_context(kept_run(options.resume, of, plan))
        comparison, lost = assess_files(original, scenarios, codebook, plan, options, options.linked, *context, kept)
        outputs.write(options.out, write_results(comparison))
        if options.out != STANDARD_OUTPUT:
            say(f"{options.out}: the results")
        if options.project is not None:
            answers = options.answers
            counted = [ProjectPopulation(_read_as(p.microdata, answers), p.count, p.keyset) for p in population]
            measured = _project(readings, control, codebook, counted, plan, comparison, options.linked)
            outputs.write(options.project, write_project(measured))
        if options.records is not None:
            comparable = [s for s in scenarios if s.microdata.name in pairs]
            paths = _record_paths(options)
            for file, columns in record_values(original, comparable, codebook, plan, options.linked, population, pairs):
                outputs.write(paths[file], write_records(columns))
        if kept is not None and lost is None:
            kept.remove()
    for line in verdict_lines(comparison):
        say(line)
    say_lost(lost)
    refuse_nothing_measured(comparison.scenarios)


def _read_as(microdata: Microdata, answers: Sequence[str]) -> ProjectFile:
    return ProjectFile.of(microdata, answers_for(microdata.name, answers))


def _project(
    readings: Sequence[Reading],
    control: Reading | None,
    codebook: Codebook,
    counted: Sequence[ProjectPopulation],
    plan: Plan,
    comparison: Comparison,
    linked: str | None,
) -> Project:
    original, *masked = [ProjectFile.of(r.microdata, r.choices) for r in readings]
    other = None if control is None else ProjectFile.of(control.microdata, control.choices)
    return Project(
        codebook, original, tuple(masked), plan, comparison, linked, population=tuple(counted), control=other
    )


def _outputs(options: argparse.Namespace) -> Outputs:
    """Check where results, project and risks of records go."""
    kinds = [(options.out, OutputKind.RESULTS)]
    if options.project is not None:
        kinds.append((options.project, OutputKind.PROJECT))
    if options.resume is not None:
        if options.resume == STANDARD_OUTPUT:
            raise OutputError("--resume -: what is finished is kept in a file; name one")
        kinds.append((options.resume, OutputKind.KEPT_RUN))
    if options.records is not None:
        if options.records == STANDARD_OUTPUT or not options.records.is_dir():
            raise OutputError(f"--records {options.records}: is no folder; make it first")
        kinds += [(path, OutputKind.RECORDS) for path in _record_paths(options).values()]
    read = [options.original, *options.masked, *map(population_path, options.population)]
    read += [] if options.control is None else [options.control]
    return checked_outputs(kinds, [*read, *options.codebook], force=options.force)


def _record_paths(options: argparse.Namespace) -> dict[str, Path]:
    """Return by file name where its risks of records go; the whole name where the part before the ending is shared."""
    names = [path.name for path in (options.original, *options.masked)]
    stems = [PurePath(name).stem for name in names]
    shared = len({stem.casefold() for stem in stems}) < len(stems)
    return {
        name: options.records / f"{name if shared else stem}.records.parquet"
        for name, stem in zip(names, stems, strict=True)
    }


def assess_files(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    options: argparse.Namespace,
    linked: str | None,
    population: Sequence[PopulationFile],
    pairs: Mapping[str, Pair],
    control: Microdata | None = None,
    kept: KeptRun | None = None,
) -> tuple[Comparison, ClusterError | None]:
    """Run a plan with progress on stderr, put its steps together, and say whether the cluster was lost on the way.

    Raises
    ------
    ClusterError
        The cluster was lost before anything was finished.
    """
    said = weight_in_words(plan.of(UtilityParameters), codebook)
    if said:
        say(said)
    _say_how_drawn(original, pairs)
    say_first_run()
    say_left_out()
    steps: list[RunStep] = []
    workers = {"jobs": options.jobs, "cluster": options.cluster, "control": control}
    earlier = None if kept is None else kept.earlier
    lost = None
    try:
        for step in run(
            original,
            scenarios,
            codebook,
            plan,
            linked=linked,
            population=population,
            pairs=pairs,
            earlier=earlier,
            **workers,
        ):
            steps.append(step)
            say_progress(step)
            if kept is not None:
                kept.keep(steps)
    except ClusterError as error:
        if not any(step.measures for step in steps):
            raise
        lost = error
    finally:
        if kept is not None:
            kept.write(steps)
    say("")
    comparison = collect(plan, steps)
    if units := jackknife_units(comparison):
        say(units)
    return comparison, lost


def _say_how_drawn(original: Microdata, pairs: Mapping[str, Pair]) -> None:
    """Say what a reader must know of how units and strata were read from the variables of each file.

    What holds for the original is not said again of the files that were linked to it.
    """
    of_original = next((p.original.design.notes for p in pairs.values()), ())
    for note in of_original:
        say(f"{original.name}: {note}")
    for name, pair in pairs.items():
        for note in pair.masked.design.notes:
            if note not in of_original:
                say(f"{name}: {note}")


def say_lost(lost: ClusterError | None) -> None:
    """End a command whose cluster was lost, after what was finished has been written.

    Raises
    ------
    ClusterError
        It was lost.
    """
    if lost is not None:
        raise ClusterError(f"{lost}; what was finished before is written, the rest was not measured")
