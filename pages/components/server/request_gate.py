"""What is refused before anything reads it: other hosts, pages of other origins, cookies without end."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed


def path_inside(scope: Scope) -> str:
    """Return a request's path from where the program is reached on, however the setting writes its slashes."""
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    path = str(scope["path"])
    return path.removeprefix(f"/{base}") if base and path.startswith(f"/{base}/") else path


class Gate:
    """Refuse some requests, as plain ASGI middleware; what is no request is passed on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the reason why not."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self.app(self.passed_on(scope), receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, sentence = refusal
            await PlainTextResponse(sentence, status)(scope, receive, send)

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status and the sentence that a request is refused with; None where it is not."""
        raise NotImplementedError

    def passed_on(self, scope: Scope) -> Scope:
        """Return a request that is not refused as the program is to see it."""
        return scope


LONGEST_COOKIES = 8000
"""Bytes of all cookies of a request; a sign-in with a provider needs some thousand. The websocket takes lines of
8,192 bytes: with longer ones a page would wait for ever."""

OPEN = re.compile(r"/_stcore/(health|host-config|stream|upload_file/.+|bidi-components/.+)")
"""Addresses of Streamlit's own that pages need; metrics and the like are nobody's business."""

DEFAULT_PORTS = {"http": 80, "https": 443}
"""Schemes of pages; behind a proxy that holds the certificate a page's is https and the server's http."""


class RequestGate(Gate):
    """Refuse requests for other hosts, from pages of other origins, and with cookies of unusual length."""

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return why a request is refused; None where it is not."""
        host = headers.get("host")
        if len(headers.getlist("host")) != 1 or not is_host_allowed(host):
            return HTTPStatus.BAD_REQUEST, "This server is not reached under this name."
        if sum(len(cookies) for cookies in headers.getlist("cookie")) > LONGEST_COOKIES:
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The browser's cookies are too long: clear them."
        if not _is_own_origin(scope["type"], headers.getlist("origin"), str(host)):
            return HTTPStatus.FORBIDDEN, "This request comes from a page of another address."
        inside = path_inside(scope)
        if inside.startswith("/_stcore") and not OPEN.fullmatch(inside):
            return HTTPStatus.NOT_FOUND, "There is nothing here."
        return None

    def passed_on(self, scope: Scope) -> Scope:
        """Return a request without cookies that the standard library is slow to read."""
        return {**scope, "headers": _without_escapes(scope["headers"])}


def _without_escapes(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Leave out cookies with a backslash: none of ours has one, others of the same host may.

    Before Python 3.11.10 and 3.12.6 the standard library takes a time to undo these that grows with the square of
    their number (CVE-2024-7592).
    """
    return [(name, _plain_cookies(value) if name.lower() == b"cookie" else value) for name, value in headers]


def _plain_cookies(value: bytes) -> bytes:
    return b";".join(cookie for cookie in value.split(b";") if b"\\" not in cookie)


def _is_own_origin(kind: str, origins: list[str], host: str) -> bool:
    """Whether a request comes from a page of this very host and port.

    Browsers name the page with every websocket and with every request that could change something or be read by
    another page; a plain visit and what belongs to a page carry no origin.
    """
    if not origins:
        return kind == "http"
    if len(origins) != 1:
        return False
    scheme, _between, place = origins[0].partition("://")
    return _place(scheme, place) == _place(scheme, host) is not None


def _place(scheme: str, place: str) -> tuple[str, int] | None:
    """Return host and port of what browsers write as an origin or a host; None where it is neither."""
    try:
        parts = urlsplit(f"{scheme}://{place}")
        port = parts.port or DEFAULT_PORTS.get(scheme)
    except ValueError:
        return None
    if scheme not in DEFAULT_PORTS or parts.netloc != place or parts.username is not None:
        return None
    return (parts.hostname.rstrip("."), port) if parts.hostname and port else None
