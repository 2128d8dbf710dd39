"""Run on one processor and write what is found: ``python -m experiments.processors.one_run WORK FILE``."""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from experiments.processors.settings import cores_in_use

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "sdcmicro"

MASKED = ("localsupp_k5", "mdav_3", "noise_correlated2_d05", "pram_pd08", "rankswap_P15", "srs_50pct")
"""Masked files of testdata: a kind of masking each."""

WITHOUT_INTERVALS = "interval.groups=0"
"""Intervals repeat each value 20 times and take as much longer."""


def found(work: str) -> Any:
    """Return what a piece of work finds: "kernels", "voters", "women" or "testdata"."""
    if work == "kernels":
        from experiments.processors.kernels import found as of_kernels

        return of_kernels()
    return json.loads(_of_testdata() if work == "testdata" else _of_example(work))


def _of_example(name: str) -> str:
    from core.laboratory.worked_example import assess_example
    from core.masking.worked_example import voters, women
    from core.reports import write_results

    return write_results(assess_example({"voters": voters, "women": women}[name](), [WITHOUT_INTERVALS]))


def _of_testdata() -> str:
    from core.__main__ import main

    masked = [str(SHARED / "masked" / "testdata" / f"{name}.csv") for name in MASKED]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.json"
        options = ["--linked", "row", "--jobs", "1", "--set", WITHOUT_INTERVALS, "--out", str(out)]
        assert main(["assess", str(SHARED / "testdata.csv"), *masked, *options]) == 0
        return out.read_text(encoding="utf-8")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    result = found(sys.argv[1])
    Path(sys.argv[2]).write_text(json.dumps({"cores": sorted(cores_in_use()), "found": result}), encoding="utf-8")
