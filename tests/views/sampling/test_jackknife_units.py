"""What intervals rest on, in words."""

from core.data import Unit
from core.measures import Jackknife, JackknifeDesign, JackknifeUnits
from core.views.sampling.jackknife_units import jackknife_words

HOUSEHOLDS = JackknifeUnits(Unit.HOUSEHOLD, "hid", 1000, 1)


def test_single_records_need_no_words():
    assert jackknife_words(Jackknife((0.0,) * 20, common=True)) == ""


def test_units_strata_and_degrees_of_freedom_are_said():
    words = jackknife_words(Jackknife((0.0,) * 20, True, JackknifeDesign((HOUSEHOLDS,), (1.0,))))
    assert words == (
        "95% intervals leave out one of 20 groups of whole households (1,000, by hid) at a time: 19 degrees of freedom."
    )


def test_joined_strata_and_few_units_are_said():
    clusters = JackknifeUnits(Unit.CLUSTER, "psu", 9, 4, joined=2)
    words = jackknife_words(Jackknife((0.0,) * 8, True, JackknifeDesign((clusters,), (0.25,) * 4)))
    assert "whole clusters (9, by psu) within 4 strata" in words
    assert "2 strata of a single unit were joined" in words
    assert "4 degrees of freedom" in words
    assert "uncertain" in words


def test_unlinked_files_name_the_units_of_both():
    both = JackknifeDesign((HOUSEHOLDS, JackknifeUnits(Unit.RECORD, "", 4000, 1)), (1.0,))
    assert "whole households (1,000, by hid) and records (4,000)" in jackknife_words(
        Jackknife((0.0,) * 20, False, both)
    )
