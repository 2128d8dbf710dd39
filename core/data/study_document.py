"""What a document says about a study: its files, their variables, categories, missing codes, weights, questions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.data.variable import Level


@dataclass(frozen=True)
class StatedStatistic:
    """A summary statistic as a document states it.

    Parameters
    ----------
    kind : str
        "vald" and "invd" (valid and missing records), "min", "max", "mean", "stdev", as DDI Codebook names them.
    weighted : bool
    text : str
        As written: its last digit says how exact it is.
    """

    kind: str
    weighted: bool
    text: str


@dataclass(frozen=True)
class DocumentedVariable:
    """What a document says about one variable.

    Parameters
    ----------
    name, label, question, universe : str
        Empty where the document says nothing.
    categories : mapping of str to str
        Code -> what it means; codes without words are left out.
    missing : tuple of str
        Codes that stand for a missing value.
    missing_ranges : tuple of pairs of float
        Numbers from ... to ... that stand for a missing value, both ends included.
    level : Level or None
        As the document states it.
    is_weight : bool
        The document says that it weights records.
    weighted_by : str
        Name of the variable that weights it; empty: none.
    statistics : tuple of StatedStatistic
    """

    name: str
    label: str = ""
    question: str = ""
    universe: str = ""
    categories: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    missing_ranges: tuple[tuple[float, float], ...] = ()
    level: Level | None = None
    is_weight: bool = False
    weighted_by: str = ""
    statistics: tuple[StatedStatistic, ...] = ()


@dataclass(frozen=True)
class DocumentedFile:
    """What a document says about one file of a study.

    Parameters
    ----------
    name, content : str
        As the document calls the file, and what it says it holds.
    records : int or None
        How many the document counts; None: it does not say.
    variables : tuple of DocumentedVariable
    study, identifier, universe : str
        Title and number of the study, and the population that it is about.
    """

    name: str
    content: str = ""
    records: int | None = None
    variables: tuple[DocumentedVariable, ...] = ()
    study: str = ""
    identifier: str = ""
    universe: str = ""

    def variable(self, name: str) -> DocumentedVariable | None:
        """Return what is said about a variable of the data; None where nothing is."""
        return next((v for v in self.variables if v.name == name), None)


@dataclass(frozen=True)
class StudyDocument:
    """A document about a study: of what standard, and its files."""

    standard: str
    files: tuple[DocumentedFile, ...]


def study_of(tables: Mapping[str, Any]) -> StudyDocument:
    """Return the study of the tables that the reader's process hands back."""
    about = {key: tables[key] for key in ("study", "identifier", "universe")}
    files = tuple(
        DocumentedFile(f["name"], f["content"], f["records"], tuple(map(_variable, f["variables"])), **about)
        for f in tables["files"]
    )
    return StudyDocument(tables["standard"], files)


def _variable(table: Mapping[str, Any]) -> DocumentedVariable:
    statistics = tuple(StatedStatistic(*stated) for stated in table["statistics"])
    ranges = tuple(_range(low, high) for low, high in table["missing_ranges"])
    level = Level(table["level"]) if table["level"] else None
    plain = {key: table[key] for key in ("name", "label", "question", "universe", "categories", "is_weight")}
    return DocumentedVariable(
        **plain,
        missing=tuple(table["missing"]),
        missing_ranges=ranges,
        level=level,
        weighted_by=table["weighted_by"],
        statistics=statistics,
    )


def _range(low: float | None, high: float | None) -> tuple[float, float]:
    return -math.inf if low is None else low, math.inf if high is None else high
