"""Spoilt files of every format are read or refused in words; ``make fuzz`` reads thousands in the limited process."""

import pytest

from experiments.fuzz.campaign import run_campaign
from experiments.fuzz.seeds import NAMES

NUMBER = 4


@pytest.mark.parametrize("name", NAMES)
def test_spoilt_files_are_read_or_refused_in_words(name: str):
    tally = run_campaign(name, NUMBER, seed=1)
    if tally is None:
        pytest.skip("real files (../shared/data) are not on this machine")
    assert tally.faults == []
    assert not tally.unforeseen
    assert tally.read + tally.refused == NUMBER
