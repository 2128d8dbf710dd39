"""The face for notebooks: frames in, frames and figures out, the figures of the command line."""

import doctest
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rumap
from core.__main__ import main
from core.errors import PlanError
from core.measures import FrameRow
from rumap import assess, gate, mask, read, report
from rumap.data import read_data

ROOT = Path(__file__).resolve().parents[2]
CODEBOOK = """
[variables.age]
level = "continuous"
role = "key"
[variables.region]
level = "nominal"
role = "key"
"""
FEW = ("gdu", "ldu_bivariate", "gdu_resolution", "il1s", "propensity", "global_risk", "linkage_gower")
RECIPE = """
[[step]]
method = "rounding"
variables = ["age"]
base = 10
"""


@pytest.fixture(scope="module")
def people() -> pd.DataFrame:
    random = np.random.default_rng(2)
    return pd.DataFrame({"age": random.integers(20, 60, 90), "region": random.choice(["east", "north", "west"], 90)})


@pytest.fixture(scope="module")
def results(people):
    masked = {"rounded": people.assign(age=people.age // 10 * 10), "copy": people}
    return assess(people, masked, codebook=CODEBOOK, linked="row", jobs=1)


def test_import_is_light():
    looked = "import sys, rumap; print({'streamlit', 'pandas', 'numba', 'plotly'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", looked], check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"


def test_the_examples_of_the_docstrings_run():
    for name in ("face",):
        module = sys.modules[f"rumap.{name}"]
        tried = doctest.testmod(module, extraglobs={n: getattr(rumap, n) for n in rumap.__all__})
        assert (tried.failed, tried.attempted > 10) == (0, True)


@pytest.mark.parametrize(
    "make",
    [pd.DataFrame, pl.DataFrame, pa.table, pa.RecordBatch.from_pydict],
    ids=["pandas", "polars", "arrow", "batch"],
)
def test_frames_of_every_kind_are_the_same_file(people, make):
    frame = make(people.to_dict("list"))
    data = read(frame, "people")
    assert (data.name, data.rows, data.variables) == ("people", 90, ("age", "region"))
    assert data.to_frame().equals(read(people, "people").to_frame())
    assert data.to_frame()["age"].tolist() == people["age"].tolist()


@pytest.mark.parametrize(
    ("backend", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_frames_come_back_with_what_they_held(backend, kind):
    cells = {"n": [1.0, None, 3.0], "x": [0.5, 1.25, None], "t": ["a", None, "ü"], "m": ["1", "b", None]}
    frame = read(pl.DataFrame(cells)).to_frame(backend)
    assert isinstance(frame, kind)
    back = pl.from_arrow(frame) if backend == "pyarrow" else pl.DataFrame(frame)
    assert back["t"].to_list() == ["a", None, "ü"]
    assert back["m"].to_list() == ["1", "b", None]
    assert back["x"].to_list() == [0.5, 1.25, None]
    assert [None if v is None or np.isnan(v) else int(v) for v in back["n"].to_list()] == [1, None, 3]


def test_what_is_no_frame_is_refused_in_words(people, tmp_path):
    with pytest.raises(rumap.RUMapError, match="dict is neither a path nor a frame"):
        read({"a": [1]})
    with pytest.raises(rumap.RUMapError, match="'b' holds values of several kinds"):
        read(pd.DataFrame({"a": [1, 2], "b": [1, object()]}))
    with pytest.raises(rumap.RUMapError, match=r"none\.csv: cannot be opened .*; check the path"):
        read(tmp_path / "none.csv")
    with pytest.raises(rumap.RUMapError, match="two files are called"):
        assess(people, [read(people, "a"), read(people, "a")], jobs=1)
    with pytest.raises(rumap.RUMapError, match="jobs: a whole number from 1"):
        assess(people, people, jobs=0)


CANARY = 8_642_097
"""A value that no message may quote."""


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (pd.DataFrame([[CANARY, 1]], columns=["a", "a"]), "two columns have the same name"),
        (pa.table([pa.array([CANARY]), pa.array([1])], names=["a", "a"]), "two columns have the same name"),
        (pd.DataFrame({1: [CANARY], "1": [2]}), "two columns have the same name"),
        (pd.DataFrame({None: [CANARY], "x": [2]}), "name is of type float"),
        (pd.DataFrame([[CANARY]], columns=pd.MultiIndex.from_tuples([("a", "b")])), "name is of type tuple"),
        (pd.DataFrame({"x": [10**400 + CANARY]}), "'x' holds values of several kinds, or too large"),
        ("x\0y.csv", "no path holds a NUL"),
    ],
    ids=["twice", "twice in Arrow", "number and text", "none", "tuple", "large", "path"],
)
def test_what_cannot_be_a_file_is_refused_without_its_values(frame, words):
    with pytest.raises(rumap.RUMapError, match=words) as refused:
        read(frame)
    assert str(CANARY) not in str(refused.value)


def test_columns_that_pandas_numbers_are_read_under_their_numbers():
    assert read(pd.DataFrame(np.arange(12).reshape(6, 2))).variables == ("0", "1")


def test_bands_and_periods_of_pandas_are_read_as_they_are_written():
    frame = pd.DataFrame({"age": [20.0, 35, np.nan, 41], "month": pd.period_range("2020-01", periods=4, freq="M")})
    frame["band"] = pd.cut(frame["age"], [0, 30, 60])
    frame["pair"] = pd.interval_range(0, 4)
    frame["often"] = pd.arrays.SparseArray([0, 0, 1, 0])
    read_back = read(frame).to_frame()
    assert read_back["month"].tolist() == ["2020-01", "2020-02", "2020-03", "2020-04"]
    assert read_back["band"].fillna("").tolist() == ["(0, 30]", "(30, 60]", "", "(30, 60]"]
    assert read_back["pair"].tolist() == ["(0, 1]", "(1, 2]", "(2, 3]", "(3, 4]"]
    assert read_back["often"].tolist() == [0, 0, 1, 0]


def test_a_folder_with_the_parts_of_a_table_is_read_as_one(people, tmp_path):
    for number, part in enumerate((people[:40], people[40:])):
        part.to_parquet(tmp_path / f"part-{number}.parquet")
    assert read(tmp_path, "people").to_frame()["age"].tolist() == people["age"].tolist()


def test_a_variable_in_the_index_is_said_to_be_left_out(people):
    data = read(people.set_index("age"))
    assert data.variables == ("region",)
    assert "warning: age: is in the index" in data.findings[0]


def test_the_figures_are_those_of_the_command_line(people, tmp_path):
    paths = [tmp_path / name for name in ("original.csv", "masked.csv")]
    people.to_csv(paths[0], index=False)
    people.assign(age=people.age // 10 * 10).to_csv(paths[1], index=False)
    (tmp_path / "codebook.toml").write_text(CODEBOOK)
    out = tmp_path / "results.json"
    options = ["--codebook", str(tmp_path / "codebook.toml"), "--linked", "row", "--jobs", "1", "--out", str(out)]
    options += ["--measures", ",".join(FEW)]
    assert main(["assess", *map(str, paths), *options]) == 0
    asked = {"linked": "row", "jobs": 1, "measures": FEW}
    results = assess(paths[0], paths[1], codebook=tmp_path / "codebook.toml", **asked)
    assert results.to_json() == out.read_text()
    assert results.save(tmp_path / "again.json").read_bytes() == out.read_bytes()
    loaded = rumap.Results.load(out)
    assert loaded.to_json() == results.to_json()
    frames = assess(people, people.assign(age=people.age // 10 * 10), codebook=CODEBOOK, **asked)
    both = [r.to_frame().set_index(["measure", "target", "scenario"])["value"] for r in (results, frames)]
    pd.testing.assert_series_equal(*both)


def test_nothing_that_a_notebook_stores_as_text_quotes_the_data(people, results):
    masked = mask(people, RECIPE, codebook=CODEBOOK)
    assert repr(masked) == "<original_masked.csv: 90 records, 2 variables>"
    assert repr(gate(results, "public")).startswith("<gate of results: exit code ")


def test_every_figure_is_a_row_with_its_n_or_its_reason(results):
    frame = results.to_frame()
    assert list(frame) == [f.name for f in fields(FrameRow)]
    assert set(frame["scenario"].dropna()) == {"rounded", "copy"}
    has_value = frame["value"].notna()
    assert (frame.loc[has_value, "n"] > 0).all()
    assert frame.loc[~has_value, "reason"].str.len().gt(0).all()
    assert results.value("copy", "gdu") == 1.0
    assert results.to_frame("polars").height == len(frame)
    with pytest.raises(rumap.RUMapError, match=r"no masked file 'x'; there are: rounded, copy"):
        results.value("x", "gdu")
    with pytest.raises(rumap.RUMapError, match="nothing was not measured"):
        results.value("rounded", "nothing")


def test_the_pairs_of_one_file(results):
    pairs = results.pairs("rounded")
    assert pairs["target"].tolist() == ["age, region"]
    assert results["rounded", "gdu"] == results.value("rounded", "gdu")
    assert results.pairs("rounded")["n"].tolist() == [90]


def test_the_map_is_the_dashboards_with_the_limits_of_a_policy(results):
    figure = results.map()
    named = {str(c[0]) for trace in figure.data if trace.customdata is not None for c in trace.customdata}
    assert named == {"rounded", "copy"}
    assert results.map("public") != figure or results.map("public").layout != figure.layout


def test_results_show_themselves_in_a_notebook(results, people):
    html = results._repr_html_()
    assert html.count("<tr>") == 3
    assert "<svg" in html
    assert "no codebook given" not in html
    drafted = assess(people.rename(columns={"age": "<b>age"}), people, measures=["gdu"], jobs=1)
    assert "<b>age" not in drafted._repr_html_()
    assert "[variables" in drafted.codebook
    assert "90 records" in read(people)._repr_html_()


def test_a_masked_file_brings_its_declaration(people, tmp_path):
    masked = mask(people, RECIPE, codebook=CODEBOOK, name="rounded")
    assert masked.steps[0].startswith("Rounding: ")
    assert "<ol>" in masked._repr_html_()
    assert pd.read_csv(masked.save(tmp_path / "m.csv"))["age"].mod(10).eq(0).all()
    results = assess(people, {"gentle": masked, "none": people}, codebook=CODEBOOK, measures=["gdu"], jobs=1)
    assert results.scenarios == ("gentle", "none")
    (gentle, _) = results.comparison.scenarios
    assert gentle.linked == "row"


def test_the_gate_and_the_report(results, tmp_path):
    answer = gate(results, "public", scenario="copy")
    assert (answer.code, bool(answer)) == (1, False)
    assert "own records" in " ".join(answer.sentences) or answer.sentences
    assert json.loads(answer.to_text("json"))["exit_code"] == 1
    assert answer._repr_html_().startswith("<pre>")
    assert gate(results.save(tmp_path / "r.json"), "scientific").code == gate(results, "scientific").code
    document = report(results, format="json")
    assert document.save(tmp_path / "report.json").read_bytes() == document.content
    assert "<iframe" in report(results)._repr_html_()


def test_data_is_taken_as_it_is(people):
    data = read(people, "people")
    assert read_data(data) is data
    assert data.named("other").name == "other"


def test_without_a_key_set_there_is_no_map_and_the_reason_is_said(people):
    masked = people.assign(age=people.age // 10 * 10)
    book = CODEBOOK.replace('"key"', '"analysis"')
    found = assess(people, masked, codebook=book, measures=("gdu", "expected_match_risk", "linkability"), jobs=1)
    with pytest.raises(PlanError, match="no risk was measured: no key variables are tagged"):
        found.map()
    assert "<svg" not in found._repr_html_()
    assert "No map can be drawn" in report(found, format="html").content.decode()


def test_the_summary_is_a_line_a_file(results):
    head, *lines = results.summary().splitlines()
    assert "nobody has confirmed" in head
    assert [line.partition(": ")[0] for line in lines] == list(results.scenarios)
    assert all(any(word in line for word in ("can go out", "cannot go out", "not known")) for line in lines)
