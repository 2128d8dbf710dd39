"""The same decisions, and figures to 1e-9, on a processor that adds in another order."""

import math
import re
from pathlib import Path

import pytest

from core.reports import disagreements
from tests.processors.kernels import found
from tests.processors.running import run_on
from tests.processors.settings import Setting, all_settings

CORE = Path(__file__).resolve().parents[2] / "core"


@pytest.mark.study  # compiles all kernels for another processor; like all settings, in ``make processors``
def test_a_plain_processor_with_other_matrix_routines_decides_alike(tmp_path):
    """The farthest from this one in all that can be set; ``make processors`` goes through all of them."""
    elsewhere = run_on(Setting("generic", "Prescott", 2), "kernels", tmp_path)
    assert elsewhere["cores"] == ["Prescott"]
    assert list(disagreements(found(), elsewhere["found"])) == []


def test_no_compiled_loop_may_add_in_another_order():
    """Fast mathematics lets the compiler choose the order of a sum, so that the last bits are the processor's."""
    used = [p.name for p in sorted(CORE.rglob("*.py")) if re.search(r"fastmath\s*=|parallel\s*=\s*True", p.read_text())]
    assert used == []


def test_every_setting_of_the_matrix():
    assert len(all_settings()) == 4 * 4 * 2
    environment = Setting("haswell", "Zen", 1).environment(Path("somewhere"))
    assert "+avx2" in environment["NUMBA_CPU_FEATURES"] or not Setting("haswell", "Zen", 1).flags.get("avx2")
    assert "+avx512f" not in environment["NUMBA_CPU_FEATURES"]


@pytest.mark.parametrize("second", [1.0 + 5e-10, 1.0 - 5e-10])
def test_figures_agree_to_a_thousand_millionth(second):
    assert not any(disagreements({"a": [1.0, "x", 3, None]}, {"a": [second, "x", 3, None]}))


def test_rounding_about_nothing_is_nothing():
    assert not any(disagreements(3e-16, -2e-16))
    assert any(disagreements(0.0, 1e-11))


@pytest.mark.parametrize(
    "second",
    [
        {"measure": "gdu", "value": 1 + 3e-9, "n": 3},
        {"measure": "gdu", "value": 1.0, "n": 4},
        {"measure": "gdu", "value": None, "n": 3},
        {"measure": "gdu", "value": math.nan, "n": 3},
        {"measure": "grc", "value": 1.0, "n": 3},
        {"measure": "gdu", "value": 1.0},
        {"measure": "gdu", "value": 1.0, "n": 3.0},
    ],
)
def test_anything_else_that_differs_is_named(second):
    first = {"measure": "gdu", "value": 1.0, "n": 3}
    assert any(disagreements([first], [second]))
