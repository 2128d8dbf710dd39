"""Names and values of the data show as they are written, and do nothing."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.components.downloads import as_csv
from pages.components.escaping import WORD_JOINER, md, plain
from pages.components.variables.variable_table import _meanings

CANARIES = [
    "![x](http://evil.example/p.png)",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    ":red[text]",
    ":material/home:",
    ":smile:",
    "$x^2$",
    "a -- b -> c <- d >= e ~= f",
    "www.evil.example",
    "me@evil.example",
    "# title",
    "* item",
    "`code`",
    "a_b_c",
    "~~gone~~",
    "| a | b |",
]


def unescaped(text: str) -> str:
    """Return what Markdown shows of an escaped text."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace(WORD_JOINER, "").replace("\u00a0", " ")


@pytest.mark.parametrize("name", CANARIES)
def test_escaped_text_shows_as_written(name: str) -> None:
    assert unescaped(md(name)) == name


@pytest.mark.parametrize("name", CANARIES)
def test_no_punctuation_stays_active(name: str) -> None:
    assert not re.search(r"[!-/:-@\[-`{-~]", re.sub(r"\\[!-/:-@\[-`{-~]", "", md(name)))


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("http://evil.example", r"https?://"),
        ("www.evil.example", r"www\."),
        ("me@evil.example", r"@\w"),
        (":material/home:", r":material/"),
        (":smile:", r":\w+:"),
        ("a -- b", r"\s--\s"),
        ("a -> b", r"\s->\s"),
        ("a >= b", r"\s>=\s"),
    ],
)
def test_what_is_replaced_after_markdown_is_broken(name: str, pattern: str) -> None:
    after_markdown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", md(name))
    assert re.search(pattern, name)
    assert not re.search(pattern, after_markdown)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\x00b", "a<U+0000>b"),
        ("a\nb", "a<U+000A>b"),
        ("Straße é 名", "Straße é 名"),
    ],
)
def test_invisible_characters_are_written_out(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_long_names_are_cut() -> None:
    assert len(plain("x" * 100_000)) == 120
    assert plain("x" * 100_000).endswith("…")


def test_leading_spaces_do_not_make_a_code_block() -> None:
    assert not md("    code").startswith(" ")


@given(st.text(max_size=60))
def test_any_text_shows_as_written(text: str) -> None:
    assert unescaped(md(text)).replace("\u00a0", " ") == plain(text).replace("\u00a0", " ")


def test_formulas_are_written_as_text() -> None:
    import pandas as pd

    table = pd.DataFrame({"=cmd": ["=1+1", "a;=1+1", "plain", "\uff1d1"], "value": [-1.5, 2, 3, 4]})
    lines = ['"\'=cmd","value"', '"\'=1+1","-1.5"', '"a;\'=1+1","2.0"', '"plain","3.0"', '"\'\uff1d1","4.0"']
    assert as_csv(table).splitlines() == lines


READ_MARKDOWN = {
    "button",
    "download_button",
    "checkbox",
    "toggle",
    "expander",
    "popover",
    "spinner",
    "progress",
    "metric",
}
"""Of Streamlit: their labels are Markdown, so that `__proto__` would be **proto** there."""


def bare_labels(path: Path) -> Iterator[str]:
    """The places of a module where a name or value is put into such a label as bare text."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            bare = {
                name for node in ast.walk(function) if isinstance(node, ast.Assign) for name in bound_to_plain(node)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in READ_MARKDOWN:
                    held = {node.id for part in call.args for node in ast.walk(part) if isinstance(node, ast.Name)}
                    if held & {"plain", *bare}:
                        yield f"{path.name}:{call.lineno}"


def bound_to_plain(assigned: ast.Assign) -> Iterator[str]:
    for target in assigned.targets:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = assigned.value.elts if isinstance(assigned.value, ast.Tuple) else [assigned.value] * len(names)
        for name, value in zip(names, values, strict=False):
            called = {getattr(n.func, "id", "") for n in ast.walk(value) if isinstance(n, ast.Call)}
            if isinstance(name, ast.Name) and "plain" in called:
                yield name.id


def test_no_label_that_reads_markdown_holds_bare_text() -> None:
    pages = Path(__file__).resolve().parents[2] / "pages"
    assert [place for path in sorted(pages.rglob("*.py")) for place in bare_labels(path)] == []


def test_no_file_is_offered_under_a_name_that_turns_round_or_breaks() -> None:
    bare = []
    for path in sorted((Path(__file__).resolve().parents[2] / "pages").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "file_name":
                named = any(isinstance(part, ast.Attribute) and part.attr == "name" for part in ast.walk(node.value))
                called = getattr(getattr(node.value, "func", None), "id", "")
                bare += [f"{path.name}:{node.value.lineno}"] if named and called != "plain" else []
    assert bare == []


def test_only_what_is_shown_is_written_out() -> None:
    """Thirty thousand labels of each variable were, at every rerun of a page, while everybody waited."""
    labels = {str(i): f"label \u202e{i}" for i in range(200_000)}
    start = time.process_time()
    assert _meanings(labels).startswith("0 · label <U+202E>0, 1 · label <U+202E>1, ")
    assert _meanings(labels).endswith("199,994 more")
    assert plain("\u202e" * 10_000_000) == "<U+202E>" * 14 + "<U+202E" + "…"
    assert time.process_time() - start < 0.2
