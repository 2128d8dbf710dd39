"""Every number in the tables of an internal report is one of its results, to the last digit, and printed as it is."""

import json
import re
from pathlib import Path

import pytest

from core.decision import DEFAULT_RELEASE, proposed_purpose
from core.measures import Result
from core.reports import Paragraph, Table, internal_report, project_of_results, read_results
from core.views import axis_resolution, default_utility, published_value

EXAMPLES = Path(__file__).resolve().parents[2] / "assets" / "example"
WORKED_OUT = (
    "Chance is smaller in",  # a tail probability, of the null distribution's mean and deviation
    "Share of 1,000 draws in which no other is better",  # drawn from the scenarios' covariance when the map is made
    "Change of association",  # a difference of two coefficients
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


NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?%?")
NAMED = ("95% interval", "100% where they are the same")
"""Numbers of prose that are parts of names."""


def prose(section):
    """Every sentence of a section: its title, its paragraphs, titles and notes of its tables, what its figures say."""
    yield section.title
    for block in section.blocks:
        if isinstance(block, Paragraph):
            yield block.text
        else:
            yield from (block.title, block.note) if isinstance(block, Table) else (block.title, block.alt)


def written_in_tables(section):
    """Every number of a section's tables, as it is written there."""
    rows = (row for block in section.blocks if isinstance(block, Table) for row in block.rows)
    return {number for row in rows for cell in row for number in NUMBER.findall(cell.text)}


def ways_from_the_bottom(comparison):
    """How far each file's utility lies from shuffled columns to the original, as it is written."""
    axis = default_utility(comparison).measure
    for scenario in comparison.scenarios:
        utility, bottom = published_value(scenario.outcome(axis)), axis_resolution(scenario, axis).shuffled.mean
        yield f"{100 * (utility - bottom) / (1 - bottom):.1f}% of the way from shuffled columns"


def shares_in_small_groups(comparison):
    """How many people of all are hidden among fewer than k."""
    for scenario in comparison.scenarios:
        for outcome in scenario.of("expected_match_risk"):
            people = outcome.detail["individual"] if isinstance(outcome, Result) else {"above": {}}
            yield from (count / people["n"] for count in people["above"].values())


@pytest.fixture(scope="module", params=["women", "voters"])
def example(request):
    text = (EXAMPLES / f"{request.param}.json").read_text(encoding="utf-8")
    comparison = read_results(text)
    return text, comparison, internal_report(project_of_results(comparison))


@pytest.mark.slow
def test_every_share_and_decimal_of_prose_stands_so_in_a_table_beside_it(example):
    _, comparison, report = example
    by_section = {section.id: written_in_tables(section) for section in report.sections}
    front = set().union(*(by_section[name] for name in ("map", "purpose", "decision", "risk")))
    known = (*NAMED, *ways_from_the_bottom(comparison))
    checked = 0
    for section in report.sections:
        for sentence in prose(section):
            rest = re.sub("|".join(map(re.escape, known)), "", sentence)
            told = [number for number in NUMBER.findall(rest) if not number.isdigit()]  # whole ones count things
            assert set(told) <= by_section[section.id] | front, sentence
            checked += len(told)
    assert checked >= 8


@pytest.mark.slow
def test_every_number_of_a_table_is_a_result_printed_as_itself(example):
    text, comparison, report = example
    results = {*numbers_in(json.loads(text)), *shares_in_small_groups(comparison)}
    limits = {r.limit for r in proposed_purpose(DEFAULT_RELEASE).requirements}  # of the rules, not of the run
    checked = 0
    for place, cell in cells(report):
        known = results | limits if place.startswith("purpose: Thresholds: ") else results
        assert cell.number in known, (place, cell)
        told, exactness = printed(cell)
        if cell.text.startswith("below "):
            assert 0 < cell.number < told, (place, cell)
            continue
        assert abs(told - cell.number) <= exactness * (1 + 1e-6), (place, cell)
        checked += 1
    assert checked > 3500
