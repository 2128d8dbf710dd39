"""The register as a file: back as it was, the same bytes, and refused by file and field where it was touched."""

import hashlib
import io
import json
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.decision import Check, Register, Status
from core.errors import ProjectError
from core.intake.document_parts import DocumentKind, read_document
from core.intake.limits import DEFAULT
from core.intake.parsed import Source
from core.intake.report import NO_CHOICES
from core.reports import (
    manifest,
    read_project,
    read_register,
    registered_release,
    write_project,
    write_register,
)
from core.reports.manifest import json_bytes


@pytest.fixture
def register(project) -> Register:
    """A register with one decision, checked once."""
    release = replace(registered_release(project, note="first one"), look_again="2029-01-01")
    checks = (Check("new", "nests in old", Status.BROKEN, "region: 2 values", 2),)
    return Register(project.original.name, "0" * 64, (replace(release, sha256="1" * 64, checks=checks),))


@pytest.fixture
def in_here(monkeypatch):
    """What the reader's process does, here: it takes milliseconds where a process takes a second."""
    read = lambda content: read_document(DocumentKind.PROJECT, Source("", content, 0, DEFAULT, NO_CHOICES))  # noqa: E731
    monkeypatch.setattr(manifest, "open_archive", read)


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def changed(content, place, value):
    """Return a register with one entry rewritten and every hash made to fit, as somebody with a program could."""
    parts = parts_of(content)
    whole = json.loads(parts["register.json"])
    inner = whole
    for key in place[:-1]:
        inner = inner[key]
    if value is GONE:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    parts["register.json"] = json.dumps(whole).encode()
    manifest = json.loads(parts["manifest.json"])
    manifest["parts"]["register.json"] = hashlib.sha256(parts["register.json"]).hexdigest()
    del manifest["sha256"]
    manifest["sha256"] = hashlib.sha256(json_bytes(manifest)).hexdigest()
    parts["manifest.json"] = json.dumps(manifest).encode()
    return zipped(parts)


def test_what_is_written_comes_back_in_the_same_bytes(register):
    content = write_register(register)
    assert read_register(content) == register
    assert write_register(read_register(content)) == content
    assert list(parts_of(content)) == ["manifest.json", "register.json"]


GONE = object()
RELEASE = ("releases", 0)


@pytest.mark.usefixtures("in_here")
@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("original",), 3, r"register\.json: original must be a text, not 3"),
        (("original_sha256",), "12", r"register\.json: original_sha256 is no SHA-256"),
        (("releases",), {}, r"register\.json: releases must be a list, not a table"),
        (("secret",), "x", "register.json: unknown entry 'secret'; known are original, original_sha256, releases"),
        (RELEASE, "x", r"releases\[0\] must be a table, not 'x'"),
        ((*RELEASE, "decided"), "yesterday", r"releases\[0\]: decided: 'yesterday' is not a day"),
        ((*RELEASE, "decided"), GONE, r"releases\[0\]: 'decided' is missing"),
        ((*RELEASE, "look_again"), None, r"releases\[0\]\.look_again must be a text, not None"),
        ((*RELEASE, "release"), "secret", r"releases\[0\]\.release: 'secret' is not one of public, scientific"),
        ((*RELEASE, "signed"), "A. Officer", r"releases\[0\]\.signed must be a list, not 'A. Officer'"),
        ((*RELEASE, "signed"), [3], r"releases\[0\]\.signed\[0\] must be a text, not 3"),
        ((*RELEASE, "sha256"), "0" * 64, "is the original itself"),
        ((*RELEASE, "checks", 0, "status"), "fine", r"checks\[0\]\.status: 'fine' is not one of kept, broken"),
        ((*RELEASE, "checks", 0, "count"), True, r"checks\[0\]\.count must be a whole number, not True"),
        ((*RELEASE, "checks", 0, "count"), -1, r"checks\[0\]\.count must be greater than or equal to 0, not -1"),
    ],
)
def test_a_field_that_cannot_be_is_named_with_the_file(register, place, value, words):
    with pytest.raises(ProjectError, match=rf"^r\.rumap: .*{words}"):
        read_register(changed(write_register(register), place, value), "r.rumap")


@pytest.mark.usefixtures("in_here")
def test_a_changed_part_is_named(register):
    parts = parts_of(write_register(register))
    parts["register.json"] = parts["register.json"].replace(b"first one", b"first two")
    with pytest.raises(ProjectError, match=r"^r\.rumap: register\.json in it was changed after it was saved: open"):
        read_register(zipped(parts), "r.rumap")


def test_a_project_is_no_register_and_a_register_no_project(project, register):
    with pytest.raises(ProjectError, match=r"this is no register of releases of R-U Map; it is a project file"):
        read_register(write_project(project))
    with pytest.raises(ProjectError, match=r"this is no project file of R-U Map; it is a register of releases"):
        read_project(write_register(register))


@pytest.mark.usefixtures("in_here")
def test_a_newer_register_is_refused_with_its_version(register):
    parts = parts_of(write_register(register))
    manifest = json.loads(parts["manifest.json"]) | {"format": "ru-map-register/2", "versions": {"ru-map": "9.9"}}
    parts["manifest.json"] = json.dumps(manifest).encode()
    with pytest.raises(ProjectError, match=r"newer R-U Map \(version 9\.9, register format 2; this one reads format 1"):
        read_register(zipped(parts))


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_words(content):
    with pytest.raises(ProjectError, match=r"r\.rumap: "):
        read_register(content, "r.rumap")


@pytest.mark.usefixtures("in_here")
def test_any_flipped_byte_or_cut_is_refused_or_changes_nothing(register):
    content = write_register(register)
    for place in range(0, len(content), 7):
        touched = content[:place] + bytes([content[place] ^ 0x40]) + content[place + 1 :]
        try:
            back = read_register(touched)
        except ProjectError:
            continue
        assert back == register, place
    for end in range(0, len(content) - 1, 97):
        with pytest.raises(ProjectError):
            read_register(content[:end])


def test_a_register_that_could_not_be_opened_again_is_not_written(register, monkeypatch):
    monkeypatch.setattr(manifest, "limits_in_force", lambda: replace(DEFAULT, document_bytes=10_500))
    with pytest.raises(ProjectError, match=r"the register of releases would hold .* 10,500 are allowed .*: shorten"):
        write_register(register)


def test_a_file_that_the_project_does_not_hold_is_not_registered(project):
    gone = replace(project, masked=(), comparison=None)
    with pytest.raises(ProjectError, match=r"canarymasked\.csv was decided on, but the project does not hold"):
        registered_release(gone)
