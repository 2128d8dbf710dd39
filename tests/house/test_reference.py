"""The pages of docs/reference that are written from the program are as it is now, and leave nothing out."""

from core.command_line.options import OFFERED
from tests.house.reference import pages, parsers, unlisted


def test_the_pages_of_reference_are_up_to_date():
    old = [path.name for path, text in pages() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    assert old == [], "write them again: make reference"


def test_every_measure_is_on_a_page():
    assert unlisted() == set()


def test_every_argument_of_a_command_says_what_it_is():
    silent = {(name, a.dest) for name, parser in parsers().items() for a in parser._actions if not a.help}
    assert {name for name, _ in silent} <= {*OFFERED, "run"}
    assert silent == set()
