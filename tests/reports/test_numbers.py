"""Every number in the tables of an internal report is one of its results, to the last digit, and printed as it is."""

import json
import re
from pathlib import Path

import pytest

from core.reports import Table, internal_report, project_of_results, read_results

EXAMPLES = Path(__file__).resolve().parents[2] / "assets" / "example"
WORKED_OUT = (
    "Chance is smaller in",  # a tail probability, of the null distribution's mean and deviation
    "Share of 1,000 draws in which no other is better",  # drawn from the scenarios' covariance when the map is made
    "Individual risk of every record",  # judged by a limit of the purpose, of counts below limits
)
"""Columns whose numbers are worked out of results when the report is made; each has tests of its own."""


def numbers_in(content):
    """Every number of a JSON document."""
    if isinstance(content, dict | list):
        for value in content.values() if isinstance(content, dict) else content:
            yield from numbers_in(value)
    elif isinstance(content, int | float) and not isinstance(content, bool):
        yield content


def cells(report):
    for section in report.sections:
        for table in (b for b in section.blocks if isinstance(b, Table)):
            for row in table.rows:
                for column, cell in zip(table.columns, row, strict=True):
                    if cell.number is not None and not column.startswith(WORKED_OUT):
                        yield f"{section.id}: {table.title}: {column}", cell


def printed(cell):
    """The number as a reader reads it, and how exact it is printed."""
    written = re.search(r"-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?", cell.text)[0].replace(",", "")
    mantissa, _, exponent = written.partition("e")
    digits = len(mantissa.partition(".")[2]) - int(exponent or 0) + (2 if "%" in cell.text else 0)
    return float(written) / (100 if "%" in cell.text else 1), 0.5 * 10.0**-digits


@pytest.mark.slow
@pytest.mark.parametrize("example", ["women", "voters"])
def test_every_number_of_a_table_is_a_result_printed_as_itself(example):
    text = (EXAMPLES / f"{example}.json").read_text(encoding="utf-8")
    results = set(numbers_in(json.loads(text)))
    report = internal_report(project_of_results(read_results(text)))
    checked = 0
    for place, cell in cells(report):
        assert cell.number in results, (place, cell)
        told, exactness = printed(cell)
        if cell.text.startswith("below "):
            assert 0 < cell.number < told, (place, cell)
            continue
        assert abs(told - cell.number) <= exactness * (1 + 1e-6), (place, cell)
        checked += 1
    assert checked > 3500
