"""Records are compared stretch by stretch of their hashes: the counts are those of the whole."""

import numpy as np
import pytest

from core.pairing.relations import rows
from core.pairing.relations.alike import Alike


@pytest.mark.parametrize(("n", "m"), [(0, 5), (5, 0), (40, 40), (40, 17), (3, 60)])
def test_counts_do_not_depend_on_the_stretches(monkeypatch, n, m):
    random = np.random.default_rng(n)
    columns = [Alike(name, random.integers(-1, 4, n), random.integers(-1, 4, m), 4, np.empty(0)) for name in "ab"]
    whole = rows.compare_rows(columns)
    monkeypatch.setattr(rows, "CHUNK", 3)
    parts = rows.compare_rows(columns)
    assert vars(parts) == vars(whole)
    own, other = (
        list(zip(*(getattr(v, side).tolist() for v in columns), strict=True)) for side in ("original", "masked")
    )
    assert whole.n_unique == sum(own.count(record) == 1 for record in own)
    assert whole.n_matched == sum(min(own.count(record), other.count(record)) for record in set(own))
    assert whole.n_in_place == sum(a == b for a, b in zip(own, other, strict=False))
