"""Files with a known right answer: no unsafe one goes out (``make decks`` judges thousands)."""

import pytest

from experiments.decks.counted import report
from experiments.decks.judged import Line, lines_of


@pytest.mark.slow
def test_no_unsafe_file_goes_out() -> None:
    lines = [Line(**line) for line in lines_of(1, 4, 12)]
    assert any(line.unsafe for line in lines)
    assert [line for line in lines if line.unsafe and (line.goes_out or line.risk_met)] == []
    tables = report(lines)
    assert "| files judged | 12 |" in tables
    assert "| unsafe, can go out | 0 |" in tables
