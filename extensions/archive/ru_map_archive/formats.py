"""What the entry points name; a format imports what it needs when it is written."""

from __future__ import annotations

from datetime import date

from ru_map_archive.acro_results import write_acro
from ru_map_archive.r_script import write_r_script
from rumap.exporting import Kind, OutputsFormat, Project, ProjectFormat, ShareOptions, measured


def _crate(project: Project, kind: Kind, options: ShareOptions, day: date | None) -> bytes:
    from ru_map_archive.research_crate import write_crate  # noqa: PLC0415 - half a second that only a crate needs

    return write_crate(project, kind, options, day)


def _r(project: Project, _kind: Kind, options: ShareOptions, _day: date | None) -> bytes:
    return write_r_script(measured(project), options.scenario).encode()


# the names of the entry points
acro = OutputsFormat("acro", write_acro)
crate = ProjectFormat("crate", "Archive (RO-Crate)", "-crate.zip", "application/zip", tuple(Kind), _crate)
r = ProjectFormat("r", "Script for R", ".R", "text/plain", (Kind.INTERNAL,), _r)
