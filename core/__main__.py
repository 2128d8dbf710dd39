"""The command line: the same runs as in the browser, for scripts and for checking."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.assessment import CATALOGUE, Comparison, Plan, Step, collect, make_plan, record_values, run
from core.data import Codebook, Microdata, Scenario, read_codebook, write_codebook
from core.errors import CodebookError, PlanError, RUMapError
from core.execution import usable_cores
from core.intake import Reading, read_file
from core.pairing import complete_codebook, draft_codebook
from core.reports import write_records, write_results

READERS = 2
"""Files read at the same time, each in a process of its own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 2 after one line on stderr that says what to mend."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except RUMapError as error:
        _say(f"error: {error}")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m core", description="R-U Map without a browser")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    codebook = commands.add_parser("codebook", help="draft a codebook from the files")
    _add_files(codebook, "*")
    codebook.add_argument("--out", type=Path, help="where to write it (default: standard output)")
    codebook.set_defaults(command=_codebook)
    assess = commands.add_parser("assess", help="measure utility and risk of every masked file")
    _add_files(assess, "+")
    assess.add_argument("--codebook", type=Path, help="TOML; without it one is drafted from the files")
    assess.add_argument("--linked", metavar="row|none|VARIABLE", help="how records are linked to the original")
    assess.add_argument("--measures", default="quick", metavar="quick|full|ID,ID,...")
    assess.add_argument("--seed", type=int, default=1)
    assess.add_argument("--jobs", type=int, default=usable_cores(), help="processes (default: all cores)")
    assess.add_argument("--set", dest="settings", action="append", default=[], nargs="+", metavar="FAMILY.name=value")
    assess.add_argument("--records", type=Path, metavar="DIR", help="write per-record risk (Parquet): confidential")
    assess.add_argument("--out", type=Path, required=True)
    assess.set_defaults(command=_assess)
    measures = commands.add_parser("measures", help="the catalogue of measures")
    measures.set_defaults(command=_measures)
    return parser


def _add_files(parser: argparse.ArgumentParser, masked: str) -> None:
    parser.add_argument("original", type=Path)
    parser.add_argument("masked", type=Path, nargs=masked)


def _codebook(options: argparse.Namespace) -> None:
    original, *masked = _read_all([options.original, *options.masked])
    text = write_codebook(draft_codebook(original, masked))
    if options.out is None:
        sys.stdout.write(text)
    else:
        _write(options.out, text)


def _assess(options: argparse.Namespace) -> None:
    plan = make_plan(options.measures, [s for group in options.settings for s in group], options.seed)
    if options.jobs < 1:
        raise PlanError("--jobs must be 1 or more")
    declared = None if options.codebook is None else read_codebook(_text(options.codebook))
    original, *masked = _read_all([options.original, *options.masked])
    codebook = _codebook_for(declared, original, masked)
    scenarios = [Scenario(m, codebook.declaration(m.name)) for m in masked]
    comparison = assess_files(original, scenarios, codebook, plan, options.linked, options.jobs)
    if options.records is not None:
        for file, columns in record_values(original, scenarios, codebook, plan, options.linked):
            _write(options.records / f"{Path(file).stem}.records.parquet", write_records(columns))
    _write(options.out, write_results(comparison))


def assess_files(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    linked: str | None,
    jobs: int,
) -> Comparison:
    """Run a plan with progress on stderr and put its steps together."""
    steps: list[Step] = []
    said: set[int] = set()
    for step in run(original, scenarios, codebook, plan, linked=linked, jobs=jobs):
        steps.append(step)
        if step.position not in said:
            said.add(step.position)
            _say_about(step, linked)
        _progress(step)
    _say("")
    return collect(plan, steps)


def _measures(options: argparse.Namespace) -> None:  # noqa: ARG001 - every command takes the options
    for m in CATALOGUE:
        needs = ", ".join(sorted(m.requires)) or "nothing"
        low, high = m.bounds
        sys.stdout.write(f"{m.id}\t{m.name}\t{m.scope}\t{m.better} is better\t[{low:g}, {high:g}]\tneeds {needs}\n")
    parameters = {m.family: m.parameters for m in CATALOGUE}
    for family, kind in parameters.items():
        for name, value in vars(kind()).items():
            sys.stdout.write(f"--set {family}.{name}={value}\n")


def _read_all(paths: Sequence[Path]) -> list[Microdata]:
    names = [p.name for p in paths]
    for name in names:
        if names.count(name) > 1:
            raise CodebookError(f"two files are called {name}; a codebook could not tell them apart: rename one")
    with ThreadPoolExecutor(READERS) as pool:
        readings = list(pool.map(_read, paths))
    for reading in readings:
        for finding in reading.report.findings:
            if finding.severity != "note":
                place = f"{finding.column}: " if finding.column else ""
                _say(f"{reading.microdata.name}: {finding.severity}: {place}{finding.message}")
    return [r.microdata for r in readings]


def _read(path: Path) -> Reading:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CodebookError(f"{path.name}: cannot be opened ({error.strerror})") from None
    return read_file(path.name, content)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CodebookError(f"{path.name}: cannot be read ({type(error).__name__})") from None


def _codebook_for(declared: Codebook | None, original: Microdata, masked: Sequence[Microdata]) -> Codebook:
    """Return the declared codebook, with what it leaves out drafted from the files and said so."""
    if declared is None:
        _say("no codebook given: levels, roles and recodes are drafted from the files ('codebook' shows them)")
        return draft_codebook(original, masked)
    known = {v.name for v in declared.variables}
    for name in sorted(known - set(original.columns)):
        raise CodebookError(f"the codebook names {name!r}, which {original.name} does not have")
    drafted = [name for name in original.columns if name not in known]
    if drafted:
        _say(f"not in the codebook, drafted from the file: {', '.join(drafted)}")
    files = {m.name for m in masked}
    for scenario in declared.scenarios:
        if scenario.file not in files:
            _say(f"the codebook describes {scenario.file!r}, which is not among the masked files")
    return complete_codebook(declared, original)


def _say_about(step: Step, linked: str | None) -> None:
    if not step.position:
        return
    if step.about.links and linked not in (None, "none"):
        _say(f"{step.file}: {step.about.links}")
    for variable in step.about.variables:
        if variable.problem:
            _say(f"{step.file}: {variable.name}: {variable.problem}")


def _progress(step: Step) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{step.done}/{step.total} {step.scenario:<40.40}")
        sys.stderr.flush()
    elif step.measures:
        _say(f"{step.done}/{step.total} {step.scenario or 'original'}: {', '.join(step.measures)}")


def _write(path: Path, content: str | bytes) -> None:
    """Write a whole file or none: a full disk must not leave half a result."""
    partial = path.with_name(path.name + ".part")
    try:
        with partial.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise PlanError(f"{path.name}: cannot be written ({error.strerror})") from None


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
