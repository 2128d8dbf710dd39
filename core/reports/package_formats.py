"""Formats that other packages bring: files made of a project, and of outputs that were checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from core.errors import ReportError
from core.extensions import FORMATS, NotAccepted, Offer, accepted
from core.reports.archive.declared_estimates import CheckedEstimate
from core.reports.archive.declared_tables import CheckedTable
from core.reports.project import Project
from core.reports.report_model import Kind
from core.reports.shareable.share_options import ShareOptions
from core.statistics.disclosure import MagnitudeRules
from core.wording import did_you_mean

NONE_INSTALLED = (
    "archives (RO-Crate), scripts for R and results of ACRO are written by the package ru-map-archive, which is not "
    'installed: pip install ./extensions/archive, from the folder of R-U Map ("For an archive" in the documentation)'
)


@dataclass(frozen=True)
class ProjectFormat:
    """A file made of a project.

    Parameters
    ----------
    id : str
        The name of its entry point.
    label : str
        On the page.
    ending : str
        Of the names of files, such as ``-crate.zip``.
    media_type : str
    kinds : tuple of Kind
        For whom it can be made.
    write : callable
        Takes project, kind, options and the day of publication, None where none is given; returns the file.
    """

    id: str
    label: str
    ending: str
    media_type: str
    kinds: tuple[Kind, ...]
    write: Callable[[Project, Kind, ShareOptions, date | None], bytes]


@dataclass(frozen=True)
class OutputsFormat:
    """An archive of checked tables and estimates.

    Parameters
    ----------
    id : str
        The name of its entry point.
    write : callable
        Takes the outputs and the rules that they were checked by; returns a zip archive.
    """

    id: str
    write: Callable[[Sequence[CheckedTable | CheckedEstimate], MagnitudeRules], bytes]


@cache
def installed_formats() -> tuple[tuple[ProjectFormat | OutputsFormat, ...], str]:
    """Return the formats of other packages, and what is left out, in words."""
    origins, left_out = accepted(FORMATS, (), _check)
    return tuple(origins), "; ".join(map(str, left_out))


def _check(offer: Offer, thing: Any, _known: Collection[Any]) -> None:
    if not isinstance(thing, ProjectFormat | OutputsFormat):
        raise NotAccepted("it is no format: declare it with ProjectFormat or OutputsFormat of rumap.exporting")
    if thing.id != offer.name:
        raise NotAccepted(f"its entry point has another name than its id, {thing.id!r}")


def why_no_formats() -> str:
    """Return why there are no formats of other packages; empty where there are."""
    return "" if installed_formats()[0] else installed_formats()[1] or NONE_INSTALLED


def project_formats(kind: Kind) -> tuple[ProjectFormat, ...]:
    """Return the formats in which a project can be written for somebody."""
    return tuple(f for f in installed_formats()[0] if isinstance(f, ProjectFormat) and kind in f.kinds)


def project_format(name: str, kind: Kind) -> ProjectFormat:
    """Return the format of this id.

    Raises
    ------
    ReportError
        No package that is installed brings it, or it cannot be made for this kind of reader.
    """
    offered = {f.id: f for f in project_formats(kind)}
    if name in offered:
        return offered[name]
    if name in {f.id for f in installed_formats()[0]}:
        raise ReportError(f"the format {name} cannot be written with --kind {kind}")
    raise ReportError(
        f"there is no format {name!r}{did_you_mean(name, offered)}: {why_no_formats() or ', '.join(offered)}"
    )


def outputs_format() -> OutputsFormat:
    """Return the first format of checked outputs.

    Raises
    ------
    ReportError
        No package that is installed brings one.
    """
    offered = [f for f in installed_formats()[0] if isinstance(f, OutputsFormat)]
    if not offered:
        raise ReportError(f"checked outputs cannot be written: {installed_formats()[1] or NONE_INSTALLED}")
    return offered[0]
