from dataclasses import replace

import pytest

from core.errors import MaskingError
from core.masking import remove_variables


def test_variables_go_with_their_labels(file_of) -> None:
    file = replace(
        file_of(x=[1], y=[2], z=[3]), sha256="0", labels={"x": "X", "y": "Y"}, value_labels={"x": {"1": "one"}}
    )
    masked = remove_variables(file, ["x", "z"])
    assert list(masked.columns) == ["y"]
    assert (masked.labels, masked.value_labels, masked.sha256) == ({"y": "Y"}, {}, "")
    assert list(file.columns) == ["x", "y", "z"]


def test_errors(file_of) -> None:
    with pytest.raises(MaskingError, match="no variable 'z'; choose from x, y"):
        remove_variables(file_of(x=[1], y=[2]), ["z"])
    with pytest.raises(MaskingError, match="keep at least one variable"):
        remove_variables(file_of(x=[1]), ["x"])
