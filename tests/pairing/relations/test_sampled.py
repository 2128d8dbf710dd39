"""What a part of the original is: a sample with true values, or masked."""

import pytest

from core.data import FileKind
from core.pairing import kind_of_part
from tests.pairing.builders import scenario
from tests.pairing.relations.test_judge import BOOK, INCOME, ORIGINAL, RANDOM, TURNED, N, file

NOISY = INCOME + RANDOM.normal(0, 1e4, N)


@pytest.mark.parametrize(
    ("masked", "kind"),
    [
        (file(rows=TURNED[:90]), FileKind.SAMPLED),
        (file(rows=TURNED[:90], region=None), FileKind.SAMPLED),
        (file(rows=TURNED[:90], income=NOISY), FileKind.MASKED),
        (file(rows=TURNED, region=None), FileKind.MASKED),
    ],
)
def test_fewer_records_with_true_values_are_a_sample_and_all_else_is_masked(masked, kind) -> None:
    assert kind_of_part(ORIGINAL, scenario(masked), BOOK) is kind
