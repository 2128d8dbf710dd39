"""Values that can be recovered: what another variable gives away, and what it does not."""

import numpy as np
import pandas as pd

from core.data import Pair
from core.measures import Skipped
from core.risk import InferableVariable, RiskParameters, inferable_values, values_given_away
from tests.risk.conftest import pair_of


def places() -> pd.DataFrame:
    towns = np.arange(12) % 6
    return pd.DataFrame({"town": towns * 1.0, "region": towns // 2 * 1.0, "sex": np.arange(12) // 6 * 1.0})


def paired(original: pd.DataFrame, masked: pd.DataFrame, **settings) -> Pair:
    return pair_of(original, masked, ["town", "region"], links=np.arange(len(masked)), **settings)


def test_a_suppressed_region_that_the_town_gives_away() -> None:
    original = places()
    masked = original.copy()
    masked.loc[[0, 1, 2], "region"] = np.nan
    masked.loc[2, "town"] = np.nan
    pair = paired(original, masked)
    # the third record's town is suppressed too; and the region never tells which of two towns it was
    assert inferable_values(pair) == (InferableVariable("region", "town", 2, 0),)
    outcomes = {o.target: o for o in values_given_away.compute(values_given_away.prepare(pair, RiskParameters()))}
    assert outcomes["region",].value == 2 / 3
    assert outcomes["region",].detail["given_away_by"] == {"town": {"suppressed": 2, "recoded": 0}}
    assert outcomes["town",].value == 0


def test_a_recoded_region_that_the_town_gives_away() -> None:
    original = places()
    recoded = original.assign(region=original["region"].replace({0.0: 10.0, 1.0: 10.0}))
    pair = paired(original, recoded, recoded=recoded)
    # the third region is alone in its category: nothing is hidden
    assert inferable_values(pair) == (InferableVariable("region", "town", 0, 8),)
    (found,) = values_given_away.compute(values_given_away.prepare(pair, RiskParameters()))
    assert (found.target, found.value, found.n) == (("region",), 1.0, 8)


def test_a_town_recoded_as_coarsely_gives_nothing_away() -> None:
    original = places()
    coarse = {k * 1.0: float(k // 4) for k in range(6)}
    recoded = original.assign(
        town=original["town"].replace(coarse), region=original["region"].replace({0.0: 10.0, 1.0: 10.0})
    )
    assert inferable_values(paired(original, recoded, recoded=recoded)) == ()


def test_a_false_town_gives_nothing_away() -> None:
    original = places()
    masked = original.copy()
    masked.loc[0, "region"] = np.nan
    masked.loc[0, "town"] = 5.0
    assert inferable_values(paired(original, masked)) == ()


def test_a_variable_whose_values_hardly_repeat_determines_by_chance() -> None:
    original = places().assign(income=np.arange(12) * 1.0)
    masked = original.copy()
    masked.loc[0, "sex"] = np.nan
    assert inferable_values(paired(original, masked, continuous=("income",))) == ()


def test_without_links_nothing_is_listed() -> None:
    pair = pair_of(places(), places(), ["town"])
    assert inferable_values(pair) == ()
    (only,) = values_given_away.compute(pair)
    assert isinstance(only, Skipped)
