"""An RO-Crate holds a project's documents, says what was made from what, and gives nothing of the data away."""

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from datetime import date

import pytest
from prov.model import ProvDocument
from rocrate.rocrate import ROCrate

from core.decision.release_record import AuditEntry
from core.errors import ReportError
from core.reports import Kind, ShareOptions, export, read_project
from ru_map_archive.research_crate import METADATA, PROVENANCE, write_crate
from tests.release_project import CANARIES, release_project
from tests.reports.shareable.test_released_names import SECRETS, with_variable

DAY = date(2026, 1, 31)


def members(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def written():
    project = release_project()
    return {kind: write_crate(project, kind, day=DAY) for kind in Kind}


@pytest.mark.parametrize("kind", Kind)
def test_others_read_the_crate_and_every_document_is_what_its_description_says(written, kind, tmp_path):
    path = tmp_path / "crate.zip"
    path.write_bytes(written[kind])
    crate = ROCrate(path)
    assert crate.metadata.id == METADATA
    assert str(crate.root_dataset["datePublished"]).startswith("2026-01-31")
    assert "ro/crate/1.1" in members(written[kind])[METADATA].decode()
    documents = {name: content for name, content in members(written[kind]).items() if name != METADATA}
    described = {e.id: e["sha256"] for e in crate.get_by_type("File")}
    assert described == {name: hashlib.sha256(content).hexdigest() for name, content in documents.items()}
    assert {e.id for e in crate.root_dataset["hasPart"]} == set(documents)


def test_a_project_in_a_crate_is_the_project(written):
    found = members(written[Kind.INTERNAL])
    assert read_project(found["project.rumap"]).original == release_project().original
    assert json.loads(found["results.json"])["format"] == "ru-map/2"


def relations(content):
    """Return by kind what PROV-JSON relates, in a line each."""
    found = json.loads(content)
    used = {(u["prov:activity"], u["prov:entity"]) for u in found.get("used", {}).values()}
    made = {(g["prov:entity"], g["prov:activity"]) for g in found["wasGeneratedBy"].values()}
    derived = {(d["prov:generatedEntity"], d["prov:usedEntity"]) for d in found.get("wasDerivedFrom", {}).values()}
    return used, made, derived


def test_provenance_says_what_was_made_from_what(written):
    content = members(written[Kind.INTERNAL])[PROVENANCE]
    ProvDocument.deserialize(content=content.decode())
    project = release_project()
    used, made, derived = relations(content)
    read = {"rumap:original", *(f"rumap:masked-{i}" for i in range(1, len(project.masked) + 1)), "rumap:plan"}
    assert {what for who, what in used if who == "rumap:measuring"} == read
    assert ("rumap:results.json", "rumap:measuring") in made
    assert ("rumap:report.pdf", "rumap:reporting") in made
    assert ("rumap:masked-1", "rumap:original") in derived
    told = json.loads(content)["entity"]
    assert told["rumap:original"]["rumap:sha256"] == project.original.sha256


def test_a_masked_file_that_was_made_from_another_is_derived_from_that():
    project = release_project()
    first, second = (file.name for file in project.masked)
    note = replace(project.record.note_of(second), parent=first)
    others = tuple(n for n in project.record.notes if n.file != second)
    project = replace(project, record=replace(project.record, notes=(*others, note)))
    _, _, derived = relations(members(write_crate(project, Kind.INTERNAL, day=DAY))[PROVENANCE])
    assert derived == {("rumap:masked-1", "rumap:original"), ("rumap:masked-2", "rumap:masked-1")}


def test_a_crate_for_sharing_names_no_input_no_person_and_no_parameter(written):
    found = members(written[Kind.SHAREABLE])
    assert set(found) == {METADATA, PROVENANCE, "report.pdf", "report.json"}
    for name in (METADATA, PROVENANCE, "report.json"):
        text = found[name].decode().casefold()
        assert [canary for canary in CANARIES if canary.casefold() in text] == [], name


def test_no_crate_names_a_person(written):
    told = members(written[Kind.INTERNAL])
    text = (told[METADATA] + told[PROVENANCE]).decode()
    assert not [name for name in ("Canary officer", "Canary second") if name in text]


def test_the_same_project_and_day_give_the_same_bytes(written):
    assert write_crate(release_project(), Kind.SHAREABLE, day=DAY) == written[Kind.SHAREABLE]


def test_the_day_is_that_of_the_last_step_or_has_to_be_given():
    project = release_project()
    with pytest.raises(ReportError, match=r"no step of this project is on record.*--date"):
        write_crate(replace(project, record=replace(project.record, trail=())), Kind.SHAREABLE)
    step = AuditEntry("2025-12-24T10:00:00+00:00", "files brought in", "0" * 64)
    dated = replace(project, record=replace(project.record, trail=(step,)))
    assert b'"2025-12-24"' in members(write_crate(dated, Kind.SHAREABLE))[METADATA]


def test_an_archive_that_a_page_asks_for_is_made_with_its_options():
    project, options = release_project(), ShareOptions(file_name=True)
    [*_, last] = export(project, Kind.SHAREABLE, options, None, "crate")
    with zipfile.ZipFile(io.BytesIO(last.content)) as archive:
        assert "canarymasked.csv" in archive.read("report.json").decode()


def test_a_crate_for_sharing_has_no_name_of_a_removed_variable():
    found = members(write_crate(with_variable(release_project(), "removed"), Kind.SHAREABLE, None, DAY))
    text = b"".join(content for name, content in found.items() if name.endswith(".json")).decode()
    assert not [secret for secret in SECRETS if secret in text]
