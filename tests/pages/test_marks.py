"""What marks a table: the confidential column and name of a file."""

import csv
import io

import pandas as pd
import pytest

from pages.components import downloads
from pages.components.risk import exports as risk_exports


@pytest.fixture
def offered(monkeypatch):
    """Collect what is offered as a file: name and text."""
    files = {}

    def button(label, *, data, file_name, **rest):
        files[file_name] = data()

    monkeypatch.setattr(downloads.st, "download_button", button)
    return files


def test_a_table_with_risks_is_marked_confidential_in_its_name_and_every_row(offered) -> None:
    risk_exports.confidential_download(pd.DataFrame({"file": ["a", "b"], "risk": [0.1, 0.2]}), "disclosure_risk")
    ((name, text),) = offered.items()
    assert name == "disclosure_risk_confidential.csv"
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["confidential", "file", "risk"]
    assert [row[0] for row in rows] == [risk_exports.MARK] * 2
    assert "confidential" in risk_exports.MARK


def test_another_table_is_not(offered) -> None:
    downloads.table_download(pd.DataFrame({"variable": ["a"]}), "variables")
    ((name, text),) = offered.items()
    assert name == "variables.csv"
    assert "confidential" not in text
