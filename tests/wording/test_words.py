"""Shares, lists and characters that do not show, as they are written everywhere; and that nobody writes them anew."""

import re
from pathlib import Path

import pytest

from core.wording import (
    and_more,
    exact_percent,
    first_of,
    first_reason,
    is_invisible,
    percent,
    trimmed_percent,
    written_out,
)

ROOT = Path(__file__).parents[2]
ANEW = re.compile(
    r"""and\ \{[^{}"]*\}\ more\b"""  # and {n} more
    r"""|\{100\ \*[^{}]*:[^{}]*\}%"""  # {100 * x:.1f}%
    r"""|"C[cfs]","""  # categories of characters
)
MORE_IS_NO_LIST = {"pages/components/report/decision_checks.py", "pages/components/laboratory/feedback.py"}
"""A caption about a table; so many more variables."""


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (percent(0.5), "50.0%"),
        (percent(0.125, 0), "12%"),
        (exact_percent(0.0042), "0.42%"),
        (exact_percent(-0.0042), "-0.42%"),
        (exact_percent(0.0), "0.0%"),
        (exact_percent(0.0000002), "below 0.01%"),
        (exact_percent(0.0001), "0.01%"),
        (exact_percent(0.01), "1.0%"),
        (trimmed_percent(0.05), "5%"),
        (trimmed_percent(0.123456), "12.35%"),
        (trimmed_percent(0.123456, 2), "12%"),
        (and_more(0), ""),
        (and_more(1234), " and 1,234 more"),
        (first_of(["a", "b"], 2), "a, b"),
        (first_of(["a", "b", "c"], 1, " < "), "a and 2 more"),
        (first_of([]), ""),
        (first_of(["a", "b", "c"], 2), "a, b and 1 more"),
        (first_reason(["it is empty"]), "it is empty"),
        (first_reason(["it is empty", "it is text", "it is one"]), "it is empty (and 2 more)"),
        (written_out("a\u202eb"), "a<U+202E>b"),
        (written_out("\ue000"), "<U+E000>"),
        (is_invisible("\u200b"), True),
        (is_invisible("\ue000"), False),
        (is_invisible("é"), False),
    ],
)
def test_how_it_is_written(written: object, expected: object) -> None:
    assert written == expected


def test_shares_lists_and_hidden_characters_are_written_in_one_place() -> None:
    anew = [
        f"{name}:{text[: hit.start()].count(chr(10)) + 1}"
        for room in ("core", "extensions", "pages")
        for path in sorted((ROOT / room).rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in MORE_IS_NO_LIST and not name.startswith("core/wording/")
        for text in [path.read_text(encoding="utf-8")]
        for hit in ANEW.finditer(text)
    ]
    assert not anew


APART = re.compile(r"[0-9*}][ \u00a0\u202f]%(?!\}| ?\d+[:}]).*")  # but for remainders: {seconds % 60:02d}
SEED_OF_A_SAMPLE = "%|0"
"""The name of a random stream of the worked example; another one would draw another sample."""


def test_percent_stands_at_its_figure_as_the_writer_of_shares_puts_it() -> None:
    """95%, as ``percent`` writes it; also in the words of examples, reports and documents."""
    kinds = {".py", ".md", ".toml", ".json", ".html", ".svg"}
    places = [
        p for room in ("core", "extensions", "pages", "rumap", "assets", "docs") for p in (ROOT / room).rglob("*")
    ]
    apart = [
        f"{path.relative_to(ROOT).as_posix()}: {hit.group()}"
        for path in [ROOT / "app.py", ROOT / "README.md", *places]
        if path.suffix in kinds
        for hit in APART.finditer(path.read_text(encoding="utf-8"))
        if SEED_OF_A_SAMPLE not in hit.group()
    ]
    assert apart == []
