"""Documents that are given as a path, as their text or as a dict."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from core.data import DeclaredCodebook, declared_from, read_declared_codebook
from core.decision import Purpose, ReleaseType, proposed_purpose, read_policy
from core.errors import PlanError
from core.wording import did_you_mean
from rumap.arguments import kind_of, path_in

Codebook = str | PathLike[str] | Mapping[str, Any]
"""A codebook as a notebook gives it."""

TYPES = tuple(str(release) for release in ReleaseType if release is not ReleaseType.OWN)


def text_or_file(argument: str, given: Any) -> str:
    """Return the text itself where it is TOML, else that of the file of this name.

    Raises
    ------
    PlanError
        There is no such file, or it is no text.
    """
    if not isinstance(given, str | PathLike):
        raise PlanError(f"{argument}: a path or TOML text is wanted, not {kind_of(given)}")
    if isinstance(given, str) and ("\n" in given or ("=" in given and not _exists(given))):
        return given
    if not fspath(given):
        raise PlanError(f"{argument}: a path or TOML text is wanted, and this text is empty")
    path = path_in(argument, given)
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PlanError(
            f"{argument}: {path.name} cannot be opened ({error.strerror}); give a path or the text"
        ) from None
    except ValueError:
        raise PlanError(f"{argument}: {path.name!r} is neither a path nor text in UTF-8; give one of them") from None


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False  # too long, or no path


def declared_in(given: Codebook | None) -> DeclaredCodebook | None:
    """Return what a codebook declares; None where there is none."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        return declared_from(_as_toml(given))
    if not isinstance(given, str | PathLike):
        raise PlanError(f"codebook: a dict, a path or TOML text is wanted, not {kind_of(given)}")
    return read_declared_codebook(text_or_file("codebook", given))


def _as_toml(content: Any) -> Any:
    """Return what TOML would hold: its lists are tuples in Python as well."""
    if isinstance(content, Mapping):
        return {str(name): _as_toml(part) for name, part in content.items()}
    return [_as_toml(part) for part in content] if isinstance(content, list | tuple) else content


def purpose_of(policy: str | PathLike[str]) -> Purpose:
    """Return a policy by its type of release, its path or its text."""
    if isinstance(policy, str) and policy in TYPES:
        return proposed_purpose(ReleaseType(policy))
    if isinstance(policy, str) and (meant := did_you_mean(policy, TYPES)) and not _exists(policy):
        raise PlanError(f"policy: there is no {policy!r}{meant}; say {', '.join(TYPES)}, or give a path or TOML text")
    return read_policy(text_or_file("policy", policy))
