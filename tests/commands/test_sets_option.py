"""``--sets NAME=FILE,FILE`` on the command line."""

import numpy as np
import pytest

from core.__main__ import main
from core.commands.sets import with_sets
from core.data import Codebook, FileKind, Microdata, ScenarioDeclaration
from core.errors import CodebookError

BOOK = """
[variables.x]
level = "continuous"
[indicators]
"=Mean x" = { statistic = "mean", variable = "x" }
"""
FILES = [Microdata(name, {}, 0) for name in ("1.csv", "2.csv", "3.csv")]
DECLARED = Codebook((), (), (ScenarioDeclaration("2.csv", "second", kind=FileKind.SYNTHETIC),))


def test_sets_are_added_to_what_is_declared():
    book = with_sets(DECLARED, ["cart=1.csv,2.csv"], FILES)
    assert [book.declaration(f.name).set_of for f in FILES] == ["cart", "cart", ""]
    assert (book.declaration("2.csv").name, book.declaration("2.csv").kind) == ("second", FileKind.SYNTHETIC)
    assert with_sets(DECLARED, [], FILES) is DECLARED


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("cart", "say NAME=FILE,FILE"),
        ("cart=", "say NAME"),
        ("=1.csv", "say NAME"),
        ("a=4.csv", "'4.csv' is not among"),
    ],
)
def test_what_is_no_group_is_refused(asked, words):
    with pytest.raises(CodebookError, match=words):
        with_sets(DECLARED, [asked], FILES)


def test_two_files_are_measured_and_combined(tmp_path, capsys):
    columns = [np.random.default_rng(seed).normal(seed, 1, 60).round(6) for seed in range(3)]
    paths = [str(tmp_path / name) for name in ("o.csv", "1.csv", "2.csv")]
    for path, column in zip(paths, columns, strict=True):
        (tmp_path / path).write_text("\n".join(["x", *map(str, column)]) + "\n")
    (tmp_path / "c.toml").write_text(BOOK)
    asked = ["--codebook", str(tmp_path / "c.toml"), "--measures", "indicator", "--jobs", "1", "--linked", "none"]
    assert main(["assess", *paths, *asked, "--sets", "s=1.csv,2.csv", "--out", str(tmp_path / "r.json")]) == 0
    assert main(["combine", str(tmp_path / "r.json"), "--rule", "complete-between"]) == 0
    head, line = (row.split("\t") for row in capsys.readouterr().out.splitlines())
    row = dict(zip(head, line, strict=True))
    within = np.mean([column.var(ddof=1) / 60 for column in columns[1:]])
    between = np.var([column.mean() for column in columns[1:]], ddof=1)
    assert float(row["value"]) == pytest.approx(np.mean(columns[1:]), abs=1e-9)
    assert float(row["standard_error"]) == pytest.approx(np.sqrt(within + between / 2), abs=1e-9)
    assert (row["m"], row["worst"]) == ("2", "2")
    assert row["figure"] == "'=Mean x"  # no spreadsheet takes a name for a formula
