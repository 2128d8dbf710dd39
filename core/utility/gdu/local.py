"""All local utilities of a pair of files: the shared step of the whole GDU family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Protocol

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Floats
from core.utility.gdu.association import Associate, Association, AssociationTest, measure_association
from core.utility.gdu.bivariate import BivariateUtility, bivariate_utility
from core.utility.gdu.design_tests import SampledFiles
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import LILLIEFORS_RECORDS, PreparedValues, PreparedVariable, prepare_variable
from core.utility.gdu.univariate import (
    Compare,
    UnivariateUtility,
    compare_distributions,
    is_removed,
    observed_in,
    univariate_utility,
)


class PairValue(Protocol):
    """What averages take of a pair of variables."""

    @property
    def variables(self) -> tuple[str, str]: ...  # noqa: D102 - a field
    @property
    def value(self) -> float | None: ...  # noqa: D102 - a field


@dataclass(frozen=True)
class LocalValues:
    """A value of every variable and of every pair: what averages are made of.

    Parameters
    ----------
    parameters : GduParameters
    univariate : tuple of UnivariateUtility
        One a variable of the original.
    bivariate : tuple of PairValue
        One a pair of variables that both files have and that can be compared.
    """

    parameters: GduParameters
    univariate: tuple[UnivariateUtility, ...]
    bivariate: tuple[PairValue, ...]

    def not_comparable(self) -> tuple[UnivariateUtility, ...]:
        """Return the variables whose local utility could not be computed."""
        return tuple(u for u in self.univariate if u.value is None)

    def removed(self) -> tuple[str, ...]:
        """Return the names of the removed variables, those without any value left included."""
        return tuple(u.variable for u in self.univariate if u.removed)


@dataclass(frozen=True)
class LocalUtilities(LocalValues):
    """LDUuni of every variable and LDUbiv of every pair.

    Parameters
    ----------
    bivariate : tuple of BivariateUtility
    n_original, n_masked : int
    notices : tuple of str
        What a reader of the whole file's figures should know.
    prepared : mapping of str to PreparedVariable
        The variables that both files have and that can be compared, by name.
    without : mapping of str to float64 array (groups,)
        By measure, the averages over effect sizes without each jackknife group of the pair; NaN for none.
    """

    bivariate: tuple[BivariateUtility, ...]
    n_original: int
    n_masked: int
    notices: tuple[str, ...] = ()
    prepared: Mapping[str, PreparedVariable] = field(default_factory=dict)
    without: Mapping[str, Floats] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The smaller number of records."""
        return min(self.n_original, self.n_masked)

    def steps(self) -> dict[str, int]:
        """Return how many pairs each step decided."""
        return dict(sorted(Counter(str(b.step) for b in self.bivariate).items()))


def local_utilities(
    pair: Pair,
    parameters: GduParameters,
    *,
    couples: bool = True,
    prepared: Sequence[PreparedVariable | None] | None = None,
) -> LocalUtilities:
    """Compute every local utility of a pair of files; without ``couples`` those of single variables alone.

    Parameters
    ----------
    pair : Pair
    parameters : GduParameters
    couples : bool
    prepared : sequence of (PreparedVariable or None) or None
        What ``prepared_or_none`` would give of each variable, where it is known already.

    Returns
    -------
    LocalUtilities
        Variables in the original's order; pairs in the order of ``itertools.combinations``.
    """
    if prepared is None:
        prepared = [prepared_or_none(v, parameters) for v in pair.variables]
    associate = _testing_once({id(v.recoded) for v in prepared if v is not None and v.masked is v.recoded})
    return _all_of(pair, parameters, prepared, compare_distributions, associate, couples=couples, weighted=False)


def _testing_once(shared: Collection[int]) -> tuple[Associate, Associate]:
    """Return what tests a pair of variables once for both files, where these share both: ``shared`` by identity."""
    kept: dict[tuple[AssociationTest, int, int], Association] = {}

    def in_original(test: AssociationTest, a: PreparedValues, b: PreparedValues) -> Association:
        association = measure_association(test, a, b)
        if id(a) in shared and id(b) in shared:
            kept[test, id(a), id(b)] = association
        return association

    def in_masked(test: AssociationTest, a: PreparedValues, b: PreparedValues) -> Association:
        # it is asked for next: what a pair shows by cell and group is not held longer
        return kept.pop((test, id(a), id(b)), None) or measure_association(test, a, b)

    return in_original, in_masked


def bivariate_utilities(
    prepared: Sequence[PreparedVariable], parameters: GduParameters, of_original: Associate
) -> tuple[BivariateUtility, ...]:
    """Compute LDUbiv of every pair of variables, where ``of_original`` gives the associations of the original."""
    associate = of_original, measure_association
    return tuple(bivariate_utility(a, b, parameters, associate) for a, b in combinations(prepared, 2))


def local_utilities_by(pair: Pair, parameters: GduParameters, files: SampledFiles) -> LocalUtilities:
    """Compute every local utility by tests that know how both files were drawn."""
    prepared = [prepared_or_none(v, parameters) for v in pair.variables]
    associate = files.original.associate, files.masked.associate
    return _all_of(pair, parameters, prepared, files.compare, associate, couples=True, weighted=True)


def _all_of(
    pair: Pair,
    parameters: GduParameters,
    prepared: Sequence[PreparedVariable | None],
    compare: Compare,
    associate: tuple[Associate, Associate],
    *,
    couples: bool,
    weighted: bool,
) -> LocalUtilities:
    sizes = pair.original.n_records, pair.masked.n_records
    observed = [None if v is None else observed_in(v, *sizes) for v in prepared]
    both = zip(pair.variables, prepared, observed, strict=True)
    univariate = tuple(univariate_utility(v, p, parameters, compare, observed=o) for v, p, o in both)
    present = [v for v in prepared if v is not None]
    bivariate = tuple(
        bivariate_utility(a, b, parameters, associate) for a, b in combinations(present if couples else [], 2)
    )
    return LocalUtilities(
        parameters,
        univariate,
        bivariate,
        *sizes,
        tuple(_notices(pair, parameters, weighted=weighted)),
        {v.name: v for v in present},
    )


def prepared_variables(pair: Pair, parameters: GduParameters) -> tuple[PreparedVariable, ...]:
    """Prepare the variables that both files have and that can be compared."""
    return tuple(v for v in (prepared_or_none(each, parameters) for each in pair.variables) if v is not None)


def prepared_or_none(paired: PairedVariable, parameters: GduParameters) -> PreparedVariable | None:
    """Prepare a variable; None where it was removed or cannot be compared."""
    if paired.masked is None or is_missing(paired):
        return None
    return prepare_variable(paired, paired.masked, parameters)


def is_missing(paired: PairedVariable) -> bool:
    """Whether a variable was removed or cannot be compared."""
    return paired.masked is None or bool(paired.problem) or is_removed(paired)


def _notices(pair: Pair, parameters: GduParameters, *, weighted: bool) -> Iterator[str]:
    if pair.original.weights and not weighted:
        yield "sampling weights do not enter: tests are unweighted, and weights are no variables of GDU"
    continuous = {v.name for v in pair.variables if v.original.level is Level.CONTINUOUS}
    largest = max(pair.original.n_records, pair.masked.n_records)
    if parameters.normality == "auto" and largest > LILLIEFORS_RECORDS and continuous:
        yield f"more than {LILLIEFORS_RECORDS:,} records: normality is not tested, rank tests are used throughout"
    for name in sorted({*parameters.normal, *parameters.not_normal} - continuous - {""}):
        yield f"{name!r} is declared normal or not normal, but is no continuous variable of the original"
    named = {name for names in parameters.recodes_by_name.values() for name in names}
    for name in sorted(named - continuous - {""}):
        yield f"a recode measure is named for {name!r}, which is no continuous variable of the original"
