"""Several server processes behind nginx, with the configuration that is shipped; ports and folders are a test's own."""

import re
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

from tests.server import ROOT, Server, free_port

SHIPPED = ROOT / "deploy" / "nginx.conf"


def nginx_path() -> str | None:
    """Return where nginx is; None where it is not installed."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin")


class Nginx:
    """nginx before servers on the loopback."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.port, self.folder = free_port(), folder
        self.file = folder / "nginx.conf"
        text = SHIPPED.read_text(encoding="utf-8")
        for number, port in enumerate(ports, start=1):
            text = text.replace(f"ru-map-{number}:8501", f"127.0.0.1:{port}")
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{self.port};")
        text = re.sub(r"/dev/shm/ru-map-([\w.]+)", rf"{folder}/\1", text)
        self.file.write_text(text, encoding="utf-8")

    def start(self) -> "Nginx":
        command = [nginx_path(), "-c", str(self.file), "-p", str(self.folder), "-e", "stderr", "-g", "daemon off;"]
        with (self.folder / "nginx.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            assert self.process.poll() is None, (self.folder / "nginx.log").read_text(encoding="utf-8")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=2):
                    return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError("nginx was not ready within 20 seconds")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Servers:
    """One server process, or several behind nginx."""

    def __init__(self, folder: Path, number: int) -> None:
        folders = [folder / str(i) for i in range(number)]
        for place in folders:
            place.mkdir()
        self.servers = [Server(place, RUMAP_RUNS_AT_ONCE="1") if number > 1 else Server(place) for place in folders]
        self.nginx = Nginx(folder, [s.port for s in self.servers]) if number > 1 else None

    @property
    def port(self) -> int:
        """Where browsers go."""
        return self.nginx.port if self.nginx else self.servers[0].port

    def start(self) -> "Servers":
        for server in self.servers:
            server.start()
        if self.nginx:
            self.nginx.start()
        return self

    def stop(self) -> None:
        if self.nginx:
            self.nginx.stop()
        for server in self.servers:
            server.stop()

    def said(self) -> str:
        return "".join(server.said() for server in self.servers)

    def pids(self) -> list[int]:
        """Return the processes that hold workspaces."""
        return [server.process.pid for server in self.servers if server.process is not None]
