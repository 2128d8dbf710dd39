"""Local bivariate utility of one pair, in three steps (Kocar 2018, section 3.4 and Figure 2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from core.data import Level
from core.statistics.reproducible import below
from core.utility.gdu.association import (
    CORRELATIONS,
    GROUP_TESTS,
    Associate,
    Association,
    AssociationTest,
    choose_test,
    measure_association,
    p_value_at,
)
from core.utility.gdu.direction import compare_directions, direction_changed
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import SPARSE_TABLE, PreparedValues, PreparedVariable

KNIFE_EDGE = 0.8
"""A pair lost at step 1 although its coefficients agree better than this is on a knife edge."""


class DecidingStep(StrEnum):
    """What decided a pair."""

    NONE = "none"
    ONE = "one"
    DIRECTION = "direction"
    STRENGTH = "strength"
    UNTESTABLE = "untestable"


@dataclass(frozen=True, eq=False)
class BivariateUtility:
    """LDUbiv of one pair.

    Parameters
    ----------
    variables : (str, str)
    value : float or None
        In [0, 1]; None where the pair cannot be tested.
    step : DecidingStep
    test : AssociationTest
    original, masked : Association
        Without their measures by cell or group.
    p_original, p_masked : float or None
        As step 1 compares them: 1 where only the other file allows a test.
    direction : str
        "same", "changed" or "" where step 2 was not reached.
    turned : bool
        Whether step 2 finds, or would find, a changed direction.
    cosine : float or None
        Of the two direction vectors; negative: really reversed.
    unrecoded : float or None
        Squared coefficient of the unrecoded original, where a variable is recoded: by the test that
        its own levels call for.
    flags : tuple of str
    """

    variables: tuple[str, str]
    value: float | None
    step: DecidingStep
    test: AssociationTest
    original: Association
    masked: Association
    p_original: float | None
    p_masked: float | None
    direction: str = ""
    turned: bool = False
    cosine: float | None = None
    unrecoded: float | None = None
    flags: tuple[str, ...] = ()

    @property
    def ratio(self) -> float | None:
        """Smaller over larger squared coefficient; None where either is missing or both are 0."""
        a, b = self.original.strength, self.masked.strength
        if a is None or b is None or max(a, b) == 0:
            return None
        return min(a, b) / max(a, b)

    @property
    def knife_edge(self) -> bool:
        """Lost at step 1 although the coefficients nearly agree."""
        return self.step is DecidingStep.ONE and (self.ratio or 0.0) > KNIFE_EDGE


def bivariate_utility(
    a: PreparedVariable,
    b: PreparedVariable,
    parameters: GduParameters,
    associate: tuple[Associate, Associate] = (measure_association, measure_association),
) -> BivariateUtility:
    """Compute LDUbiv of one pair of variables, tested in the original and the masked file by ``associate``.

    Returns
    -------
    BivariateUtility
        Step 1: both p >= alpha gives 1, one of them 0. Step 2: a changed direction gives 0.
        Step 3: the smaller over the larger squared coefficient.
    """
    test = choose_test((a.level, b.level), (a.normal, b.normal))
    original = in_version(test, a, b, original_version(test, a, b, parameters), associate[0])
    masked = in_version(test, a, b, "masked", associate[1])
    names, sizes = (a.name, b.name), (len(a.raw.ranks.codes), len(a.masked.ranks.codes))
    utility = judge_pair(names, test, original, masked, parameters, sizes)
    # most pairs have neither, and are not copied
    unrecoded, flags = _unrecoded(a, b, associate[0]), _flags(utility, a, b)
    return utility if unrecoded is None and not flags else replace(utility, unrecoded=unrecoded, flags=flags)


def judge_pair(
    names: tuple[str, str],
    test: AssociationTest,
    original: Association,
    masked: Association,
    parameters: GduParameters,
    sizes: tuple[int, int],
) -> BivariateUtility:
    """Go through the three steps for two associations of one pair; ``sizes`` are the records of both files."""
    shift = compare_directions(original, masked, parameters)
    turned = direction_changed(test, shift, parameters)
    p_values = _p_values(test, original, masked, parameters)
    step, value = _decide(original, masked, p_values, turned, parameters)
    if value is not None and parameters.missing == "completeness":
        value *= _completeness(original.n, sizes[0], masked.n, sizes[1])
    return BivariateUtility(
        names,
        value,
        step,
        test,
        original.without_direction(),
        masked.without_direction(),
        *p_values,
        direction={DecidingStep.DIRECTION: "changed", DecidingStep.STRENGTH: "same"}.get(step, ""),
        turned=turned,
        cosine=shift.cosine,
    )


def value_at(
    utility: BivariateUtility, records: int, parameters: GduParameters, sizes: tuple[int, int]
) -> float | None:
    """Return LDUbiv with the p values that the same associations would have in two files of so many records."""
    original, masked = utility.original, utility.masked
    p_values = _or_none_shown(*(p_value_at(utility.test, a, records) for a in (original, masked)))
    value = _decide(original, masked, p_values, utility.turned, parameters)[1]
    if value is not None and parameters.missing == "completeness":
        value *= _completeness(original.n, sizes[0], masked.n, sizes[1])
    return value


def original_version(test: AssociationTest, a: PreparedVariable, b: PreparedVariable, parameters: GduParameters) -> str:
    """Return which version of the original, raw or recoded, the masked pair is compared with."""
    both_ordered = Level.NOMINAL not in (a.raw_level, b.raw_level)
    return "raw" if test in CORRELATIONS and parameters.basis == "paper" and both_ordered else "recoded"


def in_version(
    test: AssociationTest,
    a: PreparedVariable,
    b: PreparedVariable,
    version: str,
    associate: Associate = measure_association,
) -> Association:
    """Test the pair in one version (raw, recoded or masked); the nominal variable forms the groups."""
    values: tuple[PreparedValues, PreparedValues] = getattr(a, version), getattr(b, version)
    return associate(test, *(values[::-1] if forms_groups(test, b, version) else values))


def forms_groups(test: AssociationTest, second: PreparedVariable, version: str) -> bool:
    """Whether it is the second variable of a pair, in this version, that forms the groups."""
    level = second.raw_level if version == "raw" else second.level
    return test in GROUP_TESTS and level is Level.NOMINAL


def _unrecoded(a: PreparedVariable, b: PreparedVariable, associate: Associate) -> float | None:
    """Return the squared coefficient of the original before any recode; None where there is no recode."""
    if not (a.has_recode or b.has_recode):
        return None
    return in_version(choose_test((a.raw_level, b.raw_level), (a.normal, b.normal)), a, b, "raw", associate).strength


def _p_values(
    test: AssociationTest, original: Association, masked: Association, parameters: GduParameters
) -> tuple[float | None, float | None]:
    """Return both p values; where only one file allows a test, the other shows no association: p = 1."""
    p_original, p_masked = original.p, masked.p
    if parameters.significance == "common_n":
        n = min(original.n, masked.n)
        p_original, p_masked = p_value_at(test, original, n), p_value_at(test, masked, n)
    return _or_none_shown(p_original, p_masked)


def _or_none_shown(p_original: float | None, p_masked: float | None) -> tuple[float | None, float | None]:
    if p_original is None and p_masked is None:
        return None, None
    return (1.0 if p_original is None else p_original), (1.0 if p_masked is None else p_masked)


def _decide(
    original: Association,
    masked: Association,
    p_values: tuple[float | None, float | None],
    turned: bool,
    parameters: GduParameters,
) -> tuple[DecidingStep, float | None]:
    if p_values[0] is None:
        return DecidingStep.UNTESTABLE, None
    significant = [p is not None and bool(below(p, parameters.alpha)) for p in p_values]
    if not any(significant):
        return DecidingStep.NONE, 1.0
    if not all(significant):
        return DecidingStep.ONE, 0.0
    if turned:
        return DecidingStep.DIRECTION, 0.0
    assert original.strength is not None
    assert masked.strength is not None
    return DecidingStep.STRENGTH, min(original.strength, masked.strength) / max(original.strength, masked.strength)


def _completeness(complete_original: int, n_original: int, complete_masked: int, n_masked: int) -> float:
    """Return the masked file's share of complete pairs over the original's, at most 1."""
    if complete_original == 0 or n_masked == 0:
        return 1.0
    return min(1.0, (complete_masked / n_masked) / (complete_original / n_original))


def _flags(utility: BivariateUtility, a: PreparedVariable, b: PreparedVariable) -> tuple[str, ...]:
    flags = []
    if utility.original.sparse or utility.masked.sparse:
        flags.append(SPARSE_TABLE)
    if utility.knife_edge:
        flags.append("knife edge: lost at step 1 although the coefficients nearly agree")
    flags.extend(f"recoded: {v.name}" for v in (a, b) if v.has_recode)
    flags.extend(f"type changed: {v.name}, {v.raw_level} to {v.level}" for v in (a, b) if v.level is not v.raw_level)
    if (utility.original.p is None) != (utility.masked.p is None):
        flags.append("one file allows no test (constant, or too few complete records): taken as no association there")
    return tuple(flags)
