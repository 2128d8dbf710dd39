"""A fresh sample of the population that a file stands for, compared with it as GDU compares original and masked file.

Resamples of one file carry its sampling error a second time: two unrelated variables, significant in 5% of samples,
are so in 17% of its resamples, and the noise floor came out too low where many pairs are unrelated. So the fresh
sample's associations lie about a population's that is drawn from its posterior, and the original's stay as they are:
what is shown is the predictive distribution of another sample, given this very one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable, Unit
from core.statistics.distributions import without_codes
from core.statistics.estimates import Noncentralities, draw_units
from core.utility.gdu.association import (
    GROUP_TESTS,
    Association,
    AssociationTest,
    choose_test,
    measure_association,
    p_value_of,
)
from core.utility.gdu.bivariate import forms_groups, in_version, judge_pair
from core.utility.gdu.kept_original import KeptOriginal, kept_original
from core.utility.gdu.local import LocalUtilities, local_utilities
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable, values_at

Floats = NDArray[np.float64]
Prepared = tuple[PreparedVariable, PreparedVariable]


@dataclass(frozen=True, eq=False)
class Couple:
    """The association of one pair in the file and in two resamples of it."""

    names: tuple[str, str]
    test: AssociationTest
    whole: Association
    samples: tuple[Association, Association]

    @property
    def moves(self) -> bool:
        """Whether all three have a strength, and measures by cell or group that are held."""
        every = (self.whole, *self.samples)
        return all(a.strength is not None and isinstance(a.direction, np.ndarray) for a in every) and bool(
            self.whole.strength
        )

    @property
    def statistic(self) -> float:
        """Chi-squared: n V^2 min(r - 1, c - 1), or n times the squared coefficient."""
        smaller = self.whole.freedom[1] if self.test is AssociationTest.CHI_SQUARED else 1
        return self.whole.n * (self.whole.strength or 0.0) * smaller

    def spread(self) -> float:
        """Return by how much chi-squared of the resamples' deviations exceeds nothing, on average."""
        own = self._vector(self.whole)
        scale = self.statistic / float(own @ own)
        deviations = [(self._vector(s) - own, s.n / self.whole.n) for s in self.samples]
        return sum(float(d @ d) * size * scale for d, size in deviations) / 2

    def error(self) -> float:
        """Return by how much the first resample's association is longer than the file's, on the scale of its root."""
        own = self._vector(self.whole)
        along = float((self._vector(self.samples[0]) - own) @ own)
        return along / float(own @ own) * math.sqrt(self.statistic * self.samples[0].n / self.whole.n)

    def fresh(self, factor: float) -> tuple[Association, Association]:
        """Return the file's association and that of a fresh sample.

        The population's is ``factor`` times as long as the file's own. Given its length the posterior of its direction
        is von Mises and Fisher's about the file's, with the product of both lengths as concentration; it is drawn as
        that of the file's own, as long as the root of this product, with the error of the first resample.
        """
        own = self._vector(self.whole)
        turned = math.sqrt(factor) * own + (self._vector(self.samples[0]) - own)
        length, wanted = math.sqrt(turned @ turned), factor * math.sqrt(own @ own)
        population = turned * (wanted / length) if length > 0 else np.zeros_like(own)
        return self.whole, self._moved(self.samples[1], own - population)

    def _vector(self, association: Association) -> Floats:
        """Return the measures by cell or group on the scale on which their squares sum to the strength."""
        direction = association.direction
        assert isinstance(direction, np.ndarray)
        return np.sign(direction) * np.sqrt(np.abs(direction)) if self.test in GROUP_TESTS else direction

    def _moved(self, sample: Association, shift: Floats) -> Association:
        before = self._vector(sample)
        after, own = before - shift, float(before @ before)
        if own == 0:
            return sample
        assert sample.strength is not None
        strength = min(1.0, sample.strength * float(after @ after) / own)
        direction = after * np.abs(after) if self.test in GROUP_TESTS else after
        p = None if sample.p is None else p_value_of(self.test, strength, sample.freedom, sample.n)
        return sample._replace(strength=strength, direction=direction, p=p)


def fresh_samples(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> LocalUtilities:
    """Compute every local utility of a fresh sample beside the original.

    Parameters
    ----------
    pair : Pair
        The original twice.
    size : int
        Records of the masked file.
    parameters : GduParameters
    random : Generator

    Returns
    -------
    LocalUtilities
        Distributions: of two independent resamples of the original's units, which differ as two samples do.
        Associations: the original's own beside those of a resample, moved so that they lie about an association of
        the population drawn from its posterior (``Noncentralities``, from all pairs) in place of that of the file.
        Tables held by their observed cells alone are those of both resamples, not moved.
    """
    original = kept_original(pair, parameters)
    whole = original.variables
    continuous = [v for v in whole.values() if v.level is Level.CONTINUOUS]
    # resamples have ties that no fresh sample has: what is normal is settled by the file
    settled = replace(
        parameters,
        normal=tuple(v.name for v in continuous if v.normal),
        not_normal=tuple(v.name for v in continuous if not v.normal),
    )
    design = pair.original.design
    n = pair.original.n_records
    resamples = [draw_units(design, records, random) for records in (n, size)]
    rows = [_Rows(own) if settled.normal else _counted(own, n) for own in resamples]
    # one after the other: the codes of both are as much as two files
    samples = [_sampled(whole, own) for own in rows]
    drawn = [_drawn(whole[v.name], *samples) if v.name in whole else None for v in pair.variables]
    # what is drawn tells all that is asked of a variable's values
    variables = tuple(v if d is not None else _resampled(v, *rows) for v, d in zip(pair.variables, drawn, strict=True))
    files = [pair.original.take(own.each()) for own in rows]
    local = local_utilities(Pair("", variables, files[0], files[1]), settled, couples=False, prepared=drawn)
    couples = [
        _couple(original, (whole[a], whole[b]), (samples[0].associations[a, b], samples[1].associations[a, b]))
        for a, b in combinations(local.prepared, 2)
    ]
    factors = iter(_factors([c for c in couples if c.moves], random, clustered=design.unit is not Unit.RECORD))
    fresh, drawn_twice = (pair.original.n_records, local.n_masked), (local.n_original, local.n_masked)
    judged = [
        judge_pair(c.names, c.test, *c.fresh(next(factors)), parameters, fresh)
        if c.moves
        else judge_pair(c.names, c.test, *c.samples, parameters, drawn_twice)
        for c in couples
    ]
    return replace(local, bivariate=tuple(judged), parameters=parameters)


class _Sample(NamedTuple):
    """The distributions of a resample, by variable, and its associations, by pair."""

    values: dict[str, PreparedValues]
    associations: dict[tuple[str, str], Association]


class _Rows(NamedTuple):
    """The rows that a resample drew, and how often each; None: as often as it is there."""

    rows: NDArray[np.int64]
    times: NDArray[np.int32] | None = None

    def each(self) -> NDArray[np.int64]:
        """Return the row of every record drawn."""
        return self.rows if self.times is None else np.repeat(self.rows, self.times)


def _counted(rows: NDArray[np.int64], n: int) -> _Rows:
    """Look at each row once: only sums of floats depend on order, and a third of the records is in no resample."""
    times = np.bincount(rows, minlength=n)
    once = np.flatnonzero(times)
    return _Rows(once, times[once].astype(np.int32))


def _sampled(whole: Mapping[str, PreparedVariable], rows: _Rows) -> _Sample:
    drawn = {name: values_at(v.recoded, rows.rows, normal=v.normal, times=rows.times) for name, v in whole.items()}
    associations = {}
    for a, b in combinations(whole, 2):
        test = _test_of(whole[a], whole[b])
        groups_last = forms_groups(test, whole[b], "recoded")
        associations[a, b] = measure_association(test, *((drawn[b], drawn[a]) if groups_last else (drawn[a], drawn[b])))
    alone = {name: PreparedValues(without_codes(values.ranks), None, None) for name, values in drawn.items()}
    return _Sample(alone, associations)


def _test_of(a: PreparedVariable, b: PreparedVariable) -> AssociationTest:
    return choose_test((a.level, b.level), (a.normal, b.normal))


def _resampled(variable: PairedVariable, first: _Rows, second: _Rows) -> PairedVariable:
    original = variable.original.take(first.each())
    masked = variable.original.take(second.each())
    return PairedVariable(variable.variable, original, original, masked, problem=variable.problem)


def _drawn(variable: PreparedVariable, first: _Sample, second: _Sample) -> PreparedVariable | None:
    """Return a variable in both samples; None where the second has no value of it, as if it were removed."""
    one, other = first.values[variable.name], second.values[variable.name]
    if other.ranks.observed == 0 < one.ranks.observed:
        return None
    return replace(variable, raw=one, recoded=one, masked=other)


def _couple(original: KeptOriginal, whole: Prepared, samples: tuple[Association, Association]) -> Couple:
    test = _test_of(*whole)
    return Couple(
        (whole[0].name, whole[1].name), test, in_version(test, *whole, "recoded", original.associate), samples
    )


def _factors(couples: list[Couple], random: Generator, *, clustered: bool) -> list[float]:
    """Draw for each couple how long the population's association is by the file's: sqrt(noncentrality / statistic)."""
    if not couples:
        return []
    statistics = np.array([c.statistic for c in couples])
    freedoms = np.array([max(c.whole.freedom[0], 1) for c in couples], dtype=float)
    # of clusters all statistics are larger by chance alone: by as much as those of the resamples vary
    effect = max(1.0, sum(c.spread() for c in couples) / float(freedoms.sum())) if clustered else 1.0
    errors = np.array([c.error() for c in couples]) / math.sqrt(effect)
    return [float(f) for f in Noncentralities(statistics / effect, freedoms).draw_factors(errors, random)]
