import math

import pytest

from core.measures import Result


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_result_is_always_a_number(value):
    with pytest.raises(ValueError, match="Skipped"):
        Result("gdu", (), value, 10)
