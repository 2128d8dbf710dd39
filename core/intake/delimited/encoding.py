"""Bytes -> UTF-8 text, with the encoding found by marks, by proof, or by asking."""

from __future__ import annotations

import codecs
import mmap
import re
from collections.abc import Iterator
from dataclasses import dataclass

import charset_normalizer
import numpy as np

from core.errors import Malformed
from core.intake.formats import unmarked_encoding
from core.intake.report import Finding, Severity

UTF8 = "utf-8"
CHUNK = 1 << 20
SAMPLE_BYTES = 65_536
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 before UTF-16: the little-endian mark of one begins with that of the other.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CONTROL = re.compile(r"[\x80-\x9f]")
"""No text has them; a reading that does is of another encoding."""
HALF_WIDTH = re.compile(r"[\uff61-\uff9f]")
"""Half-width katakana: what nearly any bytes are in Shift-JIS."""
HIGH = re.compile(rb"[\x80-\xff]")
AROUND = 200
"""Bytes before and behind a character beyond ASCII that are looked at, in its line."""
CODE_PAGES = ("cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1257", "iso8859_2", "iso8859_15")
"""Single-byte code pages that statistical files come in, the commonest first."""
WIDE_PAGES = ("cp932", "gb18030", "big5", "euc_kr", "euc_jp")
"""Encodings of several bytes for one character: Shift-JIS, GB 18030 and their like."""
MIXED_WIDE = 0.3
"""Lines of one or two characters in such an encoding that are UTF-8 by chance; in a single-byte page none is."""
SEEN_CHARACTERS = 8
"""Of a reading that are shown."""
OLD_PAGES = ("mac_roman", "cp850", "cp852", "cp866", "iso8859_5", "koi8_u", "cp1255", "cp1256", "cp874")
"""Offered as alternatives, never taken unasked: nearly any text looks possible in them, or few files come in them."""

Bytes = bytes | mmap.mmap


@dataclass(frozen=True)
class Text:
    """A file as UTF-8 text.

    Parameters
    ----------
    content : bytes or mmap
        Holds the text from ``start`` on.
    start : int
    encoding : str
        What the file was encoded in.
    findings : tuple of Finding
    """

    content: Bytes
    start: int
    encoding: str
    findings: tuple[Finding, ...] = ()


def decode(content: Bytes, start: int, chosen: str | None) -> Text:
    """Return the text of a file.

    Parameters
    ----------
    content : bytes or mmap
    start : int
        Where the file begins in ``content``.
    chosen : str or None
        The encoding, where the officer said it.

    Raises
    ------
    Malformed
        The bytes are no text in the chosen encoding or in any that is tried.
    """
    head = content[start : start + 4]
    for mark, encoding in MARKS:
        if head.startswith(mark) and (chosen is None or _is_family(chosen, encoding)):
            return _without_nul(_decoded(content, start + len(mark), encoding))
    if chosen is not None:
        return _without_nul(_decoded(content, start, chosen))
    wide = unmarked_encoding(content[start : start + SAMPLE_BYTES])
    if wide is not None:
        return _without_nul(_decoded(content, start, wide, (_wide_question(wide),)))
    if _first_error(content, start, UTF8) is None:
        return _without_nul(Text(content, start, UTF8))
    encoding, finding = _propose(content, start)
    return _without_nul(_decoded(content, start, encoding, (finding,)))


def _is_family(chosen: str, encoding: str) -> bool:
    """Tell whether a chosen encoding is the one of the mark, said with or without its byte order."""
    return codecs.lookup(chosen).name in {encoding, encoding.removesuffix("-le").removesuffix("-be"), f"{encoding}-sig"}


def _chunks(content: Bytes, start: int) -> Iterator[bytes]:
    for at in range(start, len(content), CHUNK):
        yield content[at : at + CHUNK]


def _first_error(content: Bytes, start: int, encoding: str) -> int | None:
    """Return the line of the first byte that is no text in an encoding; None: there is none."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    for chunk in _chunks(content, start):
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError as error:
            return line + error.object[: error.start].count(b"\n")
        line += chunk.count(b"\n")
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return line
    return None


def _decoded(content: Bytes, start: int, encoding: str, findings: tuple[Finding, ...] = ()) -> Text:
    line = _first_error(content, start, encoding)
    if line is not None:
        raise Malformed(f"line {line:,} is not text in {encoding}; choose another encoding or save the file as UTF-8")
    if codecs.lookup(encoding).name == UTF8:
        return Text(content, start, UTF8, findings)
    decoder = codecs.getincrementaldecoder(encoding)()
    encoded = bytearray()
    for chunk in _chunks(content, start):
        encoded += decoder.decode(chunk).encode(UTF8)
    return Text(bytes(encoded), 0, encoding, findings)


def _without_nul(text: Text) -> Text:
    if text.content.find(b"\0", text.start) < 0:
        return text
    content = text.content[text.start :]
    count = content.count(b"\0")
    message = f"{count:,} NUL characters were left out"
    finding = Finding(Severity.WARNING, message, None, count)
    return Text(content.replace(b"\0", b""), 0, text.encoding, (*text.findings, finding))


def _wide_question(encoding: str) -> Finding:
    other = encoding[:-2] + ("be" if encoding.endswith("le") else "le")
    message = f"the file does not say its encoding; read as {encoding}. Are the texts right?"
    return Finding(Severity.QUESTION, message, None, None, "encoding", (other,))


def _propose(content: Bytes, start: int) -> tuple[str, Finding]:
    """Return the likeliest single-byte encoding of a file that is not UTF-8, and the question about it."""
    sample = _telling_lines(content, start)
    _refuse_damaged_utf8(content, start, sample)
    present = _present_bytes(content, start)
    fitting = [
        e
        for e in _likely_encodings(sample)
        if (_first_error(content, start, e) is None if e in WIDE_PAGES else _decodes(present, e))
    ]
    if not fitting:
        raise Malformed("the text is not UTF-8 and fits no usual code page; save it as UTF-8 or choose its encoding")
    high = bytes(b for b in present if b > 127)
    readings: dict[str, str] = {}
    different: set[str] = set()
    for encoding in fitting:
        text = sample.decode(encoding, "replace")
        whole = text if encoding in WIDE_PAGES else high.decode(encoding, "replace")
        if whole not in different and not (readings and CONTROL.search(whole)):
            readings[encoding] = " ".join(list(dict.fromkeys(filter(_is_shown, text)))[:SEEN_CHARACTERS])
            different.add(whole)
    taken, *others = readings
    _refuse_two_encodings(content, start, sample, MIXED_WIDE if taken in WIDE_PAGES else 0.0)
    message = f"the text is not UTF-8; read as {taken}, with characters such as {readings[taken]}"
    for other in others:
        message += f"; as {other} they would be {readings[other]}"
    return taken, Finding(Severity.QUESTION, message + ". Is that right?", None, None, "encoding", tuple(others))


def _is_shown(character: str) -> bool:
    return character > "\x7f" and character != "\ufffd" and character.isprintable()


def _present_bytes(content: Bytes, start: int) -> bytes:
    seen = np.zeros(256, dtype=bool)
    for chunk in _chunks(content, start):
        seen |= np.bincount(np.frombuffer(chunk, dtype=np.uint8), minlength=256) > 0
    return bytes(np.flatnonzero(seen).tolist())


def _decodes(present: bytes, encoding: str) -> bool:
    """Tell whether bytes are text in an encoding."""
    try:
        present.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _telling_lines(content: Bytes, start: int) -> bytes:
    """Return lines that hold other than ASCII characters, up to a sample's size."""
    lines: list[bytes] = []
    size = 0
    at = start
    while size <= SAMPLE_BYTES and (character := HIGH.search(content, at)):
        first = max(at, character.start() - AROUND)
        before = content[first : character.start()].replace(b"\r", b"\n").rpartition(b"\n")[2]
        behind = content[character.start() : character.end() + AROUND].replace(b"\r", b"\n").partition(b"\n")[0]
        lines.append(before + behind)
        size += len(lines[-1])
        at = character.start() + len(behind)
    return b"\n".join(lines)


def _refuse_damaged_utf8(content: Bytes, start: int, sample: bytes) -> None:
    """Refuse text that is nearly all UTF-8: a code page would spoil all that is right in it."""
    text = sample.decode(UTF8, "replace")
    damaged = text.count("\ufffd")
    if sum(c > "\x7f" for c in text) - damaged > 2 * damaged:
        raise _mixed_refusal(content, start)


def _refuse_two_encodings(content: Bytes, start: int, sample: bytes, chance: float) -> None:
    """Refuse text in which whole lines are UTF-8 and others are not: any one encoding would spoil one of the two."""
    lines = [*sample.split(b"\n"), *_telling_lines(content, max(start, len(content) - SAMPLE_BYTES)).split(b"\n")]
    utf8 = sum(_decodes(line, UTF8) for line in lines)
    if utf8 > chance * len(lines):
        raise _mixed_refusal(content, start)


def _mixed_refusal(content: Bytes, start: int) -> Malformed:
    line = _first_error(content, start, UTF8)
    return Malformed(
        f"line {line:,} is not UTF-8 though other lines are, as where two files were put together; change it, or "
        "choose one encoding for the whole file"
    )


def _likely_encodings(sample: bytes) -> list[str]:
    """Return encodings by likelihood; among those that are equally likely the commonest goes first.

    An encoding of several bytes goes first only where it explains the text better than every single-byte one:
    nearly any bytes are some text in them.
    """
    pages = (*CODE_PAGES, *WIDE_PAGES)
    matches = charset_normalizer.from_bytes(sample, cp_isolation=list(pages), enable_fallback=False)
    scores: dict[str, tuple[float, float]] = {}
    for match in matches:
        if HALF_WIDTH.search(str(match)):
            continue
        score = (round(match.chaos, 2), -round(match.coherence, 2))
        for encoding in (match.encoding, *match.could_be_from_charset):
            scores[encoding] = min(score, scores.get(encoding, score))
    ranked = sorted((e for e in pages if e in scores), key=lambda e: (scores[e], pages.index(e)))
    return [*ranked, *(e for e in pages if e not in scores), *OLD_PAGES]
