"""l-diversity: whether records alike also share what nobody should find out about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict

from core.measures import Answer, Answers, Measure
from core.risk.attribute.sensitive import (
    SensitiveDetail,
    classes,
    described,
    mean_over_records,
    measure_of_groups,
    of_worst,
    outcomes_of_groups,
    without_sensitive,
    worst,
)
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies
from core.risk.key_sets import continuous_flags
from core.statistics.arrays import Counts, Floats
from core.statistics.disclosure import Diversity
from core.statistics.reproducible import below

LEAST_DIVERSE = 2
"""Records below it are counted: their sensitive value is as good as known."""

RECURSIVE = "l_diversity_recursive"
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


ByClass = Floats | Counts
Values = Callable[[Diversity], ByClass]
"""How diverse each class is, by one form of l-diversity."""


def _outcomes(
    measure: Measure, prepared: tuple[KeySetFrequencies, ...], values: Values
) -> Answers[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Yield the share of records in classes less diverse than two values, of every key set."""
    return outcomes_of_groups(measure, prepared, lambda keyset: _share_below(measure.id, keyset, values))


def _share_below(
    measure_id: str, keyset: KeySetFrequencies, values: Values
) -> Answer[LDiversityDetail, DiversitiesDetail | KeySetDetail]:
    """Return the share of records in classes less diverse than two values, of the worst sensitive variable."""
    formed = classes(keyset)
    figures = {name: values(d) for name, d in formed.diversities.items()}
    fewer = {name: int(formed.sizes[below(of_class, LEAST_DIVERSE)].sum()) for name, of_class in figures.items()}
    shares = {name: count / keyset.n_used for name, count in fewer.items()}
    form: Form = {"c": keyset.parameters.recursive_c} if measure_id == RECURSIVE else {}
    known: DiversitiesDetail = {
        **described(keyset, shares, keyset.parameters.sensitive_missing),
        **form,
        "counts": fewer,
        "means": {name: mean_over_records(of_class, formed.sizes) for name, of_class in figures.items()},
        "below": LEAST_DIVERSE,
    }
    if (name := worst(shares)) is None:
        return without_sensitive(keyset, known)
    detail: LDiversityDetail = {**known, "worst": name}
    flags = continuous_flags((each, keyset.file.columns[each]) for each in figures)
    return of_worst(keyset, shares[name], detail, flags)


diversity_measure = measure_of_groups.figures(_outcomes)
"""Of a function that returns how diverse each class is."""


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
)
def l_diversity_distinct(groups: Diversity) -> ByClass:
    """Return the number of values in each class."""
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
)
def l_diversity_entropy(groups: Diversity) -> ByClass:
    """Return the exponential of the entropy of the values in each class."""
    return groups.entropy


@diversity_measure(
    id=RECURSIVE,
    name="Records below recursive 2-diversity",
    reference=REFERENCE + "definition 4.2",
    summary="The share of records in whose group of records alike one sensitive value is too frequent.",
    formula=r"\frac{1}{n}\,\#\Bigl\{ i : r_1 \ge c \textstyle\sum_{j \ge 2} r_j \Bigr\}, \qquad c = 2",
    reading="r are the frequencies of the sensitive values in the group, the largest first; the worst sensitive "
    "variable counts. With c = 2 a record counts where one value makes up two thirds of its group or more.",
    misleads="It depends on c. Where one value is very common in the file, hardly any group can pass. Values alike "
    "in meaning count as different. False key values are taken for true ones.",
)
def l_diversity_recursive(groups: Diversity) -> ByClass:
    """Return the largest l for which each class is recursively (c, l)-diverse."""
    return groups.recursive
