"""Every measure's card: complete, its formula well formed, its settings described, the document up to date."""

import re
from pathlib import Path

import pytest

from core.assessment import CATALOGUE
from core.assessment.catalogue import PARAMETERS
from core.measures import Requires
from core.measures.interval_coverage import FOUND, CoverageCount, coverage_in_words
from core.views.methods.measure_cards import (
    GROUPS,
    REQUIRES,
    direction,
    measures_of,
    needs,
    scale,
    settings_of,
    what_of,
)

ROOT = Path(__file__).resolve().parents[1]
WITHOUT_FORMULA = {"gdu_subgroup", "gdu_other_basis", "gdu_common_n"}
"""GDU itself, of other records or under another setting."""

COVERAGE = ROOT / "docs" / "validation" / "coverage.md"

LONGEST = 700


@pytest.mark.parametrize("measure", CATALOGUE, ids=lambda m: m.id)
def test_a_card_says_how_to_read_the_measure_and_when_it_misleads(measure):
    for text in (measure.reading, measure.misleads):
        assert text == text.strip()
        assert text.endswith(".")
        assert 40 < len(text) <= LONGEST
        assert "  " not in text
    assert bool(measure.formula) == (measure.id not in WITHOUT_FORMULA)


@pytest.mark.parametrize("measure", [m for m in CATALOGUE if m.formula], ids=lambda m: m.id)
def test_a_formula_is_well_formed(measure):
    assert unbalanced(measure.formula) == ""


def test_what_is_not_well_formed_is_seen():
    assert unbalanced(r"\frac{1}{n") == "braces"
    assert unbalanced(r"\left( x \right) \left[ y") == "left and right"
    assert unbalanced(r"\begin{cases} 1 \end{aligned}") == "environments"
    assert unbalanced(r"a \ {b}") == ""


def unbalanced(formula: str) -> str:
    """Return what does not close in a formula."""
    bare = re.sub(r"\\[{}\\]", "", formula)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return "braces"
    if depth:
        return "braces"
    if len(re.findall(r"\\left\b", formula)) != len(re.findall(r"\\right\b", formula)):
        return "left and right"
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", formula):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return "environments"
    return "environments" if opened else ""


def test_every_measure_is_in_one_group():
    assert {m.id for g in GROUPS for m in measures_of(g)} == {m.id for m in CATALOGUE}
    assert sum(len(measures_of(g)) for g in GROUPS) == len(CATALOGUE)
    assert all(m.group.risk == (m.family == "risk") for m in CATALOGUE)


def test_facts_in_words():
    by_id = {m.id: m for m in CATALOGUE}
    assert direction(by_id["gini_difference"]) == "nearer to 0 is better"
    assert direction(by_id["interval_overlap"]) == "higher is better"
    assert direction(by_id["il1s"]) == "lower is better"
    assert [scale(by_id[i]) for i in ("gdu", "il1s", "deviance", "indicator")] == [
        "0 to 1",
        "0 or more",
        "no limit either way",
        "at most 1",
    ]
    assert needs(by_id["disco"]) == "key variables; a sensitive variable"
    assert needs(by_id["gdu"]) == "nothing beside the two files"
    assert what_of(by_id["global_risk"]) == "one value for each key set"
    assert what_of(by_id["chi_square"]) == "one value for each table"
    assert what_of(by_id["ldu_bivariate"]) == "one value for each pair of variables"


def test_every_requirement_has_words():
    assert set(REQUIRES) == set(Requires)


@pytest.mark.parametrize("family", PARAMETERS)
def test_every_setting_is_described(family):
    assert all(s.about for s in settings_of(family))


def test_settings_name_their_choices():
    by_name = {s.name: s for s in settings_of("gdu")}
    assert by_name["gdu.missing"].choices == "pairwise, completeness or category"
    assert by_name["gdu.missing"].default == "pairwise"
    assert by_name["gdu.alpha"].choices == ""


def coverages() -> dict[str, list[float]]:
    """Return the percent of intervals that hold, by measure: one a design, as docs/validation/coverage.md says."""
    table = COVERAGE.read_text(encoding="utf-8").split("| Measure | simple")[1].split("\n\n")[0]
    rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {name: [cell.replace("*", "").split(" (")[0] for cell in cells if "(" in cell] for name, *cells in rows}


def test_the_table_of_coverage_is_that_of_the_cards():
    by_id, held = {m.id: m for m in CATALOGUE}, coverages()
    assert len(held) >= 20
    assert all(by_id[name].no_interval for name, cells in held.items() if not cells)
    counted = {name: [f"{100 * c.share:.1f} of {c.samples}" for c in cells] for name, cells in FOUND.items()}
    assert {name: cells for name, cells in held.items() if cells} == counted


def test_every_interval_that_was_found_not_to_hold_under_some_design_is_marked():
    by_id = {m.id: m for m in CATALOGUE}
    outside = [name for name, cells in FOUND.items() if not all(0.92 <= c.share <= 0.98 for c in cells)]
    assert "values_mse" in outside
    assert [name for name in outside if by_id[name].interval_mark != " (see its card)"] == []
    assert by_id["gdu"].interval_mark == ""


def test_the_interval_of_covariances_is_marked_for_skewed_numbers():
    covariances = next(m for m in CATALOGUE if m.id == "covariance_mae")
    assert covariances.interval_mark == " (see its card)"
    assert "skewed numbers" in covariances.interval_caution


def test_a_card_says_under_which_design_and_by_how_many_samples():
    found = [
        CoverageCount(95, 100),
        CoverageCount(180, 200),
        CoverageCount(96, 100),
        CoverageCount(97, 100),
        CoverageCount(94, 100),
        CoverageCount(100, 100),
    ]
    assert coverage_in_words(found[:1]) == ""
    assert coverage_in_words(found) == (
        "In simulations of six sample designs its 95% interval covered the value in 90.0% to 100.0% of samples. "
        "Outside 92% to 98%, in brackets what this number of samples leaves open: stratified samples 90.0% of 200 "
        "(85% to 94%); small strata 100.0% of 100 (96% to 100%)."
    )


PROMISE = re.compile(
    r"\b(every|all) ((point|version|file|scenario|setting)s? |of the map )+with (its|their) (95% )?intervals?", re.I
)


def test_no_text_promises_an_interval_of_every_file():
    """GDU, by which files are drawn at first, is made of p values and has none."""
    places = ("README.md", "docs/**/*.md", "core/charts/map/*.py", "pages/components/compare/*.py")
    texts = {path: path.read_text(encoding="utf-8") for place in places for path in ROOT.glob(place)}
    assert [(path.name, m[0]) for path, text in texts.items() for m in PROMISE.finditer(text)] == []
