"""The help drawer: every measure has its card, found by group, by words and by its address."""

import ast
import re
from pathlib import Path

import pytest

from core.assessment import CATALOGUE
from core.views import GROUPS, measures_of
from pages.components.methods.drawer import EXAMPLES, found_measures

ROOT = Path(__file__).resolve().parents[2]


def titles(user) -> list[str]:
    return [s.value for s in user.app.subheader]


def opened(user, **state: object):
    """Open the drawer, with this in its fields."""
    for key, value in state.items():
        user.state[key] = value
    user.click("methods_help")
    return user


def test_cards_by_group_hold_the_whole_catalogue(user) -> None:
    opened(user, **{f"methods_of_{group.title}": True for group in GROUPS})
    assert {m.name for m in CATALOGUE} <= set(titles(user))
    headings = [m[1] for e in user.app.expander if (m := re.match(r"\*\*(.*?)\*\*", e.label))]
    assert headings == [*(g.title for g in GROUPS), "Intervals"]
    assert len(user.app.latex) == sum(bool(m.formula) for m in CATALOGUE)


def test_a_group_is_chosen(user) -> None:
    group = next(g for g in GROUPS if g.title == "SUDA2")
    opened(user, methods_group=group.title)
    assert {m.name for m in measures_of(group)} <= {e.label for e in user.app.expander}


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


@pytest.mark.parametrize(("words", "said"), [("Swap RATE", "found"), ("zebra quagga", "holds all these words")])
def test_words_are_looked_for(user, words: str, said: str) -> None:
    opened(user, methods_words=words)
    assert said in user.text()


def test_the_address_of_any_page_opens_one_card_with_its_settings(user) -> None:
    user.app.query_params["measure"] = "il1s"
    user.run()
    assert "IL1s" in titles(user)
    assert "mean, sum or percentage" in user.app.dataframe[0].value.to_string()
    assert "measure" not in user.app.query_params


@pytest.mark.parametrize("wrong", ["", "gdp", "<script>", "../x"])
def test_an_address_without_such_a_measure_opens_nothing(user, wrong: str) -> None:
    user.app.query_params["measure"] = wrong
    user.run()
    assert not [e for e in user.app.text_input if e.key == "methods_words"]


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
