import pytest

from core.errors import MaskingError
from core.masking import simple_random_sample
from core.statistics.reproducible.seeds import generator


def test_size_order_and_whole_records(file_of, cells_of) -> None:
    file = file_of(x=list(range(50)), y=[f"r{i}" for i in range(50)])
    sample = simple_random_sample(file, fraction=0.2, rng=generator(1, "t"))
    rows = [int(x) for x in cells_of(sample, "x")]
    assert sample.n_records == len(rows) == len(set(rows)) == 10
    assert rows == sorted(rows)
    assert cells_of(sample, "y") == [f"r{i}" for i in rows]
    assert sample.columns["y"].labels == tuple(sorted(f"r{i}" for i in rows))


def test_every_record_has_the_same_chance(file_of, cells_of) -> None:
    file = file_of(x=list(range(10)))
    drawn = [
        int(x)
        for seed in range(400)
        for x in cells_of(simple_random_sample(file, fraction=0.5, rng=generator(seed, "t")), "x")
    ]
    counts = [drawn.count(i) for i in range(10)]
    assert min(counts) > 200 - 4 * 10
    assert max(counts) < 200 + 4 * 10


def test_errors(file_of) -> None:
    with pytest.raises(MaskingError, match=r"above 0 and below 1, not 1\.0"):
        simple_random_sample(file_of(x=[1, 2]), fraction=1.0, rng=generator(1, "t"))
    with pytest.raises(MaskingError, match=r"0\.1 of 2 records leaves none; raise the fraction"):
        simple_random_sample(file_of(x=[1, 2]), fraction=0.1, rng=generator(1, "t"))
