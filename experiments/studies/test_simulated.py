"""What the paper says of its simulated data, on five sets of data of its size."""

import pytest

from experiments.studies.simulated import PAPER, statements, table


@pytest.mark.parametrize("shape", PAPER)
@pytest.mark.parametrize("seed", range(5))
def test_every_statement_holds(shape, seed):
    held = statements(shape, table(shape, seed))
    assert [statement for statement, holds in held.items() if not holds] == []
