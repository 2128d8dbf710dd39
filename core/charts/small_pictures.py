"""Pictures for a cell of a table: a distribution over the original's bins, and a mark for each variable of a file."""

from base64 import b64encode
from collections.abc import Sequence

from core.charts.theme import Palette, palette
from core.views import Change, FileShares

WIDTH, HEIGHT = 110.0, 28.0
REMOVED = "removed"
BLANK = 7.0
"""Pixels at the left for the bar of blanks."""

MARKS_WIDTH = 232.0
LARGEST_MARK = 9.0


def distribution_picture(
    size: int, file: FileShares, ground: FileShares | None, top: float, *, dark: bool = False
) -> str:
    """Return a picture (data address) of how a file's records lie over the original's ``size`` bins.

    Parameters
    ----------
    size : int
    file : FileShares
    ground : FileShares or None
        The original, behind a masked file; None: the file is the original.
    top : float
        The share a bin that is as high as the picture: one for a row of pictures.
    """
    colours = palette(dark)
    if file.reason:
        word = REMOVED if file.reason == REMOVED else "not comparable"
        return _address(WIDTH, f'<text x="{BLANK}" y="18" font-family="sans-serif" font-size="11" '
                        f'fill="{colours.muted}">{word}</text>')  # fmt: skip
    if ground is None:
        return _address(WIDTH, _bars(size, file, top, f'fill="{colours.reference}" fill-opacity="0.6"'))
    hatch = (
        '<pattern id="h" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="1.6" height="5" fill="{colours.masked}"/></pattern>'
    )
    line = f'stroke="{colours.masked}" stroke-width="1.1"'
    known, bands = (FileShares(tuple(s for s in file.steps if s.known is k), file.blank * k) for k in (True, False))
    return _address(WIDTH, hatch + _bars(size, ground, top, f'fill="{colours.reference}" fill-opacity="0.28"')
                    + _bars(size, known, top, f'fill="{colours.masked}" fill-opacity="0.12" {line}')
                    + _bars(size, bands, top, f'fill="url(#h)" {line}'))  # fmt: skip


def highest_share(files: Sequence[FileShares]) -> float:
    """Return the highest share a bin of some files, blanks included."""
    heights = [s.share / (s.right - s.left) for f in files for s in f.steps] + [f.blank for f in files]
    return max(heights, default=0.0) or 1.0


def _bars(size: int, file: FileShares, top: float, look: str) -> str:
    unit = (WIDTH - BLANK) / max(1, size)  # no bin where every value is missing
    steps = [(BLANK + s.left * unit, (s.right - s.left) * unit, s.share / (s.right - s.left)) for s in file.steps]
    steps += [(0.5, BLANK - 3.0, file.blank)] if file.blank else []
    return "".join(_rect(left, width, min(1.0, height / top), look) for left, width, height in steps if height > 0)


def _rect(left: float, width: float, height: float, look: str) -> str:
    tall = max(0.8, height * (HEIGHT - 2))
    return f'<rect x="{left:.1f}" y="{HEIGHT - 1 - tall:.1f}" width="{width:.1f}" height="{tall:.1f}" {look}/>'


def changes_picture(changes: Sequence[Change], *, dark: bool = False) -> str:
    """Return a picture (data address) with a mark for each variable: its shape says what was done, not its colour."""
    colours = palette(dark)
    step = min(LARGEST_MARK, MARKS_WIDTH / max(1, len(changes)))
    marks = [
        f'<g transform="translate({i * step:.2f} 7) scale({step / LARGEST_MARK:.3f} 1)">{_mark(change, colours)}</g>'
        for i, change in enumerate(changes)
    ]
    return _address(MARKS_WIDTH, "".join(marks))


def _mark(change: Change, colours: Palette) -> str:
    """Return a mark of 7 by 14 pixels."""
    box = 'x="0.5" y="0.5" width="6" height="13"'
    return {
        Change.SAME: f'<circle cx="3.5" cy="7" r="1.6" fill="{colours.muted}"/>',
        Change.RECODED: "".join(
            f'<rect x="0.5" y="{y}" width="6" height="3.4" fill="{colours.masked}"/>' for y in (0.5, 5.3, 10.1)
        ),
        Change.VALUES: f'<path d="M0.5 9 L2.4 3 L4.6 11 L6.5 5" fill="none" stroke="{colours.chosen}" '
        'stroke-width="1.8"/>',
        Change.BLANKS: f'<rect {box} fill="none" stroke="{colours.masked}" stroke-width="1.3"/>',
        Change.GONE: f'<path d="M0.5 3 L6.5 11 M6.5 3 L0.5 11" stroke="{colours.stopped}" stroke-width="1.8"/>',
        Change.UNKNOWN: f'<rect {box} fill="{colours.cannot_tell}"/>',
    }[change]


def _address(width: float, inside: str) -> str:
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{HEIGHT:g}" '
        f'viewBox="0 0 {width:g} {HEIGHT:g}">{inside}</svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
