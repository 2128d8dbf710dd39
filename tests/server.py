"""A server of its own for a test, started as a user starts it, and a line to it that can be cut."""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STARTED = (sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", "{port}")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """One server process; its output goes to a file, its temporary files to a folder that a test can look into."""

    def __init__(
        self, folder: Path, port: int = 0, command: Sequence[str] = STARTED, cwd: Path = ROOT, **environment: str
    ) -> None:
        self.port = port or free_port()
        self.command, self.cwd = command, cwd
        self.log = folder / "log.txt"
        self.temporary = folder / "tmp"
        self.temporary.mkdir(exist_ok=True)
        self.environment = {**os.environ, "TMPDIR": str(self.temporary), **environment}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        with self.log.open("ab") as stream:
            self.process = subprocess.Popen(
                [part.format(port=self.port) for part in self.command],
                cwd=self.cwd,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + 90
        while time.monotonic() < end:
            assert self.process.poll() is None, self.said()[-2000:]
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=2):
                    return self
            except OSError:
                time.sleep(0.2)
        raise AssertionError("the server was not ready within 90 seconds")

    def start_again_if_ended(self) -> None:
        if self.process is None or self.process.poll() is not None:
            self.start()

    def stop(self) -> int:
        """End it politely; return its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(20)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)

    def said(self) -> str:
        """Return all it has written to its output and log."""
        return self.log.read_text(encoding="utf-8", errors="replace")


class Line:
    """A line to a server's port, which can be cut and mended."""

    def __init__(self, to_port: int) -> None:
        self.to_port, self.whole = to_port, True
        self.open: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
        for end in self.open:
            _close(end)
        self.open.clear()

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        _close(self.listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to_port))
            self.open += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(a, b), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    _close(target)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
