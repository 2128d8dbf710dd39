"""The gallery says what the studies show: its pages come from stored results, and these from the studies."""

import json
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from experiments.gallery.__main__ import OUT, PAGES, build, results_of
from experiments.gallery.page import Verdict, as_json, number
from experiments.gallery.population_survey import blocks_of

LARGEST = 100_000
TINY = {
    "simulated-data": {"seeds": 1},
    "population-survey": {"records": 2_000},
    "degree-of-difference": {"repetitions": 3},
    "univariate-utility": {},
    "practice-guide": {"records": 600},
}

every_page = pytest.mark.parametrize("name", PAGES)


def page_of(name):
    return PAGES[name].page(results_of(name))


def here_of(name, word):
    return [s for s in page_of(name).statements if word in s.text]


def test_an_order_that_holds_in_part_says_in_how_many_seeds_all_of_it_does():
    orders = [s for s in page_of("simulated-data").statements if s.verdict is Verdict.AGREES and "<" in s.text]
    counted = {s.text: re.findall(r"whole order, .*, in (\d+)", s.here) for s in orders}
    assert counted["Table 2. Uc 750: swap < micro+noise < micro, incorrect"] == ["8"]
    assert counted["Table 2. Uc 500: swap < micro+noise < micro"] == ["16"]
    assert all(counts or text.count("<") == 3 for text, counts in counted.items())


def test_what_lies_outside_the_seeds_has_a_verdict():
    (row,) = here_of("simulated-data", "outside the range")
    assert row.verdict is Verdict.DIFFERS
    starred = page_of("simulated-data").text.count("] *")
    assert row.here.startswith(f"{starred} of 72")


def test_nothing_agrees_with_what_its_source_does_not_state():
    (row,) = here_of("population-survey", "2.5% keeps the order")
    assert row.verdict is Verdict.DIFFERS  # the paper says that G = 1,250 breaks it
    agreed = [s.text for s in page_of("practice-guide").statements if s.verdict is Verdict.AGREES]
    assert all(re.match(r"Figures? \d\d", text) for text in agreed)


@every_page
def test_a_part_of_the_study_run_anew_gives_the_stored_results(name):
    module = PAGES[name]
    anew = json.loads(as_json(module.sample()))
    assert_alike(anew, module.part(results_of(name)))


def assert_alike(found, stored):
    """Compare numbers to what processors may differ by, all else exactly."""
    if isinstance(stored, dict):
        assert found.keys() == stored.keys()
        for key in stored:
            assert_alike(found[key], stored[key])
    elif isinstance(stored, list):
        assert len(found) == len(stored)
        for one, other in zip(found, stored, strict=True):
            assert_alike(one, other)
    elif isinstance(stored, float):
        np.testing.assert_allclose(found, stored, rtol=1e-6, atol=1e-9)
    else:
        assert found == stored


def test_every_figure_is_small():
    for path in OUT.glob("*.svg"):
        assert path.stat().st_size <= LARGEST
        assert ET.parse(path).getroot().tag.endswith("svg")


@every_page
def test_every_picture_stands_on_its_page_with_words_for_those_who_cannot_see_it(name):
    text = (OUT / f"{name}.md").read_text(encoding="utf-8")
    links = dict(re.findall(r"!\[(.+?)\]\((.+?)\)", text))
    assert {p.alt: f"{p.name}.svg" for p in page_of(name).pictures} == links


@every_page
def test_a_figure_is_drawn_the_same_twice(name):
    for picture in page_of(name).pictures:
        first = picture.draw()
        assert first == picture.draw()
        assert len(first) > 1_000


@every_page
def test_a_tiny_study_makes_a_page_with_the_same_statements(name, tmp_path, monkeypatch):
    monkeypatch.setattr(PAGES[name], "SMALL", TINY[name])
    page = build(name, tmp_path, small=True, figures=False)
    assert [s.text for s in page.statements] == [s.text for s in page_of(name).statements]
    assert (tmp_path / f"{name}.md").read_text(encoding="utf-8") == page.markdown()


def test_blocks_hold_what_follows_within_a_twentieth():
    # 104 is within 5% of 100 and 109 of 104, though not of 100; 120 starts a block
    assert blocks_of({"c": 109.0, "a": 100.0, "d": 120.0, "b": 104.0}) == [["a", "b", "c"], ["d"]]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (1e-26, "0"), (0.00806, "0.00806"), (282.491, "282"), (1994.2, "1,994"), (None, "–"), (-0.5, "-0.5")],
)
def test_a_number_is_written_without_an_exponent(value, text):
    assert number(value) == text
