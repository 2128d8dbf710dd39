"""Files measured for a notebook, as the command ``assess`` does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

from core.assessment import Plan, collect, in_one_setting, make_plan, run
from core.commands import check_names, codebook_for, heard, print_warnings, refuse_nothing_measured, say_left_out
from core.data import Codebook, Scenario, link_by
from core.errors import PlanError
from core.execution import usable_cores
from core.intake import read_alike
from core.measures import Measure
from rumap.arguments import kind_of, mapping_in, names_in, whole_number
from rumap.data import Data, read_data
from rumap.masked import MaskedData
from rumap.progress import followed, say_in_script
from rumap.results import Results
from rumap.texts import Codebook as DeclaredAs
from rumap.texts import declared_in
from rumap.variables import SaidOfVariables

MASKED = "masked"
"""What a masked frame is called that nobody named."""


def assess_data(
    original: Any,
    masked: Any,
    codebook: DeclaredAs | None,
    said: SaidOfVariables,
    measures: str | Iterable[str],
    settings: Mapping[str, object] | None,
    linked: str | Sequence[str] | None,
    seed: int,
    jobs: int | None,
    progress: bool | None,
) -> Results:
    """Measure masked files; see ``rumap.assess``."""
    plan = _plan(measures, settings, whole_number("seed", seed, 0))
    processes = usable_cores() if jobs is None else whole_number("jobs", jobs, 1, " (leave it out for all cores)")
    link = _link(linked)
    declared = declared_in(codebook)
    before = read_data(original, "original")
    files = [_alike(before, file) for file in _named(masked)]
    _refuse_names([before, *files])
    microdata = [file.microdata for file in files]
    with heard() as remarks:
        say_left_out()
        remarks += [f"{file.name}: {line}" for file in (before, *files) for line in file.findings]
        whole = said.applied(codebook_for(declared, before.microdata, microdata), before.name)
        whole = _with_declarations(whole, files, {s.file for s in declared.scenarios} if declared else set())
        check_names(plan, link, whole, before.microdata, microdata)
        pairs = print_warnings(before.microdata, microdata, whole, link)
    scenarios = [Scenario(m, whole.declaration(m.name)) for m in microdata]
    going = run(before.microdata, scenarios, whole, plan, linked=link, jobs=processes, pairs=pairs)
    comparison = collect(plan, list(followed(going, progress)))
    refuse_nothing_measured(comparison.scenarios)
    results = Results(comparison, whole, tuple(remarks))
    say_in_script(results.links, progress)
    return results


def _plan(measures: str | Iterable[str], settings: Mapping[str, object] | None, seed: int) -> Plan:
    given = {} if settings is None else mapping_in("settings", settings, "{'null.replicates': 20}")
    if any(isinstance(m, Measure) for m in (measures if isinstance(measures, list | tuple) else [measures])):
        raise PlanError("measures: name them by their ids; your own come with a package (docs/how-to/extending.md)")
    chosen = measures if isinstance(measures, str) else names_in("measures", measures)
    if not chosen:
        raise PlanError("measures: none is named; say quick, full or ids")
    return make_plan(chosen, [f"{name}={_value(name, value)}" for name, value in given.items()], seed)


def _value(name: object, value: object) -> str:
    """Return the value of a setting as the command line writes it."""
    if isinstance(value, Mapping):
        inner = next(iter(value), "parameter")
        raise PlanError(f"settings: write {f'{name}.{inner}'!r} in the place of a dict in a dict")
    if isinstance(value, list | tuple):
        return in_one_setting(map(str, value))
    return str(value)


def _link(linked: Any) -> str | None:
    if linked is None or isinstance(linked, str):
        return linked
    if isinstance(linked, list | tuple) and len(linked) > 1 and all(isinstance(name, str) for name in linked):
        return link_by(linked)
    one = "; for files that differ: codebook={'scenarios': {'NAME': {'linked': 'row'}}}"
    raise PlanError(
        "linked: 'row' (the same people in the same order), 'none' or the name of an identifier (or several) "
        f"is wanted, not {kind_of(linked)}{one if isinstance(linked, Mapping | list | tuple) else ''}"
    )


def _named(masked: Any) -> Iterator[Data]:
    """Yield the masked files; a frame without a name is called masked, several are numbered."""
    if isinstance(masked, Mapping) and not hasattr(masked, "columns"):
        for name, file in masked.items():
            yield read_data(file, str(name)).named(str(name))
    elif isinstance(masked, list | tuple):
        for number, file in enumerate(masked, start=1):
            yield read_data(file, "" if isinstance(file, str | PathLike) else f"masked_{number}")
    else:
        yield read_data(masked, "" if isinstance(masked, str | PathLike) else MASKED)


def _alike(original: Data, file: Data) -> Data:
    """Return a masked file read as its original was; what is no text is as it is."""
    if isinstance(file, MaskedData) or not file.content:
        return file
    return replace(file, reading=read_alike(original.reading, file.reading, file.content))


def _refuse_names(files: Sequence[Data]) -> None:
    names = [file.name for file in files]
    if len(names) == 1:
        raise PlanError("masked: no masked file is named; give one, a list of them or a dict by name")
    if "" in names:
        raise PlanError("masked: a name is empty; give every masked file a name")
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"two files are called {name}; give the masked files as a mapping by name")


def _with_declarations(codebook: Codebook, files: Sequence[Data], said: set[str]) -> Codebook:
    """Return the codebook with what recipes declare of the files that they made, unless somebody has said it."""
    made = {f.name: f.declaration for f in files if isinstance(f, MaskedData) and f.name not in said}
    others = {scenario.file: scenario for scenario in codebook.scenarios if scenario.file not in made}
    for file in files:  # a frame's name has no ending that could be left out
        declared = codebook.declaration(file.name)
        if file.name not in made and not file.content and not (file.name in said and declared.name):
            others[file.name] = replace(declared, name=file.name)
    return replace(codebook, scenarios=(*others.values(), *made.values()))
