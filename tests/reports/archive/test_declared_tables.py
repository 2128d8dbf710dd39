"""Declared tables of a file checked as an output checker does."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.data import PublishedTable, Uses, read_codebook, read_declared_codebook, write_codebook
from core.errors import CodebookError
from core.intake import read_file
from core.pairing import complete_codebook, draft_codebook
from core.reports import checked_tables
from core.statistics.disclosure import MagnitudeRules
from tests.pairing.builders import microdata

RULES = MagnitudeRules(3, 2, 0.9, 0.1)
BY_HAND = [
    # amount, crossed, cell, contributors (utilities), sum; too few, over 90 % by two, rest below a tenth of the first
    ("RESREVENUE", ["STATE"], ("AK",), 10, 200_660, "..."),  # 45,787 + 45,075: 45 %; 109,798 are left
    ("RESSALES", ["STATE"], ("HI",), 4, 2_675_881, "..."),  # 1,863,424 + 346,860: 83 %; 465,597 left, a tenth 186,342
    ("COMREVENUE", ["STATE"], ("DC",), 2, 584_746, "fdc"),  # 584,746 + 0: all of it
    ("COMSALES", ["STATE"], ("RI",), 4, 2_607_368, ".d."),  # 2,017,559 + 373,388: 92 %; 216,421 left, a tenth 201,756
    ("INDREVENUE", ["STATE"], ("ME",), 5, 298_640, ".dc"),  # 233,535 + 42,796: 93 %; 22,309 left, a tenth 23,354
    ("INDSALES", ["STATE"], ("VT",), 5, 1_537_131, "..."),  # 584,249 + 374,514: 62 %; 578,368 left
    ("OTHREVENUE", ["STATE", "YEAR"], ("NH", "96"), 5, 16_945, "..."),  # 11,246 + 3,543: 87 %; 2,156 left, 1,125
    ("OTHRSALES", ["STATE", "MONTH"], ("MT", "1"), 7, 28_011, ".d."),  # 16,028 + 10,228: 94 %; 1,755 left, 1,603
    ("TOTREVENUE", ["STATE", "MONTH"], ("DE", "6"), 5, 56_806, "..."),  # 43,970 + 4,739: 86 %; 8,097 left, 4,397
    ("TOTSALES", ["STATE"], ("NV",), 6, 22_574_030, "..."),  # 13,022,001 + 6,689,527: 87 %; 2,862,502 left
]


@pytest.fixture(scope="module")
def enterprises(shared_data: Path):
    return read_file("EIA.csv", (shared_data / "sdcmicro" / "EIA.csv").read_bytes()).microdata


def declared(amount, variables, contributor=""):
    listed = ", ".join(f'"{name}"' for name in variables)
    return f'[magnitude_tables.T]\namount = "{amount}"\nvariables = [{listed}]\ncontributor = "{contributor}"\n'


@pytest.mark.parametrize(("amount", "variables", "cell", "contributors", "total", "verdict"), BY_HAND)
def test_ten_tables_of_enterprises_by_hand(enterprises, amount, variables, cell, contributors, total, verdict):
    text = declared(amount, variables, "UTILITYID")
    codebook = complete_codebook(read_declared_codebook(text), enterprises)
    [table] = checked_tables(enterprises, "original", codebook, RULES, {})
    place = table.rows.index(cell[:-1]) * len(table.columns) + table.columns.index(cell[-1])
    cells = table.cells
    assert (cells.contributors[place], cells.totals[place]) == (contributors, total)
    marks = zip("fdc", (cells.few, cells.dominated, cells.close), strict=True)
    assert "".join(name if mark[place] else "." for name, mark in marks) == verdict


ROWS = "firm,region,branch,turnover\n" + "".join(
    f"{firm},{'NS'[firm % 2]},{'ab'[firm // 2 % 2]},{turnover}\n"
    for firm, turnover in enumerate([5, 900, 10, 40, 7, 50, -12, 60, 9, 30])
)
CODEBOOK = """
[variables.firm]
level = "nominal"
role = "identifier"
[variables.turnover]
level = "continuous"
[tables.Counts]
variables = ["branch"]
geography = "region"
[magnitude_tables."Turnover"]
amount = "turnover"
variables = ["region", "branch"]
contributor = "firm"
"""


def test_a_declared_table_comes_back_from_the_codebook_and_is_checked():
    original = read_file("original.csv", ROWS.encode()).microdata
    declaration = read_declared_codebook(CODEBOOK)
    with pytest.raises(CodebookError, match="names a variable twice"):
        read_declared_codebook(declared("a", ["a"]))
    with pytest.raises(CodebookError, match="no variable of the original"):
        complete_codebook(declaration, read_file("x.csv", b"a,b\n1,2\n").microdata)
    assert [m.contributor for m in declaration.uses.magnitudes] == ["firm"]
    codebook = complete_codebook(declaration, original)
    assert read_codebook(write_codebook(codebook)) == codebook


def test_values_that_the_file_declares_missing_are_no_category():
    file = microdata("original.csv", region=["N", "N", "S", "refused"], n=[1, 2, 3, 4])
    book = replace(draft_codebook(file), uses=Uses(tables=(PublishedTable("Counts", ("region",)),)))
    [table] = checked_tables(replace(file, user_missing={"region": ("refused",)}), "original", book, RULES, {})
    assert table.columns == ("N", "S")
    assert table.cells.contributors.tolist() == [2, 1]
