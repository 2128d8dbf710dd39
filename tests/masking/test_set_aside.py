import numpy as np

from core.masking.set_aside import set_aside


def parts(file, seed: int) -> list[list[float]]:
    return [part.columns["x"].number_cells().tolist() for part in set_aside(file, 0.25, seed)]


def test_the_parts_are_the_file_in_its_order_and_hang_on_the_seed(file_of) -> None:
    file = file_of(x=list(range(40)))
    rest, control = parts(file, 1)
    assert len(control) == 10
    assert sorted(rest + control) == list(range(40))
    assert np.all(np.diff(rest) > 0)
    assert np.all(np.diff(control) > 0)
    assert parts(file, 1) == [rest, control]
    assert parts(file, 2) != [rest, control]
