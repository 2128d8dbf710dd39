"""The detail of an outcome: declared by its measure, read with its type, refused where it is another one."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

import pytest

from core.assessment import CATALOGUE
from core.errors import ResultsError
from core.measures import OF_FIGURE, Failed, Jackknife, Result, Skipped, check_outcome, detail_of, detail_types
from core.reports import read_results, write_results
from tests.outcomes import whole_detail

EXAMPLES = sorted((Path(__file__).parents[2] / "assets" / "example").glob("*.json"))
MEASURES = {m.id: m for m in CATALOGUE}


class Known(TypedDict):
    """What is known."""

    gdu: float


@pytest.mark.parametrize("measure", CATALOGUE, ids=lambda m: m.id)
def test_every_measure_declares_what_stands_beside_its_values_and_beside_its_reasons(measure):
    assert set(detail_types(measure)) == {Result, Skipped}


def test_a_detail_is_read_as_what_it_is_and_as_nothing_else():
    assert detail_of(Result("gdu_grc", (), 0.5, 9, detail={"gdu": 0.5}), Known) == {"gdu": 0.5}
    for outcome in (None, Failed("gdu_grc", (), "KeyError"), Skipped("gdu_grc", (), "why")):
        assert detail_of(outcome, Known) is None
    with pytest.raises(TypeError, match="the detail of 'grc' is no Known"):
        detail_of(Result("grc", (), 0.5, 9, detail={"grc": 0.5}), Known)


def test_a_file_of_an_earlier_version_is_read_without_the_keys_that_came_later():
    detail = whole_detail("global_risk")
    assert {"basis_kind", "people"}.isdisjoint(detail)
    check_outcome(MEASURES["global_risk"], Result("global_risk", ("k",), 0.5, 9, detail=detail))
    del detail["basis"]
    with pytest.raises(TypeError, match=r"^global_risk: detail: 'basis' is missing$"):
        check_outcome(MEASURES["global_risk"], Result("global_risk", ("k",), 0.5, 9, detail=detail))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"value": -1.0},
        {"value": 1.001},
        {"n": -5},
        {"interval": (-0.5, 0.5)},
        {"interval": (0.4, float("inf"))},
        {"interval": (0.6, 0.4)},
        {"jackknife": Jackknife((0.5, 1.5), common=False)},
    ],
)
def test_a_figure_that_the_measure_cannot_have_is_refused(spoilt):
    result = Result("global_risk", ("k",), 0.5, 9, (0.4, 0.6), whole_detail("global_risk"))
    check_outcome(MEASURES["global_risk"], replace(result, value=1 + 1e-12))
    with pytest.raises(TypeError, match=r"^global_risk: "):
        check_outcome(MEASURES["global_risk"], replace(result, **spoilt))


def test_a_results_file_with_a_share_below_0_is_refused():
    content = json.loads(EXAMPLES[0].read_text(encoding="utf-8"))
    next(o for o in content["outcomes"] if o["measure"] == "global_risk")["value"] = -1
    with pytest.raises(ResultsError, match="damaged"):
        read_results(json.dumps(content))


@pytest.mark.parametrize(
    "target", ["age", {"age": 1, "sex": 2}, [1, 2], None, [], ["age"], ["age", "sex", "region"]], ids=str
)
def test_a_pair_that_is_none_is_refused(target):
    """The Pairs page ended with an error."""
    content = json.loads(EXAMPLES[0].read_text(encoding="utf-8"))
    next(o for o in content["outcomes"] if o["measure"] == "ldu_bivariate" and "value" in o)["target"] = target
    with pytest.raises(ResultsError, match="damaged"):
        read_results(json.dumps(content))


@pytest.mark.slow
def test_packaged_results_are_read_and_written_byte_for_byte():
    text = min(EXAMPLES, key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    assert write_results(read_results(text)) == text


def test_every_key_of_every_measure_is_checked():
    seen = set()
    for path in EXAMPLES:
        for outcome in (o for o in json.loads(path.read_text(encoding="utf-8"))["outcomes"] if "value" in o):
            found = {name: part for name, part in outcome.get("detail", {}).items() if name not in OF_FIGURE}
            for key in found.keys() - {key for measure, key in seen if measure == outcome["measure"]}:
                seen.add((outcome["measure"], key))
                spoilt = Result(outcome["measure"], tuple(outcome["target"]), 0.5, 9, detail={**found, key: object()})
                with pytest.raises(TypeError, match=rf"^{outcome['measure']}: detail: {key}( must be|: )"):
                    check_outcome(MEASURES[outcome["measure"]], spoilt)
    assert len({measure for measure, _ in seen}) > 80
