"""Excel workbooks: text stays text, the table is found, nothing that Excel could not compute is lost silently."""

import datetime as dt
import io
import zipfile
from collections.abc import Sequence
from typing import Any

import pytest
import xlsxwriter

from core.data import Column
from core.errors import LimitExceeded, Malformed, NothingInside
from core.intake.limits import DEFAULT, Limits
from core.intake.parsed import Parsed, Source
from core.intake.report import ReadChoices, Severity
from core.intake.titles import names_row
from core.intake.workbook import reader
from core.intake.workbook.cells import convert_cells
from core.intake.workbook.sheet_xml import count_uncomputed, sheet_members
from tests.intake import bad_files as make

Rows = Sequence[Sequence[Any]]


def book(sheets: dict[str, Rows], hidden: str = "", **options: Any) -> bytes:
    sink = io.BytesIO()
    made = xlsxwriter.Workbook(sink, {"in_memory": True, "default_date_format": "yyyy-mm-dd hh:mm", **options})
    for name, rows in sheets.items():
        page = made.add_worksheet(name)
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                # write() would turn text that looks like a number or a formula into one
                page.write_string(i, j, cell) if isinstance(cell, str) and cell else page.write(i, j, cell)
        if name == hidden:
            page.hide()
    made.close()
    return sink.getvalue()


def read(rows: Rows | bytes, limits: Limits = DEFAULT, **choices: Any) -> Parsed:
    content = rows if isinstance(rows, bytes) else book({"Data": rows})
    return reader.read(Source("a.xlsx", content, 0, limits, ReadChoices(**choices)))


def cells(column: Column) -> list[float | str | None]:
    codes, labels = column.categories()
    number = column.is_number()
    return [None if c < 0 else float(labels[c]) if n else labels[c] for c, n in zip(codes, number, strict=True)]


def table(parsed: Parsed) -> dict[str, list[float | str | None]]:
    return {name: cells(column) for name, column in parsed.columns.items()}


def told(parsed: Parsed, severity: Severity) -> list[tuple[str | None, int | None]]:
    return [(f.column, f.count) for f in parsed.report.findings if f.severity is severity]


@pytest.mark.parametrize(
    "part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml"]
)
def test_a_part_that_is_not_what_the_list_describes_is_refused_not_read_as_other_labels(part: str):
    content = book({"Data": [["sex", "age"], ["f", 1], ["m", 2]]})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        checksum = archive.getinfo(part).CRC
    spoilt = content.replace(checksum.to_bytes(4, "little"), (checksum ^ 1).to_bytes(4, "little"))
    with pytest.raises(Malformed, match="not what its list describes"):
        read(spoilt)


def test_6_text_that_looks_like_a_number_stays_text():
    parsed = read([["zip", "n"], ["00123", 1], ["10115", 2.5], ["", 3]])
    assert table(parsed) == {"zip": ["00123", "10115", None], "n": [1, 2.5, 3]}
    assert parsed.report.findings == ()
    assert parsed.report.sheet == "Data"


def test_14_a_number_stored_as_text_among_numbers_is_the_same_category():
    rows = [["n", "x"], [1, 1], ["1", 2], [2, 3]]
    parsed = read(rows)
    assert table(parsed)["n"] == [1, 1, 2]
    assert told(parsed, Severity.WARNING) == [("n", 1)]
    assert table(read(rows, texts=("n",)))["n"] == ["1", "1", "2"]


def test_leading_zeros_among_numbers_keep_the_column_as_written():
    assert table(read([["n", "x"], [123, 1], ["00123", 2]]))["n"] == ["123", "00123"]


def test_numbers_and_text_are_kept_side_by_side_and_warned_of():
    parsed = read([["n", "x"], [1, 1], ["refused", 2]])
    assert table(parsed)["n"] == [1, "refused"]
    assert told(parsed, Severity.WARNING) == [("n", 1)]


MOMENTS = [
    (True, "true"),
    (dt.date(2020, 1, 31), "2020-01-31"),
    (dt.datetime(2020, 1, 31, 10, 5), "2020-01-31 10:05:00"),
    (dt.datetime(2020, 1, 31, 10, 5, 1, 250_000), "2020-01-31 10:05:01.25"),
    (dt.datetime(987, 1, 31, 0, 0), "0987-01-31 00:00:00"),
    (dt.time(9, 30), "09:30:00"),
    (dt.timedelta(hours=30, minutes=1), "30:01:00"),
]


@pytest.mark.parametrize(("cell", "text"), MOMENTS, ids=[text for _, text in MOMENTS])
def test_truth_values_dates_and_times_become_iso_text(cell: object, text: str):
    assert cells(convert_cells("x", [cell, ""], ReadChoices())[0]) == [text, None]


def test_days_among_moments_get_their_time():
    column, _ = convert_cells("x", [dt.date(2020, 1, 31), dt.datetime(2020, 1, 31, 10, 5)], ReadChoices())
    assert cells(column) == ["2020-01-31 00:00:00", "2020-01-31 10:05:00"]


@pytest.mark.parametrize("system", [False, True], ids=["1900", "1904"])
def test_46_dates_are_the_same_in_both_systems(system: bool):
    content = book({"D": [["d", "n"], [dt.datetime(2020, 1, 31), 1], [dt.datetime(1999, 12, 31, 23, 59), 2]]},
                   date_1904=system)  # fmt: skip
    assert table(read(content))["d"] == ["2020-01-31 00:00:00", "1999-12-31 23:59:00"]


def test_44_other_sheets_are_asked_about_and_hidden_ones_told():
    content = book({"Empty": [], "One": [["a"], [1]], "Two": [["b"], [2]], "Codes": [["c"], [3]]}, hidden="Codes")
    parsed = read(content)
    assert table(parsed) == {"a": [1]}
    question = next(f for f in parsed.report.findings if f.choice == "sheet")
    assert question.alternatives == ("Two", "Codes")
    assert any("hidden" in f.message and "'Codes'" in f.message for f in parsed.report.findings)
    chosen = read(content, sheet="Codes")
    assert table(chosen) == {"c": [3]}
    assert not [f for f in chosen.report.findings if f.severity is Severity.QUESTION]
    with pytest.raises(Malformed, match="no sheet of the name chosen; it has 'Empty', 'One'"):
        read(content, sheet="Nowhere")


def test_a_sheet_without_records_gives_way_to_the_next():
    assert table(read(book({"Cover": [["Report 2020"]], "Data": [["a", "b"], [1, 2], [3, 4]]})))["b"] == [2, 4]
    with pytest.raises(NothingInside, match="no records"):
        read(book({"Cover": [["Report 2020"]]}))
    with pytest.raises(NothingInside, match="every sheet"):
        read(book({"A": [], "B": []}))


TITLES = [["Persons by age"], ["Source: register"], [], ["id", "age", "sex"], [1, 30, "m"], [2, 40, "f"]]


def test_45_titles_above_the_table_are_asked_about():
    parsed = read(TITLES)
    assert table(parsed) == {"id": [1, 2], "age": [30, 40], "sex": ["m", "f"]}
    question = next(f for f in parsed.report.findings if f.choice == "header_row")
    assert (question.count, question.alternatives) == (3, ("1",))
    assert "row 4" in question.message
    assert list(read(TITLES, header_row=5).columns) == ["1", "30", "m"]
    assert table(read(TITLES, header_row=5, header=False))["column 1"] == [1, 2]
    with pytest.raises(Malformed, match=r"row 3 holds nothing \(the sheet has rows 1 to 6\)"):
        read(TITLES, header_row=3)


NO_TITLES = [
    pytest.param([["", "b", "c"], ["x", "y", "z"]], id="a column without a name"),
    pytest.param([["", "b", "", "b"], [1, "a", 1.1, "aa"]], id="several without a name"),
    pytest.param([["name"], ["x"], ["y"]], id="one column"),
    pytest.param([["a", "b"], [1, ""], ["", 2]], id="cells are missing"),
    pytest.param([["a", "b", "c"], ["x", "", ""], ["y", "", ""]], id="columns are empty"),
]


@pytest.mark.parametrize("rows", NO_TITLES)
def test_the_first_row_is_not_taken_for_a_title(rows: list[list[Any]]):
    assert names_row(rows, lambda cell: isinstance(cell, str)) == 0


def test_blank_rows_spare_columns_and_notes_are_told():
    parsed = read([["a", "", "b", "c"], [1, "", 2, 3], [], [4, "", 5, 6], ["Note: preliminary"]])
    assert table(parsed) == {"a": [1, 4, "Note: preliminary"], "b": [2, 5, None], "c": [3, 6, None]}
    assert told(parsed, Severity.NOTE) == [(None, 1), (None, 1)]
    assert (None, 1) in told(parsed, Severity.WARNING)


def test_merged_cells_are_warned_of():
    sink = io.BytesIO()
    made = xlsxwriter.Workbook(sink)
    page = made.add_worksheet()
    for i, row in enumerate([["region", "n"], ["", 1], ["", 2]]):
        page.write_row(i, 0, row)
    page.merge_range("A2:A3", "North")
    made.close()
    parsed = read(sink.getvalue())
    assert table(parsed)["region"] == ["North", None]
    assert told(parsed, Severity.WARNING) == [(None, 1)]


SHEET = (
    b'<worksheet><sheetData><row r="1"><c r="A1" t="e"><v>#N/A</v></c><c r="B1"><f>1+1</f><v>2</v></c>'
    b'<c r="C1"><f>1+1</f></c></row><row r="2"><c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    b'<c r="C2" s="1"><f t="shared" si="0"/><v></v></c><c r="AB2"><f>x</f><v/></c></row></sheetData></worksheet>'
)


@pytest.mark.parametrize("prefix", [b"", b"x:"], ids=["plain", "with a prefix"])
@pytest.mark.parametrize("chunk", [7, 1 << 22])
def test_42_43_errors_and_uncomputed_formulas_are_counted_by_column(
    prefix: bytes, chunk: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.intake.workbook.sheet_xml.CHUNK", chunk)
    xml = SHEET.replace(b"<c ", b"<" + prefix + b"c ").replace(b"</c>", b"</" + prefix + b"c>")
    for tag in (b"f", b"v", b"row"):
        xml = xml.replace(b"<" + tag + b">", b"<" + prefix + tag + b">").replace(b"<" + tag + b" ",
              b"<" + prefix + tag + b" ").replace(b"</" + tag, b"</" + prefix + tag)  # fmt: skip
        xml = xml.replace(b"<" + tag + b"/>", b"<" + prefix + tag + b"/>")
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as made:
        made.writestr("s.xml", xml)
    with zipfile.ZipFile(sink) as archive:
        found = count_uncomputed(archive, "s.xml")
    assert dict(found.errors) == {(b"A", 1): 1, (b"A", 2): 1}
    assert dict(found.formulas) == {(b"C", 1): 1, (b"C", 2): 1, (b"AB", 2): 1}


def test_sheets_are_found_in_the_archive_by_name():
    with zipfile.ZipFile(io.BytesIO(book({"A & B": [["x"]], "Zwei": [["y"]]}))) as archive:
        assert sheet_members(archive) == {"A & B": "xl/worksheets/sheet1.xml", "Zwei": "xl/worksheets/sheet2.xml"}


def test_35_a_password_is_said():
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)
    with pytest.raises(Malformed, match="password"):
        read(content)


@pytest.mark.parametrize("content", [b"PK\x03\x04abc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000)])
def test_damage_is_said(content: bytes):
    with pytest.raises(Malformed, match="damaged"):
        read(content)


def test_the_size_of_a_sheet_is_limited():
    with pytest.raises(LimitExceeded, match="5 cells"):
        read([["a", "b"], [1, 2], [3, 4]], Limits(sheet_cells=5))


def test_rows_of_numbers_without_names_are_asked_about():
    parsed = read([[1, 2], [3, 4]])
    question = next(f for f in parsed.report.findings if f.choice == "header")
    assert question.alternatives == ("false",)
    assert table(read([[1, 2], [3, 4]], header=False)) == {"column 1": [1, 3], "column 2": [2, 4]}


STRINGS = "<si><t>a</t></si><si><t>b</t></si>"
TEXT_OF_FORMULA = '<c r="B3" t="str"><f>A1</f><v>x&amp;y</v></c>'


def two_columns(*more: str) -> bytes:
    """A workbook of the columns a and b with two whole records and the cells given."""
    head = "".join(f'<c r="{c}1" t="s"><v>{i}</v></c>' for i, c in enumerate("AB"))
    rows = [f'<row r="{r}"><c r="A{r}"><v>{r}</v></c><c r="B{r}"><v>12</v></c></row>' for r in (2, 5)]
    content = make.sheet(f'<row r="1">{head}</row>', rows[0], *(f'<row r="3">{m}</row>' for m in more), rows[1])
    links = make.LINKS.replace("</Rel", f'<Relationship Id="s" Type="{make.OFFICE}/sharedStrings" '
                               'Target="sharedStrings.xml"/></Rel')  # fmt: skip
    strings = f'<sst xmlns="{make.SHEETS}">{STRINGS}</sst>'
    return make.workbook(content, **{"xl__sharedStrings.xml": strings, "xl___rels__workbook.xml.rels": links})


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="B3"><v>1<!-- a -->2</v></c>',
        '<c r="B3"><v><![CDATA[12]]></v></c>',
        '<x:c xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="B3"><x:v>1<?a b?>2</x:v></x:c>',
        '<c r="B3"><v>1&#50;</v></c>',
        '<c r="B3"><f>6*2</f><v>1&#50;</v></c>',
        '<c r="B3" t="str"><v><![CDATA[x]]></v></c>',
        '<c r="B3" t="s"><v>-1</v></c>',
        '<c t="s" r="B3"><v>&#49;</v></c>',
        '<c r="B3" s="0" t="s"><v> 1</v></c>',
        '<c r="B3" t="inlineStr"><is><t>x</t></is><v>12</v></c>',
        '<c r="B3"><v>1</v><v>2</v></c>',
    ],
)
def test_a_cell_of_which_another_value_would_be_read_is_refused(cell: str):
    with pytest.raises(Malformed, match="1 cell of the sheet is written in a way that is not read exactly"):
        read(two_columns(cell))


def test_cells_as_other_programs_write_them_are_read():
    values = table(read(two_columns(TEXT_OF_FORMULA)))["b"]
    assert values == [12.0, "x&y", 12.0]
    for cell in ('<c r="B3" t="s"><v>1</v></c>', '<c t="str" r="B3"><v>b</v></c>', "<c r='B3' t='s'><v >1</v></c>"):
        assert table(read(two_columns(cell)))["b"] == [12.0, "b", 12.0]


def test_empty_cells_of_the_only_column_are_records():
    assert table(read([["x"], [1], [""], [3]]))["x"] == [1, None, 3]
