"""The deck's files judged by the program, as a user would: paired, measured, and the verdict on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.assessment import Comparison, collect, make_plan, run
from core.data import (
    Bands,
    CategoryMap,
    Codebook,
    Column,
    FileKind,
    Level,
    Masking,
    Microdata,
    Recode,
    Role,
    Scenario,
    ScenarioDeclaration,
    Variable,
)
from core.decision import FileVerdict, ReleaseType, decide, proposed_purpose
from core.views import UTILITY_AXES
from experiments.decks.masked_file import MaskedFile, Written
from experiments.decks.population import People, Population

PURPOSE = proposed_purpose(ReleaseType.SCIENTIFIC)
NEEDED = ("expected_match_risk", *UTILITY_AXES, "gdu_resolution", "table_resolution")
RISK_ALONE = NEEDED[:1]
ATTACKS = ("singling_out_multivariate", "linkability", "inference", "membership_distance")
IDENTIFIER = "person"
LINKED = {"identifier": IDENTIFIER, "wrong identifier": IDENTIFIER, "row": "row", "wrong rows": "row", "none": "none"}


def measured(files: Sequence[MaskedFile], control: People | None = None, needed: Sequence[str] = NEEDED) -> Comparison:
    """Measure masked files of one original; with a control also by attacks."""
    population, people = files[0].population, files[0].original
    scenarios = [_scenario(file, f"{place:02d} {file.kind}") for place, file in enumerate(files)]
    book = replace(_codebook(population), scenarios=tuple(s.declaration for s in scenarios))
    plan = make_plan((*needed, *ATTACKS) if control else needed, ["interval.groups=0"])
    original = _of_people("original.csv", population, people)
    others = _of_people("control.csv", population, control) if control else None
    return collect(plan, run(original, scenarios, book, plan, control=others))


def verdicts_on(
    files: Sequence[MaskedFile], control: People | None = None, needed: Sequence[str] = NEEDED
) -> list[FileVerdict]:
    """Return the verdict on each masked file of one original."""
    return list(decide(measured(files, control, needed), PURPOSE).files)


def _codebook(population: Population) -> Codebook:
    sensitive = "hours" if "money" in population.keys else "money"
    variables = [
        Variable(
            t.name,
            Level(t.level),
            Role.KEY if t.name in population.keys else Role.SENSITIVE if t.name == sensitive else Role.ANALYSIS,
            order=t.labels if t.level == "ordinal" else (),
        )
        for t in population.traits
    ]
    return Codebook((Variable(IDENTIFIER, Level.NOMINAL, Role.IDENTIFIER), *variables))


def _of_people(name: str, population: Population, people: People) -> Microdata:
    columns = {}
    for trait in population.traits:
        codes = people[trait.name]
        columns[trait.name] = (
            Column(trait.values[codes]) if trait.level == "continuous" else _categories(codes, trait.labels)
        )
    n = len(next(iter(people.values())))
    return Microdata(name, {IDENTIFIER: Column(np.arange(1.0, n + 1)), **columns}, n, f"hash of {name}")


def _categories(codes: NDArray[np.int64], labels: Sequence[str]) -> Column:
    used = sorted(set(labels))
    place = np.array([used.index(label) for label in labels] + [-1], dtype=np.int32)
    return Column(None, place[codes], tuple(used))


def _scenario(file: MaskedFile, name: str) -> Scenario:
    columns = {v: _column(codes, file.written[v]) for v, codes in file.columns.items()}
    if "identifier" in file.links:
        own = np.where(file.parents >= 0, file.parents + 1.0, np.nan)
        columns = {IDENTIFIER: Column(np.roll(own, 7) if file.links.startswith("wrong") else own), **columns}
    declared = ScenarioDeclaration(
        f"{name}.csv",
        name,
        LINKED[file.links],
        {v: Masking(kind) for v, kind in file.declared.items() if v in columns},
        {v: r for v in file.columns if (r := _recode(file, v)) is not None},
        kind=FileKind(file.file_kind) if file.file_kind else None,
    )
    return Scenario(Microdata(f"{name}.csv", columns, file.m, f"hash of {name}"), declared)


def _column(codes: NDArray[np.int64], written: Written) -> Column:
    if written.numbers is None:
        return _categories(codes, written.labels)
    return Column(np.append(written.numbers, np.nan)[codes])


def _recode(file: MaskedFile, name: str) -> Recode | None:
    """Return the recode of a variable as a codebook declares it; None where its values keep their detail."""
    written, trait = file.written[name], file.population.trait(name)
    if written.numbers is not None or written.n == len(trait.values):
        return None
    groups = [trait.values[written.detail == g] for g in range(written.n)]
    if trait.level == "continuous":
        return Bands(tuple((float(g[0]), float(g[-1])) for g in groups), written.labels)
    labels = np.array(trait.labels)
    return CategoryMap({label: tuple(labels[written.detail == g].tolist()) for g, label in enumerate(written.labels)})
