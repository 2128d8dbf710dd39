"""The file of limits: read, refused by name, and in force."""

from pathlib import Path

import pytest

from core.errors import IntakeError, LimitExceeded
from core.intake import DEFAULT, Limits, limits_in_force, read_file


def test_without_a_file_the_defaults_are_in_force():
    assert limits_in_force({}) is DEFAULT


def test_entries_take_the_place_of_the_defaults(tmp_path: Path):
    path = tmp_path / "limits.toml"
    path.write_text("file_bytes = 10\nwall_seconds = 3\n")
    assert limits_in_force({"RUMAP_LIMITS": str(path)}) == Limits(file_bytes=10, wall_seconds=3.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rows = 3\n", "'rows', which is no limit; known are file_bytes"),
        ("columns = 0\n", "'columns' must be a positive whole number"),
        ("columns = 2.5\n", "'columns' must be a positive whole number"),
        ("columns = true\n", "'columns' must be a positive whole number"),
        ("wall_seconds = 'long'\n", "'wall_seconds' must be a positive number"),
        ("wall_seconds = inf\n", "'wall_seconds' must be a positive number"),
        ("columns", "cannot be read (TOMLDecodeError)"),
    ],
)
def test_a_wrong_file_of_limits_is_refused_by_name(tmp_path: Path, text: str, words: str):
    path = tmp_path / "limits.toml"
    path.write_text(text)
    with pytest.raises(IntakeError) as refusal:
        limits_in_force({"RUMAP_LIMITS": str(path)})
    assert "'limits.toml' (named by RUMAP_LIMITS)" in str(refusal.value)
    assert words in str(refusal.value)


def test_the_file_of_limits_is_in_force_when_a_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "limits.toml"
    path.write_text("file_bytes = 10\n")
    monkeypatch.setenv("RUMAP_LIMITS", str(path))
    with pytest.raises(LimitExceeded, match=r"a\.csv: 12 bytes, 10 are allowed"):
        read_file("a.csv", b"a,b\n1,2\n3,4\n")
    monkeypatch.setenv("RUMAP_LIMITS", str(tmp_path / "gone.toml"))
    with pytest.raises(IntakeError, match="cannot be read"):
        read_file("a.csv", b"a,b\n1,2\n3,4\n")
