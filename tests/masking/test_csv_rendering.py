import csv
import hashlib
import io

from hypothesis import given
from hypothesis import strategies as st

from core.masking.csv_rendering import as_file, csv_bytes

CELLS = st.one_of(
    st.none(), st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["a", 'say "x"', "x,y", "é", "l\nm"])
)


def test_the_bytes_are_rfc_4180(file_of) -> None:
    file = file_of(**{"age, years": [20, None, 2.5], "place": ["a,b", 'say "x"', "<10"]})
    assert csv_bytes(file) == b'"age, years",place\r\n20,"a,b"\r\n,"say ""x"""\r\n2.5,<10\r\n'


def test_a_lone_empty_cell_is_no_blank_line(file_of) -> None:
    assert csv_bytes(file_of(x=[1, None])) == b'x\r\n1\r\n""\r\n'


@given(rows=st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=20))
def test_cells_are_read_back_exactly(file_of, rows) -> None:
    file = file_of(x=[x for x, _ in rows], y=[y for _, y in rows])
    read = list(csv.reader(io.StringIO(csv_bytes(file).decode(), newline="")))
    assert read[0] == ["x", "y"]
    for (x, y), (text_x, text_y) in zip(rows, read[1:], strict=True):
        for cell, text in ((x, text_x), (y, text_y)):
            assert text == "" if cell is None else text == cell if isinstance(cell, str) else float(text) == cell


def test_a_file_gets_its_name_and_hash(file_of) -> None:
    file = file_of(x=[1, 2])
    named = as_file(file, "masked.csv")
    assert (named.name, named.sha256) == ("masked.csv", hashlib.sha256(b"x\r\n1\r\n2\r\n").hexdigest())
    assert (file.name, file.sha256) == ("small.csv", "")
