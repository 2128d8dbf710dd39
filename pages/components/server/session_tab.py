"""Who is looking: the owner of the work, and the tab it is shown in.

Everything this program asks of Streamlit's runtime beside its public functions is asked here.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.session_manager import SessionClient
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.components.server import session_cookie
from pages.components.server.settings import settings

NOTICE = "session_notice"
"""Key under which a tab finds what happened to its work: "moved", "idle", "erased" or "resumed"."""

WORK = "workspace"
"""Key under which a tab holds what it works on."""

CACHED, ASKED_APART = WORKED_OUT = "cached", "asked_in_worker"
"""Keys under which a tab holds what can be worked out again from its files."""

SIGNED_IN_AS = "signed_in_as"
"""Under which Streamlit notes, for a session, the name that the proxy gave."""


@dataclass(frozen=True)
class StreamlitTab:
    """One session of Streamlit: one open page; a reload makes another one."""

    id: str

    def connected(self) -> bool:
        """Whether a browser shows it now."""
        return Runtime.exists() and Runtime.instance().is_active_session(self.id)

    def forget(self, reason: str) -> None:
        """Drop the session's state and uploads; draw the page anew where it is still shown."""
        if not Runtime.exists():
            return
        self.forget_beneath()
        runtime = Runtime.instance()
        info = runtime._session_mgr.get_session_info(self.id)
        if info is None:
            return
        info.session.session_state.clear()
        info.session._fragment_storage.clear()
        info.session.session_state.reset_state_value(NOTICE, reason)  # as one assigns outside of a script
        if info.client is not None:
            loop = runtime._get_async_objs().eventloop
            loop.call_soon_threadsafe(info.session.request_rerun, None)

    def forget_beneath(self) -> None:
        """Drop what Streamlit keeps of the session beside its state.

        That is uploads, tables, and the functions given to widgets and downloads: those made on a page hold all the
        page's variables, and with them the data.
        """
        runtime = Runtime.instance()
        runtime.uploaded_file_mgr.remove_session_files(self.id)
        runtime.media_file_mgr.clear_session_refs(self.id)
        runtime.media_file_mgr.remove_orphaned_files()
        runtime.dataframe_source_mgr.clear_all_for_session(self.id)
        info = runtime._session_mgr.get_session_info(self.id)
        if info is not None:
            info.session.session_state._new_widget_state.widget_metadata.clear()


def this_tab() -> StreamlitTab | None:
    """Return the tab that the script runs for; None outside of a server."""
    context = get_script_run_ctx(suppress_warning=True)
    return StreamlitTab(context.session_id) if context is not None and Runtime.exists() else None


def owner() -> str:
    """Return whose work this is: browser and, where people sign in, person; "" where no cookie says so."""
    token = _cookie()
    if not session_cookie.is_ours(token):
        return ""
    return hashlib.sha256(f"{token}\0{user()}".encode()).hexdigest()


def of_a_former_server() -> bool:
    """Whether the browser still shows a page that a former process of the server has sent."""
    token = _cookie()
    return bool(token) and not session_cookie.is_ours(token)


def user() -> str:
    """Return who has signed in, as the proxy or the identity provider says; "" where nobody has to."""
    if settings().user_header:
        return st.context.headers.get(settings().user_header, "")
    if settings().sign_in:
        return str(st.user.get("sub") or st.user.get("email") or "")
    return ""


def signed_in() -> bool:
    """Whether the person has signed in, or nobody has to."""
    return not (settings().user_header or settings().sign_in) or bool(user())


def forget_uploads(files: Sequence[UploadedFile]) -> None:
    """Drop the server's copy of files that were read: Streamlit keeps it as long as the session."""
    tab = this_tab()
    if tab is not None:
        for file in files:
            cast(MemoryUploadedFileManager, Runtime.instance().uploaded_file_mgr).remove_file(tab.id, file.file_id)


def _cookie() -> str:
    token = st.context.cookies.get(session_cookie.NAME) if Runtime.exists() else None
    return token if isinstance(token, str) else ""


def token_of_session(session_id: str) -> str | None:
    """Return the token of the browser that shows a session; "" where that keeps no cookies, None where none does."""
    client = Runtime.instance().get_client(session_id)
    return None if client is None else _token_of_client(client)


def _token_of_client(client: SessionClient) -> str:
    context = client.client_context
    token = context.cookies.get(session_cookie.NAME, "") if context is not None else ""
    return token if session_cookie.is_ours(token) else ""


_away: set[str] = set()
"""Sessions that nobody showed when the server looked last."""

_opened_by: dict[str, str] = {}
"""Token of the browser that has opened a session, by the session's id."""

_bound: list[Runtime] = []
"""The server's runtime, once it serves."""


def bind_sessions(runtime: Runtime) -> None:
    """Let a session be taken up again by the browser alone that opened it: Streamlit asks for its id only."""
    connect = runtime.connect_session

    def connect_own(
        client: SessionClient,
        user_info: Any,
        existing_session_id: str | None = None,
        session_id_override: str | None = None,
    ) -> str:
        token = _token_of_client(client)
        own = token and _opened_by.get(existing_session_id or "") == token
        session = connect(client, user_info, existing_session_id if own else None, session_id_override)
        _opened_by[session] = token
        return session

    _bound[:] = [runtime]
    runtime.connect_session = connect_own  # type: ignore[method-assign]


def known_sessions() -> set[str]:
    """Return the sessions that there are, open or closed a moment ago; forget who opened the others."""
    known = {info.session.id for info in Runtime.instance()._session_mgr.list_sessions()}
    for session in _opened_by.keys() - known:
        del _opened_by[session]
    return known


def person_of_session(session_id: str) -> str:
    """Return who has signed in to a session; "" where nobody has, or has signed out since."""
    info = Runtime.instance()._session_mgr.get_session_info(session_id)
    person = info.session._user_info if info is not None else {}
    return str(person.get(SIGNED_IN_AS) if settings().user_header else person.get("sub") or person.get("email") or "")


def sign_out_all_tabs(token: str) -> None:
    """Let every tab of a browser know nobody any more: Streamlit signs out the one where it is asked to."""
    runtime = Runtime.instance()
    for info in runtime._session_mgr.list_active_sessions() if token else ():
        if token_of_session(info.session.id) == token:
            runtime.clear_user_info_for_session(info.session.id)
            info.session.request_rerun(None)


def kept_for_sessions(key: str) -> tuple[Any, ...]:
    """Return what the sessions of the server, open or closed a moment ago, hold under a key."""
    states = [info.session.session_state for runtime in _bound for info in runtime._session_mgr.list_sessions()]
    return tuple(state[key] for state in states if key in state)


def uploaded_bytes() -> int:
    """Return the bytes of files that the sessions of the server have brought in and that no page has taken yet."""
    managers = [cast(MemoryUploadedFileManager, runtime.uploaded_file_mgr) for runtime in _bound]
    sessions = [files for manager in managers for files in list(manager.file_storage.values())]
    return sum(len(file.data) for files in sessions for file in list(files.values()))


def close_unreachable() -> tuple[Any, ...]:
    """Close the sessions that nobody can take up again, for want of a cookie; return what they worked on."""
    manager = Runtime.instance()._session_mgr
    work = []
    for info in manager.list_sessions():
        session = info.session
        if not manager.is_active_session(session.id) and not _opened_by.get(session.id):
            work += [session.session_state[WORK]] if WORK in session.session_state else []
            StreamlitTab(session.id).forget("erased")
            manager.close_session(session.id)
    return tuple(work)


def release_disconnected() -> None:
    """Forget the sessions whose time to reconnect has passed, and of those that may come back what they can do without.

    That is what can be worked out again, and, where they were away the last time too, what they have brought in: what
    was read of it is in the workspace. Streamlit lets sessions go only when a later one ends: the data of the last user
    would stay.
    """
    runtime = Runtime.instance()
    manager = runtime._session_mgr
    away = [info.session for info in manager.list_sessions() if not manager.is_active_session(info.session.id)]
    for session in away:
        if session.id in _away:
            runtime.uploaded_file_mgr.remove_session_files(session.id)
        for key in WORKED_OUT:
            if key in session.session_state:
                del session.session_state[key]
    _away.clear()
    _away.update(session.id for session in away)
    storage = getattr(manager, "_session_storage", None)
    expire = getattr(getattr(storage, "_cache", None), "expire", None)
    if expire is not None:
        expire()
