"""What the program is built from: audited or said not to be, and no image of a base that can change."""

import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GOOD = {"name": "numpy", "version": "1", "vulns": []}
BAD = {"name": "jinja2", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
SKIPPED = {"name": "altair", "skip_reason": "not found on PyPI"}


def audited(folder: Path, said: object, ends: int = 0, locked: str = "numpy==1 \\\n") -> tuple[int, str]:
    """Return exit code and words of the audit where the tool says this and ends so."""
    tool, requirements = folder / "pip-audit", folder / "requirements.txt"
    requirements.write_text(locked)
    text = said if isinstance(said, str) else json.dumps({"dependencies": said})
    tool.write_text(
        f"#!{sys.executable}\nimport sys\nprint({text!r})\nprint('no line', file=sys.stderr)\nsys.exit({ends})"
    )
    tool.chmod(0o755)
    command = [sys.executable, str(ROOT / ".ci" / "audit.py"), str(tool), str(requirements)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "ends", "code", "words"),
    [
        ([GOOD], 0, 0, "1 packages audited: no with known vulnerabilities"),
        ([GOOD, BAD], 1, 1, "jinja2 2: CVE-1, mended in 3"),
        ([SKIPPED], 0, 2, "NOTHING WAS AUDITED: altair"),
        ([GOOD, SKIPPED], 0, 2, "1 of 2 packages audited: altair"),
        ([], 0, 2, "NOTHING WAS AUDITED"),
        ("", 1, 2, "NOTHING WAS AUDITED: pip-audit ended with 1: no line"),
        ("[]", 0, 2, "NOTHING WAS AUDITED"),
        ([GOOD], 2, 2, "1 packages audited, but pip-audit ended with 2"),
        ([{**GOOD, "vulns": None}], 0, 2, "NOTHING WAS AUDITED"),
        ([{**GOOD, "vulns": [{}]}], 1, 2, "NOTHING WAS AUDITED"),
        ([{"name": "numpy", "version": "1"}], 0, 2, "NOTHING WAS AUDITED"),
        (["numpy"], 0, 2, "NOTHING WAS AUDITED"),
        ("7", 0, 2, "NOTHING WAS AUDITED"),
    ],
)
def test_only_a_whole_audit_without_findings_ends_well(tmp_path, said, ends, code, words) -> None:
    ended, told = audited(tmp_path, said, ends)
    assert (ended, words in told) == (code, True)


def test_packages_that_were_not_asked_about_are_named(tmp_path) -> None:
    locked = "numpy==1 \\\n    --hash=sha256:0\nPy_Arrow==2 \\\npywin32==3 ; sys_platform == 'win32' \\\n"
    code, words = audited(tmp_path, [GOOD], locked=locked)
    assert (code, "1 packages audited, 1 were not: py-arrow" in words) == (2, True)
    assert audited(tmp_path, [GOOD, {**GOOD, "name": "py.arrow"}], locked=locked)[0] == 0


def test_a_tool_that_is_not_there_is_said(tmp_path) -> None:
    command = [sys.executable, str(ROOT / ".ci" / "audit.py"), str(tmp_path / "none"), "requirements.txt"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, "NOTHING WAS AUDITED" in done.stderr) == (2, True)


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("base", ["python:3.11-slim", "python:3.11-slim@sha256:abc", "python@sha256:" + "z" * 64])
def test_no_image_is_built_of_a_base_that_can_change(base) -> None:
    done = subprocess.run(["make", "image", f"BASE={base}"], check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "DIGEST" in done.stderr
    assert "docker build" not in done.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_image_is_built_of_the_base_that_is_pinned() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^FROM .*$", dockerfile, re.MULTILINE) == ["FROM ${BASE}"]
    pinned = re.findall(r"^ARG BASE=(python:3\.11\.\d+-slim-bookworm@sha256:[0-9a-f]{64})$", dockerfile, re.MULTILINE)
    assert len(pinned) == 1
    done = subprocess.run(["make", "-n", "image"], check=False, capture_output=True, text=True, cwd=ROOT)
    assert f"docker build --build-arg BASE='{pinned[0]}'" in done.stdout


def test_the_start_script_of_windows_names_its_python_and_every_label_it_goes_to():
    bundle = runpy.run_path(str(ROOT / "deploy" / "bundle" / "make_bundle.py"))
    script = bundle["windows_script"]((3, 11)).decode()
    assert "py -3.11 check_python.py" in script
    assert script.count("\n") == script.count("\r\n")
    assert set(re.findall(r"goto (\w+)", script)) == set(re.findall(r"(?m)^:(\w+)\r$", script))
