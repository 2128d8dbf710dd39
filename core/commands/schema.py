"""``schema``: what the documents look like that are read or written, for whatever writes or checks them."""

from __future__ import annotations

import argparse

from core.commands.terminal import put
from core.reports import schema_text


def schema(options: argparse.Namespace) -> None:
    """Write a JSON Schema; of a document in TOML it describes the tables that are read from it."""
    put(schema_text(options.document).encode())
