"""From the offline archive to the worked map, without a network: ``python -m experiments.load.offline_bundle ARCHIVE``.

Everything runs in a network namespace of its own that has the loopback alone (Linux). Beside the clock the processor
time of all that was started: on a machine that others use it is what compares.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.screens import chromium

ALONE = ("unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")
PORT = 8777
PATIENCE = 900


def main(archive: str) -> None:
    """Go into a namespace without interfaces, or once there unpack, start and wait for the map."""
    if os.environ.get("BUNDLE_ALONE") != "yes":
        command = [*ALONE, sys.executable, "-m", "experiments.load.offline_bundle", archive]
        sys.exit(subprocess.run(command, check=False, env={**os.environ, "BUNDLE_ALONE": "yes"}).returncode)
    interfaces = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
    assert interfaces == ["lo"], interfaces
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        with zipfile.ZipFile(archive) as unpacked:
            unpacked.extractall(folder)
        script = next(Path(folder).glob("*/start.sh"))
        command = ["sh", str(script), "--no-browser", "--port", str(PORT)]
        program = subprocess.Popen(command, env={**os.environ, "PYTHON": sys.executable}, start_new_session=True)
        try:
            say("the server answers", answers(start, program), program.pid)
            with chromium() as browser:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(f"http://localhost:{PORT}", wait_until="commit")
                page.get_by_role("button", name="Open the worked example").click(timeout=PATIENCE * 1000)
                page.locator(".scatterlayer .points path").first.wait_for(timeout=PATIENCE * 1000)
                say("the worked map is drawn", time.monotonic() - start, program.pid)
        finally:
            os.killpg(program.pid, signal.SIGTERM)
            program.wait()


def answers(start: float, program: "subprocess.Popen[bytes]") -> float:
    """Return after how long the server answers."""
    while program.poll() is None and time.monotonic() - start < PATIENCE:
        try:
            urlopen(f"http://localhost:{PORT}/_stcore/health", timeout=2).close()
            return time.monotonic() - start
        except (URLError, OSError):
            time.sleep(0.2)
    raise SystemExit("the server did not start")


def say(what: str, seconds: float, program: int) -> None:
    """Say when something was reached, with the processor time of the program and of its parts that have ended."""
    words = Path(f"/proc/{program}/stat").read_text().rpartition(")")[2].split()
    used = sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    load = os.getloadavg()[0]
    sys.stdout.write(f"{what} after {seconds:.0f} s (processor: {used:.0f} s; load of the machine: {load:.1f})\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
