"""How much data a workspace and the whole server may hold in memory; a file beyond that is refused in words."""

from collections.abc import Sequence
from dataclasses import replace

from core.intake import limits_in_force
from pages.components.asked_in_worker import bytes_of_pairs
from pages.components.server import sessions
from pages.components.server.session_size import kept_for, size_of
from pages.components.server.session_tab import ASKED_APART, WORK, kept_for_sessions, uploaded_bytes
from pages.components.workspace import UploadedFile, Workspace, current

MEGABYTE = 1_000_000


def within_budget(files: Sequence[UploadedFile], *, original: bool = False) -> list[UploadedFile]:
    """Return the files, refused from the first one on that goes beyond what workspace or server may hold.

    Parameters
    ----------
    files : sequence of UploadedFile
        As read; one takes the place of a file of the same name.
    original : bool
        They take the place of the original.
    """
    limits = limits_in_force()
    here = current()
    names = {file.name for file in files}
    beside = (*here.masked, *([here.control] if here.control else []))
    replaced = [here.original] if original else [file for file in beside if file.name in names]
    freed = sum(kept_for(file) for file in replaced if file is not None)
    mine = size_of(here) - freed
    everyone = _of_all(here) - freed
    taken = []
    for file in files:
        more = kept_for(file)
        reason = ""
        if mine + more > limits.workspace_bytes:
            reason = (
                f"{file.name}: with this file the workspace would hold {(mine + more) // MEGABYTE:,} MB of data, "
                f"{limits.workspace_bytes // MEGABYTE:,} MB are allowed "
                "(workspace_bytes in the limits): remove masked files, or leave columns out"
            )
        elif everyone + more > limits.server_bytes:
            reason = (
                f"{file.name}: the server holds as much data as it may for all its users, "
                f"{limits.server_bytes // MEGABYTE:,} MB "
                "(server_bytes in the limits): try again later, or erase work that is no longer needed"
            )
        if reason:
            taken.append(replace(file, content=b"", folder="", reading=None, refusal=reason))
            continue
        mine, everyone = mine + more, everyone + more
        taken.append(file)
    return taken


def _of_all(here: Workspace) -> int:
    """Return the bytes of all work on the server: what is kept, what tabs without a cookie hold, pairs, uploads."""
    work = {id(w): w for w in (*sessions.STORE.contents(), *kept_for_sessions(WORK), here)}
    pairs = sum(bytes_of_pairs(dict(answers)) for answers in kept_for_sessions(ASKED_APART))
    return pairs + uploaded_bytes() + sum(map(size_of, work.values()))
