"""Links of one browser do not work in another: uploads go to, and downloads come from, one's own session only."""

import hashlib
import secrets
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import Scope
from streamlit.runtime import Runtime, memory_media_file_storage
from streamlit.runtime.media_file_manager import MediaFileManager

from pages.components.server.request_gate import Refusal, path_inside
from pages.components.server.session_cookie import token_of
from pages.components.server.session_tab import known_sessions, person_of_session, token_of_session
from pages.components.server.settings import settings

UPLOADS = "/_stcore/upload_file/"
DOWNLOADS = "/media/"
HEALTH = "/_stcore/health"

_KEY = secrets.token_bytes(32)
_made_for: dict[str, set[str]] = {}
"""Sessions for which a download was made on demand, by the id of the file."""


def of_others(scope: Scope, headers: Headers) -> Refusal:
    """Return why what belongs to another browser is refused, and anyone who the proxy does not name where it must."""
    header = settings().user_header
    if header and path_inside(scope) != HEALTH and not headers.get(header):
        return HTTPStatus.UNAUTHORIZED, "Not signed in: this address is reached by the proxy only."
    if scope["type"] == "http" and not _own(path_inside(scope), headers):
        return HTTPStatus.NOT_FOUND, "There is nothing here."
    return None


def _own(inside: str, headers: Headers) -> bool:
    """Whether a path may be used by anyone who asks; paths that no session owns may."""
    if inside.startswith(UPLOADS):
        sessions = {inside.removeprefix(UPLOADS).partition("/")[0]}
    elif inside.startswith(DOWNLOADS):
        sessions = _sessions_of(_file_id(inside))
    else:
        return True
    return any(_is_theirs(session, headers) for session in sessions)


def _is_theirs(session: str, headers: Headers) -> bool:
    """Whether a session is of the browser, and of the person, that asks."""
    # a browser that keeps no cookies has a session, but no token: its links are as good as their secrecy; a session
    # whose page is closed (None) is nobody's
    if token_of_session(session) not in {"", token_of(headers.get("cookie", ""))}:
        return False
    if settings().user_header:
        return person_of_session(session) == headers.get(settings().user_header)
    return not settings().sign_in or bool(person_of_session(session))


def _file_id(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _sessions_of(file_id: str) -> set[str]:
    manager = Runtime.instance().media_file_mgr
    with manager._lock:
        shown = {s for s, files in manager._files_by_session_and_coord.items() if file_id in files.values()}
    return shown | _made_for.get(file_id, set())


def _link_of(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """Return the id of a download: one for each content, and none that can be worked out from it.

    Streamlit's own looks at three samples of a file of a megabyte and more: where two agreed in them, the second person
    was handed the file of the first.
    """
    parts = (data, mimetype.encode(), (filename or "").encode())
    digests = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.blake2b(digests, key=_KEY, digest_size=28).hexdigest()


def watch_downloads(manager: MediaFileManager) -> None:
    """Give downloads links of their own, and note for which session one is made on demand: Streamlit does not.

    It then belongs to what the session shows, until that is drawn anew: before, it was gone when any two scripts of the
    server had ended, and on a busy server a browser that was slow to ask for it found nothing.
    """
    memory_media_file_storage._calculate_file_id = _link_of
    make = manager.execute_deferred

    def make_and_note(file_id: str) -> str:
        entry = manager._deferred_callables.get(file_id)
        url = make(file_id)
        if entry is not None:
            made, session = _file_id(url), entry["session_id"]
            _made_for.setdefault(made, set()).add(session)
            with manager._lock:
                shown = manager._files_by_session_and_coord.get(session)
                if shown is not None:  # the page may be closed by now
                    shown[f"made:{file_id}"] = made
        return url

    manager.execute_deferred = make_and_note  # type: ignore[method-assign]


def forget_ended_sessions() -> None:
    """Forget what was made for sessions that are over."""
    known = known_sessions()
    for file_id in list(_made_for):
        _made_for[file_id] &= known
        if not _made_for[file_id]:
            del _made_for[file_id]
