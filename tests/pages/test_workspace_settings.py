"""What may be set by the environment: read once, refused in words where it makes no sense."""

import re
from pathlib import Path

import pytest

from core.errors import PlanError
from pages.components.server import settings as module
from pages.components.server.settings import NAMES, OTHERS, Settings, read_settings

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_set_means_thirty_minutes_and_at_most_two_runs() -> None:
    read = read_settings({"PATH": "/bin"})
    assert read == Settings()
    assert read.idle_minutes == 30
    assert 1 <= read.runs_at_once <= 2
    assert (read.public_hosts, read.user_header, read.sign_in) == ((), "", "")


def test_everything_can_be_set() -> None:
    read = read_settings({
        "RUMAP_IDLE_MINUTES": "7.5",
        "RUMAP_RUNS_AT_ONCE": "4",
        "RUMAP_PUBLIC_HOSTS": "ru-map.agency.example, ru.example",
        "RUMAP_USER_HEADER": "X-Remote-User",
        "RUMAP_SIGN_IN": "oidc",
    })  # fmt: skip
    assert read == Settings(7.5, 4, ("ru-map.agency.example", "ru.example"), "x-remote-user", "oidc")


def test_the_data_folder_is_known_by_its_place_without_links(tmp_path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    assert read_settings({"RUMAP_DATA": str(tmp_path / "link")}).data == str((tmp_path / "data").resolve())


def test_the_scratch_folder_is_taken_as_it_is_named(tmp_path) -> None:
    (tmp_path / "scratch").mkdir(mode=0o700)
    assert read_settings({"RUMAP_SCRATCH": str(tmp_path / "scratch")}).scratch == str(tmp_path / "scratch")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IDLE_MINUTES", "never"),
        ("IDLE_MINUTES", "0"),
        ("IDLE_MINUTES", "-1"),
        ("IDLE_MINUTES", "nan"),
        ("RUNS_AT_ONCE", "0.5"),
        ("RUNS_AT_ONCE", "inf"),
        ("SIGN_IN", "saml"),
        ("IDLE_MINUTE", "30"),
        ("DATA", "."),
        ("DATA", "/no/such/folder"),
        ("DATA", __file__),
        ("SCRATCH", "."),
        ("SCRATCH", "/no/such/folder"),
        ("SCRATCH", __file__),
    ],
)
def test_a_wrong_setting_keeps_the_server_from_starting(name: str, value: str) -> None:
    with pytest.raises(PlanError, match=f"RUMAP_{name}"):
        read_settings({f"RUMAP_{name}": value})


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_described(name: str) -> None:
    assert f"RUMAP_{name}" in str(module.__doc__)
    assert f"RUMAP_{name}" in (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")


def test_the_program_reads_no_other_variable_of_its_name() -> None:
    sources = [p.read_text(encoding="utf-8") for p in (*ROOT.glob("pages/**/*.py"), *ROOT.glob("core/**/*.py"))]
    named = {name for text in sources for name in re.findall(r"RUMAP_([A-Z_]+)", text)}
    assert named <= {*NAMES, *OTHERS, ""}
