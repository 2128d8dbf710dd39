import ast
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from core.charts.text import escaped, shortened, text_width, wrapped
from core.charts.theme import DARK, LIGHT, SHAPES, Frame, colour_at, layout, relative_luminance, text_on


def contrast(a, b):
    high, low = sorted((relative_luminance(a), relative_luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rgb(colour):
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_labels_and_points_stand_out_from_the_page(palette):
    page = rgb(palette.background)
    assert contrast(rgb(palette.muted), page) >= 4.5
    assert contrast(rgb(palette.limit), page) >= 4.5
    assert contrast(rgb(palette.frontier), page) >= 4.5
    assert all(contrast(rgb(c), page) >= 3 for c in palette.scenarios)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_numbers_can_be_read_on_every_cell(palette):
    for scale in (palette.loss, palette.difference):
        for position in np.linspace(0, 1, 101):
            cell = colour_at(scale, position)
            assert contrast(rgb(text_on(cell)), cell) >= 4.3


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_no_loss_disappears_and_loss_grows_darker_or_lighter_throughout(palette):
    page = rgb(palette.background)
    contrasts = [contrast(colour_at(palette.loss, p), page) for p in np.linspace(0, 1, 21)]
    assert contrasts[0] < 1.2
    assert all(a < b for a, b in pairwise(contrasts))
    assert contrasts[-1] > 10


def test_no_value_is_not_no_loss():
    for palette in (LIGHT, DARK):
        assert palette.untestable not in palette.loss
        assert contrast(rgb(palette.untestable), rgb(palette.loss[0])) > 1.2


def test_shapes_and_colours_do_not_repeat_together():
    looks = {(i % len(LIGHT.scenarios), i % len(SHAPES)) for i in range(70)}
    assert len(looks) == 70


def test_the_layout_leaves_text_colours_to_the_page():
    content = layout(Frame(700, 400, 10, 10, 10, 10))
    assert "color" not in content["font"]
    assert content["paper_bgcolor"] == "rgba(0,0,0,0)"


def test_text_is_escaped_shortened_measured_and_wrapped():
    assert escaped("<b>&") == "&lt;b&gt;&amp;"
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"
    assert text_width("iiii", 12) < text_width("mmmm", 12)
    assert wrapped("one two three", text_width("one two", 12), 12) == ["one two", "three"]


def sentences(path):
    """Yield the words of a file that may be on the screen: all texts with a space, but for docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield from [node.value] if " " in node.value.strip() else []


@pytest.mark.slow
def test_no_words_on_screen_are_turned_round_by_the_dark_theme():
    # what is pale on a white page is dark on a black one: captions speak of strong and faint colours
    untrue = re.compile(r"\b(?:pale|paler|palest|dark|darker|darkest|bright|brighter)\b", re.IGNORECASE)
    root = Path(__file__).resolve().parents[2]
    files = [*(root / "pages").rglob("*.py"), *(root / "core" / "charts").rglob("*.py")]
    said = [sentence for path in files for sentence in sentences(path)]
    assert len(said) > 500
    assert [sentence for sentence in said if untrue.search(sentence)] == []
