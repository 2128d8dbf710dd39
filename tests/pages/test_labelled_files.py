"""Workbooks and labelled files on the Set up page: what was read is said, another sheet or row can be chosen."""

import io
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest
import xlsxwriter

pytestmark = pytest.mark.slow


def book(**sheets: list[list[object]]) -> bytes:
    sink = io.BytesIO()
    made = xlsxwriter.Workbook(sink)
    for name, rows in sheets.items():
        page = made.add_worksheet(name)
        for i, row in enumerate(rows):
            page.write_row(i, 0, row)
    made.close()
    return sink.getvalue()


def original(user):
    return user.state["workspace"].original


ROWS = [["age", "sex"], *[[20 + i, "f" if i % 2 else "m"] for i in range(30)]]


def test_the_formats_are_named(user):
    text = " ".join(uploader.help or uploader.label for uploader in user.app.file_uploader) + user.text()
    for name in ("CSV", "Excel", "SPSS", "Stata", "SAS", "R", "Parquet"):
        assert name in text


def test_another_sheet_can_be_chosen(bring):
    user = bring({"book.xlsx": book(Cover=[["note", "x"], ["a", 1]], Data=ROWS)})
    assert "sheet Cover" in user.text()
    assert not original(user).confirmed
    user.click("choose_original_0_Data")
    assert original(user).microdata.n_records == 30
    assert "30 records · 2 columns · Excel workbook · sheet Data" in user.text()
    assert original(user).confirmed


def test_many_sheets_are_a_list(bring):
    user = bring({"book.xlsx": book(**{f"S{i}": ROWS for i in range(6)})})
    assert user.app.selectbox(key="choose_original_0_list").options == ["S1", "S2", "S3", "S4", "S5"]
    user.choose("choose_original_0_list", "S4")
    user.click("choose_original_0_use")
    assert original(user).reading.report.sheet == "S4"


def test_the_row_of_the_names_can_be_chosen(bring):
    user = bring({"book.xlsx": book(Data=[["Survey of 2020"], [], *ROWS])})
    assert "row 3" in user.text()
    user.click("choose_original_0_1")
    assert original(user).choices.header_row == 1


def test_a_refused_workbook_can_be_read_differently(bring):
    user = bring({"book.xlsx": book(Data=[["age", "sex"]])})
    assert original(user).reading is None
    user.app.checkbox(key="choices_original_header").check()
    next(b for b in user.app.button if b.label == "Read again").click()
    user.run()
    assert original(user).microdata.n_records == 1


@pytest.fixture
def labelled(tmp_path: Path) -> bytes:
    frame = pd.DataFrame({"sex": [1.0, 2.0] * 30, "age": [20.0 + i % 40 for i in range(60)]})
    path = tmp_path / "a.sav"
    pyreadstat.write_sav(frame, str(path), variable_value_labels={"sex": {1: "Male", 2: "Female"}})
    return path.read_bytes()


def test_a_labelled_original_and_a_text_with_its_labels(bring, labelled: bytes):
    text = "sex,age\n" + "".join(f"{'Male' if i % 2 == 0 else 'Female'},{20 + i % 40}\n" for i in range(60))
    user = bring({"original.sav": labelled, "masked.csv": text.encode()})
    assert original(user).microdata.value_labels == {"sex": {"1": "Male", "2": "Female"}}
    user.go("setup")
    assert "values that the original does not have" not in user.text()
    shown = user.app.get("arrow_data_frame") or user.app.dataframe
    assert any("1 · Male, 2 · Female" in str(table.value.to_numpy().tolist()) for table in shown)
