"""No text becomes a formula, whatever parts the cells of anyone who opens it."""

import csv
import io
import re
import time
import unicodedata

import pytest

from core.reports.spreadsheet_text import harmless

# as spreadsheets read them: a cell that begins, after blanks, with a sign
FORMULA = re.compile(r"[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u2212"])
@pytest.mark.parametrize(
    "before", ["", "a;", "a,", "a\t", "a|", "a\n", "a\r", " ", "\u200b", 'a;"', 'a","', "a; ", "\ufeff", "\t", ":"]
)
def test_no_part_of_a_text_begins_like_a_formula(sign, before):
    text = harmless(f"{before}{sign}1+1")
    for separator in ",;\t|:":
        # read with quotes, and as a program does that does not know them
        for line in re.split(r"[\r\n]", text):
            cells = [*next(csv.reader([line], delimiter=separator), []), *line.replace('"', "").split(separator)]
            assert not [c for c in cells if FORMULA.match(c)], text
    assert sign in text


@pytest.mark.parametrize(
    "text", ["", "plain", "a-b", "x = 1", "-5", "-0.3", "12%", "-3.5%", "1,000", "10-20", "a; b", "über = 3"]
)
def test_what_is_no_formula_stays_as_it_is(text):
    assert harmless(text) == text


def test_a_formula_is_marked_where_it_begins():
    assert harmless("=1+1") == "'=1+1"
    assert harmless("-1+1") == "'-1+1"
    assert harmless("a;=1+1, +2") == "a;'=1+1, '+2"


@pytest.mark.parametrize(
    "unseen", ["\xad", "\u061c", "\u180e", "\u2066", "\u206f", "\ufe0f", "\U000e0020", "\x07", "\x1b", "\x7f"]
)
@pytest.mark.parametrize("separator", ["", "a;", "a\u037e", "a\ufe54", "a\uff1a", "a\uff5c"])
def test_what_is_not_seen_hides_no_formula_behind_any_semicolon(separator, unseen):
    assert harmless(f"{separator}{unseen}=1+1") == f"{separator}{unseen}'=1+1"


def test_it_takes_no_longer_than_the_text_is_long():
    for hostile in (" ", '"', ";", "\t", "=", "; ", "-1"):
        start = time.perf_counter()
        harmless(hostile * 100_000)
        assert time.perf_counter() - start < 1


def test_case_116_cells_of_a_workbook_stay_text_when_they_are_edited():
    import zipfile

    from core.reports import Cell, Kind, Report, Section, Table
    from core.reports.formats.workbook_document import write_workbook

    table = Table("t", ("=head",), ((Cell("a;=1+1"),), (Cell("=1+1"),), (Cell("http://a.example"),), (Cell("3", 3),)))
    content = write_workbook(Report(Kind.INTERNAL, "=title", "", "", (Section("s", "-t", (table,)),)))
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        styles = re.findall(r"<xf [^>]*>", book.read("xl/styles.xml").decode().split("<cellXfs")[1])
        for name in ("xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"):
            sheet = book.read(name).decode()
            assert "<f>" not in sheet
            assert "<hyperlink" not in sheet
            cells = re.findall(r'<c r="[A-Z]+\d+"(?: s="(\d+)")? t="s">', sheet)
            assert cells
            assert all(style and 'quotePrefix="1"' in styles[int(style)] for style in cells)


def test_every_character_that_stands_for_a_sign_or_a_separator_counts_as_one():
    plain = {c: unicodedata.normalize("NFKC", c) for c in map(chr, range(0x10000)) if not "\ud800" <= c <= "\udfff"}
    signs = [c for c, meant in plain.items() if meant in ("=", "+", "-", "@")]
    separators = [c for c, meant in plain.items() if meant in (",", ";", "|", ":", "\t")]
    assert len(signs) >= 17
    assert len(separators) >= 16
    missed = [f"{ord(c):x}" for c in signs if harmless(f"{c}A1") != f"'{c}A1"]
    missed += [f"{ord(c):x}" for c in separators if harmless(f"a{c}=1") != f"a{c}'=1"]
    assert not missed
