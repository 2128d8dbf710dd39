"""l-diversity and t-closeness of files: by hand, and against sdcMicro 5.8.1."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import (
    RiskParameters,
    l_diversity_distinct,
    l_diversity_entropy,
    l_diversity_recursive,
    t_closeness,
)

FORMS = {"Distinct": l_diversity_distinct, "Entropy": l_diversity_entropy, "Recursive": l_diversity_recursive}
KEYS = ("urbrur", "roof", "walls", "water", "relat", "sex")


def nominal(*codes: int) -> Coded:
    return Coded(Level.NOMINAL, np.array(codes, dtype=np.int32), tuple(f"c{i}" for i in range(max(codes) + 1)))


def release(sensitive: tuple[str, ...] = ("s", "t"), **overrides) -> Release:
    columns = {"key": nominal(0, 0, 0, 1, 1), "s": nominal(0, 1, 2, 3, 3), "t": nominal(0, 1, 0, 0, 1)}
    return Release("file", 5, {**columns, **overrides}, keysets=(KeySet("keys", ("key",)),), sensitive=sensitive)


def outcome(measure: Measure, file: Release, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(file, RiskParameters(**settings)))
    return only


@pytest.mark.parametrize(
    ("measure", "s", "t"),
    [(l_diversity_distinct, 0.4, 0.0), (l_diversity_entropy, 0.4, 0.6), (l_diversity_recursive, 0.4, 0.6)],
)
def test_the_worst_sensitive_variable_is_the_files(measure: Measure, s: float, t: float) -> None:
    # s: three values of three records, and one of two; t: 2 + 1 (exp entropy 1.89; 2 < 2 (1) fails), and 1 + 1
    found = outcome(measure, release())
    assert isinstance(found, Result)
    assert found.detail["by_variable"] == pytest.approx({"s": s, "t": t})
    assert (found.value, found.detail["worst"]) == (max(s, t), "s" if s > t else "t")


def test_t_closeness_by_hand() -> None:
    # s in the file: .2, .2, .2, .4; the class of one value is .6 away; t: .6, .4, classes 2/3, 1/3 and 1/2, 1/2
    found = outcome(t_closeness, release())
    assert isinstance(found, Result)
    assert found.detail["by_variable"] == pytest.approx({"s": 0.6, "t": 0.1})
    assert found.value == pytest.approx(0.6)


@pytest.mark.parametrize("measure", [*FORMS.values(), t_closeness])
def test_without_a_sensitive_variable_it_says_why(measure: Measure) -> None:
    for sensitive, words in (
        ((), "give the role 'sensitive'"),
        (("gone",), "none of the sensitive"),
        (("key",), "belongs to"),
    ):
        found = outcome(measure, release(sensitive))
        assert isinstance(found, Skipped)
        assert words in found.reason


def test_of_a_continuous_variable_every_value_is_a_category() -> None:
    found = outcome(l_diversity_distinct, release(("s",), s=Coded(Level.CONTINUOUS, np.array([1.5, 2.5, 2.5, 7, 7]))))
    assert isinstance(found, Result)
    assert found.value == 0.4
    assert "s: each distinct value is a category" in found.flags


@pytest.mark.parametrize("scenario", ["ORIGINAL", "localsupp_k5", "pram_pd02_alpha1"])
def test_sdcmicro(shared_data: Path, scenario: str) -> None:
    sdcmicro = shared_data / "sdcmicro"
    figures = json.loads((sdcmicro / "reference" / "sdcMicro_testdata.json").read_text())["ldiversity"]
    path = sdcmicro / ("testdata.csv" if scenario == "ORIGINAL" else f"masked/testdata/{scenario}.csv")
    table = pd.read_csv(path)
    columns = {}
    for name in (*KEYS, "electcon", "hhcivil"):
        codes, categories = pd.factorize(table[name], sort=True)
        columns[name] = Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))
    file = Release(scenario, len(table), columns, keysets=(KeySet("k", KEYS),), sensitive=("electcon", "hhcivil"))
    reference = figures[f"{scenario} electcon+hhcivil"]
    for form, measure in FORMS.items():
        found = outcome(measure, file, sensitive_missing="each")
        for name in ("electcon", "hhcivil"):
            expected = reference["colSums"][f"{name}_{form}_Ldiversity"] / len(table)
            assert found.detail["means"][name] == pytest.approx(expected, rel=1e-12)
    distinct = outcome(l_diversity_distinct, file, sensitive_missing="each")
    assert distinct.detail["counts"]["electcon"] == figures[f"{scenario} electcon"]["n_distinct_lt2"]
    # by default missing is one value: two records whose values are both missing are not distinguished by that
    default = outcome(l_diversity_distinct, file)
    assert (
        default.detail["counts"]["electcon"] - distinct.detail["counts"]["electcon"] == (scenario == "localsupp_k5") * 2
    )
