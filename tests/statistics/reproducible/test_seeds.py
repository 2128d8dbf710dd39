import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.reproducible.seeds import generator


def test_the_rule_is_the_documented_one() -> None:
    # crc32("pram|vote|0") by the published polynomial, here from the library of the standard
    from zlib import crc32

    expected = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(crc32(b"pram|vote|0"),)))
    assert (generator(7, "pram|vote|0").random(5) == expected.random(5)).all()


@given(st.integers(0, 2**40), st.text(max_size=20))
def test_same_seed_and_task_give_the_same_stream(seed: int, task: str) -> None:
    assert (generator(seed, task).random(3) == generator(seed, task).random(3)).all()


def test_other_seeds_and_other_tasks_give_other_streams() -> None:
    streams = [generator(seed, task).random(3).tolist() for seed in (1, 2) for task in ("a|b|0", "a|b|1", "a|c|0")]
    assert len({tuple(s) for s in streams}) == 6


def test_negative_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        generator(-1, "a")
