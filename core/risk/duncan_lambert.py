"""The informed intruder of Duncan and Lambert (experimental): how sure one is who knows the true values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.data import Masking, PairedVariable
from core.measures import Better, Outcome, Passes, Requires, Result, Scope, Skipped, Subject, measure
from core.risk.linkage import NOT_LINKED, LinkedKeys, draw_targets, gower_columns, prepare_links
from core.risk.pairs import PairedKeys, pair_outcomes
from core.risk.parameters import RiskParameters
from core.risk.validity import is_numeric
from core.statistics.informed_intruder import identification
from core.statistics.linkage import wilson_interval
from core.wording import _

ID = "duncan_lambert"

MOST_TARGETS = 1000
"""Targets drawn where not all are asked for: every released record is looked at for each."""

EXPERIMENTAL = "experimental: normal noise, independent between variables, is assumed"
NO_NOISE = "no continuous key variable is declared as masked by noise"


@measure(
    id=ID,
    name=_("Certainty of an informed intruder"),
    family="risk",
    scope=Scope.FILE,
    subject=Subject.PAIR,
    passes=Passes.KEYS,
    better=Better.LOWER,
    bounds=(0.0, 1.0),
    reference="Duncan and Lambert (1989), Journal of Business and Economic Statistics 7(2), 207-217",
    parameters=RiskParameters,
    prepare=prepare_links,
    requires=frozenset({Requires.KEYS, Requires.LINKS}),
    summary=_("How sure one who knows a person's true key values and the noise is about which record it is: the mean."),
    replicable=False,
    formula=r"\frac{1}{T} \sum_{t=1}^{T} \max_j P(\text{record } j \text{ is target } t \mid \text{release})",
    reading=_(
        "Over T targets drawn from the original. 1: the intruder is always sure; 1/n: knows nothing. Whether "
        "the surest guess is right stands beside it."
    ),
    misleads=_(
        "Experimental: the noise is taken to be normal and independent between variables, and the intruder to "
        "know its size. Being sure is not being right. Defined only where noise was declared."
    ),
)
def duncan_lambert(prepared: tuple[LinkedKeys, ...]) -> Iterator[Outcome]:
    """Yield the mean over targets of the largest probability of any released record, of every key set."""
    return pair_outcomes(ID, prepared, _outcome)


def _outcome(keyset: PairedKeys) -> Outcome:
    target, detail = (keyset.name,), keyset.described()
    links = keyset.pair.links
    if links is None or not (links >= 0).any():
        return Skipped(ID, target, NOT_LINKED, detail)
    noisy = [v.name for v in keyset.keys if v.masking is Masking.NOISE and is_numeric(v)]
    if not noisy:
        return Skipped(ID, target, NO_NOISE, detail)
    rows = np.flatnonzero(links >= 0)
    keys = sorted(keyset.keys, key=lambda v: v.name)
    columns = [_columns(v) for v in keys]
    originals, released = np.column_stack([c[0] for c in columns]), np.column_stack([c[1] for c in columns])
    deviations = np.array([_noise(originals[links[rows], j], released[rows, j], v) for j, v in enumerate(keys)])
    drawn = draw_targets(originals, released, keyset, ID, min(keyset.parameters.linkage_targets, MOST_TARGETS))
    surest, guess = identification(released, originals[links[drawn]], deviations)
    value = float(np.sort(surest).mean())
    detail["flags"].insert(0, EXPERIMENTAL)
    detail |= {
        "noise": {v.name: float(d) for v, d in zip(keys, deviations, strict=True) if v.name in noisy},
        "largest": float(surest.max()),
        "guessed_right": float((guess == drawn).mean()),
        "n_targets": len(drawn),
        "interval_kind": "Wilson, of the targets",
    }
    return Result(ID, target, value, len(drawn), wilson_interval(value, len(drawn)), detail)


def _columns(variable: PairedVariable) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    assert variable.masked is not None
    if is_numeric(variable):
        return variable.recoded.values.astype(np.float64), variable.masked.values.astype(np.float64)
    original, masked, _ = gower_columns(variable)
    return original, masked


def _noise(original: NDArray[np.float64], masked: NDArray[np.float64], variable: PairedVariable) -> float:
    """Return the standard deviation of the noise, which the intruder knows; 0 where none is declared."""
    if variable.masking is not Masking.NOISE or not is_numeric(variable):
        return 0.0
    difference = masked - original
    present = difference[~np.isnan(difference)]
    return float(np.sqrt(np.mean(present**2))) if len(present) else 0.0
