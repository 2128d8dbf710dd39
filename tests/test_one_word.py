"""One word for a file everywhere: sentence, map, tables of pages and reports, gate, notebook, command line."""

from dataclasses import replace
from datetime import date

import pytest

from core.charts import risk_utility_map_figure
from core.commands.gate import gate_document
from core.data import RelationKind
from core.decision import GateAnswer, Standing, decide, gate
from core.decision.purpose import DEFAULT_PURPOSE
from core.reports.internal.decision_sections import purpose_section
from core.reports.internal.internal_report import reported_map
from pages.components.compare.versions_table import table_of_versions
from pages.components.verdict.sentence_card import SIGNS, badge
from pages.components.workspace import Workspace
from rumap.results import Results
from tests.decision.situations import cancelled, compared, hollow, masked, synthetic
from tests.release_project import release_project

FILES = {
    "good": (masked, Standing.GO),
    "risky": (lambda: masked(risk=0.3), Standing.NO),
    "hollow": (lambda: hollow(masked()), Standing.NOT_KNOWN),
    "bound": (lambda: masked(bound=True, risk=0.3, unknown="records are not linked"), Standing.NOT_KNOWN),
    "useless": (lambda: masked(kept=(0, 9)), Standing.NO),
    "shuffled": (lambda: masked(gdu=0.5), Standing.NO),
    "copy": (lambda: masked(relation=RelationKind.IDENTICAL), Standing.NO),
    "late": (cancelled, Standing.NOT_KNOWN),
    "made": (synthetic, Standing.GO),
    "attacked": (lambda: synthetic(linkability=(0.5, 0.4, 0.6)), Standing.NO),
    "open": (lambda: synthetic(n_control=None), Standing.NOT_KNOWN),
}
COMPARISON = compared(*(replace(make(), name=name, file=f"{name}.csv") for name, (make, _s) in FILES.items()))
DECISION = decide(COMPARISON, None)
ANSWERS = {Standing.GO: GateAnswer.PASSES, Standing.NO: GateAnswer.FAILS, Standing.NOT_KNOWN: GateAnswer.NOT_JUDGED}


@pytest.mark.parametrize("name", FILES)
def test_the_word_for_a_file_is_the_same_everywhere(name):
    standing = FILES[name][1]
    assert DECISION.of(name).standing is standing
    assert [
        row.Verdict
        for row in table_of_versions(Workspace(), COMPARISON, DECISION.ranked).itertuples()
        if row.Version == name
    ] == [f"{SIGNS[standing]} {standing.heading}"]
    assert standing.heading in badge(DECISION.of(name).standing)
    lines = Results(COMPARISON).summary().splitlines()
    assert [line.split(", ")[0] for line in lines if line.startswith(f"{name}: ")] == [f"{name}: {standing}"]
    notebook = [line for line in repr(Results(COMPARISON)).splitlines() if line.startswith(f"  {name}: n = ")]
    assert f"not confirmed: {standing}: " in notebook[0]


@pytest.mark.parametrize("name", FILES)
def test_the_gate_answers_by_the_word(name):
    answer = gate(COMPARISON, DEFAULT_PURPOSE, date(2026, 1, 1), name)
    assert answer.answer is ANSWERS[FILES[name][1]]
    assert f"  {name}: {FILES[name][1]}, " in gate_document(answer, DEFAULT_PURPOSE, "text", "results.json")


def test_the_map_and_the_report_have_the_words():
    figure = risk_utility_map_figure(reported_map(COMPARISON), DECISION)
    hovers = {trace.name: trace.hovertext[0] for trace in figure.data if trace.customdata is not None}
    assert {"good", "risky", "hollow", "bound"} <= set(hovers)
    for name, text in hovers.items():
        assert f"<br>{FILES[name][1].heading}" in text
    (key,) = [a.text for a in figure.layout.annotations if "●" in a.text]
    assert all(standing.heading in key for standing in Standing)
    table = purpose_section(release_project(), COMPARISON).blocks[-1]
    words = {row[0].text: row[2].text for row in table.rows}
    assert words == {name: standing.heading for name, (_make, standing) in FILES.items()}
