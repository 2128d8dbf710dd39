"""l-diversity: whether records alike also share what nobody should find out about them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import numpy as np

from core.measures import Answer
from core.risk.attribute.sensitive import (
    SensitiveDetail,
    classes,
    continuous_flags,
    described,
    group_measure,
    of_worst,
    without_sensitive,
    worst,
)
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies
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


def _share_below(
    measure_id: str, keyset: KeySetFrequencies, form: str
) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records in classes less diverse than two values, of the worst sensitive variable."""
    diversities = _diversities(keyset)
    fewer = {name: below(getattr(d, form), LEAST_DIVERSE) for name, d in diversities.items()}
    shares = {name: float(b.mean()) for name, b in fewer.items()}
    chosen: Form = {"c": keyset.parameters.recursive_c} if form == "recursive" else {}
    known: DiversitiesDetail = {
        **described(keyset, shares, keyset.parameters.sensitive_missing),
        **chosen,
        "counts": {name: int(b.sum()) for name, b in fewer.items()},
        "means": {name: float(np.mean(getattr(d, form))) for name, d in diversities.items()},
        "below": LEAST_DIVERSE,
    }
    if (name := worst(shares)) is None:
        return without_sensitive(measure_id, keyset, known)
    detail: LDiversityDetail = {**known, "worst": name}
    return of_worst(measure_id, keyset, shares[name], detail, continuous_flags(keyset.release, diversities))


def _diversities(keyset: KeySetFrequencies) -> dict[str, Diversity]:
    formed = classes(keyset)
    parameters = keyset.parameters
    return {
        name: diversity(formed.ids, codes, parameters.recursive_c, missing=parameters.sensitive_missing)
        for name, codes in formed.codes.items()
    }


@group_measure(
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
def l_diversity_distinct(keyset: KeySetFrequencies) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records below distinct 2-diversity, of the worst sensitive variable."""
    return _share_below("l_diversity_distinct", keyset, "distinct")


@group_measure(
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
def l_diversity_entropy(keyset: KeySetFrequencies) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records below entropy 2-diversity, of the worst sensitive variable."""
    return _share_below("l_diversity_entropy", keyset, "entropy")


@group_measure(
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
def l_diversity_recursive(keyset: KeySetFrequencies) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records below recursive 2-diversity, of the worst sensitive variable."""
    return _share_below("l_diversity_recursive", keyset, "recursive")
