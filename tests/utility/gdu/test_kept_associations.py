"""The original's associations without a group, kept from one scenario to the next: the values are those of before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.data import Coded, PairGroups
from core.utility.gdu import GduParameters, leave_out
from core.utility.gdu.associations_without import AssociationsWithout
from core.utility.gdu.kept_associations import (
    MOST_BYTES,
    PAIR_BYTES,
    KeptAssociations,
    digest_of_groups,
)
from core.utility.gdu.prepared_variable import PreparedValues
from core.utility.gdu.strengths import Strengths
from tests.mixed_files import mixed_files
from tests.strategies import pair_of

NEVER = GduParameters(normality="never")
N, GROUPS = 300, 3


def store(most_bytes=MOST_BYTES):
    return KeptAssociations(leave_out.bytes_of, most_bytes)


def scenarios():
    """Return the original beside two masked files; the second leaves two of the five variables as they were."""
    pair = mixed_files(N, 5, 0.05)
    turned = (replace(v, masked=replace(v.masked, values=v.masked.values[::-1])) for v in pair.variables[:3])
    return pair, pair_of(*turned, *(replace(v, masked=v.original) for v in pair.variables[3:]))


def replicates(pair, assigned):
    groups = PairGroups(*[assigned.astype(np.int32)] * 2, GROUPS)
    return leave_out.local_utilities_by_group(replace(pair, groups=groups), NEVER).without["gdu_effect_sizes"].tolist()


@pytest.fixture
def computed(monkeypatch):
    """Names of the pairs that are computed, with nothing kept at first."""
    monkeypatch.setattr(leave_out, "KEPT", store())
    names, compute = [], AssociationsWithout._computed

    def noted(self, test, a, b):
        names.append((self._keeps, *sorted((a, b))))
        return compute(self, test, a, b)

    monkeypatch.setattr(AssociationsWithout, "_computed", noted)
    return names


def test_a_second_scenario_computes_its_masked_file_alone_and_has_the_same_values(computed, monkeypatch):
    first, second = scenarios()
    assigned = np.arange(N) % GROUPS
    replicates(first, assigned)
    assert len(computed) == 20
    computed.clear()
    after_another = replicates(second, assigned)
    # the pair of variables that are as they were is found too
    assert len(computed) == 9
    assert not any(keeps for keeps, *_ in computed)
    assert (False, "v3", "v4") not in computed
    monkeypatch.setattr(leave_out, "KEPT", store())
    assert replicates(second, assigned) == after_another
    monkeypatch.setattr(leave_out, "KEPT", store(most_bytes=0))
    assert replicates(second, assigned) == after_another


def test_other_groups_and_other_values_are_computed(computed):
    first, _ = scenarios()
    alone = replicates(first, np.arange(N) % GROUPS)
    other = replicates(first, np.arange(N) // 10 % GROUPS)
    assert len(computed) == 40
    assert other != alone
    changed = first.variables[0]
    values = changed.original.values.copy()
    values[[0, 1]] = values[[1, 0]]
    coded = Coded(changed.original.level, values)
    computed.clear()
    replicates(pair_of(replace(changed, original=coded, recoded=coded), *first.variables[1:]), np.arange(N) % GROUPS)
    assert sorted(names for keeps, *names in computed if keeps) == [["v0", f"v{i}"] for i in range(1, 5)]


def kept(pairs, known, *, keeps=True):
    """Return what is answered of a pair, and whether it was computed."""
    asked = []

    def compute():
        asked.append(known)
        return Strengths(np.array([0.25]), np.zeros((1, 10)))

    return pairs.of(known, compute, keeps=keeps).squared.tolist(), bool(asked)


def test_what_was_asked_for_longest_ago_goes_first():
    pairs = store(2 * (PAIR_BYTES + 80))
    assert [kept(pairs, key) for key in "abab"] == [([0.25], True), ([0.25], True), ([0.25], False), ([0.25], False)]
    assert [kept(pairs, key)[1] for key in "ac"] == [False, True]
    assert [kept(pairs, key)[1] for key in "acb"] == [False, False, True]


def test_what_is_not_to_be_kept_is_not():
    pairs = store()
    assert kept(pairs, "a", keeps=False)[1]
    assert kept(pairs, "a")[1]
    assert not kept(pairs, "a", keeps=False)[1]


def test_a_digest_tells_codes_categories_and_groups_apart():
    first, second = mixed_files(40, 4).variables[2:]
    prepared = [leave_out.prepared_or_none(v, NEVER) for v in (first, second)]
    values = prepared[0].raw
    one_more = values.ranks._replace(ranked=values.ranks.ranked._replace(counts=np.append(values.ranks.counts, 0)))
    others = [
        prepared[1].raw,
        PreparedValues(values.ranks._replace(codes=values.ranks.codes[::-1]), values.groups, None),
        PreparedValues(one_more, one_more, None),
    ]
    assert len({each.digest for each in (values, *others)}) == 4
    assert values.digest == replace(values, values=None).digest
    groups = np.arange(40) % 2
    assert len({digest_of_groups(groups, 2), digest_of_groups(groups, 3), digest_of_groups(groups[::-1], 2)}) == 3
