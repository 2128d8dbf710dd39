"""What the records of a masked file are to the original's, in results.json."""

import json
from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison
from core.data import Relation, RelationKind
from core.errors import ResultsError
from core.reports import read_results, write_results

MASKED = Assessment("masked", "masked.csv", "ab", 3, 2)
SAID = Relation(RelationKind.SAME_ORDER, "3 of 3 records stand in the same order", "row")
PLAN = {"measures": [], "parameters": {}, "preset": "quick", "seed": 1}


def comparison(relation: Relation | None) -> Comparison:
    original = Assessment("Original", "original.csv", "cd", 3, 2)
    return Comparison(PLAN, {}, original, (replace(MASKED, relation=relation),))


def test_the_relation_is_written_and_read() -> None:
    assert read_results(write_results(comparison(SAID))).scenarios[0].relation == SAID


def test_results_of_earlier_versions_have_none() -> None:
    text = write_results(comparison(None))
    assert "relation" not in text
    assert read_results(text).scenarios[0].relation is None


@pytest.mark.parametrize("spoilt", [{"kind": "cousins"}, {"evidence": 3}, {"more": ""}])
def test_a_damaged_relation_is_refused(spoilt: dict[str, object]) -> None:
    content = json.loads(write_results(comparison(SAID)))
    content["scenarios"][0]["relation"] |= spoilt
    with pytest.raises(ResultsError, match="damaged"):
        read_results(json.dumps(content))
