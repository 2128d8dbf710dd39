"""Files made to be difficult: workbooks written part by part, archives that lie, damaged and labelled files."""

import codecs
import gzip
import io
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import xlsxwriter

TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"""
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
BOOK = f"""<workbook xmlns="{SHEETS}" xmlns:r="{OFFICE}">
<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>"""
ROOT = f"""<Relationships xmlns="{PACKAGE}">
<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>"""
LINKS = f"""<Relationships xmlns="{PACKAGE}">
<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"""
EMPTY_STRINGS = f'<sst xmlns="{SHEETS}" count="0" uniqueCount="0"/>'


def sheet(*rows: str, declaration: str = "") -> str:
    """A sheet of rows such as ``<row r="1">...</row>``."""
    return f'{declaration}<worksheet xmlns="{SHEETS}"><sheetData>{"".join(rows)}</sheetData></worksheet>'


def cell(place: str, text: str) -> str:
    """A cell that holds its text itself."""
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def workbook(content: str | bytes, **more: str | bytes) -> bytes:
    """An .xlsx file whose only sheet is written as given, with further parts (``__`` stands for a slash)."""
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": ROOT,
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": LINKS,
        "xl/worksheets/sheet1.xml": content,
    }
    return archive({**parts, **{name.replace("__", "/"): part for name, part in more.items()}})


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip archive."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return sink.getvalue()


def lying(content: bytes, name: str, size: int) -> bytes:
    """The archive, saying of one file that it has another size."""
    changed = bytearray(content)
    at = content.find(name.encode(), content.rfind(b"[Content_Types].xml"))
    entry = content.rfind(b"PK\x01\x02", 0, at)
    changed[entry + 24 : entry + 28] = struct.pack("<I", size)
    return bytes(changed)


def excel(rows: list[list[object]], name: str = "Data", **options: object) -> bytes:
    """A workbook as Excel writes it."""
    return excel_sheets({name: rows}, **options)


def excel_sheets(sheets: Mapping[str, list[list[object]]], hidden: str = "", **options: object) -> bytes:
    """A workbook of several sheets; a text that begins with = is a formula without a value."""
    sink = io.BytesIO()
    book = xlsxwriter.Workbook(sink, {"in_memory": True, **options})
    dates = book.add_format({"num_format": "yyyy-mm-dd"})
    for name, rows in sheets.items():
        page = book.add_worksheet(name)
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if isinstance(value, str) and value.startswith("#"):
                    page.write_formula(i, j, "=1/0", None, value)
                elif isinstance(value, str) and value.startswith("="):
                    page.write_formula(i, j, value, None, "")
                elif isinstance(value, pd.Timestamp):
                    page.write_datetime(i, j, value.to_pydatetime(), dates)
                else:
                    page.write(i, j, value)
        if name == hidden:
            page.hide()
    book.close()
    return sink.getvalue()


def parquet(**columns: object) -> bytes:
    """A Parquet file."""
    return parquet_table(pa.table(columns))


def parquet_table(table: pa.Table, **options: object) -> bytes:
    """A Parquet file of a table."""
    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


def row_bomb() -> bytes:
    """Half a billion cells in a few hundred kilobytes; missing ones, which are written in a moment."""
    return parquet_table(pa.table({f"c{i}": pa.nulls(51_000_000) for i in range(10)}), compression="zstd")


def labelled(ending: str, frame: pd.DataFrame, **options: object) -> bytes:
    """A file of a statistics program, as pyreadstat writes it."""
    write = {"sav": pyreadstat.write_sav, "zsav": pyreadstat.write_sav, "dta": pyreadstat.write_dta,
             "xpt": pyreadstat.write_xport, "por": pyreadstat.write_por}[ending]  # fmt: skip
    if ending == "zsav":
        options = {"compress": True, **options}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"made.{ending}"
        write(frame, str(path), **options)
        return path.read_bytes()


def flipped(content: bytes, at: int, n: int = 1) -> bytes:
    """The bytes with one bit turned at some places from ``at`` on."""
    changed = bytearray(content)
    for i in range(n):
        changed[(at + 37 * i) % len(changed)] ^= 4
    return bytes(changed)


def r_object(*items: bytes) -> bytes:
    """An .rds file (version 2, XDR) of serialised items."""
    return gzip.compress(b"X\n" + struct.pack(">3i", 2, 0x00030602, 0x00020300) + b"".join(items))


def r_list() -> bytes:
    """A list that holds one number."""
    return r_object(struct.pack(">2i", 19, 1), struct.pack(">2id", 14, 1, 5.0))


def r_function() -> bytes:
    """A function without arguments whose body is NULL."""
    return r_object(struct.pack(">4i", 3, 253, 254, 254))


def r_bomb(numbers: int = 30_000_000) -> bytes:
    """So many zeros, packed a thousand to one."""
    engine = zlib.compressobj(6, zlib.DEFLATED, 31)
    pieces = [engine.compress(b"X\n" + struct.pack(">5i", 2, 0x00030602, 0x00020300, 14, numbers))]
    zeros = bytes(8_000_000)
    pieces += [engine.compress(zeros) for _ in range(numbers * 8 // len(zeros))]
    return b"".join([*pieces, engine.flush()])


def protected() -> bytes:
    """The outside of a workbook with a password."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)


def marked(text: str, encoding: str) -> bytes:
    """Text with the mark of its encoding."""
    marks = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    return marks[encoding] + text.encode(encoding)


def r_frame(numbers: list[float], texts: list[str]) -> bytes:
    """A data frame of a column of numbers and one of texts."""
    frame = struct.pack(">2i", 0x313, 2) + _r_numbers(numbers) + _r_texts(texts)
    attributes = [("names", _r_texts(["x", "name"])), ("class", _r_texts(["data.frame"])),
                  ("row.names", struct.pack(">4i", 13, 2, -(2**31), -len(numbers)))]  # fmt: skip
    pairs = b"".join(struct.pack(">2i", 0x402, 1) + _r_text(name) + value for name, value in attributes)
    return r_object(frame, pairs, struct.pack(">i", 254))


def _r_text(text: str) -> bytes:
    return struct.pack(">2i", 0x00040009, len(text.encode())) + text.encode()


def _r_texts(texts: list[str]) -> bytes:
    return struct.pack(">2i", 16, len(texts)) + b"".join(map(_r_text, texts))


def _r_numbers(numbers: list[float]) -> bytes:
    return struct.pack(">2i", 14, len(numbers)) + struct.pack(f">{len(numbers)}d", *numbers)
