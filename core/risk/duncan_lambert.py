"""The three intruders of Duncan and Lambert (experimental): outsider, insider, and one with some knowledge."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import numpy as np

from core.data import PairedVariable
from core.measures import Answer, Basis, Result
from core.pairing import shared_code_tables, shared_codes
from core.risk.attacks.attacked_files import released
from core.risk.families import LINKAGE_AND_INTERVALS
from core.risk.key_sets import outcomes
from core.risk.linked_keys import LinkedKeys, draw_targets, key_set_measure, linked_measure, n_values
from core.risk.pairs import PairedKeysDetail, deviation
from core.risk.rate_intervals import rate_interval
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats, Integers
from core.statistics.linkage import Category, Normal, identification
from core.statistics.tables import cells_of

INSIDER, SOME, NAIVE = "duncan_lambert", "duncan_lambert_some", "duncan_lambert_naive"
REFERENCE = "Duncan and Lambert (1989), Journal of Business and Economic Statistics 7(2), 207-217"

MOST_TARGETS = 1000
"""Targets drawn where not all are asked for: every released record is looked at for each."""

MOST_PAIRS = 50_000_000
"""Targets times distinct released records: of larger files fewer targets are drawn."""

MOST_CATEGORIES = 1000
"""Largest table of how the categories of a key were changed."""

EXPERIMENTAL = "experimental: changes are taken to be independent between variables"
NORMAL = "changed numbers are taken to have normal noise of the size that is seen"


SURER = (
    "The figure is higher than the original's own: where records alike were changed apart, one of them looks likelier "
    "than the others, rightly or not."
)


class Doubts(TypedDict):
    """What one who has some knowledge doubts; nothing of one who knows."""

    error: NotRequired[float]
    doubt: NotRequired[float]
    chance_of_release: NotRequired[float]


class CertaintyDetail(PairedKeysDetail, Doubts):
    """How sure the intruder is, and how often right."""

    noise: dict[str, float]
    largest: float
    guessed_right: float
    n_targets: int
    interval_kind: str


class NaiveDetail(PairedKeysDetail):
    """The people whom a record may be about, and the weight that counts them."""

    people: float
    weight: str | None


certainty_measure = linked_measure.sharing(basis=Basis.LINKS, group=LINKAGE_AND_INTERVALS, why_above=SURER)


@certainty_measure(
    id=INSIDER,
    name="Certainty of an informed intruder",
    reference=REFERENCE + ", the insider with complete knowledge",
    summary="How sure one who knows a person's true key values and how the file was masked is about which record it "
    "is: the mean.",
    formula=r"\frac{1}{T} \sum_{t=1}^{T} \max_j \frac{f(y_j \mid x_t)}{\sum_i f(y_i \mid x_t)}",
    reading="Over T targets drawn from the original, who are known to be in the release. f is how the true values x "
    "would look when released: numbers with normal noise of the size that is seen, categories with the shares in which "
    "they were changed, untouched keys as they are. 1: the intruder is always sure; 1/n: knows nothing. Whether the "
    "surest guess is right is given with it.",
    misleads="Experimental: changes are taken to be independent between variables, noise to be normal, and the "
    "intruder to know its size. Swapped and microaggregated numbers have no such noise. Being sure is not being right.",
)
def duncan_lambert(keyset: LinkedKeys) -> Answer[CertaintyDetail, PairedKeysDetail]:
    """Return the mean over targets of the largest probability of any released record."""
    return _knowing(INSIDER, keyset)


@certainty_measure(
    id=SOME,
    name="Certainty of an intruder with some knowledge",
    reference=REFERENCE + ", the intruder with some knowledge of a masked release",
    summary="How sure one is about which record a person has who knows the key values roughly, how the file was "
    "masked, but not whether the person is in it: the mean.",
    formula=r"\begin{gathered} \frac{\pi}{T} \sum_{t=1}^{T} \max_j \frac{f(y_j \mid x_t)}{\sum_i f(y_i \mid x_t)} "
    r"\\[1ex] f(y \mid x) = \int f(y \mid v)\, p(v \mid x)\, dv \end{gathered}",
    reading="As for the informed intruder, but the true value v is not known: every number may be off by one tenth of "
    "a standard deviation and every category wrong with a chance of 5% (both can be set), and the person is in the "
    "release with the chance pi, the part of the original that was released. What the intruder believes happens to be "
    "right all the same.",
    misleads="Experimental, with the assumptions of the informed intruder; how little one knows of a person is a "
    "guess. Being sure is not being right.",
)
def duncan_lambert_some(keyset: LinkedKeys) -> Answer[CertaintyDetail, PairedKeysDetail]:
    """Return the mean over targets of the largest probability for one who doubts what is known."""
    return _knowing(SOME, keyset)


@key_set_measure.sharing(basis=Basis.LINKS, group=LINKAGE_AND_INTERVALS).over(outcomes)(
    id=NAIVE,
    name="Certainty of a naive outsider",
    reference=REFERENCE + ", the naive outsider",
    summary="How sure one who knows nothing of a person but that there is such a person is about any record.",
    formula=r"\frac{1}{N}",
    reading="N people may be the person: those of the population that the weights add up to, or else those in the "
    "original file. It is what the other intruders' certainty starts from.",
    misleads="It says nothing of how the file was masked: the same for all masked files of one original.",
)
def duncan_lambert_naive(keyset: LinkedKeys) -> Answer[NaiveDetail, PairedKeysDetail]:
    """Return one by the number of people whom a record may be about."""
    weight = keyset.frequencies.weight
    if weight.problem:
        return keyset.skipped(weight.problem)
    records = keyset.pair.original.n_records
    people = max(float(records), weight.people(keyset.frequencies.n_used) or 0.0)
    detail: NaiveDetail = {**keyset.described(), "people": people, "weight": weight.name}
    return keyset.result(1 / people, keyset.pair.masked.n_records, detail)


def _knowing(name: str, keyset: LinkedKeys) -> Answer[CertaintyDetail, PairedKeysDetail]:
    links, keys = keyset.links, sorted(keyset.keys, key=lambda v: v.name)
    changed = {v.name for v in keys if _changed(v, links)}
    large = [v.name for v in keys if v.name in changed and not is_numeric(v) and n_values(v) > MOST_CATEGORIES]
    if large:
        reason = f"{large[0]} was changed and has more than {MOST_CATEGORIES} categories: name a key set without it"
        return keyset.skipped(reason)
    ours, theirs = shared_code_tables(keys)
    cells, first = cells_of(theirs)
    n_cells = len(first)
    most = min(keyset.parameters.linkage_targets or len(links), MOST_TARGETS, max(MOST_PAIRS // n_cells, 1))
    drawn = draw_targets(ours, theirs, keyset, name, most)
    variables = [
        _variable(name, v, keyset, v.name in changed, first, links[drawn], (ours[:, j], theirs[:, j]))
        for j, v in enumerate(keys)
    ]
    surest, right = identification(variables, np.bincount(cells, minlength=n_cells).astype(np.int64), cells[drawn])
    noise = {v.name: _size(v, links) for v in keys if v.name in changed}
    return _result(name, keyset, links[drawn], surest, right, noise)


def _changed(variable: PairedVariable, links: Integers) -> bool:
    """Whether a linked value differs from its original: else the key was released as it is, or suppressed."""
    original, masked = shared_codes(variable)
    rows = np.flatnonzero((links >= 0) & (masked >= 0))
    parents = original[links[rows]]
    return bool(((parents >= 0) & (parents != masked[rows])).any())


def _variable(
    name: str,
    variable: PairedVariable,
    keyset: LinkedKeys,
    changed: bool,
    rows: Integers,
    parents: Integers,
    codes: tuple[Integers, Integers],
) -> Normal | Category:
    """Return how a key would look when released, for the insider or for one with some knowledge."""
    links, parameters, some = keyset.links, keyset.parameters, name == SOME
    if is_numeric(variable) and (changed or some):
        original, masked = (np.asarray(c.values, dtype=np.float64) for c in (variable.recoded, released(variable)))
        noise = _size(variable, links) if changed else 0.0
        error = parameters.intruder_error * deviation(original) if some else 0.0
        if (spread := float(np.hypot(noise, error))) > 0:
            return Normal(masked[rows], original[parents], spread)
    ours, theirs = codes
    counts = np.bincount(ours[ours >= 0], minlength=n_values(variable))
    return Category(
        theirs[rows],
        ours[parents],
        counts / max(int(counts.sum()), 1),
        parameters.intruder_doubt if some else 0.0,
        _transitions(ours, theirs, links, len(counts)) if changed else None,
    )


def _transitions(original: Integers, masked: Integers, links: Integers, k: int) -> Floats:
    """Return (k, k) the shares in which linked categories were changed; one never seen in the links stays as it is."""
    rows = np.flatnonzero((links >= 0) & (masked >= 0))
    rows = rows[original[links[rows]] >= 0]
    counts = np.bincount(original[links[rows]] * k + masked[rows], minlength=k * k).reshape(k, k)
    totals = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.where(totals > 0, counts / np.maximum(totals, 1), np.eye(k)))


def _size(variable: PairedVariable, links: Integers) -> float:
    """Return the size of the changes: of a number their root mean square, of a category the share changed."""
    rows = np.flatnonzero(links >= 0)
    if is_numeric(variable):
        difference = released(variable).values[rows] - variable.recoded.values[links[rows]]
        present = difference[~np.isnan(difference)]
        return float(np.sqrt(np.mean(np.sort(present**2)))) if len(present) else 0.0
    original, masked = shared_codes(variable)
    both = (masked[rows] >= 0) & (original[links[rows]] >= 0)
    return float((masked[rows][both] != original[links[rows]][both]).mean())


def _result(
    name: str, keyset: LinkedKeys, parents: Integers, surest: Floats, right: Floats, noise: dict[str, float]
) -> Result[CertaintyDetail]:
    n = len(surest)
    # of the original's records in the masked file: records of other people are none of them
    chance_of_release = (
        min(int((keyset.links >= 0).sum()) / keyset.pair.original.n_records, 1.0) if name == SOME else 1.0
    )
    value = float(np.sort(surest).mean()) * chance_of_release
    (low, high), kind = rate_interval(surest, parents, keyset.pair, "targets")
    numbers = [v.name for v in keyset.keys if v.name in noise and is_numeric(v)]
    normal = (f"{NORMAL}: {', '.join(sorted(numbers))}",) if numbers else ()
    doubts: Doubts = {
        "error": keyset.parameters.intruder_error,
        "doubt": keyset.parameters.intruder_doubt,
        "chance_of_release": chance_of_release,
    }
    without: Doubts = {}
    detail: CertaintyDetail = {
        **keyset.described(),
        **(doubts if name == SOME else without),
        "noise": noise,
        "largest": float(surest.max()) * chance_of_release,
        "guessed_right": float(np.sort(right).mean()),
        "n_targets": n,
        "interval_kind": kind,
    }
    interval = (min(low * chance_of_release, value), max(high * chance_of_release, value))
    return keyset.result(value, n, detail, interval, (EXPERIMENTAL, *normal, *keyset.flags))
