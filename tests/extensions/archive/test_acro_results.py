"""Checked tables of both files written so that ACRO's viewer opens them."""

import csv
import io
import json
import zipfile

from core.__main__ import main
from core.data import read_declared_codebook
from core.intake import read_file
from core.pairing import complete_codebook
from core.reports import CheckedTable, checked_tables
from core.statistics.disclosure import MagnitudeRules
from ru_map_archive.acro_results import write_acro
from tests.reports.archive.test_declared_tables import CODEBOOK, ROWS, RULES


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_both_files_are_checked_and_written_as_acro_reads_them(tmp_path, capfd):
    (tmp_path / "original.csv").write_text(ROWS)
    (tmp_path / "released.csv").write_text(ROWS.replace(",900", ",100").replace(",branch", ",sector"))
    (tmp_path / "codebook.toml").write_text(CODEBOOK)
    paths = [str(tmp_path / name) for name in ("original.csv", "released.csv")]
    more = ["--codebook", str(tmp_path / "codebook.toml"), "--contributors", "2"]
    asked, out = ["outputs", *paths, *more], tmp_path / "outputs_CONFIDENTIAL.zip"
    assert main(asked) == 0
    said = capfd.readouterr().err
    assert "Turnover, original: 3 of 4 cells unsafe (dominated 3, p% 3)" in said
    assert "Counts, original: 0 of 4 cells unsafe" in said
    assert "Turnover, released: not made: branch is not in the file" in said
    assert "outputs_CONFIDENTIAL.zip: confidential, it holds the original's figures" in said
    first = out.read_bytes()
    assert main([*asked, "--force"]) == 0
    assert out.read_bytes() == first
    parts = parts_of(first)
    assert list(parts) == ["CONFIDENTIAL.txt", "results.json", "config.json", "output_0_0.csv", "output_1_0.csv"]
    assert parts["CONFIDENTIAL.txt"].startswith("Confidential: for entitled staff only.")
    assert json.loads(parts["config.json"])["safe_threshold"] == 2
    results = json.loads(parts["results.json"])["results"]
    assert [(r["uid"], r["status"], r["type"]) for r in results.values()] == [
        ("output_0", "fail", "table"),
        ("output_1", "pass", "table"),
    ]


def test_cells_stand_where_the_table_has_them():
    original = read_file("original.csv", ROWS.encode()).microdata
    codebook = complete_codebook(read_declared_codebook(CODEBOOK), original)
    turnover, counts = checked_tables(original, "original", codebook, MagnitudeRules(2, 1, 0.8, 0.1), {})
    assert isinstance(turnover, CheckedTable)
    parts = parts_of(write_acro([turnover, counts], RULES))
    rows = list(csv.reader(io.StringIO(parts["output_0_0.csv"])))
    # N: firms 0, 4, 8 in a (5 + 7 + 9), 2 and 6 in b (10 - 12); S: 1, 5, 9 in a (900 + 50 + 30), 3 and 7 in b (40 + 60)
    assert rows == [["region", "a", "b"], ["N", "21", "-2"], ["S", "980", "100"]]
    record = json.loads(parts["results.json"])["results"]["output_0"]
    cells = record["files"][0]["sdc"]["cells"]
    # 900 of 980 are more than 80 %; 30 left are less than 90. In b, of two firms nothing is left beside them
    assert cells["nk-rule"] == [[1, 0]]
    assert cells["p-ratio"] == [[0, 1], [1, 0], [1, 1]]
    assert (cells["threshold"], cells["negative"]) == ([], [[0, 1]])
    assert record["outcome"]["a"] == {"N": "ok", "S": "p-ratio; nk-rule; "}
    assert record["summary"].startswith("fail; p-ratio: 3 cells may need suppressing; nk-rule: 1 cells")
    counted = list(csv.reader(io.StringIO(parts["output_1_0.csv"])))
    assert counted == [["region", "a", "b"], ["N", "3", "2"], ["S", "3", "2"]]


def test_limits_and_rules_keep_their_names():
    rules = MagnitudeRules(7, 3, 0.6, 0.2)
    config = json.loads(parts_of(write_acro([], rules))["config.json"])
    names = ("safe_threshold", "safe_nk_n", "safe_nk_k", "safe_pratio_p", "safe_dof_threshold")
    assert [config[name] for name in names] == [7, 3, 0.6, 0.2, 7]
