"""Records that too few others are like: violations of k-anonymity, and sample uniques."""

from __future__ import annotations

from collections.abc import Iterator

from core.measures import Better, Measure, Outcome, Passes, Requires, Result, Scope, Subject, measure
from core.risk.key_frequencies import KeySetFrequencies, outcomes, prepare
from core.risk.parameters import RiskParameters
from core.wording import _

K_ANONYMITY = "Samarati (2001), IEEE Transactions on Knowledge and Data Engineering 13(6), 1010-1027"
HANDBOOK = "Hundepool et al. (2010), Handbook on Statistical Disclosure Control, chapter 3"

K_READING = _(
    "f counts the records with the same key values. 0: the file is k-anonymous. 3 and 5 are typically required; "
    "case studies took 2 or 3 for scientific-use and 5 for public-use files (SDC Practice Guide)."
)
FALSE_KEYS = (
    "Key values that noise, swapping or PRAM made false are taken for true ones, so it does not hold after "
    "perturbation (SDC Practice Guide): see the linkage rate. "
)
K_MISLEADS = (
    FALSE_KEYS
    + "All records of a group may share the sensitive value: see l-diversity. A missing key matches everything by "
    "default, so suppression helps other records too; with missing as a category more records count."
)


def _share_below(
    measure_id: str, name: str, k: int, reference: str, summary: str, reading: str, misleads: str
) -> Measure:
    """Declare the measure: the share of records with f < k."""

    @measure(
        id=measure_id,
        name=name,
        family="risk",
        scope=Scope.FILE,
        subject=Subject.RELEASE,
        passes=Passes.KEYS,
        better=Better.LOWER,
        bounds=(0.0, 1.0),
        reference=reference,
        parameters=RiskParameters,
        prepare=prepare,
        requires=frozenset({Requires.KEYS}),
        summary=summary,
        replicable=False,
        formula=rf"\frac{{1}}{{n}}\,\#\{{ i : f_i < {k} \}}",
        reading=reading,
        misleads=misleads,
    )
    def share(prepared: tuple[KeySetFrequencies, ...]) -> Iterator[Outcome]:
        return outcomes(measure_id, prepared, lambda keyset: _result(measure_id, keyset, k))

    return share


def _result(measure_id: str, keyset: KeySetFrequencies, k: int) -> Result:
    count, n = _count_below(keyset, k), len(keyset.records)
    detail = {"count": count, "k": k, **keyset.described()}
    if keyset.as_category is not None:
        detail["count_missing_as_category"] = _count_below(keyset.as_category, k)
    return Result(measure_id, (keyset.name,), count / n, n, detail=detail)


def _count_below(keyset: KeySetFrequencies, k: int) -> int:
    return int((keyset.frequencies.sample < k).sum())


k_violations_2 = _share_below(
    "k_violations_2",
    _("Violations of 2-anonymity"),
    2,
    K_ANONYMITY,
    _("The share of records whose combination of key values no other record of the file has."),
    K_READING,
    K_MISLEADS,
)
k_violations_3 = _share_below(
    "k_violations_3",
    _("Violations of 3-anonymity"),
    3,
    K_ANONYMITY,
    _("The share of records whose combination of key values fewer than 3 records of the file have."),
    K_READING,
    K_MISLEADS,
)
k_violations_5 = _share_below(
    "k_violations_5",
    _("Violations of 5-anonymity"),
    5,
    K_ANONYMITY,
    _("The share of records whose combination of key values fewer than 5 records of the file have."),
    K_READING,
    K_MISLEADS,
)
sample_uniques = _share_below(
    "sample_uniques",
    _("Sample uniques"),
    2,
    HANDBOOK,
    _(
        "The share of records that are alone in the file with their key values; others of the population may share "
        "them."
    ),
    _(
        "0: every record shares its key values with another one. 5 and 20 % have been precedents (CIHI; El Emam 2010, "
        "2011)."
    ),
    FALSE_KEYS + "A sample unique need not be alone in the population: the smaller the sample, the less it says. It "
    "grows with every key variable that is added.",
)
