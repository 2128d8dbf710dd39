"""A disk that is full while something is saved: the former file is whole, and the message says what happened."""

import errno
import os
import resource

import pytest

from core.commands.disk import write_whole
from core.errors import RUMapError


@pytest.mark.parametrize("place", ["write", "fsync", "replace"])
def test_case_099_a_full_disk_leaves_the_former_file_whole(tmp_path, monkeypatch, place):
    path = tmp_path / "project.rumap"
    write_whole(path, "the former project")

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if place == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    elif place == "replace":
        monkeypatch.setattr(type(path), "replace", full)
    else:
        monkeypatch.setattr(type(path), "open", lambda partial, *_, **__: partial.touch() or _Full())
    with pytest.raises(RUMapError, match=r"project\.rumap: cannot be written \(No space left on device\)"):
        write_whole(path, "the new project")
    monkeypatch.undo()
    assert path.read_text() == "the former project"
    assert [p.name for p in tmp_path.iterdir()] == ["project.rumap"]


class _Full:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def write(self, _):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_case_099_a_limit_of_the_system_is_said_in_words(tmp_path):
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, former[1]))
    try:
        with pytest.raises(RUMapError, match="File too large"):
            write_whole(tmp_path / "results.json", "x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)
    assert list(tmp_path.iterdir()) == []
