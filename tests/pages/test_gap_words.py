"""A recoded variable is never said to be distributed as it was."""

from core.views import LargestDifference
from pages.components.variables_utility.variable_panel import gap_words


def test_a_recoded_variable_is_said_to_be_the_same_only_coded_alike():
    nothing = LargestDifference("category", "a", 0.5, 0.5, 0.0)
    assert gap_words(nothing, recoded=False) == "Both distributions are the same."
    assert gap_words(nothing, recoded=True).startswith("Coded alike,")
