"""What marks a table or a difference: the confidential column and name of a file, the arrow of a change."""

import csv
import io

import pandas as pd
import pytest
from pages.components.side_by_side.table import _shown

from core.assessment.catalogue import measure_by_id
from core.views.side_by_side import MeasuredValue
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


@pytest.mark.parametrize(
    ("value", "arrow", "size"),
    [
        (0.9, "▲", "10.0 points"),
        (0.7, "▼", "10.0 points"),
        (0.8, "", ""),
        (0.8 + 1e-13, "", ""),
        (0.75, "▼", "5.0 points"),
    ],
)
def test_the_arrow_points_up_where_the_figure_is_larger_than_the_first_one(value, arrow, size) -> None:
    shown = _shown(measure_by_id("gdu"), MeasuredValue(value, None, 10, "", ""), 0.8)
    assert [a for a in "▲▼" if a in shown] == list(arrow)
    assert f"{arrow} {size}" in shown if arrow else "points" not in shown
