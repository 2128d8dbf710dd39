"""Every file of the collections of odd and of labelled files is read, or refused for a reason that is known."""

from pathlib import Path

import pytest

from core.errors import IntakeError
from core.intake import ReadChoices
from core.intake.formats import recognise
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of

REFUSED = {
    "imdb.csv": "every record should have 44 cells, but line 66 has 46",  # a delimiter behind a backslash
    "bad.csv": "line 2 has 4, line 3 has 2",
    "bad_skip_lines.csv": "line 5 has 4, line 6 has 2",
    "empty.csv": "no text",
    "join_a_short.csv": "line 2 has 2, line 3 has 1",
    "no_header_row.csv": "no rows",
    "no_header_row2.csv": "no rows",
    "test_empty_columns.csv": "line 3 has 4",
    "test_empty_columns_short_row.csv": "line 2 has 2",
    "test_extra_header.csv": "line 2 has 3",
    "test_join_short_rows.csv": "line 2 has 2, line 3 has 2",
    "dates-1900-LibreOffice.xlsx": "no records",
    "dates-1900.xls": "no records",
    "dates-1904.xls": "no records",
    "empty-sheets.xls": "no records",
    "empty-sheets.xlsx": "no records",
}
BY_ENDING = {"sas7bcat": "catalogue of value labels"}
SAME_NAME = {("csv-spectrum", "empty.csv")}


def read(path: Path, **choices: object) -> Parsed:
    content = path.read_bytes()
    form = recognise(path.name, content)
    return reader_of(form).read(Source(path.name, content, 0, DEFAULT, ReadChoices(**choices)))


@pytest.mark.parametrize(
    ("folder", "most", "step"),
    [("messy", 178, 4), ("labelled", 53, 1), pytest.param("messy", 178, 1, marks=pytest.mark.study)],
)
def test_read_or_refused_for_a_known_reason(shared_data: Path, folder: str, most: int, step: int):
    # reference figures are next to some of the files
    paths = sorted(p for p in (shared_data / folder).rglob("*") if p.is_file() and p.suffix != ".json")
    assert len(paths) == most
    for path in paths[::step]:
        known = REFUSED.get(path.name, BY_ENDING.get(path.suffix[1:]))
        if any(part in path.parts and path.name == name for part, name in SAME_NAME):
            known = None
        outcome = read_or_refusal(path)
        if isinstance(outcome, IntakeError):
            assert known is not None, f"{path.name}: {outcome}"
            assert known in str(outcome), path.name
            continue
        assert known is None, f"{path.name} is read now"
        assert outcome.report.n_rows > 0
        assert all(len(column) == outcome.report.n_rows for column in outcome.columns.values())


def read_or_refusal(path: Path) -> Parsed | IntakeError:
    try:
        return read(path)
    except IntakeError as refusal:
        return refusal


@pytest.mark.parametrize("name", ["dates-1900.xls", "dates-1904.xls", "dates-1900-LibreOffice.xlsx"])
def test_46_the_first_of_january_2000_in_every_system_of_dates(shared_data: Path, name: str):
    parsed = read(shared_data / "messy" / "readxl" / "tests" / "testthat" / "sheets" / name, header=False)
    assert [c.labels for c in parsed.columns.values()] == [("2000-01-01",)] * 5


def test_the_same_workbook_in_the_old_and_the_new_format(shared_data: Path):
    folder = shared_data / "messy" / "readxl" / "tests" / "testthat" / "sheets"
    pairs = [(p, p.with_suffix(".xlsx")) for p in sorted(folder.glob("*.xls")) if p.with_suffix(".xlsx").is_file()]
    assert len(pairs) >= 10
    for old, new in pairs:
        if old.name in REFUSED:
            continue
        one, other = read(old), read(new)
        assert list(one.columns) == list(other.columns)
        for name in one.columns:
            assert one.columns[name].categories()[1] == other.columns[name].categories()[1], (old.name, name)


def test_titles_of_a_published_table(shared_data: Path):
    path = shared_data / "messy" / "csvkit" / "examples" / "realdata" / "Datagov_FY10_EDU_recp_by_State.csv"
    parsed = read(path)
    assert next(iter(parsed.columns)) == "State Name"
    assert parsed.columns["TOTAL"].numbers is not None
    assert parsed.columns["TOTAL"].numbers[0] == 19582


def test_labels_of_a_health_survey(shared_data: Path):
    parsed = read(shared_data / "labelled" / "nhanes2" / "nhanes2.dta")
    assert (parsed.report.n_rows, parsed.report.n_columns) == (10351, 58)
    assert parsed.value_labels["race"] == {"1": "White", "2": "Black", "3": "Other"}
    assert parsed.columns["race"].categories()[1] == ("1", "2", "3")


def test_declared_missing_codes_of_an_election_study(shared_data: Path):
    parsed = read(shared_data / "labelled" / "memisc" / "inst" / "anes" / "NES1948.POR")
    assert parsed.user_missing["V480005"] == ("0", "9")
    assert not any(column.is_empty().any() for column in parsed.columns.values())
