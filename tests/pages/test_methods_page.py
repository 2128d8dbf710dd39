"""The Methods screen: every measure has its card, found by group, by words and by its address."""

import ast
import re
from pathlib import Path

import pytest

from core.assessment import CATALOGUE
from core.views import GROUPS, measures_of
from pages.components.methods.search import EXAMPLES, found_measures

ROOT = Path(__file__).resolve().parents[2]


def titles(user) -> list[str]:
    return [s.value for s in user.app.subheader]


def test_cards_by_group_hold_the_whole_catalogue(user) -> None:
    user.go("methods")
    for group in GROUPS:
        user.app.session_state[f"methods_of_{group.title}"] = True
    user.run()
    assert {m.name for m in CATALOGUE} <= set(titles(user))
    headings = [re.match(r"\*\*(.*?)\*\*", e.label)[1] for e in user.app.expander]
    assert headings == [*(g.title for g in GROUPS), "Intervals"]
    assert len(user.app.latex) == sum(bool(m.formula) for m in CATALOGUE)


def test_a_group_is_chosen(user) -> None:
    user.go("methods")
    group = next(g for g in GROUPS if g.title == "SUDA2")
    user.choose("methods_group", group.title)
    assert set(titles(user)) == {m.name for m in measures_of(group)}


def test_words_find_cards_those_with_the_words_in_the_name_first(user) -> None:
    user.go("methods")
    user.app.text_input(key="methods_words").set_value("Swap RATE")
    user.run()
    assert titles(user)[0] == "Effective swap rate (ESR)"
    assert len(titles(user)) < len(CATALOGUE)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("swapping", "Effective swap rate (ESR)"),
        ("K-S", "Kolmogorov-Smirnov distance of a variable"),
        ("k-anonymity", "Violations of 2-anonymity"),
        ("swap rate", "Effective swap rate (ESR)"),
        ("l-diversity", "Records below distinct 2-diversity"),
        ("record linkage", "Records linked by distance"),
    ],
)
def test_what_the_field_calls_a_measure_finds_it_first(words: str, first: str) -> None:
    assert found_measures(words, None)[0].name == first


def test_the_examples_of_the_search_are_tested() -> None:
    assert EXAMPLES == "swapping, K-S, k-anonymity, swap rate"


def test_words_that_no_card_holds(user) -> None:
    user.go("methods")
    user.app.text_input(key="methods_words").set_value("zebra quagga")
    user.run()
    assert "No measure's card holds all these words" in user.text()


def test_the_address_opens_one_card_with_its_settings(user) -> None:
    user.app.query_params["measure"] = "il1s"
    user.go("methods")
    assert "IL1s" in titles(user)
    assert "mean, sum or percentage" in user.app.dataframe[0].value.to_string()
    assert not user.app.expander


@pytest.mark.parametrize("wrong", ["", "gdp", "<script>", "../x"])
def test_an_address_without_such_a_measure_shows_all(user, wrong: str) -> None:
    user.app.query_params["measure"] = wrong
    user.go("methods")
    assert len(user.app.expander) == len(GROUPS) + 1


def calls(*names: str):
    """Yield every call of one of these functions in the pages, with the file."""
    for path in sorted((ROOT / "pages").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
                yield path, node


def test_every_chart_has_a_text_alternative() -> None:
    charts = list(calls("plotly_chart", "altair_chart", "vega_lite_chart", "pyplot", "line_chart", "bar_chart"))
    without = [f"{p.name}:{n.lineno}" for p, n in charts if not any(k.arg == "alt" for k in n.keywords)]
    assert charts
    assert not without


def test_every_data_frame_has_a_text_alternative() -> None:
    tables = list(calls("dataframe", "data_editor", "table"))
    tables = [(p, n) for p, n in tables if isinstance(n.func.value, ast.Name) and n.func.value.id == "st"]
    without = [f"{p.name}:{n.lineno}" for p, n in tables if not any(k.arg == "alt" for k in n.keywords)]
    assert tables
    assert not without
