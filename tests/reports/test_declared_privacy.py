"""A declared guarantee in results.json and in the report, marked as not verified."""

import json
from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison
from core.data import DifferentialPrivacy
from core.errors import ResultsError
from core.reports import read_results, write_results
from core.reports.internal.file_sections import file_section
from tests.release_project import release_project

SAID = DifferentialPrivacy(0.5, "person", 1e-6)
PLAN = {"measures": [], "parameters": {}, "preset": "quick", "seed": 1}


def comparison(privacy):
    original, masked = Assessment("Original", "o.csv", "cd", 3, 2), Assessment("m", "m.csv", "ab", 3, 2)
    return Comparison(PLAN, {}, original, (replace(masked, privacy=privacy),))


def test_it_is_written_and_read():
    assert read_results(write_results(comparison(SAID))).scenarios[0].privacy == SAID
    assert "privacy" not in write_results(comparison(None))


@pytest.mark.parametrize("spoilt", [{"epsilon": -1.0}, {"epsilon": "1"}, {"unit": 3}, {"more": 1}])
def test_a_damaged_one_is_refused(spoilt):
    content = json.loads(write_results(comparison(SAID)))
    content["scenarios"][0]["differential_privacy"] |= spoilt
    with pytest.raises(ResultsError, match="damaged"):
        read_results(json.dumps(content))


def test_the_report_marks_it_as_declared():
    project = release_project()
    declared = replace(project.codebook.scenarios[0], privacy=SAID)
    project = replace(project, codebook=replace(project.codebook, scenarios=(declared,)))
    table, warning = file_section(project, ["More ε, yet safer"]).blocks[2:]
    assert table.title == "Differential privacy: declared, not verified"
    assert [[cell.text for cell in row] for row in table.rows] == [["Canary scenario", "0.5", "1e-06", "person"]]
    assert (warning.text, str(warning.tone)) == ("More ε, yet safer", "warning")
    assert len(file_section(release_project(), ["unused"]).blocks) == 2
