"""Names and values of the data are shown through here, and nowhere else.

A column may be called ``![x](http://elsewhere/p.png)``, ``:red[x]`` or hold an invisible character that
turns the reading direction. On the screen such a name must look like what it is, and do nothing.
"""

import re

from core.wording import written_out

PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
BREAKS = re.compile(r"(?<=[:@])(?=\S)|(?<=[<>=~-])(?=[<>=~-])|(?<=www)(?=\.)", re.IGNORECASE)
WORD_JOINER = "\u2060"
NO_BREAK_SPACE = "\u00a0"
LONGEST = 120


def plain(text: object, longest: int = LONGEST) -> str:
    """Return a name or value for places that show bare text: tables, options, file names.

    Invisible and direction-changing characters are written out as ``<U+202E>``; long text is cut.
    """
    shown = written_out(str(text)[: longest + 1])  # a character is written as one or more: the rest is cut in any case
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def md(text: object, longest: int = LONGEST) -> str:
    """Return a name or value for places that read Markdown, so that it shows exactly as it is written.

    Every punctuation character is escaped; a word joiner, which nobody sees, breaks what Streamlit
    replaces after Markdown was read: links, icons, emoji, arrows.
    """
    shown = plain(text, longest)
    inner = shown.lstrip(" ")
    broken = BREAKS.sub(WORD_JOINER, inner)
    return NO_BREAK_SPACE * (len(shown) - len(inner)) + PUNCTUATION.sub(r"\\\1", broken)
