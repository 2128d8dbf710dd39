"""Compiled loops give the same figures on every processor."""

import re

from tests.house.tree import ROOT


def test_no_compiled_loop_may_add_in_another_order():
    """Fast mathematics lets the compiler choose the order of a sum, so that the last bits are the processor's."""
    used = [
        p.name
        for p in sorted((ROOT / "core").rglob("*.py"))
        if re.search(r"fastmath\s*=|parallel\s*=\s*True", p.read_text())
    ]
    assert used == []
