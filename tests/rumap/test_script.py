"""The lines of the README as a script that nobody has prepared: with all processes, and run once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRAMES = """
print("begun", flush=True)
import pandas as pd
original = pd.DataFrame({"age": [20, 21, 30, 31] * 20, "region": ["n", "s", "e", "w", "w"] * 16})
masked = original.assign(age=original.age // 10 * 10)
"""


@pytest.mark.slow
def test_the_lines_of_the_readme_are_a_script(tmp_path):
    lines = re.search(
        r"^```python\n(from rumap import assess\n.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S
    )
    script = tmp_path / "analysis.py"
    script.write_text(FRAMES + lines[1] + "print(len(results), results['gdu']['scenario'].tolist())\n")
    asked = [sys.executable, str(script)]
    done = subprocess.run(
        asked, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, check=False
    )
    assert (done.stdout.splitlines(), done.returncode) == (["begun", "1 ['masked']"], 0), done.stderr
    assert "masked: records are not linked" in done.stderr
