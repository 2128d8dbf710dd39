"""A piece of work in a process of its own, as if on another processor."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from experiments.processors.settings import Setting

ROOT = Path(__file__).resolve().parents[2]


def run_on(setting: Setting, work: str, folder: Path) -> dict[str, Any]:
    """Return what the work finds there (``found``), and which matrix routines found it (``cores``)."""
    out = folder / f"{work}.json"
    command = [sys.executable, "-m", "experiments.processors.one_run", work, str(out)]
    ended = subprocess.run(
        command, cwd=ROOT, env=setting.environment(folder), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr[-4000:]
    return dict(json.loads(out.read_text(encoding="utf-8")))
