"""Ask what is known against the packages that the program is installed with, and say so if that could not be asked.

    python .ci/audit.py PIP-AUDIT REQUIREMENTS

Ends with 0 only where every package was looked up and nothing is known; 1: something is known; 2: not everything, or
nothing, could be audited.
"""

import json
import subprocess
import sys

FOUND, NOT_AUDITED = 1, 2


def main(tool: str, requirements: str) -> int:
    """Run pip-audit on locked requirements; print what it found, and return the exit code."""
    command = [tool, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "-f", "json", "-r", requirements]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - our own
    except OSError as error:
        return _say(f"NOTHING WAS AUDITED: {tool} cannot be run ({error.strerror})", NOT_AUDITED)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, LookupError, TypeError):
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
    found = sum(bool(p.get("vulns")) for p in packages)
    return _say(f"{audited} packages audited: {found or 'no'} with known vulnerabilities", FOUND if found else 0)


def _say(line: str, code: int) -> int:
    (sys.stderr if code else sys.stdout).write(line + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
