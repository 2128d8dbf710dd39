"""No byte of a written shareable report tells an original's count: another count gives the same file, in every format.

Text, tables, pictures, the data of figures and their alternative texts are all in those bytes.
"""

from itertools import permutations

import numpy as np
import pytest

from core.reports import FORMATS, Kind, make_report, write_report
from tests.reports.test_inversion import project_of
from tests.strategies import nominal, paired

pytestmark = pytest.mark.slow

WORK, INSURED = (137, 101, 62), (53, 247)
MASKED = np.repeat([0, 1, 2], [121, 108, 71]), np.repeat([0, 1], [67, 233])


def written(form, work=WORK, insured=INSURED):
    """The report on a file of which work and insurance of 300 people were masked, as bytes."""
    originals = (np.repeat(np.arange(len(counts)), counts) for counts in (work, insured))
    variables = [
        paired(name, nominal(before, k), nominal(np.random.default_rng(8).permutation(after), k))
        for name, before, after, k in zip(("work", "insured"), originals, MASKED, (3, 2), strict=True)
    ]
    return write_report(make_report(project_of(variables), Kind.SHAREABLE), form)


def moved(counts):
    """Yield the counts with one or two records in another category."""
    for source, target in permutations(range(len(counts)), 2):
        for k in (1, 2):
            found = list(counts)
            found[source] -= k
            found[target] += k
            yield tuple(found)


def test_for_every_count_another_one_gives_the_same_bytes_in_every_format():
    told = {form: written(form) for form in FORMATS}
    assert {"html", "docx", "pdf", "xlsx", "json", "zip"} <= set(told)
    alike = [(w, INSURED) for w in moved(WORK) if written("json", w) == told["json"]]
    alike += [(WORK, i) for i in moved(INSURED) if written("json", WORK, i) == told["json"]]
    for place in range(3):
        assert {w[place] for w, _ in alike} - {WORK[place]}
    assert {i for _, i in alike} - {INSURED}
    together = next(w for w, i in alike if w != WORK), next(i for _, i in alike if i != INSURED)
    assert {form: written(form, *together) == told[form] for form in FORMATS} == dict.fromkeys(FORMATS, True)


def test_a_count_that_is_far_away_is_told():
    assert written("json", (60, 178, 62)) != written("json")
