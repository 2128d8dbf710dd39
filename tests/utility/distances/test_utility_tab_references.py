"""Tables of one to three variables against utility.tab of synthpop 1.9-2.

Numbers are cut at quintiles of the pooled values there (five classes, closed on the left), missing values
are a category. Its SPECKS is the total variation of the shares, its dBhatt the Hellinger distance, its JSD
the Jensen-Shannon divergence in bits. R takes the third quintile at 3 x .2 = .6000000000000001, so that a
record that is the quintile falls below it (in one file here); the cuts are taken as R takes them.
"""

import json
import re

import numpy as np
import pandas as pd
import pytest

from core.statistics.distributions.quantile_classes import quantile_classes, quantile_cuts
from core.statistics.distributions.share_distances import share_distances, voas_williamson
from core.statistics.tables.cells import cell_ids

NUMBERS = {"age", "expend", "income", "savings"}


def cuts_of_r(values):
    """Quintiles by R's arithmetic; ours are the same but for its rounding."""
    ordered = np.sort(values)
    index = (len(ordered) - 1) * (np.arange(1, 5) * 0.2)
    low = np.floor(index).astype(int)
    part = index - low
    cuts = np.unique((1 - part) * ordered[low] + part * ordered[np.ceil(index).astype(int)])
    cuts = cuts[cuts > ordered[0]]
    assert quantile_cuts(*np.unique(values, return_counts=True), 5) == pytest.approx(cuts, rel=1e-9)
    return cuts


def coded(original, masked, number):
    """The codes of both files, one after the other."""
    both = pd.concat([original, masked])
    if number:
        values = both.to_numpy(float)
        return quantile_classes(values, cuts_of_r(values[~np.isnan(values)])).astype(np.int64)
    return pd.factorize(both, use_na_sentinel=False)[0]


def counts(original, masked, variables, numbers):
    codes = [coded(original[v], masked[v], v in numbers) for v in variables]
    cells, size = cell_ids(np.column_stack(codes))
    n = len(original)
    return np.bincount(cells[:n], minlength=size), np.bincount(cells[n:], minlength=size)


@pytest.mark.parametrize(("name", "least"), [("testdata", 150), ("CASC", 39)])
def test_tables(shared_data, name, least):
    folder = shared_data / "sdcmicro"
    original = pd.read_csv(folder / {"CASC": "CASCrefmicrodata.csv"}.get(name, f"{name}.csv"))
    numbers = NUMBERS if name == "testdata" else set(original)
    checked = 0
    for scenario in json.loads((folder / "reference" / f"synthpop_{name}.json").read_text())["scenarios"].values():
        masked = pd.read_csv(folder / scenario["file"])
        for figures in scenario.get("tab", {}).values():
            if "VW" not in figures:
                continue
            before, after = counts(original, masked, re.findall(r"'(\w+)'", figures["call"]), numbers)
            distances, chi = share_distances(before, after), voas_williamson(before, after)
            assert chi.degrees_of_freedom == figures["df"]
            found = {
                "VW": chi.statistic,
                "pMSE": chi.pmse,
                "JSD": distances.jensen_shannon,
                "SPECKS": distances.total_variation,
            }
            if chi.degrees_of_freedom:
                found["S_pMSE"] = chi.statistic / chi.degrees_of_freedom
            for figure, ours in found.items():
                assert ours == pytest.approx(figures[figure], rel=1e-9, abs=1e-9), figure
            # 1 less a sum that rounds: its square root is off by 1e-8 where nothing differs
            assert distances.hellinger**2 == pytest.approx(figures["dBhatt"] ** 2, abs=1e-12)
            if distances.hellinger > 1e-4:
                assert distances.hellinger == pytest.approx(figures["dBhatt"], abs=1e-9)
            checked += 1
    assert checked >= least
