"""What the command line says of cases 59 to 78: two files side by side, and what the codebook says of them."""

from pathlib import Path

import pytest

from core.__main__ import main
from core.data import read_codebook, write_codebook
from tests.pairing.case_files import CASES, Case, quick_reading  # noqa: F401 - a fixture

CHEAP = ("--measures", "ldu_univariate", "--set", "interval.groups=0", "--jobs", "1")


def lines(said: str, file: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith(f"{file}: ")]


def one_of_each(place: int, case: Case):
    """Return a case; most go the same way, and are tried in ``make gallery``."""
    own = case.refused or case.silent or place % 4 == 0
    return pytest.param(case, id=case.id, marks=[] if own else [pytest.mark.study])


@pytest.mark.usefixtures("quick_reading")
@pytest.mark.parametrize("case", [one_of_each(i, case) for i, case in enumerate(CASES)])
@pytest.mark.slow
def test_what_the_command_line_says(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for name, content in case.files().items():
        (tmp_path / name).write_bytes(content)
    files = [str(tmp_path / name) for name in case.files()]
    book = tmp_path / "codebook.toml"
    assert main(["codebook", *files, "--out", str(book)]) == 0
    drafted = capsys.readouterr().err
    book.write_text(write_codebook(case.tagged(read_codebook(book.read_text()))))
    code = main(["assess", *files, "--codebook", str(book), *CHEAP, "--out", str(tmp_path / "out.json")])
    said = capsys.readouterr().err
    assert code == (2 if case.refused else 0)
    for words in (*case.words, *case.said):
        assert words in said
        assert words in drafted or case.roles or case.linked
    # what a file is that is neither linked nor declared is asked of every one
    asked = ("question: what is it?", "question: are these the original's records", "key set ")
    beside = [line for line in lines(said, "masked.csv") if not line.removeprefix("masked.csv: ").startswith(asked)]
    assert not case.silent or not beside


def test_every_case_from_59_to_78_is_there():
    assert {int(case.id.split("_")[1]) for case in CASES} == set(range(59, 79))
