"""A file that is changed: locked, compared before it is replaced, and whole after whatever happens."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.commands.disk import write_whole
from core.errors import OutputError
from core.execution import locked

ROOT = Path(__file__).resolve().parents[2]
KILLED = """
import os, signal, sys
from pathlib import Path
from core.commands.disk import write_whole
os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
write_whole(Path(sys.argv[1]), "the new one")
"""


def test_a_file_that_another_process_holds_is_waited_for_and_then_refused(tmp_path):
    path = tmp_path / "r.rumap"
    refused = pytest.raises(OutputError, match="another command is using it")
    with locked(path), refused, locked(path, seconds=0):
        pass
    with locked(path, seconds=0) as file:
        file.replace(b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["r.rumap"]


def test_a_file_is_one_by_whatever_name_and_another_one_is_not_waited_for(tmp_path):
    (tmp_path / "link.rumap").symlink_to("r.rumap")
    refused = pytest.raises(OutputError, match="using it")
    first, another, link = (tmp_path / name for name in ("r.rumap", "other.rumap", "link.rumap"))
    with locked(first), locked(another, seconds=0), refused, locked(link, seconds=0):
        pass


def test_what_was_changed_without_a_lock_stays(tmp_path):
    path = tmp_path / "r.rumap"
    path.write_text("former")
    with locked(path) as file:
        assert file.content() == b"former"
        path.write_text("by a copy program")
        with pytest.raises(OutputError, match=r"r\.rumap: something else has changed it meanwhile"):
            file.replace(b"mine")
    assert path.read_text() == "by a copy program"
    assert [p.name for p in tmp_path.iterdir()] == ["r.rumap"]


def test_the_rights_stay_and_a_device_or_a_folder_is_not_replaced(tmp_path):
    path = tmp_path / "r.json"
    path.touch(mode=0o640)
    write_whole(path, "x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(OutputError, match="no file that could be replaced"):
            write_whole(tmp_path / name, "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_name_of_any_length_that_the_folder_takes_is_written(tmp_path):
    path = tmp_path / ("ä" * 125 + ".json")
    write_whole(path, "x")
    assert path.read_text() == "x"


@pytest.mark.slow
def test_a_process_that_is_killed_inside_a_write_leaves_the_former_file_and_nothing_for_long(tmp_path):
    path = tmp_path / "r.rumap"
    path.write_text("the former one")
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "the former one"
    write_whole(path, "the next one")
    assert [p.name for p in tmp_path.iterdir()] == ["r.rumap"]
