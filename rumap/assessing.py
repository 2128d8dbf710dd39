"""Files measured for a notebook, as the command ``assess`` does it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

from core.assessment import Plan, collect, make_plan, run
from core.commands import check_names, codebook_for, heard, refuse_nothing_measured, say_left_out, say_second_look
from core.data import Codebook, Scenario, read_declared_codebook
from core.errors import PlanError
from core.execution import usable_cores
from core.intake import read_alike
from rumap.data import Data, read_data
from rumap.masked import MaskedData
from rumap.progress import followed
from rumap.results import Results
from rumap.texts import text_or_file


def assess_data(
    original: Any,
    masked: Any,
    codebook: str | PathLike[str] | None,
    measures: str | Sequence[str],
    settings: Mapping[str, object],
    linked: str | None,
    seed: int,
    jobs: int | None,
    progress: bool | None,
) -> Results:
    """Measure masked files; see ``rumap.assess``."""
    plan = _plan(measures, settings, seed)
    before = read_data(original, "original")
    files = [_alike(before, file) for file in _named(masked)]
    _refuse_same_names([before, *files])
    microdata = [file.microdata for file in files]
    declared = None if codebook is None else read_declared_codebook(text_or_file(codebook))
    with heard() as remarks:
        say_left_out()
        remarks += [f"{file.name}: {line}" for file in (before, *files) for line in file.findings]
        whole = codebook_for(declared, before.microdata, microdata)
        whole = _with_declarations(whole, files, {s.file for s in declared.scenarios} if declared else set())
        check_names(plan, linked, whole, before.microdata, microdata)
        pairs = say_second_look(before.microdata, microdata, whole, linked)
    scenarios = [Scenario(m, whole.declaration(m.name)) for m in microdata]
    processes = usable_cores() if jobs is None else jobs
    if processes < 1:
        raise PlanError("jobs must be 1 or more")
    going = run(before.microdata, scenarios, whole, plan, linked=linked, jobs=processes, pairs=pairs)
    comparison = collect(plan, list(followed(going, progress)))
    refuse_nothing_measured(comparison.scenarios)
    return Results(comparison, whole, tuple(remarks))


def _plan(measures: str | Sequence[str], settings: Mapping[str, object], seed: int) -> Plan:
    chosen = measures if isinstance(measures, str) else ",".join(measures)
    return make_plan(chosen, [f"{name}={value}" for name, value in settings.items()], seed)


def _named(masked: Any) -> Iterator[Data]:
    """Yield the masked files; a frame without a name is called masked, several are numbered."""
    if isinstance(masked, Mapping) and not hasattr(masked, "columns"):
        for name, file in masked.items():
            yield read_data(file, str(name)).named(str(name))
    elif isinstance(masked, list | tuple):
        for number, file in enumerate(masked, start=1):
            yield read_data(file, "" if isinstance(file, str | PathLike) else f"masked_{number}")
    else:
        yield read_data(masked, "" if isinstance(masked, str | PathLike) else "masked")


def _alike(original: Data, file: Data) -> Data:
    """Return a masked file read as its original was; what is no text is as it is."""
    if isinstance(file, MaskedData) or not file.content:
        return file
    return replace(file, reading=read_alike(original.reading, file.reading, file.content))


def _refuse_same_names(files: Sequence[Data]) -> None:
    names = [file.name for file in files]
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"two files are called {name}; give the masked files as a mapping by name")


def _with_declarations(codebook: Codebook, files: Sequence[Data], said: set[str]) -> Codebook:
    """Return the codebook with what recipes declare of the files that they made, unless somebody has said it."""
    made = {f.name: f.declaration for f in files if isinstance(f, MaskedData) and f.name not in said}
    others = [scenario for scenario in codebook.scenarios if scenario.file not in made]
    return replace(codebook, scenarios=(*others, *made.values()))
