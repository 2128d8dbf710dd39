"""One archive that installs and starts R-U Map without a network: ``make bundle``.

    python deploy/bundle/make_bundle.py SBOM OUT [PLATFORM ...]

The archive holds the wheels of the program and of everything that it is installed with, their hashes, the list of
parts (SBOM, CycloneDX) and a start script for Linux and Windows. PLATFORM adds wheels of another one, such as
win_amd64; the Python is the one that this runs with.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATE = (2026, 1, 1, 0, 0, 0)
"""Of every file in the archive, so that the same wheels give the same bytes."""

CHECK = """\
import sys

if sys.version_info[:2] != {version}:
    sys.exit("this archive is for Python {words}; this is " + sys.version.split()[0] + ": set PYTHON to another one")
"""


def main(sbom: Path, out: Path, *platforms: str) -> None:
    """Gather the wheels and write the archive."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, out.stem)
        packages = folder / "packages"
        packages.mkdir(parents=True)
        _pip("wheel", "--no-deps", "--wheel-dir", str(packages), str(ROOT), str(ROOT / "extensions" / "archive"))
        _download(packages)
        for platform in platforms:
            _download(packages, "--platform", platform)
        (folder / "packages.txt").write_text(listed(packages), encoding="utf-8")
        version = sys.version_info[:2]
        check = CHECK.format(version=version, words=".".join(map(str, version)))
        (folder / "check_python.py").write_text(check, encoding="utf-8")
        for name in ("start.sh", "README.txt"):
            shutil.copy(HERE / name, folder)
        (folder / "start.bat").write_bytes(windows_script(version))
        shutil.copy(sbom, folder / "sbom.json")
        _archive(folder, out)
    sys.stdout.write(f"{out}: {out.stat().st_size / 1e6:.0f} MB\n")


def _download(packages: Path, *options: str) -> None:
    locked = ["--require-hashes", "-r", str(ROOT / "requirements.txt")]
    _pip("download", "--only-binary", ":all:", "--no-deps", "--dest", str(packages), *options, *locked)


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], check=True)  # noqa: S603


def listed(packages: Path) -> str:
    """Return the wheels of a folder as pip reads them: name, version and the hashes of the wheels that are there."""
    hashes: dict[str, list[str]] = {}
    for wheel in sorted(packages.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        hashes.setdefault(f"{name.replace('_', '-')}=={version}", []).append(f"--hash=sha256:{digest}")
    return "".join(f"{name} {' '.join(digests)}\n" for name, digests in hashes.items())


def windows_script(version: tuple[int, int]) -> bytes:
    """Return the start script of Windows for this Python; with other ends of lines its labels may not be found."""
    text = (HERE / "start.bat").read_text(encoding="utf-8").replace("{python}", ".".join(map(str, version)))
    return text.replace("\n", "\r\n").encode()


def _archive(folder: Path, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", DATE)
            entry.external_attr = (0o755 if path.suffix == ".sh" else 0o644) << 16
            kind = zipfile.ZIP_STORED if path.suffix == ".whl" else zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes(), kind)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
