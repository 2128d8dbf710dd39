"""What else was released of the same original, when a review is due, and what two releases disclose together."""

from __future__ import annotations

from core.decision import Register, RegisteredRelease, Status
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import text
from core.wording import counted


def register_section(register: Register) -> Section:
    """Return the releases of the register, and what was found when they were compared."""
    heads = ("Release", "Decided", "Type", "Rules of", "Signed by", "Look again", "SHA-256")
    rows = tuple(_release_row(release) for release in register.releases)
    note = "A file that was looked at again stands here once for each decision; the last one counts."
    blocks: list[Block] = [Table("Register of releases", heads, rows, note)]
    checks = [(release.name, check) for release in register.in_force() for check in release.checks]
    if checks:
        rows_of_checks = tuple((text(name), text(c.about), text(c.status), text(c.sentence)) for name, c in checks)
        of_checks = ("Release", "Check", "Verdict", "Found")
        blocks.append(Table("Releases checked against each other", of_checks, rows_of_checks))
    broken = sum(check.status is Status.BROKEN for _name, check in checks)
    left = sum(check.status is Status.NOT_CHECKED for _name, check in checks)
    if left or not checks:
        words = f"{left} of these checks could not be made." if checks else "Not checked."
        blocks.append(Paragraph(words, Tone.WARNING))
    return Section("register", _title(register, broken, checked=bool(checks)), tuple(blocks))


def _title(register: Register, broken: int, *, checked: bool) -> str:
    files = counted(len(register.in_force()), "file", "files")
    if not checked:
        return f"{files} of this original were released; none was checked against another"
    checks = counted(broken, "check of two releases", "checks of two releases")
    return f"{files} of this original were released; {checks} found something"


def _release_row(release: RegisteredRelease) -> tuple[Cell, ...]:
    return (
        text(release.name),
        text(release.decided),
        text(release.release),
        text(release.policy),
        text(", ".join(release.signed)),
        text(release.look_again),
        text(release.sha256[:16]),
    )
