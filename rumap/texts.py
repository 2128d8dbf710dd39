"""Documents that are given as a path or as their text."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from core.decision import Purpose, ReleaseType, proposed_purpose, read_policy
from core.errors import PlanError


def text_or_file(given: str | PathLike[str]) -> str:
    """Return the text itself where it has several lines, else that of the file of this name.

    Raises
    ------
    PlanError
        There is no such file, or it is no text.
    """
    if isinstance(given, str) and "\n" in given:
        return given
    path = Path(fspath(given))
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PlanError(f"{path.name}: cannot be opened ({error.strerror}); give a path or the text") from None
    except ValueError:
        raise PlanError(f"{path.name!r}: neither a path nor text in UTF-8; give one of them") from None


def purpose_of(policy: str | PathLike[str]) -> Purpose:
    """Return a policy by its type of release, its path or its text."""
    words = fspath(policy)
    own = set(ReleaseType) - {ReleaseType.OWN}
    return proposed_purpose(ReleaseType(words)) if words in own else read_policy(text_or_file(policy))
