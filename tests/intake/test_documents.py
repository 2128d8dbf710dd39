"""Projects, codebooks and recipes are opened in the reader's process, within limits, and cost the program little."""

import io
import json
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.errors import LimitExceeded, Malformed, ProjectError
from core.intake import DEFAULT, NO_CHOICES, open_archive, open_toml
from core.intake.document_parts import DocumentKind, read_document
from core.intake.parsed import Source
from core.reports import read_project

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts memory like this")


def zipped(**parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name.replace("__", "."), part)
    return buffer.getvalue()


def lied_about(content: bytes) -> bytes:
    """The archive, saying that its parts are small."""
    at = content.rfind(b"PK\x01\x02")
    return content[: at + 24] + (10).to_bytes(4, "little") + content[at + 28 :]


HOSTILE = {
    "half a gigabyte of lists": lambda: zipped(manifest__json=b"[" + b"[]," * (170 * 2**20) + b"[]]"),
    "sixty megabytes of lists": lambda: zipped(manifest__json=b"[" + b"[]," * (20 * 2**20) + b"[]]"),
    "many values": lambda: zipped(results__json=b"[" + b"1," * 7_000_000 + b"1]"),
    "a size that lies": lambda: lied_about(zipped(manifest__json=b"[" + b"[]," * (20 * 2**20) + b"[]]")),
    "deep": lambda: zipped(manifest__json=b"[" * 100_000 + b"]" * 100_000),
}
"""Made when they are needed: their making takes seconds."""


@pytest.mark.slow
@LINUX
@pytest.mark.own_process
@pytest.mark.parametrize(
    "hostile",
    [pytest.param(v, id=k, marks=[pytest.mark.study] * (k == "half a gigabyte of lists")) for k, v in HOSTILE.items()],
)
def test_a_project_of_a_few_kilobytes_costs_the_program_nothing(hostile: Callable[[], bytes]):
    content = hostile()
    assert len(content) < 600_000
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(ProjectError, match=r"^p\.rumap: "):
        read_project(content, "p.rumap")
    assert time.process_time() - start < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes


@pytest.mark.parametrize(
    ("limits", "words"), [({"document_bytes": 1000}, "document_bytes"), ({"members": 1}, "2 parts, 1 are allowed")]
)
def test_parts_that_are_too_large_together_or_too_many_are_not_unpacked(limits: dict[str, int], words: str):
    source = Source("p.rumap", zipped(a__x=b" " * 600, b__x=b" " * 600), 0, replace(DEFAULT, **limits), NO_CHOICES)
    with pytest.raises(LimitExceeded, match=words):
        read_document(DocumentKind.PROJECT, source)


@pytest.mark.slow
@pytest.mark.parametrize("part", ["project.json", "manifest.json", "codebook.toml"])
def test_what_a_person_declares_is_small_and_names_count_too(part: str):
    many = {f"v{i}": {"level": "nominal"} for i in range(90_000)}
    written = json.dumps(many) if part.endswith("json") else "".join(f"[{n}]\nlevel='x'\n" for n in many)
    source = Source("p.rumap", zipped(**{part.replace(".", "__"): written.encode()}), 0, DEFAULT, NO_CHOICES)
    with pytest.raises(LimitExceeded, match="300,000 values and names"):
        read_document(DocumentKind.PROJECT, source)


def test_the_results_of_a_run_may_be_larger_than_what_a_person_declares():
    source = Source("p.rumap", zipped(results__json=json.dumps([0] * 400_000).encode()), 0, DEFAULT, NO_CHOICES)
    assert read_document(DocumentKind.PROJECT, source).parts


def test_parts_and_tables_come_back_as_they_are():
    part = json.dumps({"a": [1, 2.5, None, "ä"]}).encode()
    opened = open_archive(zipped(x__json=part, y__toml=b"[a]\nb = [1, -inf]\n"))
    assert opened.parts == {"x.json": part, "y.toml": b"[a]\nb = [1, -inf]\n"}
    assert opened.tables == {"y.toml": {"a": {"b": [1, float("-inf")]}}}
    assert open_toml(b'name = "x"\nstep = []\n') == {"name": "x", "step": []}


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        (b"a = ", Malformed, "not valid TOML"),
        (b"a = 1\xff", Malformed, "no UTF-8 text"),
        (b"a = 2020-01-31", Malformed, "a date that is no text"),
        (b"a = " + b"[" * 100 + b"]" * 100, LimitExceeded, "nested deeper"),
        (b"a = " + b"[" * 100_000 + b"]" * 100_000, LimitExceeded, "nested deeper"),
        (b"a = " + b"1" * 10_000, Malformed, "whole number that no setting needs"),
        (f"a = {-(2**63)}".encode(), Malformed, "whole number that no setting needs"),
        (b" " * 65_000_000, LimitExceeded, "64 MB"),
    ],
    ids=["cut", "bytes", "date", "nested", "deep", "digits", "negative", "large"],
)
def test_toml_that_cannot_be_used_is_refused_in_words(content: bytes, kind: type[Exception], words: str):
    with pytest.raises(kind, match=words):
        open_toml(content)


@pytest.mark.parametrize("key", ["a", "'a'", '"b-ä" ', "1 "], ids=["bare", "quoted", "two quotes", "spaced"])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "x = {{ {} = 1 }}"], ids=["value", "table", "inline"])
def test_names_of_thousands_of_parts_are_refused_before_they_are_read(form: str, key: str):
    """100,000 parts took the reader 3 GB and half a minute."""
    content = form.format(".".join([key] * 20_000)).encode()
    start = time.process_time()
    with pytest.raises(LimitExceeded, match="nested deeper"):
        read_document(DocumentKind.TOML, Source("k.toml", content, 0, DEFAULT, NO_CHOICES))
    assert time.process_time() - start < 0.3


@pytest.mark.parametrize("number", [b"9" * 5_000, b"0x" + b"f" * 5_000, b"0b" + b"1" * 70], ids=["long", "hex", "bits"])
def test_a_number_that_no_setting_needs_is_refused_in_words(number: bytes):
    source = Source("k.toml", b"x = " + number, 0, DEFAULT, NO_CHOICES)
    with pytest.raises(Malformed, match="whole number that no setting needs"):
        read_document(DocumentKind.TOML, source)


def test_a_part_that_names_half_a_character_is_refused() -> None:
    """Such a text can be neither shown nor saved: pages and reports would end with an error."""
    whole = zipped(**{"project.json": b'{"x": "\\ud83d\\ude00"}'})
    assert "project.json" in open_archive(whole).parts
    for half in (b'{"\\ud800": 1}', b'[["\\udfff"]]'):
        with pytest.raises(Malformed, match="half a character"):
            open_archive(zipped(**{"project.json": half}))
