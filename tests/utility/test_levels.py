"""A pair of files split by the levels of one variable."""

from dataclasses import replace

from core.data import PublishedTable, Uses
from core.utility.levels import by_level
from tests.strategies import continuous, nominal, pair_of, paired


def test_levels_split_the_files():
    region = paired("region", nominal([0, 0, 1, 2]), nominal([0, 1, 1, 1], 3))
    x = paired("x", nominal([0, 1, 0, 1]), nominal([0, 0, 1, 1]))
    parts = list(by_level(pair_of(region, x), "region"))
    assert [(p.level, p.n_original, p.n_masked) for p in parts] == [("a", 2, 1), ("b", 1, 3), ("c", 1, 0)]
    assert [v.name for v in parts[0].pair.variables] == ["x"]
    assert parts[0].pair.variables[0].original.values.tolist() == [0, 1]
    assert parts[2].pair is None
    assert "no record" in parts[2].reason


def test_a_variable_without_levels_says_why():
    number = paired("age", continuous([1.0, 2.0]), continuous([1.0, 2.0]))
    (part,) = by_level(pair_of(number), "age")
    assert part.level is None
    assert "no levels" in part.reason
    assert "no compared variable" in next(by_level(pair_of(number), "nowhere")).reason


def test_a_declared_table_of_the_split_variable_is_dropped_within_levels():
    region = paired("region", nominal([0, 1]), nominal([0, 1]))
    x = paired("x", nominal([0, 1]), nominal([0, 1]))
    uses = Uses(tables=(PublishedTable("by region", ("x",), "region"), PublishedTable("x", ("x",))))
    part = next(by_level(replace(pair_of(region, x), uses=uses), "region"))
    assert [t.name for t in part.pair.uses.tables] == ["x"]
