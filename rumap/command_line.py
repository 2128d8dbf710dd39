"""The command ``ru-map``: the dashboard, and everything that the engine's command line does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from core.__main__ import Commands, run_command
from core.command_line.values import whole

PORT = 8501


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

    asked = ["--server.port", str(options.port), "--server.headless", str(options.no_browser).lower()]
    sys.exit(cli.main(["run", str(script()), *asked, *options.streamlit], prog_name="ru-map"))


def script() -> Path:
    """Return Streamlit's script: installed, it has a folder to itself; in the repository it lies at the top."""
    here = Path(__file__).resolve().parent
    installed = here / "dashboard" / "app.py"
    return installed if installed.is_file() else here.parent / "app.py"
