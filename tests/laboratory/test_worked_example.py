"""The shipped results of the worked examples are what the engine finds today."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from core.laboratory.worked_example import assess_example
from core.masking.worked_example import voters, women
from core.measures import Failed, Result
from core.reports import read_results

pytestmark = pytest.mark.slow

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "example"


MEASURED_ANEW = {"voters": slice(0, None, 12), "women": slice(7, 8)}
"""Files whose figures are computed again, of the large example one: no file's figures depend on another's."""


@pytest.mark.parametrize(
    "example", [voters, pytest.param(women, marks=pytest.mark.study)], ids=lambda e: e.__name__
)  # women has the same measures on seven times the records
def test_the_shipped_results_are_recomputed(example):
    shipped = read_results((SHIPPED / f"{example.__name__}.json").read_text(encoding="utf-8"))
    made = example()
    assert [(s.name, s.sha256) for s in shipped.scenarios] == [(s.name, s.microdata.sha256) for s in made.scenarios]
    part = replace(made, scenarios=made.scenarios[MEASURED_ANEW[example.__name__]])
    # intervals repeat each value 20 times and do not change it
    found = assess_example(part, ["interval.groups=0"])
    for new in (found.original, *found.scenarios):
        old = shipped.original if new is found.original else shipped.scenario(new.name)
        assert old.sha256 == new.sha256
        assert [(o.measure, o.target, type(o)) for o in old.outcomes] == [
            (o.measure, o.target, type(o)) for o in new.outcomes
        ]
        for before, after in zip(old.outcomes, new.outcomes, strict=True):
            assert not isinstance(after, Failed)
            if isinstance(after, Result):
                assert math.isclose(before.value, after.value, rel_tol=0, abs_tol=1e-9), (old.name, after.measure)
