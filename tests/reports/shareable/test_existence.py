"""Whether the original holds a value at all shows nowhere: not in rows, means, titles, charts, nor in any format.

Files are brought together and measured as a run does it: which pairs are measured hangs on what is found in both.
"""

from functools import cache

import numpy as np
import pytest

from core.assessment import collect, make_plan, run
from core.data import Scenario
from core.pairing import draft_codebook
from core.reports import CoarseFigure, Kind, ShareOptions, coarse_figures, make_report, write_report
from core.reports.project import project_of_results
from tests.pairing.builders import microdata

COUNTS = (0, 1, 2, 9, 10, 11)
OF_FILE = "gdu,aldu_univariate,aldu_bivariate"
MEASURES = f"{OF_FILE},ldu_univariate,ldu_bivariate"


def people(n, yes, name):
    """A file of n people of whom so many say yes; what else they say is the same in every file."""
    said = np.random.default_rng(n)
    columns = {
        "sex": said.choice(["m", "f"], n),
        "place": said.choice(list("NESW"), n),
        "age": said.integers(18, 90, n).astype(float),
        "school": said.choice(["low", "mid", "high"], n),
        "ill": np.where(said.permutation(n) < yes, "yes", "no"),
    }
    return microdata(name, **{column: values.tolist() for column, values in columns.items()})


@cache
def measured(n, yes, masked_yes, measures=MEASURES, groups=0):
    """The project of a masked file in which so many say yes, and of an original in which other ones do."""
    original, masked = people(n, yes, "original.csv"), people(n, masked_yes, "masked.csv")
    plan = make_plan(measures.split(","), [f"interval.groups={groups}"], 1)
    book = draft_codebook(original, [masked])
    steps = run(original, [Scenario(masked, book.declaration(masked.name))], book, plan)
    return project_of_results(collect(plan, list(steps)))


def model(project):
    """All that every format is made from, figures included."""
    return write_report(make_report(project, Kind.SHAREABLE), "json")


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, *(pytest.param(n, marks=pytest.mark.study) for n in (120, 1000))])
@pytest.mark.parametrize("masked_yes", COUNTS)
def test_nobody_or_a_few_in_the_original_give_the_same_report(n, masked_yes):
    models = {yes: model(measured(n, yes, masked_yes)) for yes in COUNTS}
    assert {models[yes] == models[0] for yes in (1, 2, 9)} == {True}
    shown = {
        yes: isinstance(coarse_figures(measured(n, yes, masked_yes), ShareOptions()).variables["ill"], CoarseFigure)
        for yes in COUNTS
    }
    assert {models[yes] for yes in COUNTS if not shown[yes]} <= {models[0]} or shown[0]


@pytest.mark.slow
def test_a_report_is_the_same_with_intervals_and_references_measured():
    measures = f"{MEASURES},gdu_resolution"
    nobody, one = (model(measured(120, yes, 2, measures, 8)) for yes in (0, 1))
    assert nobody == one  # of which every format is made, as test_reports.py says


def test_every_pair_of_the_released_file_stands_in_the_report():
    figures = coarse_figures(measured(120, 0, 2), ShareOptions())
    assert len(figures.pairs) == 10
    assert len({figures.pairs[pair].reason for pair in figures.pairs if "ill" in pair}) == 1


def test_means_are_those_of_what_is_shown():
    nobody, some = (coarse_figures(measured(120, yes, 9), ShareOptions()) for yes in (0, 10))
    assert [nobody.mean(m) for m in OF_FILE.split(",")] == [some.mean(m) for m in OF_FILE.split(",")]
