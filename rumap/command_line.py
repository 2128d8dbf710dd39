"""The command ``ru-map``: the dashboard, and everything that the engine's command line does."""

from __future__ import annotations

import argparse
import os
import sys
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

from core.__main__ import Commands, run_command
from core.command_line.values import whole

PORT = 8501
LOOKS, SECONDS_BETWEEN_LOOKS = 300, 0.2
"""How often it is looked whether the server has started."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; see ``core.__main__.main``."""
    return run_command(arguments, "ru-map", _add_dashboard)


def _add_dashboard(commands: Commands) -> None:
    parser = commands.add_parser("run", help="open the dashboard in the browser")
    parser.add_argument("--port", type=whole, default=PORT, help=f"of the address it is opened at (default: {PORT})")
    parser.add_argument("--no-browser", action="store_true", help="only say the address")
    parser.add_argument("streamlit", nargs="*", metavar="-- OPTION", help="options of Streamlit's server")
    parser.set_defaults(command=_dashboard)


def _dashboard(options: argparse.Namespace) -> None:
    from streamlit.web import cli  # noqa: PLC0415 - nothing else of this program needs a browser

    if not options.no_browser and _has_display():
        Thread(target=_open_when_ready, args=(f"http://localhost:{options.port}",), daemon=True).start()
    asked = ["--server.port", str(options.port)]
    sys.exit(cli.main(["run", str(script()), *asked, *options.streamlit], prog_name="ru-map"))


def _open_when_ready(address: str) -> None:
    """Open the dashboard as soon as it answers; Streamlit itself opens scripts only, no application with a server."""
    for _ in range(LOOKS):
        with suppress(OSError), urlopen(f"{address}/_stcore/health", timeout=1):  # noqa: S310 - http, on this machine
            webbrowser.open(address)
            return
        time.sleep(SECONDS_BETWEEN_LOOKS)


def _has_display() -> bool:
    """Whether a browser could be seen: without a display, one that draws text would take the terminal."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def script() -> Path:
    """Return Streamlit's script: installed, it has a folder to itself; in the repository it lies at the top."""
    here = Path(__file__).resolve().parent
    installed = here / "dashboard" / "app.py"
    return installed if installed.is_file() else here.parent / "app.py"
