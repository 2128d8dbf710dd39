"""From local to global utility (Kocar 2018, sections 3.1 and 3.5), by hand."""

from dataclasses import replace

import numpy as np
import pytest

from core.utility.gdu import GduParameters, LocalUtilities
from core.utility.gdu.association import NO_DIRECTION, Association, AssociationTest
from core.utility.gdu.averages import average_bivariate, average_univariate, global_reduction, global_utility
from core.utility.gdu.bivariate import BivariateUtility, DecidingStep
from core.utility.gdu.univariate import Observed, UnivariateUtility

OBSERVED = Observed(10, 10, 0.0, 0.0)
NOTHING = Association(10, None, None, None, NO_DIRECTION)


def variable(name, value, weight=1.0, **more):
    return UnivariateUtility(name, weight, OBSERVED, value, **more)


def couple(a, b, value):
    step = DecidingStep.UNTESTABLE if value is None else DecidingStep.STRENGTH
    return BivariateUtility((a, b), value, step, AssociationTest.SPEARMAN, NOTHING, NOTHING, None, None)


def local(variables, couples, **settings):
    return LocalUtilities(GduParameters(**settings), tuple(variables), tuple(couples), 10, 10)


def kept_and_removed(kept, removed):
    """Return files that differ in nothing but removed variables."""
    names = [f"v{i}" for i in range(kept)]
    gone = [variable(f"r{i}", 0.0, removed=True) for i in range(removed)]
    couples = [couple(a, b, 1.0) for i, a in enumerate(names) for b in names[i + 1 :]]
    return local([*(variable(n, 1.0) for n in names), *gone], couples)


THREE = [variable("a", 0.9), variable("b", 0.6), variable("c", 0.3)]
PAIRS = [couple("a", "b", 0.8), couple("a", "c", 0.4), couple("b", "c", 0.3)]


def test_gdu_by_hand():
    # ALDUuni (.9 + .6 + .3) / 3 = .6; own means a (.8 + .4)/2, b (.8 + .3)/2, c (.4 + .3)/2: their mean .5
    found = global_utility(local(THREE, PAIRS))
    assert found.univariate == pytest.approx(0.6, abs=1e-15)
    assert found.bivariate == pytest.approx(0.5, abs=1e-15)
    assert found.value == pytest.approx(0.55, abs=1e-15)


def test_with_every_pair_testable_it_is_the_plain_mean_over_pairs():
    random = np.random.default_rng(1)
    names = "abcdef"
    couples = [couple(a, b, random.random()) for i, a in enumerate(names) for b in names[i + 1 :]]
    found = average_bivariate(local([variable(n, 1.0) for n in names], couples))
    assert found == pytest.approx(np.mean([c.value for c in couples]), abs=1e-15)


def test_means_by_variable_come_first_where_a_pair_cannot_be_tested():
    variables = [*THREE, variable("d", 1.0)]
    # a-b .2, a-c 1, a-d 1, others untestable: own means 2.2/3, .2, 1, 1: 2.9333 / 4, not 2.2 / 3
    couples = [couple("a", "b", 0.2), couple("a", "c", 1.0), couple("a", "d", 1.0), couple("b", "c", None)]
    assert average_bivariate(local(variables, couples)) == pytest.approx((2.2 / 3 + 2.2) / 4, abs=1e-15)


def test_a_variable_without_a_testable_pair_has_no_mean_of_its_own():
    # own means a .8, b .8; c is constant in both files: .8, not .5333
    couples = [couple("a", "b", 0.8), couple("a", "c", None), couple("b", "c", None)]
    assert average_bivariate(local(THREE, couples)) == pytest.approx(0.8, abs=1e-15)


def test_removed_variables_lower_utility_linearly():
    # 1 of 4 removed: both halves .75; 5 of 100: .95
    for kept, removed, expected in ((3, 1, 0.75), (95, 5, 0.95)):
        found = global_utility(kept_and_removed(kept, removed))
        assert found.univariate == found.bivariate == found.value == expected


def test_grc_by_hand():
    # 95 x 94 / (100 x 99) = .902; then GDU x GRC = .95 x .902 = .857
    files = kept_and_removed(95, 5)
    assert round(global_reduction(files), 3) == 0.902
    assert round(global_utility(files).value * global_reduction(files), 3) == 0.857
    assert global_reduction(kept_and_removed(3, 1)) == 0.5
    assert global_reduction(kept_and_removed(1, 0)) is None


def test_weights_enter_both_averages_and_partners_count_alike():
    # weights 2, 1, 1: (1.8 + .6 + .3) / 4 = .675; own means .6, .55, .35: (1.2 + .55 + .35) / 4 = .525
    variables = [variable("a", 0.9, 2.0), *THREE[1:]]
    found = global_utility(local(variables, PAIRS))
    assert found.univariate == pytest.approx(0.675, abs=1e-15)
    assert found.bivariate == pytest.approx(0.525, abs=1e-15)


def test_weight_zero_leaves_the_headline_but_stays_a_partner():
    # a out: (.6 + .3) / 2; own means of b and c still count their pairs with a: (.55 + .35) / 2
    found = global_utility(local([variable("a", 0.9, 0.0), *THREE[1:]], PAIRS))
    assert found.univariate == pytest.approx(0.45, abs=1e-15)
    assert found.bivariate == pytest.approx(0.45, abs=1e-15)


def test_all_weights_zero_is_a_reason():
    found = global_utility(local([replace(v, weight=0.0) for v in THREE], PAIRS))
    assert (found.value, found.reason) == (None, "every variable that can be compared has weight 0")


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0.5), (0.2, 0.52), (0.5, 0.55), (1.0, 0.6)])
def test_the_share_of_the_univariate_half(share, expected):
    assert global_utility(local(THREE, PAIRS, univariate_share=share)).value == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 1 / 3, 0.7, 0.9, 1.0])
def test_ones_give_exactly_one_at_any_share(share):
    ones = [replace(v, value=1.0, weight=0.1 * (i + 1)) for i, v in enumerate(THREE)]
    couples = [replace(c, value=1.0) for c in PAIRS]
    assert global_utility(local(ones, couples, univariate_share=share)).value == 1.0


def test_without_a_testable_pair_gdu_is_the_univariate_half_and_says_so():
    for couples in ([], [couple("a", "b", None)]):
        found = global_utility(local(THREE, couples))
        assert (found.value, found.bivariate, found.share) == (found.univariate, None, 1.0)
        assert "univariate average alone" in found.notices[0]


def test_everything_removed_is_nothing_left():
    assert global_utility(kept_and_removed(0, 3)).value == 0.0
    assert global_reduction(kept_and_removed(0, 3)) == 0.0


def test_a_variable_that_cannot_be_compared_counts_as_lost():
    broken = variable("b", None, reason="category 'z' is new")
    found = global_utility(local([THREE[0], broken, THREE[2]], [PAIRS[1]]))
    # as lost: (.9 + 0 + .3) / 3, and of the pair a-c (.4 + 0 + .4) / 3
    assert (found.univariate, found.bivariate) == pytest.approx((0.4, 0.8 / 3), abs=1e-15)
    assert found.value == pytest.approx((0.4 + 0.8 / 3) / 2, abs=1e-15)
    assert "counted as lost (0), because it cannot be compared: b: category 'z' is new" in found.notices[0]
    assert global_reduction(local([THREE[0], broken, THREE[2]], [])) == 1.0


def test_a_pair_with_a_variable_that_cannot_be_compared_counts_for_neither():
    broken = variable("b", None, reason="too few records")
    assert global_utility(local([THREE[0], broken, THREE[2]], PAIRS)).bivariate == pytest.approx(0.8 / 3, abs=1e-15)


def test_the_rest_unchanged_is_not_all_there_was():
    rest = [variable("a", 1.0), variable("c", 1.0), variable("b", None, reason="category 'z' is new")]
    assert global_utility(local(rest, [couple("a", "c", 1.0)])).value == pytest.approx(2 / 3)


def test_no_variable_that_can_be_compared_is_a_reason():
    broken = variable("b", None, reason="category 'z' is new")
    found = global_utility(local([broken, replace(broken, variable="c")], []))
    assert found.value is None
    assert "b: category 'z' is new (and 1 more)" in found.reason


def test_weight_zero_takes_a_variable_that_cannot_be_compared_out():
    broken = variable("b", None, 0.0, reason="category 'z' is new")
    found = global_utility(local([THREE[0], broken, THREE[2]], [couple("a", "c", 0.4)]))
    assert found.univariate == pytest.approx(0.6, abs=1e-15)
    assert found.bivariate == 0.4


def test_no_variable_at_all_is_a_reason():
    assert "no variable has the role" in global_utility(local([], [])).reason


def test_the_order_of_variables_changes_no_digit():
    random = np.random.default_rng(2)
    names = "abcdefgh"
    variables = [variable(n, random.random(), random.random()) for n in names]
    couples = [couple(a, b, random.random()) for i, a in enumerate(names) for b in names[i + 1 :]]
    one = global_utility(local(variables, couples))
    assert global_utility(local(variables[::-1], couples[::-1])) == one
    assert average_univariate(local(variables[::-1], couples)) == one.univariate
