"""A file that is neither linked nor declared: counts of its key values hold only where the original has them."""

from dataclasses import replace

import pandas as pd
import pytest

from core.data import FileKind, KeysFound
from core.measures import Result
from core.risk import (
    RiskParameters,
    Treatment,
    disco,
    expected_match_risk,
    global_risk,
    k_violations_3,
    synthetic_disclosure,
    treatment,
    with_maskings,
)
from tests.risk.conftest import pair_of
from tests.risk.test_validity import outcome

FRAME = pd.DataFrame({"a": [0.0, 0, 1, 1], "s": [1.0, 2, 3, 4]})


def unlinked(found: int = 0, n: int = 1000, kind: FileKind | None = None):
    pair = pair_of(FRAME, FRAME, ["a"], sensitive=("s",))
    keys = {"keys": KeysFound(("a",), n, found, 0.2)} if n else {}
    return replace(pair, masked=replace(pair.masked, keys_found=keys, kind=kind))


@pytest.mark.parametrize(("found", "holds"), [(1000, True), (990, True), (989, False), (30, False)])
def test_counts_hold_where_nearly_all_key_values_are_the_originals(found: int, holds: bool) -> None:
    pair = unlinked(found)
    release = with_maskings(pair, RiskParameters())
    for measure, subject in ((global_risk, release), (k_violations_3, release)):
        answer = outcome(measure, subject)
        assert isinstance(answer, Result)
        assert (not answer.validity) is holds
        assert answer.detail["keys_found"] == found / 1000
        assert any(f"{found / 1000:.1%} of its records have values of a" in flag for flag in answer.flags)
    assert (outcome(expected_match_risk, pair).detail["how"] == "equal cells") is holds
    assert outcome(global_risk, release).detail["treatment"] == "unknown"
    assert not outcome(disco, pair).validity  # agreement of values is what it measures


def test_the_sentence_says_how_many_and_what_to_say() -> None:
    (sentence,) = outcome(global_risk, with_maskings(unlinked(397), RiskParameters())).validity
    assert sentence.startswith("only 397 of 1,000 (39.7%) masked records have values of a that somebody")
    assert "say what the file is" in sentence


def test_other_people_are_measured_by_what_they_tell_about_the_original() -> None:
    pair = unlinked(n=0, kind=FileKind.OTHER_PEOPLE)
    assert treatment({}, (), None, pair.masked) is Treatment.OTHER_PEOPLE
    assert "other people" in outcome(expected_match_risk, pair).reason
    axis = outcome(synthetic_disclosure, pair)
    # the two files are one: each record has its equal
    assert (axis.detail["larger"], axis.validity) == ("records_repeated", ())
    assert "other people" in outcome(global_risk, with_maskings(pair, RiskParameters())).validity[0]
