"""Leading zeros that a display format shows are kept, and asked about, whatever program wrote the file."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.intake.formats import Format
from core.intake.labelled.zero_formats import zeros_shown
from core.intake.report import Severity
from core.intake.workbook.number_formats import as_code
from tests.intake.readings import cells, read
from tests.intake.test_labelled import written  # noqa: F401
from tests.intake.test_r_data import HEAD, NA_REAL, frame, reals, texts

FORMATS = {"sav": "N5", "zsav": "N5", "dta": "%05.0f", "xpt": "Z5."}


@pytest.mark.parametrize("ending", FORMATS)
def test_codes_are_read_as_they_are_shown_and_asked_about(written, ending: str):  # noqa: F811
    codes = pd.DataFrame({"plz": [1067.0, 10115.0, np.nan, 80331.0], "n": [1.0, 2.0, 3.0, 4.0]})
    content = written(ending, codes, variable_format={"plz": FORMATS[ending]})
    reading = read(content, f"a.{ending}")
    assert cells(reading.microdata.columns["plz"]) == ["01067", "10115", None, "80331"]
    assert cells(reading.microdata.columns["n"]) == [1, 2, 3, 4]
    [question] = reading.report.findings
    assert (question.severity, question.column, question.count) == (Severity.QUESTION, "plz", 3)
    assert (question.choice, question.alternatives) == ("numbers", ("plz",))
    plain = read(content, f"a.{ending}", numbers=("plz",))
    assert cells(plain.microdata.columns["plz"]) == [1067, 10115, None, 80331]
    assert plain.report.findings == ()


def test_labels_and_missing_codes_go_with_the_codes(written):  # noqa: F811
    content = written(
        "sav",
        pd.DataFrame({"plz": [1067.0, -9.0, 99999.0, 4.0]}),
        variable_format={"plz": "N5"},
        variable_value_labels={"plz": {1067: "Dresden", -9: "refused", 123456: "none"}},
        missing_ranges={"plz": [{"lo": -9, "hi": -1}, 99999]},
    )
    microdata = read(content, "a.sav").microdata
    assert cells(microdata.columns["plz"]) == ["01067", "-9", "99999", "00004"]
    assert microdata.value_labels == {"plz": {"01067": "Dresden", "-9": "refused", "123456": "none"}}
    assert set(microdata.user_missing["plz"]) == {"-9", "99999"}


def test_extended_missing_values_of_stata_stay_apart(written):  # noqa: F811
    codes = pd.DataFrame({"x": pd.Series([7.0, "a", None, 12.0], dtype=object)})
    content = written("dta", codes, variable_format={"x": "%03.0f"}, missing_user_values={"x": ["a"]})
    microdata = read(content, "a.dta").microdata
    assert cells(microdata.columns["x"]) == ["007", ".a", None, "012"]
    assert microdata.user_missing == {"x": (".a",)}


@pytest.mark.parametrize(("attribute", "shown"), [("spss", "N5"), ("stata", "%05.0f"), ("sas", "Z5.")])
def test_formats_that_r_keeps_of_other_programs(attribute: str, shown: str):
    kept = {f"format__{attribute}": texts(shown), "labels": reals(4.0, names=texts("four"))}
    content = HEAD + frame(3, plz=reals(1067.0, 4.0, NA_REAL | (ord("a") << 32), **kept))
    microdata = read(content, "a.rds").microdata
    assert cells(microdata.columns["plz"]) == ["01067", "00004", ".a"]
    assert microdata.value_labels == {"plz": {"00004": "four"}}
    assert microdata.user_missing == {"plz": (".a",)}
    assert cells(read(content, "a.rds", numbers=("plz",)).microdata.columns["plz"]) == [1067, 4, ".a"]


@pytest.mark.parametrize(
    ("form", "storage", "values", "expected"),
    [
        (Format.SPSS, "N5", [7.0, 12.0], "00000"),
        (Format.SPSS_PORTABLE, "N3", [7.0, -9.0], "000"),
        (Format.SPSS, "F5", [7.0], None),
        (Format.SPSS, "N5.2", [7.0], None),
        (Format.SPSS, "N5", [7.5], None),
        (Format.SPSS, "N5", [10000.0, 99999.0], None),
        (Format.SPSS, "N2", [7.0, 123.0], None),
        (Format.SPSS, "N5", [np.inf, 7.0], None),
        (Format.SPSS, "N5", [np.nan], None),
        (Format.STATA, "%05.0g", [7.0], "00000"),
        (Format.STATA, "%05,0f", [7.0], "00000"),
        (Format.STATA, "%05.2f", [7.0], None),
        (Format.STATA, "%5.0f", [7.0], None),
        (Format.SAS, "Z5", [7.0], "00000"),
        (Format.SAS_TRANSPORT, "z5.0", [7.0], "00000"),
        (Format.SAS, "Z5.2", [7.0], None),
        (Format.SAS, "SSN11", [1020003.0], "000-00-0000"),
        (Format.SAS, None, [7.0], None),
    ],
)
def test_formats(form: Format, storage: str | None, values: list[float], expected: str | None):
    template = zeros_shown(form, storage, np.array(values))
    assert (None if template is None else as_code(template)) == expected


def test_the_file_whose_zeros_were_lost(shared_data: Path):
    reading = read((shared_data / "found" / "zeros" / "s13_N5.sav").read_bytes(), "s13_N5.sav")
    assert cells(reading.microdata.columns["plz"]) == ["01067", "10115", "80331"]
