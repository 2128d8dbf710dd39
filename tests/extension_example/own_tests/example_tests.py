"""The tests that such a package has: what R-U Map asks of every measure and method."""

from ru_map_example.measures import median_shift, records_in_twos
from ru_map_example.methods import coarsening

from rumap.testing import check_measure, check_method


def test_the_measures_keep_what_they_promise():
    for measure in (median_shift, records_in_twos):
        check_measure(measure)


def test_the_method_keeps_what_it_promises():
    check_method(coarsening)
