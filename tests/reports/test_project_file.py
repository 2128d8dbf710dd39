"""The project file: back as it was, the same bytes, and refused by name where it was touched."""

import copy
import functools
import hashlib
import io
import json
import operator
import struct
import warnings
import zipfile
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ProjectError, ResultsError
from core.intake import ReadChoices
from core.intake.document_parts import DocumentKind, read_document
from core.intake.limits import DEFAULT
from core.intake.parsed import Source
from core.intake.report import NO_CHOICES
from core.reports import (
    Project,
    ProjectFile,
    ProjectPopulation,
    manifest,
    read_project,
    read_results,
    results_text,
    write_project,
)
from core.reports.manifest import json_bytes


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def opened_here(content: bytes):
    """What the reader's process does, here: it takes milliseconds where a process takes a second."""
    return read_document(DocumentKind.PROJECT, Source("", content, 0, DEFAULT, NO_CHOICES))


def test_what_is_written_comes_back(project):
    back = read_project(write_project(project), "p.rumap")
    assert results_text(back) == results_text(project)
    assert replace(back, comparison=None) == replace(project, comparison=None)


def test_a_control_comes_back_and_leaves_projects_without_one_as_they_were(project):
    assert b"control" not in parts_of(write_project(project))["project.json"]
    control = replace(project.masked[0], name="others.csv", sha256="c" * 64)
    with_it = replace(project, control=control)
    assert read_project(write_project(with_it), "p.rumap").control == control
    assert with_it.files()[-1] == control
    twice = replace(project, control=replace(control, name=project.original.name))
    with pytest.raises(ProjectError, match="the same name"):
        read_project(write_project(twice), "p.rumap")


def test_the_same_project_gives_the_same_bytes(project):
    content = write_project(project)
    assert write_project(project) == content
    assert write_project(read_project(content)) == content


def test_choices_of_reading_and_population_counts_come_back(project):
    file = ProjectFile("p.csv", "ab" * 32, 9, 2, ReadChoices(delimiter=";", decimal=",", texts=("plz",)))
    wanted = replace(project, original=file, population=(ProjectPopulation(file, "count", "canarykeys"),))
    back = read_project(write_project(wanted))
    assert (back.original, back.population) == (file, wanted.population)
    assert [f.name for f in back.files()] == ["p.csv", "canarymasked.csv", "canaryother.csv", "p.csv"]


def test_a_project_that_could_not_be_opened_again_is_not_written(project, monkeypatch):
    monkeypatch.setattr(manifest, "limits_in_force", lambda: replace(DEFAULT, document_bytes=20_000))
    with pytest.raises(ProjectError, match=r"20,000 are allowed \(document_bytes"):
        write_project(project)


def test_it_holds_text_and_json_only(project):
    parts = parts_of(write_project(project))
    assert list(parts) == ["manifest.json", "codebook.toml", "project.json", "results.json"]
    for part in parts.values():
        assert part.decode("utf-8").isprintable() or b"\n" in part


def test_a_project_without_a_run(project):
    back = read_project(write_project(replace(project, plan=None, comparison=None)))
    assert (back.plan, back.comparison, results_text(back)) == (None, None, "")


@pytest.mark.parametrize("name", ["codebook.toml", "project.json", "results.json"])
def test_a_changed_part_is_named(project, name):
    parts = parts_of(write_project(project))
    parts[name] = parts[name].replace(b"Canary", b"Cenary", 1)
    with pytest.raises(ProjectError, match=rf"^p\.rumap: {name} in it was changed after it was saved: open the copy"):
        read_project(zipped(parts), "p.rumap")


def test_a_changed_manifest_is_named(project):
    parts = parts_of(write_project(project))
    manifest = json.loads(parts["manifest.json"])
    manifest["versions"]["numpy"] = "0"
    parts["manifest.json"] = json.dumps(manifest).encode()
    with pytest.raises(ProjectError, match=r"manifest\.json in it was changed"):
        read_project(zipped(parts))


def test_a_newer_format_is_refused_with_its_version_even_with_other_parts(project):
    parts = parts_of(write_project(project))
    manifest = json.loads(parts["manifest.json"]) | {"format": "ru-map-project/7", "versions": {"ru-map": "9.9"}}
    parts |= {"manifest.json": json.dumps(manifest).encode(), "new.json": b"{}"}
    with pytest.raises(ProjectError, match=r"saved by a newer R-U Map \(version 9\.9, project format 7; .*format 1\)"):
        read_project(zipped(parts), "p.rumap")


def test_an_older_format_is_refused(project):
    parts = parts_of(write_project(project))
    manifest = json.loads(parts["manifest.json"]) | {"format": "ru-map-project/0"}
    parts["manifest.json"] = json.dumps(manifest).encode()
    with pytest.raises(ProjectError, match="its format 0 was never released"):
        read_project(zipped(parts))


def test_an_entry_of_the_trail_that_was_rewritten_with_its_hashes_is_still_found(project):
    first = project.record.trail[0]
    touched = replace(project.record, trail=(replace(first, action="nothing happened"),))
    with pytest.raises(ProjectError, match="entry 1 of the audit trail was changed"):
        read_project(write_project(replace(project, record=touched)))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"a.txt": b"x"}, "no project file of R-U Map"),
        ({"manifest.json": b"[]"}, "damaged"),
        ({"manifest.json": b'{"format": "ru-map-project/1"}'}, "its parts are not those that were saved"),
        ({"manifest.json": b'{"format": "other/1"}'}, "no project file of R-U Map"),
    ],
)
def test_other_zips_are_refused(parts, words):
    with pytest.raises(ProjectError, match=words):
        read_project(zipped(parts), "x.rumap")


def with_hashes(parts: dict[str, bytes], names) -> dict[str, bytes]:
    """Return the parts of a project with a manifest that lists some of them, and fits itself."""
    manifest = json.loads(parts["manifest.json"])
    manifest["parts"] = {name: hashlib.sha256(parts[name]).hexdigest() for name in names}
    del manifest["sha256"]
    manifest["sha256"] = hashlib.sha256(json_bytes(manifest)).hexdigest()
    return parts | {"manifest.json": json_bytes(manifest)}


@pytest.mark.parametrize("listed", [[], ["codebook.toml"], ["codebook.toml", "project.json"]])
def test_a_manifest_that_lists_only_some_parts_is_refused(project, monkeypatch, listed):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    with pytest.raises(ProjectError, match=r"^p\.rumap: manifest\.json in it does not list every part"):
        read_project(zipped(with_hashes(parts_of(write_project(project)), listed)), "p.rumap")


def doubled(content: bytes, name: str) -> bytes:
    """Return an archive with one more member."""
    buffer = io.BytesIO(content)
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(name, b"{}")
    return buffer.getvalue()


def commented(content: bytes) -> bytes:
    buffer = io.BytesIO(content)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = b"signed by nobody"
    return buffer.getvalue()


def lying(content: bytes) -> bytes:
    """Return an archive whose list says that the first file is one byte shorter, with the checksum of that."""
    manifest_json = parts_of(content)["manifest.json"]
    place = content.index(b"PK\x01\x02")
    short = struct.pack("<I", zlib.crc32(manifest_json[:-1]))
    size = struct.pack("<I", len(manifest_json) - 1)
    return content[: place + 16] + short + content[place + 20 : place + 24] + size + content[place + 28 :]


SPOILT = {
    "two parts of one name": (lambda c: doubled(c, "project.json"), "two files inside the archive have the same name"),
    "names that differ in case": (lambda c: doubled(c, "Project.JSON"), "the same name"),
    "one part more": (lambda c: doubled(c, "notes.txt"), "its parts are not those that were saved"),
    "a whole path": (lambda c: doubled(c, "/etc/passwd"), "its parts are not those that were saved"),
    "a path upwards": (lambda c: doubled(c, "../project.json"), "its parts are not those that were saved"),
    "bytes before it": (lambda c: c[:0] + b"PK\x03\x04" + c, "not in its list|damaged"),
    "bytes behind it": (lambda c: c + b"other", "not in its list|damaged"),
    "bytes between its parts and its list": (
        lambda c: c.replace(b"PK\x01\x02", b"other!" + b"PK\x01\x02", 1),
        "not in its list|damaged",
    ),
    "a comment": (commented, "a comment"),
    "a size that is too small": (lying, "unpacks to more than"),
    "a name in the list alone": (lambda c: c[::-1].replace(b"nosj.tcejorp", b"nosj.tcejorq", 1)[::-1], "damaged"),
    "a password": (
        lambda c: c.replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01", 1),
        "password",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_an_archive_that_is_not_exactly_what_was_saved_is_refused(project, monkeypatch, spoilt):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    spoil, words = SPOILT[spoilt]
    content = write_project(project)
    changed = spoil(content)
    assert changed != content
    with pytest.raises(ProjectError, match=words):
        read_project(changed, "p.rumap")


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_words(content):
    with pytest.raises(ProjectError, match=r"x\.rumap: "):
        read_project(content, "x.rumap")


def test_any_cut_or_flipped_byte_is_refused_or_changes_nothing(project, monkeypatch):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    content = write_project(project)
    for place in range(0, len(content), 97):
        touched = content[:place] + bytes([content[place] ^ 0x40]) + content[place + 1 :]
        try:
            back = read_project(touched, "x.rumap")
        except ProjectError:
            continue
        assert write_project(back) == content, place
    for end in range(0, len(content) - 1, 997):
        with pytest.raises(ProjectError):
            read_project(content[:end])


def test_a_plan_of_another_version_is_refused_by_the_name_of_the_measure(project):
    class Described:
        def described(self):
            return project.plan.described() | {"measures": ["gdu", "measure_of_tomorrow"]}

    with pytest.raises(ProjectError, match="asks for 'measure_of_tomorrow'"):
        read_project(write_project(replace(project, plan=Described())))


def test_scenarios_are_named_as_measured_declared_or_by_their_file(project):
    assert project.scenario_name("canaryother.csv") == "Canary other scenario"
    bare = Project(project.codebook, project.original)
    assert [bare.scenario_name(f) for f in ("canarymasked.csv", "other.csv")] == ["Canary scenario", "other"]


def changed(content: bytes, part: str, change) -> bytes:
    """Return a project with one part rewritten and every hash made to fit, as somebody with a program could."""
    parts = parts_of(content)
    parts[part] = json.dumps(change(json.loads(parts[part])), ensure_ascii=False).encode()
    manifest = json.loads(parts["manifest.json"])
    manifest["parts"][part] = hashlib.sha256(parts[part]).hexdigest()
    del manifest["sha256"]
    manifest["sha256"] = hashlib.sha256(json_bytes(manifest)).hexdigest()
    parts["manifest.json"] = json.dumps(manifest).encode()
    return zipped(parts)


def paths(content, here=()):
    """Yield the place of every value; of lists and of parameters the first stands for the others."""
    if isinstance(content, (dict, list)):
        inner = content.items() if isinstance(content, dict) else enumerate(content)
        for key, value in list(inner)[: None if isinstance(content, dict) and "parameters" not in here else 1]:
            yield (*here, key)
            yield from paths(value, (*here, key))


def replaced(content, path, value):
    if not path:
        return value
    touched = copy.copy(content)
    touched[path[0]] = replaced(content[path[0]], path[1:], value)
    return touched


NONSENSE = (None, 10**30, True, "x", [[]], {"a": 1})
FREE = {"versions"}
"""Entries whose values may be of several kinds."""


@pytest.mark.slow
@pytest.mark.parametrize("turns", [6, pytest.param(1, marks=pytest.mark.study)])  # one of the six at each place, or all
@pytest.mark.parametrize("part", ["project.json", "results.json"])
def test_an_entry_of_another_type_is_refused_or_fits(project, monkeypatch, part, turns):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    monkeypatch.setattr(manifest, "computing_versions", dict)
    content = write_project(replace(project, population=(ProjectPopulation(project.original, "n"),)))
    whole = json.loads(parts_of(content)[part])
    for i, path in enumerate(paths(whole)):
        for value in NONSENSE[i % turns :: turns]:
            try:
                back = read_project(changed(content, part, lambda w, p=path, v=value: replaced(w, p, v)))
            except ProjectError:
                continue
            if not FREE.intersection(map(str, path)):
                before, after = (at(w, path) for w in (whole, json.loads(parts_of(write_project(back))[part])))
                assert alike(before, after), (path, value)


def at(content, path):
    """Return what is at a place; None where there is no such place any more."""
    try:
        return functools.reduce(operator.getitem, path, content)
    except LookupError:
        return None


def alike(before, after) -> bool:
    """Whether two entries are of the same type; nothing may stand for what was said, and one number for another."""
    numbers = isinstance(before, int | float) and isinstance(after, int | float)
    return before is None or after is None or type(before) is type(after) or (numbers and type(after) is not bool)


def test_types_that_json_allows_and_results_do_not_are_named(project, monkeypatch):
    monkeypatch.setattr(manifest, "open_archive", opened_here)

    def rows_as_text(whole):
        whole["scenarios"][0]["rows"] = "500"
        return whole

    with pytest.raises(ProjectError, match=r"results\.scenarios\[0\]: rows must be a whole number"):
        read_project(changed(write_project(project), "results.json", rows_as_text))


@pytest.mark.parametrize(
    ("measure", "field", "value", "words"),
    [
        ("ldu_bivariate", "p_original", "0.05", r"ldu_bivariate: detail: p_original must be a number, not '0.05'"),
        ("ldu_univariate", "in_tens", {"value": [1]}, r"ldu_univariate: detail: in_tens"),
        ("global_risk", "treatment", "hidden", r"global_risk: detail: treatment: 'hidden' is not one of"),
        ("ecdf_maximum", "null", None, r"ecdf_maximum: detail: null must be a table, not None"),
        ("global_risk", "flags", "Canary", "flags.flags must be a list"),
    ],
)
def test_a_detail_of_another_type_is_refused_by_its_measure_and_name(
    project, monkeypatch, measure, field, value, words
):
    monkeypatch.setattr(manifest, "open_archive", opened_here)

    def spoilt(whole):
        row = next(o for o in whole["outcomes"] if o["measure"] == measure and "scenario" in o)
        row["flags" if field == "flags" else "detail"][field] = value
        return whole

    with pytest.raises(ProjectError, match=words):
        read_project(changed(write_project(project), "results.json", spoilt))


@pytest.mark.parametrize("field", ["name", "file"])
def test_two_scenarios_that_cannot_be_told_apart_are_refused(project, monkeypatch, field):
    monkeypatch.setattr(manifest, "open_archive", opened_here)

    def doubled(whole):
        whole["scenarios"][1][field] = whole["scenarios"][0][field]
        return whole

    with pytest.raises(ProjectError, match=f"two scenarios have the {field}"):
        read_project(changed(write_project(project), "results.json", doubled))


@pytest.mark.parametrize("example", ["../../../etc/hostname", "voters/../women", "Voters", "x"])
def test_an_example_is_a_name_that_is_known(project, example):
    with pytest.raises(ProjectError, match="a worked example that this version of R-U Map does not have"):
        read_project(write_project(replace(project, example=example)))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": NaN}', '{"format": ' + "9" * 5000 + "}", "null", "{}"])
def test_results_that_are_none_are_refused_in_words(text):
    with pytest.raises(ResultsError):
        read_results(text)


@pytest.mark.parametrize("digits", ["-1e999", "2E+400", "1" * 400 + ".0"])
def test_a_number_too_large_to_be_read_is_refused(digits):
    """It would be read as infinite, and reports would end with an error."""
    with pytest.raises(ResultsError, match="not a results file"):
        read_results(f'{{"format": "ru-map/2", "detail": {digits}}}')


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("plan", "parameters", "gdu", "direction"), "sideways"),
        (("plan", "parameters", "gdu", "alpha"), 2),
        (("plan", "parameters", "risk", "threshold"), [0.1]),
        (("plan", "parameters", "risk", "large_denominator"), 1e308),
        (("plan", "parameters", "propensity", "replicates"), True),
        (("plan", "preset"), None),
        (("plan", "seed"), "1"),
        (("record", "threshold_reason"), None),
        (("record", "against"), [["x"]]),
        (("masked", 0, "rows"), -1),
    ],
)
def test_settings_that_no_page_could_use_are_refused(project, monkeypatch, place, value):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    with pytest.raises(ProjectError):
        read_project(changed(write_project(project), "project.json", lambda w: replaced(w, place, value)))


@pytest.mark.parametrize(
    ("family", "name", "value"),
    [("gdu", "missing", "x"), ("risk", "threshold", "x"), ("risk", "threshold", 3.0), ("loss", "order", [])],
)
def test_results_of_parameters_that_no_page_could_use_are_refused(project, monkeypatch, family, name, value):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    place = ("plan", "parameters", family, name)
    with pytest.raises(ProjectError, match="results file is damaged"):
        read_project(changed(write_project(project), "results.json", lambda w: replaced(w, place, value)))


def test_two_files_of_one_name_are_refused(project):
    twice = replace(project, masked=(project.masked[0], project.masked[0]))
    with pytest.raises(ProjectError, match="two of its files have the same name"):
        read_project(write_project(twice))


@pytest.mark.parametrize(
    ("measure", "target"),
    [
        ("ldu_bivariate", ["", "sex"]),
        ("ldu_bivariate", ["nobody", "age"]),
        ("ldu_univariate", []),
        ("ldu_univariate", ["nobody"]),
    ],
)
def test_figures_of_variables_that_the_file_does_not_have_are_refused(project, monkeypatch, measure, target):
    monkeypatch.setattr(manifest, "open_archive", opened_here)

    def moved(whole):
        next(o for o in whole["outcomes"] if o["measure"] == measure)["target"] = target
        return whole

    with pytest.raises(ProjectError, match="a variable or pair that it does not have"):
        read_project(changed(write_project(project), "results.json", moved))
