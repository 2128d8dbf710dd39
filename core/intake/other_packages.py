"""Files that a reader of another package reads: ``read(content) -> pyarrow.Table``, in the reader's process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pyarrow as pa

from core.errors import IntakeError, Malformed
from core.extensions import READERS, Offer, Unusable, error_and_place, offers
from core.intake.arrow.arrow_columns import refuse_schema
from core.intake.arrow.arrow_file import parsed_table
from core.intake.formats import ENDINGS, ending_of
from core.intake.parsed import Parsed, Source

NOT_INSTALLED = (
    "the package that reads .{ending} is not found in the process that reads files: install it into the environment of "
    "this program (what PYTHONPATH names is not looked at there)"
)


@cache
def foreign_endings() -> Mapping[str, Offer]:
    """Return the endings that other packages read, with who does; nothing is imported."""
    return {o.name: o for o in reversed(offers(READERS)) if o.name not in ENDINGS}


def left_out_readers() -> tuple[Unusable, ...]:
    """Return readers of files that this program reads itself, or that another package comes before."""
    return tuple(
        Unusable(f".{o.name}", o.origin, "files of this ending are read already")
        for o in offers(READERS)
        if foreign_endings().get(o.name) is not o
    )


def read(source: Source) -> Parsed:
    """Read a file by the reader of another package; raise an IntakeError that names the package."""
    ending = ending_of(source.name)
    offer = foreign_endings().get(ending)
    if offer is None:
        raise IntakeError(NOT_INSTALLED.format(ending=ending))
    table = _table(offer, bytes(source.content[source.start :]))
    refuse_schema(table.schema)
    return parsed_table(table, source, f".{ending}, read by {offer.origin}")


def _table(offer: Offer, content: bytes) -> pa.Table:
    try:
        read_content: Any = offer.load()
        table = read_content(content)
        if isinstance(table, pa.Table):
            table.validate(full=True)
    except IntakeError:
        raise
    except Exception as error:  # noqa: BLE001 - a bad package must not end the program
        raise Malformed(f"the reader of {offer.origin} ended with {error_and_place(error)}") from None
    if not isinstance(table, pa.Table):
        raise Malformed(f"the reader of {offer.origin} gave something else than an Arrow table")
    return table
