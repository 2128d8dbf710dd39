"""How many masked records have key values that the original has, where nobody said anything about the file."""

from dataclasses import replace

import numpy as np
import pytest

from core.data import Codebook as Book
from core.data import FileKind, KeySet, Level, Masking, Role, Scenario, ScenarioDeclaration, Variable
from core.pairing import pair
from tests.pairing.builders import microdata

ORIGINAL = microdata(a=[0, 0, 1, 1], b=[0, 1, 0, 0], s=[1, 2, 3, 4])
BOOK = Book(
    (
        Variable("a", Level.NOMINAL, Role.KEY),
        Variable("b", Level.NOMINAL, Role.KEY),
        Variable("s", Level.NOMINAL, Role.SENSITIVE),
    )
)
MASKED = microdata("m.csv", a=[0, 1, 1, None], b=[0, 1, 0, 1], s=[1, 2, 3, 4])


def found(masked=MASKED, book=BOOK, **said):
    return pair(ORIGINAL, Scenario(masked, ScenarioDeclaration("m.csv", **said)), book).masked.keys_found


def test_records_with_new_combinations_are_counted_and_a_missing_value_fits_any() -> None:
    keys = found()["keys"]
    assert (keys.variables, keys.n, keys.found) == (("a", "b"), 4, 3)
    # a is 0, 1, 1 and b 0, 1, 0, 1 in the masked file: (0,0) 1/6, (0,1) 1/6, (1,0) 1/3 for three records, 1 for one
    assert keys.by_chance == pytest.approx((3 * 2 / 3 + 1) / 4)


def test_what_is_linked_declared_or_of_other_people_is_not_tested() -> None:
    assert not found(linked="row")
    assert not found(kind=FileKind.SYNTHETIC)
    assert not found(kind=FileKind.OTHER_PEOPLE)
    assert found(masking={"a": Masking.PRAM})["keys"].variables == ("b", "s")  # of b alone nothing is told
    assert found(kind=FileKind.SAMPLED)["keys"].found == 3


def test_where_keys_tell_nothing_all_variables_are_compared() -> None:
    only_a = replace(BOOK, keysets=(KeySet("a alone", ("a",)), KeySet("both", ("a", "b"))))
    counted = found(book=only_a)
    assert counted["a alone"].variables == ("a", "b", "s")
    assert counted["a alone"].found == 2  # the first and the third record are the original's own
    assert counted["both"].variables == ("a", "b")


def test_values_new_to_the_original_count_as_not_found() -> None:
    assert found(microdata("m.csv", a=[0, 7], b=[0, 0], s=[1, 3]))["keys"].found == 1


def test_records_with_missing_values_are_looked_up_by_what_they_have() -> None:
    random = np.random.default_rng(5)
    sides = [random.integers(0, 4, (60, 3)) for _ in range(2)]
    cells = [[[None if random.random() < 0.2 else int(x) for x in column] for column in side.T] for side in sides]
    files = [microdata(f"{k}.csv", **dict(zip("abs", side, strict=True))) for k, side in enumerate(cells)]
    keys = pair(files[0], Scenario(files[1], ScenarioDeclaration("1.csv")), BOOK).masked.keys_found["keys"]
    original, masked = (list(zip(*(side[:2] if len(keys.variables) == 2 else side), strict=True)) for side in cells)
    looked_up = [
        any(None not in (have := [o for o, x in zip(other, own, strict=True) if x is not None])
            and have == [x for x in own if x is not None] for other in original)
        for own in masked
        if any(x is not None for x in own)
    ]  # fmt: skip
    assert (keys.n, keys.found) == (len(looked_up), sum(looked_up))
