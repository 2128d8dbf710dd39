from dataclasses import replace

import pytest

from core.errors import MaskingError
from core.masking.removal import removal
from tests.masking.steps import mask


def test_variables_go_with_their_labels(file_of) -> None:
    file = replace(
        file_of(x=[1], y=[2], z=[3]), sha256="0", labels={"x": "X", "y": "Y"}, value_labels={"x": {"1": "one"}}
    )
    masked = mask(removal, file, ["x", "z"])
    assert list(masked.columns) == ["y"]
    assert (masked.labels, masked.value_labels, masked.sha256) == ({"y": "Y"}, {}, "")
    assert list(file.columns) == ["x", "y", "z"]


def test_errors(file_of) -> None:
    with pytest.raises(MaskingError, match="no variable 'z'; choose from x, y"):
        mask(removal, file_of(x=[1], y=[2]), ["z"])
    with pytest.raises(MaskingError, match="keep at least one variable"):
        mask(removal, file_of(x=[1]), ["x"])
