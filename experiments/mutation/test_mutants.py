"""A mutation follows its text through the code, and is tried where its room is tested."""

import pytest

from experiments.mutation.mutants import Gone, Mutant, covering
from experiments.mutation.trial import attempt

SUM = "def total(values):\n    return sum(values)\n"
TEST = "from core.risk.total import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one function and one test; a trial of it knows nothing of this one."""
    for folder in ("core/risk", "pages", "tests/risk"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "core/risk/total.py").write_text(SUM)
    (tmp_path / "tests/risk/test_total.py").write_text(TEST)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n")
    return tmp_path


def mutant(before, after="0", file="core/risk/total.py"):
    return Mutant(file, before, after, "another formula")


def test_a_text_is_found_where_it_stands_now(project):
    assert mutant("sum(values)").place(project).name == "total.py"
    assert mutant("sum(values)", file="core/risk/elsewhere.py").place(project).name == "total.py"


def test_a_text_that_is_gone_or_stands_twice_is_said(project):
    with pytest.raises(Gone, match="is gone"):
        mutant("max(values)").place(project)
    with pytest.raises(Gone, match="2 times"):
        mutant("values").place(project)
    assert attempt(mutant("max(values)"), project).startswith("GONE")
    assert attempt(mutant("sum(values)", "sum("), project).startswith("GONE")
    assert (project / "core/risk/total.py").read_text() == SUM, "the code stays as it is"


def test_the_module_s_own_test_is_run_first(project):
    (project / "tests/risk/test_all.py").write_text("")
    place = project / "core/risk/total.py"
    assert [p.rsplit("/", 1)[1] for p in covering(mutant("sum"), place, project)] == ["test_total.py", "test_all.py"]
