"""The end of a Parquet or Arrow file, which says where the description of its columns lies."""

from __future__ import annotations

from core.errors import LimitExceeded, Malformed
from core.intake.formats import Format
from core.intake.limits import Limits
from core.intake.parsed import Bytes

MARKS = {Format.PARQUET: b"PAR1", Format.ARROW: b"ARROW1"}
LENGTH_BYTES = 4


def check_footer(form: Format, content: Bytes, limits: Limits) -> None:
    """Refuse a file without a whole footer, or with one larger than is allowed.

    Raises
    ------
    Malformed
        The footer is missing or cut off.
    LimitExceeded
        It is too large: a footer describes columns, and grows with their number.
    """
    mark = MARKS[form]
    if content[max(0, len(content) - len(mark)) :] != mark or len(content) < 2 * len(mark) + LENGTH_BYTES:
        raise Malformed(f"the {form.value} file is cut off: its footer is missing; copy it again")
    end = len(content) - len(mark)
    size = int.from_bytes(content[end - LENGTH_BYTES : end], "little")
    if size > end - LENGTH_BYTES - len(mark):
        raise Malformed(f"the {form.value} file is cut off: its footer is missing; copy it again")
    if size > limits.footer_bytes:
        raise LimitExceeded(
            f"a footer of {size:,} bytes, {limits.footer_bytes:,} are allowed; leave columns out, or write it again "
            "with fewer row groups"
        )
