"""Words of the program in another language, from a translation file in gettext's format (.po).

The code holds the English words, each marked by ``_``; ``assets/translation/ru-map.pot`` lists them all. Whoever runs
the program names a translation of that list in ``RUMAP_TRANSLATION``; it holds for everybody on that server.
"""

from __future__ import annotations

import gettext
import io
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter

from core.errors import TranslationError

VARIABLE = "RUMAP_TRANSLATION"
Words = str | Sequence[str]
"""A sentence, or a noun in its singular and its plurals."""


def _(message: str) -> str:
    """Return the words in the language of this server; those that have no translation as they are.

    Parameters
    ----------
    message : str
        English; values stand in it as ``{name}`` and are filled in after it has been translated.

    Raises
    ------
    TranslationError
        The translation that ``RUMAP_TRANSLATION`` names cannot be used.
    """
    return _translation().gettext(message) if message else ""


def one_or_many(one: str, many: str, n: int) -> str:
    """Return the words for one thing or for many, as the language has them for this number of things."""
    return _translation().one_or_many(one, many, n)


def counted(n: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{n:,} {one_or_many(one, many, n)}"


def read_translation(path: Path) -> gettext.NullTranslations:
    """Read a translation.

    Raises
    ------
    TranslationError
        No such file, no such format, or a translation whose placeholders are not those of the English words; it
        names the file and the words.
    """
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - of no use where nothing is translated
    from babel.messages.pofile import PoFileError, read_po  # noqa: PLC0415

    try:
        with path.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
    except OSError:
        raise TranslationError(f"{path.name}: this translation cannot be opened; see {VARIABLE}") from None
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise TranslationError(f"{path.name}: no translation file (.po): {error}") from None
    for message in catalog:
        if message.id:
            _check(path.name, message.id, message.string)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _translation() -> gettext.NullTranslations:
    path = os.environ.get(VARIABLE, "").strip()
    return read_translation(Path(path)) if path else gettext.NullTranslations()


def _check(file: str, message: Words, translated: Words | None) -> None:
    """Refuse a translation that would fail, or lose a figure, when the values are filled in."""
    known = (message,) if isinstance(message, str) else message
    given = (translated,) if isinstance(translated, str) else translated or ()
    for form, words in enumerate(given):
        # the form for one may say "the file" where English does, and leave the number out
        expected = [_placeholders(known[-1]), *([_placeholders(known[0])] if form == 0 else [])]
        if words and _placeholders(words) not in expected:
            raise TranslationError(
                f"{file}: the translation of “{known[0]}” must keep the places in braces as they are"
            )


def _placeholders(words: str) -> list[tuple[str, str, str]] | None:
    """Return name, format and conversion of each place for a value, sorted; None where braces are no such places."""
    try:
        places = [
            (name, spec or "", how or "") for _text, name, spec, how in Formatter().parse(words) if name is not None
        ]
    except ValueError:
        return None
    return sorted(places)
