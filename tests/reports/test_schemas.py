"""The schemas of docs/schema: what is written and stored fits them, what is spoilt is refused with its place."""

import copy
import io
import json
import tomllib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from core.data import codebook_from, validated, write_codebook
from core.decision import Check, Register, ReleaseType, Status, policy_from, proposed_purpose, write_policy
from core.errors import ProjectError, RUMapError
from core.masking import METHODS, Recipe, Takes, make_step, recipe_from, write_recipe
from core.reports import (
    DOCUMENTS,
    manifest,
    read_project,
    read_results,
    registered_release,
    schema_text,
    write_project,
    write_register,
    write_results,
)
from tests.release_project import release_project
from tests.reports.test_project_file import changed, opened_here

ROOT = Path(__file__).resolve().parents[2]
VALIDATORS = {name: Draft202012Validator(json.loads(schema_text(name))) for name in DOCUMENTS}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_stored_schema_is_what_the_program_writes(name):
    """``make schema`` writes them anew."""
    assert (ROOT / "docs" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)
    Draft202012Validator.check_schema(json.loads(schema_text(name)))


def faults(name, content):
    return [f"{e.json_path}: {e.message[:200]}" for e in VALIDATORS[name].iter_errors(content)]


STORED = {
    "results": ["assets/example/*.json"],
    "codebook": ["assets/example/*_codebook.toml", "docs/pipeline/codebook.toml"],
    "recipe": ["docs/pipeline/draft.toml", "docs/pipeline/mended.toml"],
    "policy": ["docs/pipeline/policy.toml", "docs/policies/*.toml"],
}


def stored(name, path):
    """Return the case of one file; of the results, with thousands of outcomes each, ``make gallery`` takes all."""
    many = pytest.mark.slow if path.name == "synthetic.json" else pytest.mark.study
    return pytest.param(name, path, marks=[many] if name == "results" else [], id=path.name)


@pytest.mark.parametrize(
    ("name", "path"),
    [stored(name, p) for name, places in STORED.items() for place in places for p in sorted(ROOT.glob(place))],
)
def test_what_is_stored_fits(name, path):
    text = path.read_text(encoding="utf-8")
    assert faults(name, tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)) == []


def parts(written):
    with zipfile.ZipFile(io.BytesIO(write_project(written))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def register_json():
    """A register with the decision of that project, laid beside another release."""
    release = replace(
        registered_release(release_project()), sha256="1" * 64, checks=(Check("a", "b", Status.KEPT, "c"),)
    )
    content = write_register(Register("original.csv", "0" * 64, (release,)))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return json.loads(archive.read("register.json"))


@pytest.fixture(scope="module")
def documents():
    """One document of each kind, as the program writes it."""
    saved = parts(release_project())
    steps = [make_step(m.id, () if m.takes is Takes.RECORDS else ("age",)) for m in METHODS]
    return {
        "project": json.loads(saved["project.json"]),
        "codebook": tomllib.loads(saved["codebook.toml"]),
        "results": json.loads(saved["results.json"]),
        "register": register_json(),
        "recipe": tomllib.loads(write_recipe(Recipe(tuple(steps), "All of them"))),
        "policy": tomllib.loads(write_policy(proposed_purpose(ReleaseType.PUBLIC))),
    }


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_the_program_writes_fits(documents, name):
    assert faults(name, documents[name]) == []
    assert write_codebook(release_project().codebook)
    assert write_results(release_project().comparison)


GONE = object()
SCENARIO = ("scenarios", 0)
SPOILT = {
    "results": [
        (("format",), "ru-map/9"),
        (("versions", "numpy"), 2),
        (("plan", "seed"), -1),
        (("plan", "measures"), "gdu"),
        (("plan", "weather"), "fine"),
        (("original", "rows"), 10.5),
        ((*SCENARIO, "rows"), -3),
        ((*SCENARIO, "sha256"), "not a hash"),
        ((*SCENARIO, "variables", 0, "level"), 3),
        ((*SCENARIO, "variables", 0, "status"), GONE),
        ((*SCENARIO, "outcomes"), []),
        (("outcomes",), GONE),
        (("outcomes", 0, "scenario"), 3),
        (("outcomes", 0, "value"), "0.9"),
        (("outcomes", 0, "n"), GONE),
        (("outcomes", 0, "reason"), "none"),
        (("outcomes", 0, "low"), 0.1),
        (("outcomes", 0, "target"), "age"),
        (("outcomes", 0, "flags", "flags"), "one"),
        (("outcomes", 0, "flags", "moods"), ["one"]),
        (("outcomes", 0, "detail", "jackknife"), [0.1]),
        (("outcomes", 0, "opinion"), "good"),
        (("scenarios",), {}),
    ],
    "codebook": [
        (("variables", "age", "level"), "interval"),
        (("variables", "age", "level"), GONE),
        (("variables", "age", "role"), "hero"),
        (("variables", "age", "missing"), -9),
        (("variables", "age", "colour"), "red"),
        (("variables", "age", "weight"), "heavy"),
        (("keysets", "canarykeys", "variables"), "age"),
        (("scenarios", "x.csv"), {"masking": {"age": "magic"}}),
        (("scenarios", "x.csv"), {"recodes": {"age": {"bands": [[1, 2, 3]]}}}),
        (("indicators",), {"Mean": {"statistic": "mode", "variable": "age"}}),
        (("first_stage",), {"population": 0}),
        (("sensitive",), True),
    ],
    "recipe": [
        (("step",), []),
        (("step", 0, "method"), GONE),
        (("step", 0, "variables"), "age"),
        (("step", 2, "direction"), "sideways"),
        (("step", 3, "k"), 2.5),
        (("step", 3, "strength"), 1),
        (("step", 6, "correlated"), "yes"),
        (("steps",), []),
    ],
    "policy": [
        (("format",), "ru-map-policy/2"),
        (("release",), "secret"),
        (("thresholds",), {}),
        (("thresholds", "file_risk", "limit"), "5%"),
        (("thresholds", "file_risk", "limit"), -0.1),
        (("thresholds", "file_risk", "direction"), "below"),
        (("thresholds", "file_risk", "mood"), "strict"),
        (("key_sets",), {"neighbour": []}),
        (("valid_until",), "next year"),
    ],
    "register": [
        (("original_sha256",), "abc"),
        (("releases", 0, "decided"), "yesterday"),
        (("releases", 0, "look_again"), 2029),
        (("releases", 0, "release"), "secret"),
        (("releases", 0, "signed"), []),
        (("releases", 0, "note"), GONE),
        (("releases", 0, "checks", 0, "status"), "fine"),
        (("server",), "x"),
    ],
    "project": [
        (("original", "rows"), -1),
        (("original", "sha256"), "abc"),
        (("original", "choices", "header"), "yes"),
        (("masked",), None),
        (("linked",), 3),
        (("record", "notes", 0, "file"), GONE),
        (("record", "checks"), "all"),
        (("plan",), {"seed": 1.5}),
        (("secret",), "x"),
    ],
}
CASES = [(name, path, value) for name, cases in SPOILT.items() for path, value in cases]


def spoil(document, path, value):
    *way, last = path
    content = copy.deepcopy(document)
    inner = content
    for key in way:
        inner = inner[key] if isinstance(inner, list) else inner.setdefault(key, {})
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return content


def test_there_are_fifty_spoilt_documents():
    assert len(CASES) >= 50


@pytest.mark.parametrize(("name", "path", "value"), CASES)
def test_what_is_spoilt_is_refused_with_its_place(documents, name, path, value):
    error = best_match(VALIDATORS[name].iter_errors(spoil(documents[name], path, value)))
    assert error is not None
    place = "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.absolute_path)
    named = {
        "$" + "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path[:n]) for n in (len(path), len(path) - 1)
    }
    # what stands deeper in the spoilt part is its place too; of what is missing, or should not be there, the message
    # names it and the place is that around it
    assert place in named or place.startswith(max(named, key=len))
    if place == min(named, key=len):
        assert repr(path[-1]) in error.message


PROJECT = write_project(release_project())
READ = {
    "results": lambda content: read_results(json.dumps(content)),
    "codebook": codebook_from,
    "recipe": recipe_from,
    "policy": policy_from,
    "register": lambda content: validated(Register, content, "register.json", error=ProjectError),
    "project": lambda content: read_project(
        changed(write_project(release_project()), "project.json", lambda _: content)
    ),
}


TOLD_LATER = ("results", (*SCENARIO, "sha256"), "not a hash")
"""Who compares files by it finds no equal; the register of releases refuses it."""


@pytest.mark.parametrize(("name", "path", "value"), [case for case in CASES if case != TOLD_LATER])
def test_what_is_spoilt_is_not_read_either_and_its_place_is_said(documents, monkeypatch, name, path, value):
    monkeypatch.setattr(manifest, "open_archive", opened_here)
    with pytest.raises(RUMapError) as refused:
        READ[name](spoil(documents[name], path, value))
    inside = value if isinstance(value, dict) and value else {}
    named = [key for key in (*path, *inside) if isinstance(key, str)]
    assert any(f"{key}" in str(refused.value) for key in named[-2:]), str(refused.value)


def test_results_of_another_format_are_refused_with_what_to_do(documents):
    with pytest.raises(RUMapError, match=r"have format ru-map/3, .* reads ru-map/2: read them with the version that"):
        read_results(json.dumps(documents["results"] | {"format": "ru-map/3"}))
