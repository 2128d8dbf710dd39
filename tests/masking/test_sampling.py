import pytest

from core.data import Codebook, Level, Role, Variable
from core.errors import MaskingError
from core.masking import simple_random_sample
from core.masking.method import Work
from core.masking.sampling import SamplingParameters, sampling_method
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


def test_every_weight_goes_up_as_the_records_of_its_own_stratum_go_down(file_of) -> None:
    # 3 of 10 records of the first stratum are drawn, 1 of 4 of the second, 1 of 2 of the third
    strata = [*"a" * 10, *"b" * 4, *"c" * 2]
    file = file_of(area=strata[::-1], w=[8] * 16, r1=[4] * 16, income=[1] * 16)
    roles = {"w": Role.WEIGHT, "r1": Role.REPLICATE_WEIGHT, "income": Role.SENSITIVE}
    codebook = Codebook(tuple(Variable(name, Level.CONTINUOUS, role) for name, role in roles.items()))
    work = Work(file, codebook, (), generator(1, "t"))
    masked = sampling_method.apply(work, SamplingParameters(percent=30, strata=("area",))).microdata
    area = [masked.columns["area"].labels[code] for code in masked.columns["area"].codes]
    factors = {name: strata.count(name) / area.count(name) for name in "abc"}
    assert len(set(factors.values())) > 1
    for name, before in (("w", 8), ("r1", 4)):
        assert masked.columns[name].number_cells() == pytest.approx([before * factors[a] for a in area])
    assert set(masked.columns["income"].number_cells()) == {1}


def test_errors(file_of) -> None:
    with pytest.raises(MaskingError, match=r"above 0 and below 1, not 1\.0"):
        simple_random_sample(file_of(x=[1, 2]), fraction=1.0, rng=generator(1, "t"))
    with pytest.raises(MaskingError, match=r"0\.1 of 2 records leaves none; raise the fraction"):
        simple_random_sample(file_of(x=[1, 2]), fraction=0.1, rng=generator(1, "t"))
