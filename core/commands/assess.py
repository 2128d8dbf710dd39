"""``assess``: measure utility and risk of every masked file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.assessment import Comparison, Plan, Step, collect, make_plan, record_values, run
from core.commands.codebook import codebook_for
from core.commands.disk import read_all, text_of, write_whole
from core.commands.jobs import check_jobs
from core.commands.population import read_population
from core.commands.second_look import say_second_look
from core.commands.terminal import say, say_progress
from core.data import Codebook, Microdata, Pair, PopulationFile, Scenario, read_codebook
from core.reports import Project, ProjectFile, ProjectPopulation, write_project, write_records, write_results


def assess(options: argparse.Namespace) -> None:
    """Run a plan on files and write the results."""
    plan = make_plan(options.measures, [s for group in options.settings for s in group], options.seed)
    check_jobs(options)
    declared = None if options.codebook is None else read_codebook(text_of(options.codebook))
    original, *masked = read_all([options.original, *options.masked])
    codebook = codebook_for(declared, original, masked)
    pairs = say_second_look(original, masked, codebook, options.linked)
    scenarios = [Scenario(m, codebook.declaration(m.name)) for m in masked]
    population = read_population(options.population)
    comparison = assess_files(original, scenarios, codebook, plan, options.linked, options.jobs, population, pairs)
    if options.records is not None:
        for file, columns in record_values(original, scenarios, codebook, plan, options.linked, population, pairs):
            write_whole(options.records / f"{Path(file).stem}.records.parquet", write_records(columns))
    write_whole(options.out, write_results(comparison))
    if options.project is not None:
        files = [ProjectFile.of(m) for m in (original, *masked)]
        counted = tuple(ProjectPopulation(ProjectFile.of(p.microdata), p.count, p.keyset) for p in population)
        project = Project(codebook, files[0], tuple(files[1:]), plan, comparison, options.linked, population=counted)
        write_whole(options.project, write_project(project))


def assess_files(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    linked: str | None,
    jobs: int,
    population: Sequence[PopulationFile],
    pairs: Mapping[str, Pair],
) -> Comparison:
    """Run a plan with progress on stderr and put its steps together."""
    steps: list[Step] = []
    going = run(original, scenarios, codebook, plan, linked=linked, jobs=jobs, population=population, pairs=pairs)
    for step in going:
        steps.append(step)
        say_progress(step)
    say("")
    return collect(plan, steps)
