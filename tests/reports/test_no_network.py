"""No report asks the network for anything and none starts another program: attempts are counted, none is found."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
SCRIPT = """
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
from core.reports import FORMATS, make_report, write_report
from core.reports import Kind
from tests.release_project import release_project
project, written = release_project(), []
for kind in Kind:
    report = make_report(project, kind)
    for form in FORMATS:
        assert len(write_report(report, form)) > 1000
        written.append(form)
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts attempts as Linux shows them")
def test_no_report_looks_for_a_host_or_starts_a_program():
    apart = in_a_network_of_its_own()
    command = [*apart, sys.executable, "-c", SCRIPT, "alone" if apart else "shared"]
    ran = subprocess.run(
        command, cwd=HERE, env={**os.environ, "PYTHONPATH": str(HERE)}, capture_output=True, check=False, text=True
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["attempts"] == []
    assert set(found["written"]) >= {"html", "docx", "pdf", "xlsx", "json", "zip"}


def test_the_program_needs_no_browser():
    for name in ("pyproject.toml", "requirements.txt"):
        assert not {"kaleido", "choreographer"} & set(
            (HERE / name).read_text().replace("==", " ").replace('"', " ").split()
        )
