"""The command line as a user calls it."""

import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from core.__main__ import main
from core.data import Role, read_codebook

HEADER = "id,age,region,income"


def write(folder, name, rows, header=HEADER):
    path = folder / name
    path.write_text(header + "\n" + "\n".join(",".join(map(str, row)) for row in rows) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path):
    random = np.random.default_rng(2)
    age = random.integers(20, 70, 80)
    region = random.choice(["east", "north", "west"], 80)
    income = age * 900 + random.integers(0, 20000, 80)
    rows = [(f"p{i:03}", a, r, v) for i, (a, r, v) in enumerate(zip(age, region, income, strict=True))]
    banded = [(i, f"{a // 10 * 10}-{a // 10 * 10 + 9}", r, v) for i, a, r, v in rows]
    return (
        write(tmp_path, "original.csv", rows),
        write(tmp_path, "banded.csv", banded),
        write(tmp_path, "copy.csv", rows),
    )


def test_from_two_files_to_results(files, tmp_path, capsys):
    codebook, out = tmp_path / "codebook.toml", tmp_path / "results.json"
    assert main(["codebook", *files, "--out", str(codebook)]) == 0
    drafted = read_codebook(codebook.read_text())
    assert [v.name for v in drafted.with_role(Role.IDENTIFIER)] == ["id"]
    assert drafted.declaration("banded.csv").recodes["age"].labels[0] == "20-29"
    arguments = ["assess", *files, "--codebook", str(codebook), "--linked", "row", "--jobs", "1", "--out", str(out)]
    assert main(arguments) == 0
    results = json.loads(out.read_text())
    assert [s["name"] for s in results["scenarios"]] == ["banded", "copy"]
    value = {(o.get("scenario"), o["measure"]): o.get("value") for o in results["outcomes"]}
    assert value["copy", "gdu"] == 1.0
    assert 0 < value["banded", "gdu"] < 1
    assert value["banded", "global_risk"] < value["copy", "global_risk"]
    assert "banded.csv: linked by row" in capsys.readouterr().err


def test_an_identifier_links_files_in_another_order(files, tmp_path):
    lines = (tmp_path / "copy.csv").read_text().splitlines()
    (tmp_path / "copy.csv").write_text("\n".join([lines[0], *lines[:0:-1]]) + "\n")
    out = tmp_path / "results.json"
    assert main(["assess", *files, "--linked", "id", "--jobs", "1", "--out", str(out)]) == 0
    copy = [o for o in json.loads(out.read_text())["outcomes"] if o.get("scenario") == "copy"]
    agreement = next(o for o in copy if o["measure"] == "gdu_effect_sizes")
    assert (agreement["value"], agreement["detail"]["jackknife"]["common"]) == (1.0, True)


def test_records_are_written_only_when_asked_for(files, tmp_path):
    folder, out = tmp_path / "records", tmp_path / "results.json"
    folder.mkdir()
    arguments = ["assess", *files, "--linked", "id", "--measures", "global_risk", "--jobs", "1", "--out", str(out)]
    assert main(arguments) == 0
    assert not list(folder.iterdir())
    assert main([*arguments, "--records", str(folder)]) == 0
    assert sorted(p.name for p in folder.iterdir()) == [f"{n}.records.parquet" for n in ("banded", "copy", "original")]
    written = pq.read_table(folder / "banded.records.parquet").to_pydict()
    assert len(written["individual_risk|keys"]) == 80
    results = [o for o in json.loads(out.read_text())["outcomes"] if o.get("scenario") == "banded"]
    rate = next(o["value"] for o in results if o["measure"] == "global_risk")
    assert sum(written["individual_risk|keys"]) / 80 == pytest.approx(rate)


def test_measures_lists_the_catalogue(capsys):
    assert main(["measures"]) == 0
    printed = capsys.readouterr().out
    assert "gdu\tGlobal Data Utility\tfile\thigher is better\t[0, 1]" in printed
    assert "--set gdu.alpha=0.05" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["assess", "{original}", "{folder}/none.csv", "--out", "{out}"], "none.csv: cannot be opened"),
        (["assess", "{original}", "{original}", "--out", "{out}"], "original.csv is named twice"),
        (["assess", "{original}", "{copy}", "--measures", "gdp", "--out", "{out}"], "unknown measure 'gdp'"),
        (["assess", "{original}", "{copy}", "--set", "gdu.alpha=9", "--out", "{out}"], "between 0 and 1"),
        (["assess", "{original}", "{copy}", "--jobs", "0", "--out", "{out}"], "--jobs must be 1 or more"),
        (["assess", "{original}", "{copy}", "--codebook", "{bad}", "--out", "{out}"], "not valid TOML"),
        (["assess", "{original}", "{empty}", "--out", "{out}"], "empty.csv"),
        (
            ["assess", "{original}", "{copy}", "--measures", "gdu", "--jobs", "1", "--out", "{folder}/no/r.json"],
            "r.json",
        ),
    ],
)
def test_errors_are_one_line_that_says_what_to_mend(files, tmp_path, capsys, arguments, words):
    (tmp_path / "bad.toml").write_text("[variables")
    (tmp_path / "empty.csv").write_text("a,b\n")
    places = {"original": files[0], "copy": files[2], "folder": tmp_path, "out": tmp_path / "r.json"}
    places |= {"bad": tmp_path / "bad.toml", "empty": tmp_path / "empty.csv"}
    assert main([a.format(**places) for a in arguments]) == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("error: ")
    assert words in last
    assert not (tmp_path / "r.json").exists()


def test_files_are_listed_with_what_they_are_or_why_not(tmp_path, capsys):
    write(tmp_path, "=good.csv", [(1, 2, "x", 3), (4, 5, "y", 6)])
    write(tmp_path, "uneven.csv", [(1, 2), (4, 5, "y", 6)])
    (tmp_path / "picture.png").write_bytes(b"\x89PNG" + bytes(20))
    assert main(["files", str(tmp_path / "=good.csv")]) == 0
    capsys.readouterr()
    assert main(["files", str(tmp_path), "--findings"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("file\tformat\trows\tcolumns")
    assert lines[1] == "'=good.csv\tdelimited text\t2\t4\t0\t0\tutf-8, delimiter ',', decimal ."
    assert lines[2].startswith("picture.png\trefused\t\t\t\t\tfiles ending in .png are not read")
    assert "line 2 has 2" in lines[3]
    assert lines[-1] == "3 files: 1 read, 2 refused (Malformed 1, UnknownFormat 1)"


def test_a_path_that_is_not_there_is_said(tmp_path, capsys):
    assert main(["files", str(tmp_path / "nowhere")]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err
