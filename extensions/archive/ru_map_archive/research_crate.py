"""A project as an RO-Crate: its documents, each described, and in PROV what was made from what; never data.

An internal crate names the input files with their SHA-256, and holds the project, its results and the report. A crate
for sharing holds the shareable report and names no input: who has a hash can try out which file it belongs to. Neither
names a person: who did what is left to the signatures in the report.

Sources: RO-Crate Metadata Specification 1.1 (Soiland-Reyes et al. 2022, Data Science 5(2), 97-138); PROV-DM (Moreau and
Missier 2013) and PROV-JSON (Huynh et al. 2013) of the W3C.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from prov.model import ProvDocument
from rocrate.model import SoftwareApplication
from rocrate.rocrate import ROCrate

from rumap.exporting import (
    VERSION,
    Kind,
    Project,
    ProjectFile,
    Report,
    ReportError,
    ShareOptions,
    make_report,
    packed,
    results_text,
    write_project,
    write_report,
)

FORM = "1.1"
METADATA, PROVENANCE = "ro-crate-metadata.json", "provenance.json"
NAMESPACE = "urn:ru-map:"
PROGRAM = f"R-U Map {VERSION}"
MEDIA = {
    "report.pdf": "application/pdf",
    "report.json": "application/json",
    "results.json": "application/json",
    "project.rumap": "application/zip",
    PROVENANCE: "application/json",
}
ABOUT = {
    "report.pdf": "The report",
    "report.json": "The report as data",
    "results.json": "All figures that were measured, with plan and seeds",
    "project.rumap": "The project: codebook, plan, figures, decision and what was done, step by step",
    PROVENANCE: "What was made from what (W3C PROV)",
}
DESCRIPTION = {
    Kind.INTERNAL: "Data utility and disclosure risk of masked microdata, and the decision on their release. Files are "
    "named by their SHA-256; no record of them is in here.",
    Kind.SHAREABLE: "What users of a released microdata file may know of its utility. No record of it is in here.",
}
LICENCE = {
    Kind.INTERNAL: "Confidential: for those who decide on the release and those who audit it.",
    Kind.SHAREABLE: "To be given out with the released file, under its terms.",
}


@dataclass(frozen=True)
class Input:
    """A file that was read: what PROV calls it, what it is, and the file as the project knows it."""

    id: str
    role: str
    file: ProjectFile


def write_crate(project: Project, kind: Kind, options: ShareOptions | None = None, day: date | None = None) -> bytes:
    """Return the crate as a zip archive; the same project, options and day give the same bytes.

    Parameters
    ----------
    project : Project
    kind : Kind
    options : ShareOptions or None
        As `make_report` takes them.
    day : date or None
        Of its publication, which every crate must tell (RO-Crate 1.1, section on the root data entity). None: the day
        of the last step on record.

    Raises
    ------
    ReportError
        Nothing was measured; no day was given and none is on record; a report that must not be made.
    """
    published = day or last_day(project)
    report = make_report(project, kind, options)
    inputs = _inputs(project) if kind is Kind.INTERNAL else ()
    documents = _documents(project, kind, report)
    documents[PROVENANCE] = _provenance(project, kind, inputs, tuple(documents))
    metadata = _metadata(report, kind, inputs, documents, published)
    return packed([(METADATA, metadata), *documents.items()])


def last_day(project: Project) -> date:
    """Return the day of the last step on record.

    Raises
    ------
    ReportError
        There is no step on record.
    """
    if not project.record.trail:
        raise ReportError("no step of this project is on record, so its day is not known: give one (--date 2026-01-31)")
    return date.fromisoformat(project.record.trail[-1].time[:10])


def _inputs(project: Project) -> tuple[Input, ...]:
    files = [Input("original", "the original, confidential file", project.original)]
    files += [Input(f"masked-{i}", "a masked file", file) for i, file in enumerate(project.masked, 1)]
    files += [Input(f"population-{i}", "population counts", p.file) for i, p in enumerate(project.population, 1)]
    if project.control is not None:
        files.append(Input("control", "records of other people, which no masking saw", project.control))
    return tuple(files)


def _documents(project: Project, kind: Kind, report: Report) -> dict[str, bytes]:
    documents = {f"report.{form}": write_report(report, form) for form in ("pdf", "json")}
    if kind is Kind.INTERNAL:
        documents["results.json"] = results_text(project).encode()
        documents["project.rumap"] = write_project(project)
    return documents


def _metadata(
    report: Report, kind: Kind, inputs: tuple[Input, ...], documents: Mapping[str, bytes], day: date
) -> bytes:
    """Return the crate's description; nothing of the documents is written to a disk on the way."""
    crate = ROCrate(version=FORM)
    crate.name, crate.description, crate.license = report.title, DESCRIPTION[kind], LICENCE[kind]
    crate.root_dataset["datePublished"] = day.isoformat()
    program = SoftwareApplication(crate, "#program", {"name": "R-U Map", "softwareVersion": VERSION})
    crate.add(program)
    for name, content in documents.items():
        about = {"name": ABOUT[name], "encodingFormat": MEDIA[name], "contentSize": str(len(content))}
        file = crate.add_file(io.BytesIO(content), name, properties=about | {"sha256": _sha256(content)})
        file["creator"] = program
    for each in inputs:
        about = {"@type": "CreativeWork", "name": each.file.name, "description": each.role, "sha256": each.file.sha256}
        crate.root_dataset.append_to("mentions", crate.add_jsonld({"@id": f"#{each.id}", **about}))
    return (json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _provenance(project: Project, kind: Kind, inputs: tuple[Input, ...], documents: tuple[str, ...]) -> bytes:
    """Return what was made from what, as PROV-JSON."""
    provenance = ProvDocument()
    provenance.add_namespace("rumap", NAMESPACE)
    provenance.agent("rumap:program", {"prov:type": "prov:SoftwareAgent", "prov:label": PROGRAM})
    for each in inputs:
        provenance.entity(
            f"rumap:{each.id}",
            {"prov:label": each.file.name, "rumap:sha256": each.file.sha256, "rumap:records": each.file.rows},
        )
    if kind is Kind.INTERNAL:
        _measuring(provenance, project, inputs)
    provenance.activity("rumap:reporting")
    provenance.wasAssociatedWith("rumap:reporting", "rumap:program")
    for name in documents:
        document = provenance.entity(f"rumap:{name}", {"prov:label": ABOUT[name]})
        made_by = "rumap:measuring" if name == "results.json" else "rumap:reporting"
        provenance.wasGeneratedBy(document, made_by)
    return f"{provenance.serialize(indent=1)}\n".encode()


def _measuring(provenance: ProvDocument, project: Project, inputs: tuple[Input, ...]) -> None:
    """Tell that the figures come from the files, the codebook and the plan, and masked files from what is noted."""
    provenance.activity("rumap:measuring")
    provenance.wasAssociatedWith("rumap:measuring", "rumap:program")
    plan = provenance.entity("rumap:plan", {"prov:type": "prov:Plan", "prov:label": "Codebook and plan of the run"})
    if project.plan is not None:
        plan.add_attributes({"rumap:seed": project.plan.seed})
    for name in (*(each.id for each in inputs), "plan"):
        provenance.used("rumap:measuring", f"rumap:{name}")
    provenance.used("rumap:reporting", "rumap:results.json")
    by_name = {each.file.name: each.id for each in inputs}
    for file in project.masked:
        parent = by_name.get(project.record.note_of(file.name).parent, "original")
        provenance.wasDerivedFrom(f"rumap:{by_name[file.name]}", f"rumap:{parent}")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
