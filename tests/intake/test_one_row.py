"""A file of one record is warned of in one place, whatever its format."""

import io

import pandas as pd
import pytest

from core.intake import Severity, read_file

ROW = pd.DataFrame({"a": [1.5], "b": ["x"]})


def written(ending: str) -> bytes:
    into = io.BytesIO()
    writers = {"csv": ROW.to_csv, "parquet": ROW.to_parquet, "feather": ROW.to_feather, "dta": ROW.to_stata}
    writers[ending](into)
    return into.getvalue()


@pytest.mark.parametrize("ending", ["csv", "parquet", "feather", "dta"])
def test_a_file_of_one_row_is_warned_of_once(ending: str) -> None:
    findings = read_file(f"file.{ending}", written(ending)).report.findings
    warned = [f.message for f in findings if f.severity is Severity.WARNING]
    assert warned == ["the file has one row only"]
