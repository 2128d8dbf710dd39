"""Ask what is known against the packages that the program is installed with, and say so if that could not be asked.

    python .ci/audit.py PIP-AUDIT REQUIREMENTS

Ends with 0 only where every package was looked up and nothing is known; 1: something is known; 2: not everything, or
nothing, could be audited.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

FOUND, NOT_AUDITED = 1, 2
SECONDS = 1800
LOCKED = re.compile(r"^([\w.-]+)==[^;\n]*$", re.MULTILINE)
"""A package that is installed everywhere: one with a condition may not be asked about here."""


def main(tool: str, requirements: str) -> int:
    """Run pip-audit on locked requirements; print what it found, and return the exit code."""
    command = [tool, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "-f", "json", "-r", requirements]
    try:
        done = subprocess.run(  # noqa: S603 - our own
            command, check=False, capture_output=True, encoding="utf-8", errors="replace", timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _say(f"NOTHING WAS AUDITED: {tool} cannot be run ({error})", NOT_AUDITED)
    packages = _packages(done.stdout)
    if packages is None:
        why = done.stderr.strip().splitlines() or ["it said nothing"]
        return _say(f"NOTHING WAS AUDITED: pip-audit ended with {done.returncode}: {why[-1][:300]}", NOT_AUDITED)
    skipped = [p for p in packages if "skip_reason" in p]
    for package in packages:
        for known in package.get("vulns", ()):
            mended = ", ".join(known.get("fix_versions", ())) or "no version yet"
            _say(f"{package['name']} {package.get('version', '')}: {known['id']}, mended in {mended}", FOUND)
    audited = len(packages) - len(skipped)
    if skipped or not packages:
        names = ", ".join(f"{p['name']} ({p['skip_reason']})" for p in skipped[:5])
        start = f"{audited} of {len(packages)} packages audited" if audited else "NOTHING WAS AUDITED"
        return _say(f"{start}: {names or 'there are no packages'}", NOT_AUDITED)
    found = sum(bool(p["vulns"]) for p in packages)
    asked = {_plain(name) for name in LOCKED.findall(Path(requirements).read_text(encoding="utf-8"))}
    if missing := sorted(asked - {_plain(p["name"]) for p in packages}):
        return _say(f"{audited} packages audited, {len(missing)} were not: {', '.join(missing[:5])}", NOT_AUDITED)
    if not found and done.returncode:
        return _say(f"{audited} packages audited, but pip-audit ended with {done.returncode}", NOT_AUDITED)
    return _say(f"{audited} packages audited: {found or 'no'} with known vulnerabilities", FOUND if found else 0)


def _packages(said: str) -> list[dict[str, Any]] | None:
    """Return what is said of each package; None where it is not said as it must be."""
    try:
        packages = json.loads(said)["dependencies"]
        whole = all(isinstance(p["name"], str) and isinstance(p.get("vulns", []), list) for p in packages)
        whole = whole and all(isinstance(known["id"], str) for p in packages for known in p.get("vulns", []))
        return packages if whole and all("vulns" in p or "skip_reason" in p for p in packages) else None
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _plain(name: str) -> str:
    """Return the name of a package as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _say(line: str, code: int) -> int:
    (sys.stderr if code else sys.stdout).write(line + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
