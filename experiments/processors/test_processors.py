"""The same decisions, and figures to 1e-9, on a processor that adds in another order."""

from pathlib import Path

from core.reports import disagreements
from experiments.processors.kernels import found
from experiments.processors.running import run_on
from experiments.processors.settings import Setting, all_settings


def test_a_plain_processor_with_other_matrix_routines_decides_alike(tmp_path):
    """The farthest from this one in all that can be set; ``make processors`` goes through all of them."""
    elsewhere = run_on(Setting("generic", "Prescott", 2), "kernels", tmp_path)
    assert elsewhere["cores"] == ["Prescott"]
    assert list(disagreements(found(), elsewhere["found"])) == []


def test_every_setting_of_the_matrix():
    assert len(all_settings()) == 4 * 4 * 2
    environment = Setting("haswell", "Zen", 1).environment(Path("somewhere"))
    assert "+avx2" in environment["NUMBA_CPU_FEATURES"] or not Setting("haswell", "Zen", 1).flags.get("avx2")
    assert "+avx512f" not in environment["NUMBA_CPU_FEATURES"]
