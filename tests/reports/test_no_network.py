"""No report asks the network for anything and none starts another program: attempts are counted, none is found."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.reports import Kind, make_report, write_report
from tests.release_project import release_project

HERE = Path(__file__).resolve().parents[2]
WATCH = """
import json, sys
attempts = []
WATCHED = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg",
           "subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "urllib.Request")
LOOKUPS = {"fc-list", "ldconfig", "gcc", "cc", "ld", "objdump"}
def watch(event, arguments):
    # libraries and fonts of the machine are looked for by these, at the first start
    looked_up = event == "subprocess.Popen" and arguments[0].split("/")[-1] in LOOKUPS
    written_out = event == "urllib.Request" and str(arguments[0]).startswith("data:")
    if event in WATCHED and not looked_up and not written_out:
        attempts.append(event + " " + str(arguments)[:80])
sys.addaudithook(watch)
"""
REPORTS = """
import hashlib
from datetime import date
from core.reports import FORMATS, Kind, ShareOptions, make_report, project_format, write_project, write_report
from tests.release_project import release_project
project, written = release_project(), []
report = make_report(project, Kind.INTERNAL)
for form in FORMATS:
    content = write_report(report, form)
    assert len(content) > 1000
    written.append([form, hashlib.sha256(content).hexdigest()])
crate = project_format("crate", Kind.SHAREABLE)
assert len(crate.write(project, Kind.SHAREABLE, ShareOptions(), date(2026, 1, 31))) > 1000
assert len(write_project(project)) > 1000
"""
CALLS_OUT = """
import ctypes, socket, struct
written = []
if sys.argv[2] == "python":
    try:
        socket.create_connection(("192.0.2.1", 80), 1)
    except OSError:
        pass
else:  # as a library would that is not written in Python
    address = struct.pack("=HH4s8s", socket.AF_INET, socket.htons(80), bytes([192, 0, 2, 1]), bytes(8))
    libc = ctypes.CDLL(None)
    libc.connect(libc.socket(socket.AF_INET, socket.SOCK_STREAM, 0), address, 16)
"""
COUNT = """
with open("/proc/self/net/snmp") as file:
    heads, values = [line.split() for line in file if line.startswith("Ip:")]
attempts += ["no route"] * int(values[heads.index("OutNoRoutes")]) if sys.argv[1] == "alone" else []
print(json.dumps({"attempts": attempts, "written": written}))
"""


def in_a_network_of_its_own() -> list[str]:
    """The command that runs another one in an empty network, which counts every packet; none where not allowed."""
    tool = shutil.which("unshare")
    if tool and subprocess.run([tool, "-rn", "true"], capture_output=True, check=False).returncode == 0:
        return [tool, "-rn"]
    return []


def attempts_of(script: str, apart: list[str], *how: str) -> tuple[list[str], list[str]]:
    """Run a script with everybody watching; return what it tried to reach, and what it says that it wrote."""
    command = [*apart, sys.executable, "-c", WATCH + script + COUNT, "alone" if apart else "shared", *how]
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    ran = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, check=False, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    return found["attempts"], found["written"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts attempts as Linux shows them")
def test_no_report_looks_for_a_host_or_starts_a_program():
    attempts, written = attempts_of(REPORTS, in_a_network_of_its_own())
    assert attempts == []
    digests = dict(written)
    assert set(digests) == {"html", "docx", "pdf", "xlsx", "json", "zip"}
    report = make_report(release_project(), Kind.INTERNAL)
    assert digests["pdf"] == hashlib.sha256(write_report(report, "pdf")).hexdigest(), "the same bytes in any process"


@pytest.mark.skipif(sys.platform != "linux", reason="counts attempts as Linux shows them")
@pytest.mark.parametrize("how", ["python", "another language"])
def test_an_attempt_is_counted_whoever_makes_it(how: str):
    apart = in_a_network_of_its_own()
    if not apart and how != "python":
        pytest.skip("this system allows no network of one's own (unshare -rn): only attempts of Python are counted")
    assert attempts_of(CALLS_OUT, apart, how)[0]


def test_the_program_needs_no_browser():
    for name in ("pyproject.toml", "requirements.txt"):
        assert not {"kaleido", "choreographer"} & set(
            (HERE / name).read_text().replace("==", " ").replace('"', " ").split()
        )
