"""l-diversity: whether records alike also share what nobody should find out about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.measures import Answer, Answers, Measure
from core.risk.attribute.sensitive import (
    SensitiveDetail,
    classes,
    continuous_flags,
    described,
    measure_of_groups,
    of_worst,
    outcomes_of_groups,
    without_sensitive,
    worst,
)
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies
from core.statistics.arrays import Floats
from core.statistics.disclosure import Diversity, diversity
from core.statistics.reproducible import below

LEAST_DIVERSE = 2
"""Records below it are counted: their sensitive value is as good as known."""

REFERENCE = "Machanavajjhala et al. (2007), ACM Transactions on Knowledge Discovery from Data 1(1), "


class Form(TypedDict):
    """The parameter of recursive l-diversity."""

    c: NotRequired[float]


class DiversitiesDetail(SensitiveDetail, Form):
    """By sensitive variable the records below, and the mean diversity."""

    counts: dict[str, int]
    means: dict[str, float]
    below: int


class LDiversityDetail(DiversitiesDetail):
    """With the sensitive variable that the value is of."""

    worst: str


ByRecord = Floats | NDArray[np.int64]
Values = Callable[[Diversity], ByRecord]
"""How diverse the class of each record is, by one form of l-diversity."""


def _outcomes(
    measure: Measure, prepared: tuple[KeySetFrequencies, ...], values: Values
) -> Answers[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Yield the share of records in classes less diverse than two values, of every key set."""
    return outcomes_of_groups(measure, prepared, lambda keyset: _share_below(measure.id, keyset, values, {}))


def _recursive_outcomes(
    measure: Measure, prepared: tuple[KeySetFrequencies, ...], values: Values
) -> Answers[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Yield the same of the form that has a parameter, which stands beside it."""

    def answer(keyset: KeySetFrequencies) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
        return _share_below(measure.id, keyset, values, {"c": keyset.parameters.recursive_c})

    return outcomes_of_groups(measure, prepared, answer)


def _share_below(
    measure_id: str, keyset: KeySetFrequencies, values: Values, form: Form
) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records in classes less diverse than two values, of the worst sensitive variable."""
    diversities = _diversities(keyset)
    fewer = {name: below(values(d), LEAST_DIVERSE) for name, d in diversities.items()}
    shares = {name: float(b.mean()) for name, b in fewer.items()}
    known: DiversitiesDetail = {
        **described(keyset, shares, keyset.parameters.sensitive_missing),
        **form,
        "counts": {name: int(b.sum()) for name, b in fewer.items()},
        "means": {name: float(np.mean(values(d))) for name, d in diversities.items()},
        "below": LEAST_DIVERSE,
    }
    if (name := worst(shares)) is None:
        return without_sensitive(measure_id, keyset, known)
    detail: LDiversityDetail = {**known, "worst": name}
    return of_worst(measure_id, keyset, shares[name], detail, continuous_flags(keyset.release, diversities))


def _diversities(keyset: KeySetFrequencies) -> dict[str, Diversity]:
    """Return the diversity of every sensitive variable, worked out once for all measures of it."""
    if keyset not in _KNOWN:
        formed, parameters = classes(keyset), keyset.parameters
        _KNOWN[keyset] = {
            name: diversity(formed.ids, codes, parameters.recursive_c, missing=parameters.sensitive_missing)
            for name, codes in formed.codes.items()
        }
    return _KNOWN[keyset]


_KNOWN: WeakKeyDictionary[KeySetFrequencies, dict[str, Diversity]] = WeakKeyDictionary()


diversity_measure = measure_of_groups.figures(_outcomes)
"""Of a function that returns how diverse the class of each record is."""
recursive_measure = measure_of_groups.figures(_recursive_outcomes)


@diversity_measure(
    id="l_diversity_distinct",
    name="Records below distinct 2-diversity",
    reference=REFERENCE + "section 3.4",
    summary="The share of records whose group of records alike has one value of a sensitive variable only.",
    formula=r"\frac{1}{n}\,\#\{ i : \text{values in the group of } i < 2 \}",
    reading="Groups are records with the same key values; the worst sensitive variable counts. 0: no group gives "
    "its sensitive value away. Records alone in their group always count.",
    misleads="99 records with one value and one with another pass. A value that everybody knows or expects counts "
    "as disclosed. Missing counts as one more value, and numbers look diverse because each is a value of its own. "
    "False key values are taken for true ones.",
    heading="Below 2-diversity, distinct",
)
def l_diversity_distinct(groups: Diversity) -> ByRecord:
    """Return the number of values in the class of each record."""
    return groups.distinct


@diversity_measure(
    id="l_diversity_entropy",
    name="Records below entropy 2-diversity",
    reference=REFERENCE + "definition 4.1",
    summary="The share of records whose group of records alike is less diverse than two equally frequent "
    "sensitive values.",
    formula=r"\frac{1}{n}\,\#\Bigl\{ i : \exp\bigl( -\textstyle\sum_v p_v \ln p_v \bigr) < 2 \Bigr\}",
    reading="p are the shares of the sensitive values in the group of records alike; the worst sensitive variable "
    "counts. 0: every group is at least as diverse as two equally frequent values.",
    misleads="Where one value is very common in the file, hardly any group can pass, and failing says little about "
    "disclosure. Values alike in meaning count as different. False key values are taken for true ones.",
    heading="Below 2-diversity, entropy",
)
def l_diversity_entropy(groups: Diversity) -> ByRecord:
    """Return the exponential of the entropy of the values in the class of each record."""
    return groups.entropy


@recursive_measure(
    id="l_diversity_recursive",
    name="Records below recursive 2-diversity",
    reference=REFERENCE + "definition 4.2",
    summary="The share of records in whose group of records alike one sensitive value is too frequent.",
    formula=r"\frac{1}{n}\,\#\Bigl\{ i : r_1 \ge c \textstyle\sum_{j \ge 2} r_j \Bigr\}, \qquad c = 2",
    reading="r are the frequencies of the sensitive values in the group, the largest first; the worst sensitive "
    "variable counts. With c = 2 a record counts where one value makes up two thirds of its group or more.",
    misleads="It depends on c. Where one value is very common in the file, hardly any group can pass. Values alike "
    "in meaning count as different. False key values are taken for true ones.",
    heading="Below 2-diversity, recursive",
)
def l_diversity_recursive(groups: Diversity) -> ByRecord:
    """Return the largest l for which the class of each record is recursively (c, l)-diverse."""
    return groups.recursive
