"""States put together as they come: each of them once, and few merges where they grow."""

from hypothesis import given
from hypothesis import strategies as st

from core.tables import Merging


@given(st.lists(st.lists(st.integers(), min_size=1, max_size=5), min_size=1, max_size=20))
def test_all_states_are_put_together_in_their_order(states) -> None:
    merging = Merging(lambda a, b: a + b, len)
    assert merging.all_of(states) == [x for state in states for x in state]
    assert not merging.waiting


def test_states_that_grow_wait_until_others_are_as_large() -> None:
    moved = []

    def merge(first: int, second: int) -> int:
        moved.append(first + second)
        return first + second

    assert Merging(merge, lambda size: size).all_of([1] * 1024) == 1024
    # one after the other would move 1,024^2 / 2 records; n log2(n) = 10,240
    assert sum(moved) <= 2 * 10_240


def test_states_that_do_not_grow_are_merged_at_once() -> None:
    merging = Merging(lambda a, b: a + b, lambda _: 1)
    for state in range(5):
        merging.take(state)
        assert len(merging.waiting) == 1
    assert merging.result() == 10
