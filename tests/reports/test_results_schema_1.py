"""Results that earlier versions wrote: a stored file of schema 1 says the same when it is read and written anew."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from core.errors import ResultsError
from core.measures import OF_FIGURE, Failed, Result, Sentences, Skipped
from core.reports import read_results, write_results

STORED = (Path(__file__).parent / "stored" / "results_schema_1.json").read_text(encoding="utf-8")
STATUS = {Result: "ok", Skipped: "skipped", Failed: "failed"}


@pytest.fixture(scope="module")
def read():
    return read_results(STORED)


def as_stored(outcome):
    """Return an outcome as schema 1 wrote it."""
    row = {"measure": outcome.measure, "target": outcome.target, "status": STATUS[type(outcome)]}
    if isinstance(outcome, Failed):
        return row | {"error": outcome.error}
    said = {name: getattr(outcome, name) for name in ("flags", "notices")} | {"validity": outcome.validity or None}
    if isinstance(outcome, Skipped):
        row["reason"] = outcome.reason
    else:
        row |= {"value": outcome.value, "n": outcome.n, "interval": outcome.interval}
        said |= {"interval_reason": outcome.interval_reason, "weighting": outcome.weighting}
        said["weighting"] = outcome.weighting and asdict(outcome.weighting)
        if drawn := outcome.jackknife:
            said |= {"jackknife": drawn.replicates, "jackknife_common": drawn.common}
            said["jackknife_dealt"] = drawn.design and asdict(drawn.design)
    return row | {"detail": {**(outcome.detail or {}), **{k: v for k, v in said.items() if v is not None}}}


def test_every_outcome_says_what_it_said(read):
    content = json.loads(STORED)
    stored = [content["original"], *content["scenarios"], content["other_people"]]
    kinds = set()
    for file, before in zip([*read.files, read.control], stored, strict=True):
        assert (file.name, file.rows, list(file.added)) == (before["name"], before["rows"], before["added"])
        assert [json.loads(json.dumps(as_stored(o))) for o in file.outcomes] == before["outcomes"]
        kinds |= {key for row in before["outcomes"] for key in (row["status"], *row.get("detail", {}))}
    assert kinds >= {*STATUS.values(), *Sentences.__annotations__, *OF_FIGURE, "jackknife_dealt"}, (
        "it holds all there is"
    )


def test_it_is_written_as_schema_2_and_read_back_the_same(read):
    text = write_results(read)
    assert text.startswith('{\n "format": "ru-map/2"')
    assert len(text) < 0.8 * len(STORED)
    assert read_results(text) == read
    assert write_results(read_results(text)) == text


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda c: c["scenarios"][0]["outcomes"][0].update(value="0.9"), r"scenarios\[0\].outcomes\[0\].value must be"),
        (lambda c: c["scenarios"][0]["outcomes"][0].pop("n"), "either a value and n, or a reason"),
        (lambda c: c["scenarios"][1].update(outcomes=None), r"scenarios\[1\].outcomes must be a list"),
        (lambda c: c["original"].pop("outcomes"), "original.outcomes must be a list"),
        (lambda c: c["other_people"].update(outcomes=[3]), r"other_people.outcomes\[0\] must be a table"),
        (lambda c: c.update(scenarios={}), "scenarios must be a list"),
    ],
)
def test_a_damaged_one_is_refused_with_the_place(spoil, said):
    content = json.loads(STORED)
    spoil(content)
    with pytest.raises(ResultsError, match=said):
        read_results(json.dumps(content))
